/** Keys of the message box, with a keyboard and on a touchscreen. */
import { expect, it } from 'vitest';
import { enterMeans, formatOf, type KeyPress } from './keys.ts';

const press = (changes: Partial<KeyPress>): KeyPress => ({
  key: 'Enter',
  code: '',
  ctrlKey: false,
  metaKey: false,
  shiftKey: false,
  altKey: false,
  ...changes,
});

it('sends by Enter where the setting says so, and never on glass', () => {
  const desk = { enterSends: true, isTouch: false };
  expect(enterMeans(press({}), desk)).toBe('send');
  expect(enterMeans(press({ shiftKey: true }), desk)).toBe('line');
  expect(enterMeans(press({}), { enterSends: false, isTouch: false })).toBe('line');
  expect(enterMeans(press({ ctrlKey: true }), { enterSends: false, isTouch: false })).toBe('send');
  expect(enterMeans(press({}), { enterSends: true, isTouch: true })).toBe('line');
  expect(enterMeans(press({ key: 'a' }), desk)).toBeNull();
});

it('formats by letter, and by the place of the letter on other layouts', () => {
  expect(formatOf(press({ key: 'b', ctrlKey: true }))).toBe('bold');
  expect(formatOf(press({ key: 'ш', code: 'KeyI', metaKey: true }))).toBe('italic');
  expect(formatOf(press({ key: 'L', ctrlKey: true, shiftKey: true }))).toBe('link');
  expect(formatOf(press({ key: 'C', ctrlKey: true, shiftKey: true }))).toBe('code');
  expect(formatOf(press({ key: 'X', ctrlKey: true, shiftKey: true }))).toBe('strike');
  expect(formatOf(press({ key: '(', code: 'Digit9', ctrlKey: true, shiftKey: true }))).toBe('quote');
  expect(formatOf(press({ key: '/', code: 'Digit7', ctrlKey: true, shiftKey: true }))).toBe('numbers');
  expect(formatOf(press({ key: 'c', ctrlKey: true }))).toBeNull();
  expect(formatOf(press({ key: 'p', altKey: true }))).toBe('preview');
  expect(formatOf(press({ key: 'b' }))).toBeNull();
});
