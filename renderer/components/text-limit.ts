/** Limits of texts in code points, as the server counts them: the attribute of browsers counts units, of which an emoji has two or more. */
import type { SyntheticEvent } from 'react';

/** @returns the text, cut to so many code points. */
export const atMost = (text: string, limit = Infinity): string =>
  text.length <= limit ? text : [...text].slice(0, limit).join('');

/** @returns a handler that cuts what was typed or pasted before others see it; for fields with and without a value from React. */
export function limited<
  Field extends HTMLInputElement | HTMLTextAreaElement,
  Change extends SyntheticEvent<Field> = SyntheticEvent<Field>,
>(limit: number | undefined, onChange?: (event: Change) => void): (event: Change) => void {
  return (event) => {
    const field = event.currentTarget;
    const kept = atMost(field.value, limit);
    if (kept !== field.value) field.value = kept;
    onChange?.(event);
  };
}
