/** The topics of a channel, as the console's own call gives them. */
import { queryOptions } from '@tanstack/react-query';
import { request } from '../../api.ts';

/** GET /console/channels/{stream_id}/topics. */
export interface Topic {
  name: string;
  max_id: number;
  message_count: number;
  last_message_at: number;
  last_sender_full_name: string;
}

export function topicsQuery(id: number) {
  return queryOptions({
    queryKey: ['topics', id],
    queryFn: ({ signal }) =>
      request<{ topics: Topic[]; total: number }>('GET', `/console/channels/${id}/topics`, {}, signal),
    // Whoever is not subscribed is told of no message.
    refetchInterval: 15_000,
  });
}

/** What stands before the name of a topic that is settled. */
export const resolvedMark = '✔ ';
export const isResolved = ({ name }: Topic): boolean => name.startsWith(resolvedMark);
