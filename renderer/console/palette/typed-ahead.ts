/** Keys typed before the palette's field has the focus: kept, and put into the field when that has the focus. */

/** A palette that has not come by then may not come: the keys belong to the page again. Milliseconds. */
const longestMs = 5000;

let typed = '';
let stop: (() => void) | null = null;

/** Keeps what is typed from now on. To be called when the palette is asked for, by its keys or by its button. */
export function keepTyping(): void {
  stop?.();
  typed = '';
  let since: number | null = null;
  const keep = (event: KeyboardEvent): void => {
    since ??= event.timeStamp;
    if (event.timeStamp - since > longestMs || event.key === 'Escape' || isInPalette(event.target)) return stop?.();
    if (event.ctrlKey || event.metaKey || event.altKey) return;
    if (event.key === 'Backspace') typed = typed.slice(0, -1);
    else if (event.key.length === 1) typed += event.key;
    else return;
    // Not a letter of what had the focus before, nor one that leads to a screen.
    event.preventDefault();
    event.stopPropagation();
  };
  document.addEventListener('keydown', keep, { capture: true });
  stop = () => {
    document.removeEventListener('keydown', keep, { capture: true });
    stop = null;
  };
}

/** @returns what was typed for the field, which has the focus now. */
export function takeTyped(): string {
  stop?.();
  const taken = typed;
  typed = '';
  return taken;
}

const isInPalette = (target: EventTarget | null): boolean =>
  target instanceof HTMLElement &&
  target.getAttribute('role') === 'combobox' &&
  target.closest('[role=dialog]') !== null;
