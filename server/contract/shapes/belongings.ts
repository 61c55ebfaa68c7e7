/** What the console shows of topics, uploads and scheduled messages. Times are UNIX seconds, sizes bytes. */
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

export const consoleUploadShape = z.strictObject({
  id: z.number(),
  owner_id: z.number(),
  size: z.number(),
  create_time: z.number(),
  message_count: z.number(),
  file: z
    .strictObject({
      name: z.string(),
      path_id: z.string(),
      content_type: z.string(),
    })
    .nullable()
    .describe('null: not for the reader.'),
  messages: z
    .array(
      z.strictObject({
        id: z.number(),
        stream_id: z.number().nullable(),
        topic: z.string(),
        timestamp: z.number(),
      }),
    )
    .describe('The newest messages that share it, of those that the reader may read.'),
});
export type ConsoleUpload = z.infer<typeof consoleUploadShape>;

export const consoleUploadsShape = z.strictObject({
  uploads: z.array(consoleUploadShape),
  total: z.number().describe('Of those that the filter lets through.'),
  total_size: z.number(),
  upload_space_used: z.number().describe('Of every upload.'),
  quota_mib_per_user: z.number(),
});
export type ConsoleUploads = z.infer<typeof consoleUploadsShape>;

/** What waits or failed: who, when and to what kind of place; never what is written. */
export const waitingMessageShape = z.strictObject({
  scheduled_message_id: z.number(),
  sender_id: z.number(),
  type: z.enum(['stream', 'private']),
  scheduled_delivery_timestamp: z.number(),
  failed: z.boolean(),
  reason: z.string().nullable().describe('Why it failed.'),
});
export type WaitingMessage = z.infer<typeof waitingMessageShape>;

export const scheduledOfEverybodyShape = z.strictObject({
  waiting: z.number(),
  failed: z.number(),
  next_delivery_at: z.number().nullable().describe('null when none waits.'),
  scheduled_messages: z.array(waitingMessageShape),
});
export type ScheduledOfEverybody = z.infer<typeof scheduledOfEverybodyShape>;

export const scheduledFailureShape = z.strictObject({
  scheduled_message_id: z.number(),
  reason: z.string(),
});
export type ScheduledFailure = z.infer<typeof scheduledFailureShape>;
