/** The view that the address names, and ways to another. */
import { useMemo, useSyncExternalStore } from 'react';
import type { Channels } from '../../client/state/channels.ts';
import { keyOf, type Conversation } from '../../client/state/conversation.ts';
import { channelNamed, channelNameIn, readAddress, viewAddress, withChannelId, type View } from '../routing/address.ts';
import { conversationIn } from '../routing/narrow.ts';
import type { ChatModel } from './chat-model.ts';
import { useChat, useClientState, useNames } from './use-chat.ts';

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
  const written = useMemo(() => readAddress(address, session.user_id), [address, session]);
  const channelId = useClientState((state) => channelIdIn(written, state.channels));
  return useMemo(() => withChannelId(written, channelId), [written, channelId]);
}

function channelIdIn(view: View, { channels }: Channels): number | null {
  const name = channelNameIn(view);
  return name === null ? null : channelNamed(channels.values(), name);
}

/** @returns the view that the address names just now. */
export function currentView({ session, clientState }: ChatModel): View {
  const view = readAddress(currentAddress(), session.user_id);
  return withChannelId(view, channelIdIn(view, clientState.channels));
}

/** Goes to an address. @param replace the way back skips where one is. */
export function goTo(address: string, { replace = false }: { replace?: boolean } = {}): void {
  if (replace) {
    history.replaceState(history.state, '', address === '' ? location.pathname : address);
    dispatchEvent(new PopStateEvent('popstate'));
  } else location.hash = address;
}

/** @returns whether the address names this conversation, however it is written. */
export function isShown(chat: ChatModel, conversation: Conversation): boolean {
  return shows(currentView(chat), conversation);
}

/** The same for a component: it follows the address. */
export function useIsShown(conversation: Conversation): boolean {
  return shows(useView(), conversation);
}

function shows(view: View, conversation: Conversation): boolean {
  const shown = view.kind === 'narrow' ? conversationIn(view.narrow) : null;
  return shown !== null && keyOf(shown) === keyOf(conversation);
}

/** @returns a function that gives the address of a view. */
export function useAddressOf(): (view: View) => string {
  const names = useNames();
  return useMemo(() => (view) => viewAddress(view, names), [names]);
}
