/** Layers over a view that Back and Forward close. */
import { beforeEach, expect, test } from 'vitest';
import { closeDialog, dialogSlot, openDialog } from '../kit/dialog-store.ts';
import { openSlot } from '../kit/open-slot.ts';
import './way-back.ts';

const layers = (['menu', 'picker', 'lightbox', 'file'] as const).map((kind) => openSlot<object>(kind));

/** Arrives at an entry of the history. @param depth null for a new one */
function arrive(depth: number | null): void {
  history.replaceState(depth === null ? null : { depth }, '');
  dispatchEvent(new PopStateEvent('popstate'));
}

beforeEach(() => {
  arrive(5);
  closeDialog();
  openDialog({ kind: 'new-channel' });
  for (const layer of layers) layer.set({});
});

const isOpen = (): boolean[] => layers.map((layer) => layer.getState() !== null);

test.each([
  ['Back', 4],
  ['several steps back', 1],
  ['Forward', 6],
])('%s closes the dialog and what floats over the view', (_name, depth) => {
  arrive(depth);
  expect(dialogSlot.getState()).toBeNull();
  expect(isOpen()).toEqual([false, false, false, false]);
});

test('a new view closes what floats, and keeps a dialog that opens with it', () => {
  arrive(null);
  expect(dialogSlot.getState()).toEqual({ kind: 'new-channel' });
  expect(isOpen()).toEqual([false, false, false, false]);
});

test('another address of the same view closes nothing', () => {
  arrive(5);
  expect(dialogSlot.getState()).not.toBeNull();
  expect(isOpen()).toEqual([true, true, true, true]);
});
