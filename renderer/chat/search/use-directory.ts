/** Names by which the search finds people, channels and topics. */
import { useQueryClient } from '@tanstack/react-query';
import { useMemo } from 'react';
import { keyOf } from '../../client/state/conversation.ts';
import type { Topic } from '../model/topics.ts';
import { useChat, useKnown } from '../model/use-chat.ts';
import { recentRows } from '../recent/recent-rows.ts';
import { recentOf } from '../recent/recent-store.ts';
import type { Directory } from './parse-search.ts';
import type { Suggestible } from './suggest.ts';

export function useDirectory(): Directory {
  const me = useKnown((known) => known.me);
  const users = useKnown((known) => known.users.users);
  const channels = useKnown((known) => known.channels.channels);
  return useMemo(
    () => ({
      me,
      users: [...users.values()]
        .filter(({ is_active: isActive }) => isActive)
        .map(({ user_id: id, full_name: name, email }) => ({ id, name, email })),
      channels: [...channels.values()]
        .filter(({ is_archived: isArchived }) => !isArchived)
        .map(({ stream_id: id, name }) => ({ id, name })),
    }),
    [me, users, channels],
  );
}

/** With the topics that are known here: of lists that were read, and of recent conversations, the newest first. */
export function useSuggestible(): Suggestible {
  const chat = useChat();
  const client = useQueryClient();
  const directory = useDirectory();
  const messages = useKnown((known) => known.messages);
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
    return { ...directory, topics: [...topics.values()].toSorted((a, b) => b.newestId - a.newestId) };
  }, [chat, client, directory, messages]);
}
