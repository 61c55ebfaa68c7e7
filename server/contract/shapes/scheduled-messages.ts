/** Scheduled messages of everybody, as the console shows them. Times are UNIX seconds. */
import { z } from 'zod';

/** What waits or failed: who, when and to what kind of place; never what is written. */
const waitingMessageShape = z.strictObject({
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
