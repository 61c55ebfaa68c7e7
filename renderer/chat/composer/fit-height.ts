/** The height of the box where browsers do not find it by themselves (`field-sizing`): measured once a frame, never within a key. */

const isFound = CSS.supports('field-sizing', 'content');
const waiting = new WeakSet<HTMLTextAreaElement>();

export function fitHeight(field: HTMLTextAreaElement): void {
  if (isFound || waiting.has(field)) return;
  waiting.add(field);
  requestAnimationFrame(() => {
    waiting.delete(field);
    field.style.blockSize = 'auto';
    field.style.blockSize = `${field.scrollHeight}px`;
  });
}
