/** Types of calls of outgoing webhooks. Times are UNIX seconds. */
import { z } from 'zod';

/** GET /console/deliveries, of one outgoing webhook. */
const webhookCallShape = z.strictObject({
  id: z.number(),
  status: z.enum(['pending', 'done', 'failed']),
  attempts: z.number(),
  created_at: z.number(),
  next_attempt_at: z.number().nullable(),
  finished_at: z.number().nullable(),
  last_error: z.string().nullable(),
  last_status: z.number().nullable().describe('HTTP status of the last answer.'),
  trigger: z.string().nullable(),
  message_id: z.number().nullable(),
});
export type WebhookCallWire = z.infer<typeof webhookCallShape>;

/** GET /console/deliveries/{delivery_id}, of an outgoing webhook. */
const webhookContentShape = z.strictObject({
  request: z
    .record(z.string(), z.unknown())
    .nullable()
    .describe("The payload without the bot's token; null when the message is not the viewer's to read, or has gone."),
  answer: z
    .string()
    .nullable()
    .describe("What the bot's server said, shortened; null when nothing was, or it is not the viewer's to read."),
});
export type WebhookContent = z.infer<typeof webhookContentShape>;

const common = webhookCallShape.omit({ trigger: true, message_id: true }).extend({ subject_id: z.number().nullable() });
const webhook = z.strictObject({ ...common.shape, ...webhookCallShape.shape, kind: z.literal('webhook') });
const mail = common.extend({
  kind: z.literal('mail'),
  to: z.string(),
  subject: z.string(),
  text: z.string(),
  file: z.string().nullable(),
});
const push = common.extend({ kind: z.enum(['push', 'web_push']) });

/** GET /console/deliveries: of a mail also what it says, where the viewer may read it; of a webhook what it was called for. */
export const deliveryShape = z.discriminatedUnion('kind', [webhook, mail, push]);
export type DeliveryWire = z.infer<typeof deliveryShape>;

/** GET /console/deliveries/{delivery_id}: of a webhook also what was said. */
export const wholeDeliveryShape = z.discriminatedUnion('kind', [
  webhook.extend(webhookContentShape.shape),
  mail,
  push,
]);
