/** The view that the address names, and ways to another. */
import { useMemo, useSyncExternalStore } from 'react';
import { keyOf, type Conversation } from '../../client/state/conversation.ts';
import { readAddress, viewAddress, type View } from '../narrow/address.ts';
import { conversationOf } from '../narrow/narrow.ts';
import { useChat, useNames } from './use-chat.ts';

function subscribe(listener: () => void): () => void {
  addEventListener('hashchange', listener);
  addEventListener('popstate', listener);
  return () => {
    removeEventListener('hashchange', listener);
    removeEventListener('popstate', listener);
  };
}

/** `location.hash` may be decoded already; the whole address is not. */
const currentAddress = (): string => {
  const { href } = location;
  const at = href.indexOf('#');
  return at === -1 ? '' : href.slice(at);
};

/** The fragment of the page's address, with its `#`. */
function useAddress(): string {
  return useSyncExternalStore(subscribe, currentAddress);
}

export function useView(): View {
  const address = useAddress();
  const { session } = useChat();
  return useMemo(() => readAddress(address, session.user_id), [address, session]);
}

/** Goes to an address. @param replace the way back skips where one is. */
export function goTo(address: string, { replace = false }: { replace?: boolean } = {}): void {
  if (replace) {
    history.replaceState(history.state, '', address === '' ? location.pathname : address);
    dispatchEvent(new PopStateEvent('popstate'));
  } else location.hash = address;
}

/** @returns whether the address names this conversation, however it is written. */
export function isShown(conversation: Conversation, ownId: number): boolean {
  const view = readAddress(currentAddress(), ownId);
  const shown = view.kind === 'narrow' ? conversationOf(view.narrow) : null;
  return shown !== null && keyOf(shown) === keyOf(conversation);
}

/** @returns a function that gives the address of a view. */
export function useAddressOf(): (view: View) => string {
  const names = useNames();
  return useMemo(() => (view) => viewAddress(view, names), [names]);
}
