/** Keys of input methods, such as Enter that accepts a Japanese word: no handler of a page gets them, so that Enter neither sends, chooses nor submits. */

/** @returns whether a key belongs to an input method. Safari ends a composition before the key that ended it, and marks the key with a number alone. */
export const isOfInputMethod = ({ isComposing, keyCode }: Pick<KeyboardEvent, 'isComposing' | 'keyCode'>): boolean =>
  isComposing || keyCode === 229;

/** Keeps keys of input methods from every listener that is added later. The browser still gives them to the field. */
export function keepInputMethodKeys(): void {
  const stop = (event: KeyboardEvent): void => {
    if (isOfInputMethod(event)) event.stopImmediatePropagation();
  };
  for (const type of ['keydown', 'keyup'] as const) addEventListener(type, stop, { capture: true });
}
