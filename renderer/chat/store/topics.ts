/** The topics of a channel, newest first: asked for once, kept up with what comes, and asked again when messages go or are moved. */
import { queryOptions, useQuery, useQueryClient, type QueryClient } from '@tanstack/react-query';
import { useEffect, useMemo } from 'react';
import { useStore } from 'zustand';
import { readAgain } from '../../client/queries.ts';
import { request } from '../../client/request.ts';
import { inChannel, keyOf, topicKey } from '../../client/state/conversation.ts';
import type { Event } from '../../client/state/events.ts';
import { setAside } from './set-aside.ts';
import { useChat, useChatState } from './use-chat.ts';

export interface Topic {
  name: string;
  /** The newest message in it. */
  max_id: number;
}

/** Lists of all channels. */
const queryKey = ['topics'];

export const topicsQuery = (channelId: number) =>
  queryOptions({
    queryKey: [...queryKey, channelId],
    queryFn: async ({ signal }) =>
      (await request('GET', `/users/me/${channelId}/topics`, { allow_empty_topic_name: true }, signal)).topics,
  });

const none: readonly Topic[] = [];

/** @returns none until they are here; without those that are about to be deleted. */
export function useTopics(channelId: number): readonly Topic[] {
  const topics = useQuery(topicsQuery(channelId)).data ?? none;
  const { conversations } = useStore(setAside);
  return useMemo(
    () =>
      conversations.size === 0
        ? topics
        : topics.filter(({ name }) => !conversations.has(keyOf(inChannel(channelId, name)))),
    [topics, conversations, channelId],
  );
}

/** Keeps all lists true that were read, shown or not: one that is opened again is not what it was. To be called once. */
export function useTrueTopics(): void {
  const client = useQueryClient();
  const chat = useChat();
  useEffect(() => {
    const listener = (events: readonly Event[]): void => {
      for (const id of staleAfter(client, events)) void readAgain(client, topicsQuery(id).queryKey);
    };
    chat.eventListeners.add(listener);
    return () => void chat.eventListeners.delete(listener);
  }, [client, chat]);
  const registrations = useChatState((state) => state.registrations);
  useEffect(() => {
    // No one told what came while there was no queue.
    if (registrations > 1) void client.invalidateQueries({ queryKey });
  }, [client, registrations]);
}

/** Puts messages that came into the lists of their channels. @returns channels whose lists must be asked for again. */
function staleAfter(client: QueryClient, events: readonly Event[]): Set<number> {
  const stale = new Set<number>();
  for (const event of events) {
    if (event.type === 'message') {
      const { stream_id: channelId, subject, id } = event.message;
      if (channelId === undefined) continue;
      const { queryKey: key } = topicsQuery(channelId);
      const known = client.getQueryState(key);
      if (known?.status === 'success' && known.fetchStatus === 'idle' && !known.isInvalidated)
        client.setQueryData(key, (list) => list && withMessage(list, subject, id));
      else stale.add(channelId);
    } else if (event.type === 'delete_message' && event.stream_id !== undefined) stale.add(event.stream_id);
    else if (event.type === 'update_message' && event.orig_subject !== undefined)
      for (const id of [event.stream_id, event.new_stream_id]) if (id !== undefined) stale.add(id);
  }
  return stale;
}

/** @returns the list with the topic of a message that came, the newest first. */
export function withMessage(list: readonly Topic[], name: string, id: number): Topic[] {
  const isSame = (topic: Topic): boolean => topicKey(topic.name) === topicKey(name);
  const newest = Math.max(id, list.find(isSame)?.max_id ?? 0);
  const others = list.filter((topic) => !isSame(topic));
  return [...others, { name, max_id: newest }].toSorted((a, b) => b.max_id - a.max_id);
}
