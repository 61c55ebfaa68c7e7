/** Store of open layers: of each kind at most one. A host draws each (menu-host.tsx, notice-bar.tsx, shell/dialog-host.tsx). */
import { createStore, type StoreApi } from 'zustand/vanilla';

/** Kinds that have the keys of the page for themselves while they are open. */
const withKeys = ['dialog', 'menu', 'picker', 'lightbox', 'file'] as const;

type Kind = (typeof withKeys)[number] | 'notice';

/** Read as any store (`useStore`); null while nothing is open. */
export interface OpenSlot<Value> extends Pick<StoreApi<Value | null>, 'getState' | 'getInitialState' | 'subscribe'> {
  set: (value: Value | null) => void;
}

const open = createStore<Readonly<Partial<Record<Kind, unknown>>>>(() => ({}));

/** @returns the slot of a kind. Each kind has one owner, which says what its value is. */
export function openSlot<Value>(kind: Kind): OpenSlot<Value> {
  const valueIn = (state: ReturnType<typeof open.getState>): Value | null => (state[kind] ?? null) as Value | null;
  return {
    getState: () => valueIn(open.getState()),
    getInitialState: () => null,
    subscribe: (listener) =>
      open.subscribe((state, before) => {
        if (state[kind] !== before[kind]) listener(valueIn(state), valueIn(before));
      }),
    set: (value) => open.setState({ [kind]: value }),
  };
}

/** Whether something is open, or about to be, that has the keys for itself: its script may still be on its way. */
export const isSomethingOpen = (): boolean => withKeys.some((kind) => (open.getState()[kind] ?? null) !== null);

/** Closes what belongs to the view below it, without giving the focus back: that view goes. */
export const closeFloating = (): void => open.setState({ menu: null, picker: null, lightbox: null, file: null });
