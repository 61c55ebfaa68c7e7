/** Deleting a topic with all its messages, as the console and the chat do (contract: delete-topic). */
import { request } from './request.ts';

/**
 * Deletes all messages of a topic that the reader may read.
 * @param onPart called after each part of a long topic, while more of it is left.
 * @param outlivesPage the page is going: the first part is deleted all the same, some thousands of messages.
 * @throws ApiError UNAUTHORIZED_PRINCIPAL where the reader may not delete what others wrote.
 */
export async function deleteTopic(
  channelId: number,
  topic: string,
  {
    onPart = () => Promise.resolve(),
    outlivesPage = false,
  }: { onPart?: () => Promise<void>; outlivesPage?: boolean } = {},
): Promise<void> {
  const path = `/streams/${channelId}/delete_topic` as const;
  const isWhole = async (): Promise<boolean> =>
    (await request('POST', path, { topic_name: topic }, undefined, {}, outlivesPage)).complete;
  // One call deletes some thousands: the rest is asked for again.
  while (!(await isWhole())) await onPart();
}
