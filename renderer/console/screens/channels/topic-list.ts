/** The topics of a channel, as the console's own call gives them. */
import { queryOptions } from '@tanstack/react-query';
import type { TopicSize as Topic } from '../../../../server/contract/shapes/topics.ts';
import { request } from '../../../client/request.ts';

export type { Topic };

export function topicsQuery(id: number) {
  return queryOptions({
    queryKey: ['topics', id],
    queryFn: ({ signal }) => request('GET', `/console/channels/${id}/topics`, {}, signal),
    // A user who is not subscribed is reported about no message.
    refetchInterval: 15_000,
  });
}

/** Characters of a name, at most (`max_topic_length`). */
export const longestTopic = 60;
