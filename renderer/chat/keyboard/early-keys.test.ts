/** Keys between the asking for a dialog and its coming. */
import { afterEach, expect, test } from 'vitest';
import { closeDialog, dialogSlot, openDialog } from '../kit/dialog-store.ts';
import { takeEarlyKey } from './early-keys.ts';

afterEach(closeDialog);

/** @returns whether the page does not get it. */
function press(key: string, pressed: { ctrlKey?: boolean; altKey?: boolean; timeStamp?: number } = {}): boolean {
  let isTaken = false;
  takeEarlyKey({
    key,
    ctrlKey: false,
    metaKey: false,
    altKey: false,
    timeStamp: 0,
    ...pressed,
    preventDefault: () => (isTaken = true),
    stopPropagation: () => undefined,
  });
  return isTaken;
}

const written = (): string | null => {
  const dialog = dialogSlot.getState();
  return dialog?.kind === 'search' ? dialog.text : null;
};

test('what is written before the search is there stands in it; keys that write nothing stay with the page', () => {
  expect(press('x')).toBe(false);
  openDialog({ kind: 'search', text: '#' });
  for (const key of ['g', 'e', 'm', 'Backspace', 'n', 'Enter']) expect(press(key)).toBe(true);
  expect([press('F5'), press('r', { ctrlKey: true }), press('Shift')]).toEqual([false, false, false]);
  // AltGr, as most layouts need it.
  expect(press('@', { ctrlKey: true, altKey: true })).toBe(true);
  expect(written()).toBe('#gen@');
});

test('Esc closes what has not come', () => {
  openDialog({ kind: 'new-channel' });
  expect([press('x'), press('Escape'), dialogSlot.getState()]).toEqual([false, true, null]);
});

test('what does not come gives the keys back', () => {
  openDialog({ kind: 'search', text: '' });
  expect(press('a', { timeStamp: 1000 })).toBe(true);
  expect(press('b', { timeStamp: 12_000 })).toBe(false);
  expect(dialogSlot.getState()).toBe(null);
  expect(press('c', { timeStamp: 12_100 })).toBe(false);
});
