/** The topics of a channel, newest first: asked for once, and asked again when a message makes them stale. */
import { queryOptions, useQuery, useQueryClient } from '@tanstack/react-query';
import { useEffect } from 'react';
import { request } from '../../client/request.ts';
import { useChat } from './use-chat.ts';

export interface Topic {
  name: string;
  /** The newest message in it. */
  max_id: number;
}

export const topicsQuery = (channelId: number) =>
  queryOptions({
    queryKey: ['topics', channelId],
    queryFn: async ({ signal }) =>
      (await request('GET', `/users/me/${channelId}/topics`, { allow_empty_topic_name: true }, signal)).topics,
  });

const none: readonly Topic[] = [];

/** @returns none until they are here. */
export function useTopics(channelId: number): readonly Topic[] {
  const client = useQueryClient();
  const { topicChanges } = useChat();
  useEffect(
    () =>
      topicChanges.subscribe(channelId, () => {
        void client.invalidateQueries({ queryKey: topicsQuery(channelId).queryKey });
      }),
    [client, topicChanges, channelId],
  );
  return useQuery(topicsQuery(channelId)).data ?? none;
}
