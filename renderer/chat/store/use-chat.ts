/** Hooks for the chat state: each rerenders its component only when what it selects has changed. */
import { createContext, useCallback, useContext, useEffect, useMemo, useState, useSyncExternalStore } from 'react';
import { useStore } from 'zustand';
import { sizeText } from '../../client/formats.ts';
import { loadCode } from '../../client/lazy-part.ts';
import type { Conversation } from '../../client/state/conversation.ts';
import type { ClientState } from '../../client/state/state.ts';
import { writersIn, type User } from '../../client/state/users.ts';
import { useLanguage } from '../../client/use-language.ts';
import type { HtmlContext } from '../../components/message-html/enrich-html.ts';
import type { AvatarPerson } from '../kit/avatar.tsx';
import { hasTwentyFourHours } from '../kit/when.ts';
import type { Names } from '../routing/address.ts';
import { narrowKey, type Narrow } from '../routing/narrow.ts';
import type { ChatModel } from './chat-model.ts';
import type { ChatState } from './chat-state.ts';
import type { Message } from './message.ts';
import type { OpenRange } from './open-range.ts';

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
export function useClientState<T>(select: (clientState: ClientState) => T): T {
  const chat = useChat();
  return useStore(chat.state, () => select(chat.clientState));
}

export function useRange(narrow: Narrow): OpenRange | undefined {
  const { ranges } = useChat();
  const key = narrowKey(narrow);
  const subscribe = useCallback((listener: () => void) => ranges.subscribe(key, listener), [ranges, key]);
  return useSyncExternalStore(subscribe, () => ranges.get(key));
}

export function useMessage(id: number): Message | undefined {
  const { messages } = useChat();
  const subscribe = useCallback((listener: () => void) => messages.subscribe(id, listener), [messages, id]);
  return useSyncExternalStore(subscribe, () => messages.get(id));
}

/** Names for addresses. */
export function useNames(): Names {
  const channels = useClientState((state) => state.channels.channels);
  const users = useClientState((state) => writersIn(state.users));
  const me = useClientState((state) => state.me);
  return useMemo(
    () => ({ channel: (id) => channels.get(id)?.name, user: (id) => users.get(id)?.full_name, me }),
    [channels, users, me],
  );
}

/** Whether the reader wants ":smile:" and no picture. */
export const useEmojiAsText = (): boolean => useClientState((state) => state.settings.emojiset === 'text');

/** Whether times have 24 hours for the reader. */
export const useTwentyFourHours = (): boolean =>
  hasTwentyFourHours(useClientState((state) => state.settings.twenty_four_hour_time));

/** The size of a file, for its card. */
async function describeFile(path: string): Promise<{ size: string } | null> {
  const { fileDetails } = await import('../../client/file-details.ts');
  const details = await fileDetails(path);
  return details && { size: sizeText(details.size) };
}

type MarkWords = (fragment: DocumentFragment, words: readonly string[]) => void;
/** Once it has come, it is there for every view. */
let markWords: MarkWords | null = null;

/** @returns what marks the alert words of the reader; most have none, and load no code for them. */
function useAlertMarks(): HtmlContext['markAlertWords'] {
  const words = useClientState((state) => state.own.alertWords);
  const [mark, setMark] = useState(() => markWords);
  const isWanted = words.length > 0 && mark === null;
  useEffect(() => {
    if (!isWanted) return;
    const load = async (): Promise<void> => {
      const code = await loadCode(() => import('../../components/message-html/alert-marks.ts'));
      markWords = code?.markWords ?? null;
      setMark(() => markWords);
    };
    void load();
  }, [isWanted]);
  return useMemo(() => (words.length === 0 || mark === null ? undefined : (part) => mark(part, words)), [words, mark]);
}

/** What message HTML is enriched with. */
export function useHtmlContext(): HtmlContext {
  const { session } = useChat();
  const channels = useClientState((state) => state.channels.channels);
  const users = useClientState((state) => writersIn(state.users));
  const groups = useClientState((state) => state.groups);
  const realmUrl = useClientState((state) => state.organization.realm.url);
  const twentyFourHours = useTwentyFourHours();
  const emoji = useClientState((state) => state.organization.emoji);
  const emojiAsText = useEmojiAsText();
  const animatePreviews = useClientState((state) => state.settings.web_animate_image_previews);
  const playgrounds = useClientState((state) => state.organization.playgrounds);
  const mutedUsers = useClientState((state) => state.own.mutedUsers);
  const markAlertWords = useAlertMarks();
  const language = useLanguage();
  return useMemo(
    () => ({
      language,
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
      describeFile,
      markAlertWords,
    }),
    [
      language,
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
      markAlertWords,
    ],
  );
}

/** @returns a user as an avatar draws them; someone unknown has a number for a name. */
export function avatarPerson(user: User | undefined, id: number, fallbackName = `#${id}`): AvatarPerson {
  return {
    id,
    name: user?.full_name ?? fallbackName,
    // The first version is what the server drew for everyone; initials say more.
    avatarUrl: user !== undefined && user.avatar_version > 1 ? (user.avatar_url ?? null) : null,
    isBot: user?.is_bot ?? false,
  };
}

/** @returns where a conversation is now that was opened as it was. */
export function useConversationNow<T extends Conversation>(conversation: T): T {
  const { moves } = useChat();
  const [now] = useState(() => moves.following(conversation));
  useChatState((state) => state.moved);
  return now();
}
