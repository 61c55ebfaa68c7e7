/**
 * Files that are dropped anywhere on the page go into the box that is open. Where there is none nothing becomes of them: on its own a
 * browser would show the file in place of the chat.
 */
import { useEffect, useEffectEvent, useState } from 'react';

const hasFiles = ({ dataTransfer }: DragEvent): boolean => dataTransfer?.types.includes('Files') === true;

/** Something of the page itself is dragged: browsers give a picture of it as a file, too, but no one means to send it again. */
let isOwnDrag = false;

/** The page stays, whatever is dropped on it. */
export function stayOnDrop(): void {
  addEventListener('dragstart', () => (isOwnDrag = true));
  addEventListener('dragend', () => (isOwnDrag = false));
  const refuse = (event: DragEvent): void => {
    if (event.defaultPrevented || event.dataTransfer === null || !hasFiles(event)) return;
    event.preventDefault();
    event.dataTransfer.dropEffect = 'none';
  };
  addEventListener('dragover', refuse);
  addEventListener('drop', refuse);
}

/** @returns whether files hang over the page that this box would get. */
export function useFileDrop(onFiles: (files: File[]) => void): boolean {
  const [isOver, setIsOver] = useState(false);
  const drop = useEffectEvent((event: DragEvent) => {
    setIsOver(false);
    // A field of its own, such as that of an edit, has taken them; what a dialog covers is out of reach.
    if (event.defaultPrevented || !isForBox(event)) return;
    event.preventDefault();
    onFiles([...(event.dataTransfer?.files ?? [])]);
  });
  useEffect(() => {
    const over = (event: DragEvent): void => {
      if (!isForBox(event)) return;
      event.preventDefault();
      setIsOver(true);
    };
    /** Off the page, not to another part of it. */
    const leave = ({ relatedTarget }: DragEvent): void => {
      if (relatedTarget === null) setIsOver(false);
    };
    const onDrop = (event: DragEvent): void => drop(event);
    document.addEventListener('dragover', over);
    document.addEventListener('dragleave', leave);
    document.addEventListener('drop', onDrop);
    return () => {
      document.removeEventListener('dragover', over);
      document.removeEventListener('dragleave', leave);
      document.removeEventListener('drop', onDrop);
    };
  }, []);
  return isOver;
}

const isInDialog = ({ target }: DragEvent): boolean => target instanceof Element && target.closest('dialog') !== null;
const isForBox = (event: DragEvent): boolean => hasFiles(event) && !isOwnDrag && !isInDialog(event);
