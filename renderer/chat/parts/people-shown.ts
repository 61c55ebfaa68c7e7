/** Visibility of the people list: open on wide screens until it is closed, elsewhere only when asked for. */
import { useSyncExternalStore } from 'react';
import { useStore } from 'zustand';
import { createStore } from 'zustand/vanilla';
import { readStored, writeStored } from '../../client/storage.ts';

const storedName = 'people';
const wide = matchMedia('(min-width: 75em)');

const shown = createStore(() => ({ pane: readStored(storedName) !== 'closed', drawer: false }));

/** Whether the window has room for them beside the conversation. */
export function useIsWide(): boolean {
  return useSyncExternalStore(
    (listener) => {
      wide.addEventListener('change', listener);
      return () => wide.removeEventListener('change', listener);
    },
    () => wide.matches,
  );
}

export function usePeopleShown(): boolean {
  const isWide = useIsWide();
  return useStore(shown, ({ pane, drawer }) => (isWide ? pane : drawer));
}

export function hidePeople(): void {
  show(false);
}

export function togglePeople(): void {
  const { pane, drawer } = shown.getState();
  show(!(wide.matches ? pane : drawer));
}

function show(isShown: boolean): void {
  if (!wide.matches) {
    shown.setState({ drawer: isShown });
    return;
  }
  shown.setState({ pane: isShown });
  writeStored(storedName, isShown ? 'open' : 'closed');
}
