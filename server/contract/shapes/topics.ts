/** Topics as the console shows them. Times are UNIX seconds. */
import { z } from 'zod';

/** A topic with its size, for whoever looks after the channel. */
export const topicSizeShape = z.strictObject({
  max_id: z.number().describe('Of the newest message.'),
  name: z.string().describe('As written in the newest message.'),
  message_count: z.number(),
  last_message_at: z.number(),
  last_sender_id: z.number(),
  last_sender_full_name: z.string(),
});
export type TopicSize = z.infer<typeof topicSizeShape>;
