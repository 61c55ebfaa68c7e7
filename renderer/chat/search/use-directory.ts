/** Names by which the search finds people, channels and topics. */
import { useQueryClient } from '@tanstack/react-query';
import { useMemo } from 'react';
import { emptyTopicName } from '../../client/empty-topic.ts';
import { namesakeMarks } from '../../client/namesakes.ts';
import { keyOf } from '../../client/state/conversation.ts';
import { useToday } from '../kit/use-today.ts';
import { recentRows } from '../store/recent-rows.ts';
import { recentOf } from '../store/recent-store.ts';
import type { Topic } from '../store/topics.ts';
import { useChat, useClientState } from '../store/use-chat.ts';
import { todayHere } from './date-words.ts';
import type { Directory } from './directory.ts';
import type { Suggestible } from './suggest.ts';

export function useDirectory(): Directory {
  const me = useClientState((state) => state.me);
  const users = useClientState((state) => state.users.users);
  const channels = useClientState((state) => state.channels.channels);
  const muted = useClientState((state) => state.own.mutedUsers);
  const today = useToday();
  return useMemo(
    () => ({
      me,
      users: [...users.values()].map(
        ({ user_id: id, full_name: name, email, delivery_email: told, is_active: isActive }) => ({
          id,
          name,
          email: told ?? email,
          mark: namesakeMarks(users).get(id),
          isGone: isActive === false,
          isMuted: muted.has(id),
        }),
      ),
      channels: [...channels.values()].map(({ stream_id: id, name, is_archived: isArchived }) => ({
        id,
        name,
        isArchived,
      })),
      today: todayHere(new Date(today)),
    }),
    [me, users, channels, muted, today],
  );
}

/** With the topics that are known here: of lists that were read, and of recent conversations, the newest first. */
export function useSuggestible(): Suggestible {
  const chat = useChat();
  const client = useQueryClient();
  const directory = useDirectory();
  const messages = useClientState((state) => state.messages);
  const emptyName = emptyTopicName();
  return useMemo(() => {
    const topics = new Map<string, { channelId: number; name: string; newestId: number }>();
    for (const { key, conversation, newestId } of recentRows(recentOf(chat).state.getState().messages, messages))
      if (conversation.kind === 'channel')
        topics.set(key, { channelId: conversation.channelId, name: conversation.topic, newestId });
    for (const [queryKey, list] of client.getQueriesData<Topic[]>({ queryKey: ['topics'] })) {
      const channelId = Number(queryKey[1]);
      for (const { name, max_id: newestId } of list ?? [])
        topics.set(keyOf({ kind: 'channel', channelId, topic: name }), { channelId, name, newestId });
    }
    const newestFirst = [...topics.values()].toSorted((a, b) => b.newestId - a.newestId);
    return { ...directory, emptyTopicName: emptyName, topics: newestFirst };
  }, [chat, client, directory, messages, emptyName]);
}
