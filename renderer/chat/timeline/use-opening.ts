/**
 * Opening position of a message view: at the message of its link, where it was left, at the first unread message, or at the end. A
 * message that was moved leads to where it is now; one that is gone is said to be gone.
 */
import { useEffect, useLayoutEffect, useRef, useState, type RefObject } from 'react';
import { ApiError, request } from '../../client/request.ts';
import { keyOf } from '../../client/state/conversation.ts';
import { conversationOf } from '../../client/state/messages.ts';
import { opensAtNewest } from '../kit/stored-switch.ts';
import { narrowAddress, type NarrowView, type Names } from '../routing/address.ts';
import { conversationIn, isSearch, narrowKey, narrowTo, type Narrow } from '../routing/narrow.ts';
import type { ChatModel } from '../store/chat-model.ts';
import type { Anchor } from '../store/open-range.ts';
import { useChat, useChatState, useNames } from '../store/use-chat.ts';
import { goTo } from '../store/use-view.ts';
import type { OpeningAnchor } from './aim.ts';

export type Opening =
  | { state: 'opening' }
  /** `unreadFrom`: the first message that was unread at this moment; the line above it stays until the view is left. */
  | { state: 'open'; at: OpeningAnchor; unreadFrom: number | null }
  /** The message of the link was deleted, or is out of reach. */
  | { state: 'gone' };

type NewestNames = RefObject<Names>;

/** Names only make addresses readable: that one changes opens nothing again. */
function useNewestNames(): NewestNames {
  const names = useNames();
  const newest = useRef(names);
  useLayoutEffect(() => {
    newest.current = names;
  });
  return newest;
}

const opening: Opening = { state: 'opening' };

export function useOpening({ narrow, near, with: withId }: NarrowView): Opening {
  const chat = useChat();
  const names = useNewestNames();
  // Of other data nothing of the list is left.
  const data = useChatState(({ replacements }) => replacements);
  const [found, setFound] = useState<{ near: number | null; data: number; opening: Opening }>({ near, data, opening });
  useEffect(() => {
    let isWanted = true;
    const find = async (): Promise<void> => {
      const result = await open(chat, names, { narrow, near, with: withId });
      if (isWanted) setFound({ near, data, opening: result });
    };
    void find();
    return () => {
      isWanted = false;
    };
  }, [chat, names, narrow, near, withId, data]);
  useFollowedMove(chat, narrow, names);
  return found.near === near && found.data === data ? found.opening : opening;
}

async function open(
  chat: ChatModel,
  names: NewestNames,
  { narrow, near, with: withId }: Pick<NarrowView, 'narrow' | 'near' | 'with'>,
): Promise<Opening> {
  const key = narrowKey(narrow);
  if (withId !== null && (await isElsewhere(chat, names, { narrow, near: null, with: withId }))) return opening;
  const anchor = near === null ? chat.anchors.get(key) : undefined;
  await chat.ranges.open(narrow, near ?? anchor?.messageId ?? firstAnchor(chat, narrow));
  const range = chat.ranges.get(key);
  const isHere = (id: number): boolean => range?.ids.includes(id) === true;
  const unreadFrom = firstUnread(chat, narrow);
  if (near !== null) {
    if (isHere(near)) return { state: 'open', at: { messageId: near, align: 'center' }, unreadFrom };
    if (range !== undefined && range.error !== null) return { state: 'open', at: null, unreadFrom };
    const elsewhere = await isElsewhere(chat, names, { narrow, near, with: null });
    if (elsewhere !== false) return elsewhere === null ? { state: 'gone' } : opening;
    return { state: 'open', at: { messageId: near, align: 'center' }, unreadFrom };
  }
  if (anchor !== undefined && isHere(anchor.messageId))
    return { state: 'open', at: { ...anchor, align: 'start' }, unreadFrom };
  const first = opensAtNewest.store.getState().isOn ? null : unreadFrom;
  return { state: 'open', at: first === null ? null : { messageId: first, align: 'start' }, unreadFrom };
}

/** @returns true when the address now names where the message is; false when it is here; null when it is gone. */
async function isElsewhere(
  chat: ChatModel,
  names: NewestNames,
  { narrow, near, with: withId }: Pick<NarrowView, 'narrow' | 'near' | 'with'>,
): Promise<boolean | null> {
  const conversation = conversationIn(narrow);
  try {
    const { message } = await request('GET', `/messages/${near ?? withId}`, {
      allow_empty_topic_name: true,
    });
    const current = conversationOf(message, chat.session.user_id);
    // A view of many conversations that does not show the message shows its surroundings.
    if (conversation === null || keyOf(conversation) === keyOf(current)) return false;
    goTo(narrowAddress(narrowTo(current), names.current, { near, with: withId }), { replace: true });
    return true;
  } catch (error) {
    if (!(error instanceof ApiError)) throw error;
    return error.status === 0 ? false : null;
  }
}

/** A conversation that was renamed, resolved or moved as a whole while it is open is followed to its new name. */
function useFollowedMove(chat: ChatModel, narrow: Narrow, names: NewestNames): void {
  const moved = useChatState((state) => state.moved);
  useEffect(() => {
    const here = conversationIn(narrow);
    if (moved === null || here === null || keyOf(moved.from) !== keyOf(here) || keyOf(moved.to) === keyOf(here)) return;
    const left = chat.ranges.get(narrowKey(narrow));
    // Part of it may have stayed.
    if (left === undefined || left.ids.length > 0) return;
    goTo(narrowAddress(narrowTo(moved.to), names.current), { replace: true });
  }, [chat, names, moved, narrow]);
}

/** What the index of unread messages says of a conversation is asked for by its id; elsewhere the server looks. */
function firstAnchor(chat: ChatModel, narrow: Narrow): Anchor {
  // What was found is read from its newest; everything else from where one stopped.
  if (isSearch(narrow) || opensAtNewest.store.getState().isOn) return 'newest';
  const conversation = conversationIn(narrow);
  if (conversation === null || chat.clientState.messages.hasOlderUnread) return 'first_unread';
  return chat.clientState.messages.unread.get(keyOf(conversation))?.ids[0] ?? 'newest';
}

/** @returns the first unread message of the range; null where none is known to be the first. */
function firstUnread(chat: ChatModel, narrow: Narrow): number | null {
  if (isSearch(narrow)) return null;
  const range = chat.ranges.get(narrowKey(narrow));
  const isUnread = (id: number): boolean => chat.messages.get(id)?.flags.includes('read') === false;
  const index = range?.ids.findIndex(isUnread) ?? -1;
  if (range === undefined || index === -1) return null;
  // Before a run that begins with something unread there may be more of it.
  return index === 0 && !range.foundOldest ? null : (range.ids[index] ?? null);
}
