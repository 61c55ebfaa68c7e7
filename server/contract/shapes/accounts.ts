/** Types of accounts, bots and lists of newcomers. Times are UNIX seconds. */
import { z } from 'zod';
import { holders } from './organization.ts';

/** A place where somebody is signed in to the console. */
const openSessionShape = z.strictObject({
  created_at: z.number(),
  expires_at: z.number(),
  user_agent: z.string().describe('What the browser said of itself.'),
});
export type OpenSession = z.infer<typeof openSessionShape>;

/** GET /console/sessions: one's own. */
export const ownSessionShape = z.strictObject({
  session_id: z.string(),
  created_at: z.number(),
  last_used_at: z.number(),
  user_agent: z.string(),
  is_current: z.boolean().describe('Of the browser that asks.'),
});
export type OwnSession = z.infer<typeof ownSessionShape>;

/** GET /console/last_active. */
export const lastActiveShape = z.strictObject({
  user_id: z.number(),
  last_active: z.number().nullable().describe('null when never, or when the user does not share it.'),
  has_signed_in: z.boolean(),
  shares_presence: z.boolean(),
});
export type LastActive = z.infer<typeof lastActiveShape>;

/** GET /console/users/{user_id}. */
export const accountOverviewShape = z.strictObject({
  user_id: z.number(),
  email_address_visibility: z.number().describe('As the setting `email_address_visibility`.'),
  last_seen: z.number().nullable().describe('null when never, or when the user does not share it.'),
  shares_presence: z.boolean(),
  has_password: z.boolean(),
  can_create_users: z.boolean().describe('Only administrators can have it.'),
  password_link: z
    .strictObject({
      user_id: z.number(),
      created_by: z.number(),
      created_at: z.number(),
      expires_at: z.number(),
    })
    .nullable(),
  sessions: z.array(openSessionShape),
  event_queues: z
    .array(
      z.strictObject({
        client: z.string(),
        created_at: z.number(),
        backlog: z.number(),
      }),
    )
    .describe('None of users in invisible mode.'),
  push_devices: z.number(),
  channels: z
    .array(
      z.strictObject({
        stream_id: z.number(),
        name: z.string(),
        invite_only: z.boolean(),
      }),
    )
    .describe('Of those that the viewer may know of; how many more there are is told as a number.'),
  hidden_channels: z.number(),
  group_ids: z.array(z.number()).describe('Direct memberships, system groups included.'),
  bot_ids: z.array(z.number()).describe('Active bots that go with the account when it is deactivated.'),
  pending_invitations: z.number().describe('Invitations that would be taken back with it.'),
  only_administrator_of: z
    .strictObject({
      channels: z.array(z.strictObject({ stream_id: z.number(), name: z.string(), administrators: holders })),
      groups: z.array(z.strictObject({ id: z.number(), name: z.string(), administrators: holders })),
    })
    .describe('Private channels and groups that no other active user is named to administer.'),
});
export type AccountOverview = z.infer<typeof accountOverviewShape>;

/** A link with which somebody chooses a password. */
export const resetLinkShape = z.strictObject({
  link_url: z.string(),
  expires_at: z.number(),
  mailed_to: z.string().nullable().describe('Where the link was mailed to; null where its owner does not show you the address.'),
  is_sent: z.boolean().describe('false without a mail server: the mail waits in the outbox, and the link is to be handed over.'),
  is_mail_failing: z.boolean().describe('The last tries of mail failed: this one waits, and is tried again.'),
});
export type ResetLink = z.infer<typeof resetLinkShape>;

/** One newcomer of a list (POST /console/accounts). */
const importRowShape = z.strictObject({
  full_name: z.string(),
  email: z.string(),
  role: z.string().describe("A word of the API, or its number; '' = member."),
  channels: z.array(z.string()).describe('Names; newcomers come into the default channels in any case.'),
  groups: z.array(z.string()),
});
export type ImportRow = z.infer<typeof importRowShape>;

const rowErrorShape = z.strictObject({
  field: importRowShape.keyof(),
  message: z.string(),
});
export type RowError = z.infer<typeof rowErrorShape>;

/** What became of a row: nothing at all when it has errors. */
export const rowResultShape = z.strictObject({
  errors: z.array(rowErrorShape),
  user_id: z.number().optional(),
  ...resetLinkShape.partial().shape,
});
export type RowResult = z.infer<typeof rowResultShape>;

/** GET /console/bots/{bot_id}: what the API itself does not tell of a bot. */
export const botDetailsShape = z.strictObject({
  triggers: z
    .array(z.enum(['direct_message', 'mention']))
    .describe('When an outgoing-webhook bot is called; empty for others.'),
});
export type BotDetails = z.infer<typeof botDetailsShape>;
