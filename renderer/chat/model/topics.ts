/** The topics of a channel, newest first: asked for once, and asked again when a message makes them stale. */
import { queryOptions, useQuery, useQueryClient } from '@tanstack/react-query';
import { useEffect } from 'react';
import type { Event } from '../../client/state/events.ts';
import { request } from '../../client/request.ts';
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

/** @returns none until they are here. */
export function useTopics(channelId: number): readonly Topic[] {
  return useQuery(topicsQuery(channelId)).data ?? none;
}

/** Keeps all lists true that were read, shown or not: one that is opened again is not what it was. To be called once. */
export function useTrueTopics(): void {
  const client = useQueryClient();
  const chat = useChat();
  useEffect(() => {
    const listener = (events: readonly Event[]): void => {
      for (const id of channelsWithNewTopics(events)) {
        const stale = { queryKey: topicsQuery(id).queryKey };
        // An answer that is on its way may be of the time before.
        void client.cancelQueries(stale).then(() => client.invalidateQueries(stale));
      }
    };
    chat.eventListeners.add(listener);
    return () => void chat.eventListeners.delete(listener);
  }, [client, chat]);
  const registrations = useChatState((state) => state.registrations);
  useEffect(() => {
    // Nobody told what came while there was no queue.
    if (registrations > 1) void client.invalidateQueries({ queryKey });
  }, [client, registrations]);
}

/** Channels in which a message came, went, or was moved. */
function channelsWithNewTopics(events: readonly Event[]): Set<number> {
  const ids = events.flatMap((event) => {
    if (event.type === 'message') return [event.message.stream_id];
    if (event.type === 'delete_message') return [event.stream_id];
    return event.type === 'update_message' && event.orig_subject !== undefined
      ? [event.stream_id, event.new_stream_id]
      : [];
  });
  return new Set(ids.filter((id) => id !== undefined));
}
