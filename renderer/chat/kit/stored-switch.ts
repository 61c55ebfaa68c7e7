/** A switch that a browser remembers for itself: what suits this device or these hands, and no other. */
import { createStore, type StoreApi } from 'zustand/vanilla';
import { readStored, writeStored } from '../../client/storage.ts';

export interface StoredSwitch {
  store: StoreApi<{ isOn: boolean }>;
  turn: (isOn: boolean) => void;
}

/** @param name under which it is stored. @param isOnAtFirst until the user changes it. */
function storedSwitch(name: string, isOnAtFirst: boolean): StoredSwitch {
  const stored = readStored(name);
  const store = createStore(() => ({ isOn: stored === null ? isOnAtFirst : stored === 'on' }));
  const turn = (isOn: boolean): void => {
    store.setState({ isOn });
    writeStored(name, isOn ? 'on' : 'off');
  };
  return { store, turn };
}

/** Whether single letters are keys: a user who speaks instead of typing switches them off. */
export const letters = storedSwitch('letters', true);
/** Views open at the newest message, whatever is unread above it. */
export const opensAtNewest = storedSwitch('opens-at-newest', false);
/** Channels with something unread stand before the others of their folder. */
export const newsFirst = storedSwitch('news-first', false);
/** Many messages stay on the page although they are not seen, for screen readers and the browser's own search. */
export const keepsDrawn = storedSwitch('keeps-drawn', false);
/** What is found stands with the best match first, and not by its time. */
export const bestFirst = storedSwitch('best-first', false);
