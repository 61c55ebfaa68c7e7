/** How views read the chat: each hook draws its component anew only when what it selects has changed. */
import { createContext, useCallback, useContext, useMemo, useState, useSyncExternalStore } from 'react';
import { useStore } from 'zustand';
import { alertPattern } from '../../client/alert-words.ts';
import type { Conversation } from '../../client/state/conversation.ts';
import type { ClientState } from '../../client/state/state.ts';
import { writersIn, type User } from '../../client/state/users.ts';
import type { HtmlContext } from '../../components/message-html/enrich-html.ts';
import type { AvatarPerson } from '../kit/avatar.tsx';
import { hasTwentyFourHours } from '../kit/when.ts';
import type { Names } from '../routing/address.ts';
import { narrowKey, type Narrow } from '../routing/narrow.ts';
import type { ChatModel } from './chat-model.ts';
import type { ChatState } from './chat-state.ts';
import type { Message } from './message.ts';
import type { OpenWindow } from './open-window.ts';

export const ChatContext = createContext<ChatModel | null>(null);

/** @throws Error outside the chat proper. */
export function useChat(): ChatModel {
  const chat = useContext(ChatContext);
  if (chat === null) throw new Error('There is no chat around this.');
  return chat;
}

/** @param select must give the same value for the same state. */
export function useChatState<T>(select: (state: ChatState) => T): T {
  return useStore(useChat().state, select);
}

/** The state by register and events. @param select must give the same value for the same state. */
export function useKnown<T>(select: (known: ClientState) => T): T {
  const chat = useChat();
  return useStore(chat.state, () => select(chat.known));
}

export function useWindow(narrow: Narrow): OpenWindow | undefined {
  const { windows } = useChat();
  const key = narrowKey(narrow);
  const subscribe = useCallback((listener: () => void) => windows.subscribe(key, listener), [windows, key]);
  return useSyncExternalStore(subscribe, () => windows.get(key));
}

export function useMessage(id: number): Message | undefined {
  const { messages } = useChat();
  const subscribe = useCallback((listener: () => void) => messages.subscribe(id, listener), [messages, id]);
  return useSyncExternalStore(subscribe, () => messages.get(id));
}

/** Names for addresses. */
export function useNames(): Names {
  const channels = useKnown((known) => known.channels.channels);
  const users = useKnown((known) => writersIn(known.users));
  const me = useKnown((known) => known.me);
  return useMemo(
    () => ({ channel: (id) => channels.get(id)?.name, user: (id) => users.get(id)?.full_name, me }),
    [channels, users, me],
  );
}

/** Whether the reader wants ":smile:" and no picture. */
export const useEmojiAsText = (): boolean => useKnown((known) => known.settings.emojiset === 'text');

/** Whether times have 24 hours for the reader. */
export const useTwentyFourHours = (): boolean =>
  hasTwentyFourHours(useKnown((known) => known.settings.twenty_four_hour_time));

/** What message HTML is enriched with. */
export function useHtmlContext(): HtmlContext {
  const { session } = useChat();
  const channels = useKnown((known) => known.channels.channels);
  const users = useKnown((known) => writersIn(known.users));
  const groups = useKnown((known) => known.groups);
  const realmUrl = useKnown((known) => known.organization.realm.url);
  const twentyFourHours = useTwentyFourHours();
  const emoji = useKnown((known) => known.organization.emoji);
  const emojiAsText = useEmojiAsText();
  const animatePreviews = useKnown((known) => known.settings.web_animate_image_previews);
  const playgrounds = useKnown((known) => known.organization.playgrounds);
  const mutedUsers = useKnown((known) => known.own.mutedUsers);
  const words = useKnown((known) => known.own.alertWords);
  const alertWords = useMemo(() => alertPattern(words), [words]);
  return useMemo(
    () => ({
      ownId: session.user_id,
      userName: (id) => users.get(id)?.full_name,
      groupName: (id) => groups.get(id)?.name,
      channelName: (id) => channels.get(id)?.name,
      ownOrigins: [location.origin, realmUrl],
      chatPath: '',
      twentyFourHours,
      emoji,
      emojiAsText,
      animatePreviews,
      playgrounds,
      mutedUsers,
      alertWords,
    }),
    [
      session,
      channels,
      users,
      groups,
      realmUrl,
      twentyFourHours,
      emoji,
      emojiAsText,
      animatePreviews,
      playgrounds,
      mutedUsers,
      alertWords,
    ],
  );
}

/** @returns a user as an avatar draws them; somebody unknown has a number for a name. */
export function avatarPerson(user: User | undefined, id: number, fallbackName = `#${id}`): AvatarPerson {
  return {
    id,
    name: user?.full_name ?? fallbackName,
    // The first version is what the server drew for everybody; initials say more.
    avatarUrl: user !== undefined && user.avatar_version > 1 ? (user.avatar_url ?? null) : null,
    isBot: user?.is_bot ?? false,
  };
}

/** @returns where a conversation is now that was opened as it was. */
export function usePlaceNow<T extends Conversation>(place: T): T {
  const { moves } = useChat();
  const [now] = useState(() => moves.following(place));
  useChatState((state) => state.moved);
  return now();
}
