/** Types of invitations and of the outbox. Times are UNIX seconds. */
import { z } from 'zod';

/**
 * `expired`: nobody accepted it in time; `replaced`: the same inviter sent a newer one; `ended`: the person joined by another.
 */
const invitationStateShape = z.enum(['pending', 'accepted', 'revoked', 'expired', 'replaced', 'ended']);

export const consoleInvitationShape = z.strictObject({
  id: z.number(),
  state: invitationStateShape,
  is_multiuse: z.boolean(),
  email: z.string().nullable().describe('null for reusable links.'),
  link_url: z.string().nullable().describe('null once it no longer works.'),
  invited_by_user_id: z.number(),
  invited: z.number(),
  expiry_date: z.number().nullable().describe('null = never.'),
  invited_as: z.number(),
  use_count: z.number().describe('How many accounts it made.'),
  stream_ids: z.array(z.number()),
  group_ids: z.array(z.number()),
  include_realm_default_subscriptions: z.boolean(),
  has_own_welcome_text: z.boolean(),
  user_id: z
    .number()
    .nullable()
    .describe('Whose account it became, or who joined by another; null for links, and while nobody joined.'),
});
export type ConsoleInvitation = z.infer<typeof consoleInvitationShape>;

export const outboxMailShape = z.strictObject({
  name: z.string().describe('Of the file in the outbox.'),
  from: z.string(),
  to: z.array(z.string()),
  subject: z.string(),
  date: z.number().nullable().describe('null where the mail does not say.'),
  size: z.number().describe('Bytes.'),
});
export type OutboxMail = z.infer<typeof outboxMailShape>;

/** One mail, opened. What is not the viewer's to read is null or empty, and its text says so. */
export const readMailShape = outboxMailShape.extend({
  text: z.string(),
  html: z.string().nullable().describe('As written: for a frame without scripts and without the network.'),
  headers: z.array(z.strictObject({ name: z.string(), value: z.string() })),
  source: z.string().nullable(),
});
