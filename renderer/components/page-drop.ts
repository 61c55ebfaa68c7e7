/** Drops that no part of a page takes: on its own a browser would open the file or the link in place of the page. */

/** Something of the page itself is dragged: browsers give a picture of it as a file, too, but no one means to hand it in. */
let isOwnDrag = false;

export const isDragOfPage = (): boolean => isOwnDrag;

export const hasFiles = ({ dataTransfer }: DragEvent): boolean => dataTransfer?.types.includes('Files') === true;

/** Fields take text and links on their own, and fields for files take files. */
function isTakenByField(event: DragEvent): boolean {
  if (!(event.target instanceof Element)) return false;
  return event.target.closest(hasFiles(event) ? 'input[type=file]' : 'input, textarea, [contenteditable]') !== null;
}

/** The page stays, whatever is dropped on it. */
export function stayOnDrop(): void {
  addEventListener('dragstart', () => (isOwnDrag = true));
  addEventListener('dragend', () => (isOwnDrag = false));
  const refuse = (event: DragEvent): void => {
    const { dataTransfer } = event;
    const opens = hasFiles(event) || dataTransfer?.types.includes('text/uri-list') === true;
    if (dataTransfer === null || !opens || event.defaultPrevented || isTakenByField(event)) return;
    event.preventDefault();
    dataTransfer.dropEffect = 'none';
  };
  addEventListener('dragover', refuse);
  addEventListener('drop', refuse);
}
