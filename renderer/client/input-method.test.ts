/** Keys of input methods: recognized in every browser. */
import { expect, test } from 'vitest';
import { isOfInputMethod } from './input-method.ts';

test('recognizes a key of a composition by its flag or, in Safari, by its number', () => {
  expect(isOfInputMethod({ isComposing: true, keyCode: 13 })).toBe(true);
  expect(isOfInputMethod({ isComposing: false, keyCode: 229 })).toBe(true);
  expect(isOfInputMethod({ isComposing: false, keyCode: 13 })).toBe(false);
});
