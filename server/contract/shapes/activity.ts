/** Types of live data: activity, event queues, presence; and the API of itself. */
import { z } from 'zod';

const strings = z.array(z.string());
const ids = z.array(z.number());
const entry = {
  seq: z.number().describe('Rises with everything that happens until the server restarts.'),
  at_ms: z.number().describe('UNIX milliseconds.'),
};

const eventEntryShape = z.strictObject({
  ...entry,
  kind: z.literal('event'),
  id: z.number().nullable().describe('null where no queue wanted it.'),
  type: z.string(),
  op: z.string().nullable(),
  audience: z.strictObject({
    everyone: z.boolean(),
    public_channel: z.boolean(),
    user_count: z.number(),
    user_ids: ids,
    except: ids,
  }),
  request_id: z.string().nullable(),
  queues: z
    .array(z.strictObject({ queue_id: z.string(), user_id: z.number() }))
    .describe('The first of those that got it.'),
  queue_count: z.number(),
  envelope_only: z
    .boolean()
    .describe('What it says is not for administrators: a private conversation, or something kept for oneself.'),
  event: z.record(z.string(), z.unknown()),
});
export type EventEntry = z.infer<typeof eventEntryShape>;

const requestEntryShape = z.strictObject({
  ...entry,
  kind: z.literal('request'),
  request_id: z.string(),
  method: z.string(),
  path: z.string(),
  route: z.string().nullable(),
  status: z.number(),
  code: z.string().nullable(),
  ms: z.number(),
  user_id: z.number().nullable(),
  client: z.string(),
  ip: z.string(),
  params: z.record(z.string(), z.string()).nullable(),
  fault: z.string().nullable().describe('The fault on demand that hit it.'),
  answer: z
    .string()
    .nullable()
    .describe('What was answered, as JSON; null where answers are not kept, which only demos do.'),
  event_ids: ids,
  event_count: z.number(),
});
export type RequestEntry = z.infer<typeof requestEntryShape>;

const acknowledgementEntryShape = z.strictObject({
  ...entry,
  kind: z.literal('acknowledgement'),
  queue_id: z.string(),
  user_id: z.number(),
  event_id: z.number(),
});
export type AcknowledgementEntry = z.infer<typeof acknowledgementEntryShape>;

export const activityEntryShape = z.discriminatedUnion('kind', [
  eventEntryShape,
  requestEntryShape,
  acknowledgementEntryShape,
]);
export type ActivityEntry = z.infer<typeof activityEntryShape>;

export const eventQueueShape = z.strictObject({
  queue_id: z.string(),
  user_id: z.number(),
  client: z.string(),
  event_types: strings.nullable(),
  narrow_length: z.number(),
  all_public_streams: z.boolean(),
  created_at: z.number(),
  last_poll_at: z.number(),
  is_polled: z.boolean(),
  lifespan_secs: z.number(),
  backlog: z.number(),
  backlog_bytes: z.number(),
  last_acknowledged_id: z.number(),
  last_sent_id: z.number().nullable(),
});
export type ConsoleEventQueue = z.infer<typeof eventQueueShape>;

export const presenceOverviewShape = z.strictObject({
  now: z.number(),
  presence_disabled: z.boolean(),
  users: z.array(
    z.strictObject({
      user_id: z.number(),
      full_name: z.string(),
      status: z.enum(['active', 'idle', 'offline', 'invisible']),
      since: z.number().nullable().describe('UNIX seconds; null where nothing is known or told.'),
      last_seen: z.number().nullable().describe('UNIX seconds; null where nothing is known or told.'),
      clients: strings,
      update_id: z.number().nullable(),
      modern: z.record(z.string(), z.unknown()).nullable(),
      legacy: z.record(z.string(), z.unknown()).nullable(),
    }),
  ),
});
export type PresenceOverview = z.infer<typeof presenceOverviewShape>;

export const presenceHistoryShape = z.strictObject({
  now: z.number(),
  presence_disabled: z.boolean(),
  newest: z.number().nullable().describe('The last time anybody was there; null: never, as far as is known.'),
  is_complete: z.boolean().describe('false: so many that the oldest are left out.'),
  users: z.array(
    z.strictObject({
      user_id: z.number(),
      full_name: z.string(),
      is_invisible: z.boolean(),
      stretches: z.array(
        z.strictObject({
          status: z.enum(['active', 'idle']),
          started_at: z.number(),
          ended_at: z.number().describe('The last report of it.'),
          client: z.string(),
        }),
      ),
    }),
  ),
});

const jsonSchema = z.record(z.string(), z.unknown());

/** An operation as the explorer shows it. */
export const operationShape = z.strictObject({
  subject: z.string().describe('What it is about; operations come in the order of their subjects.'),
  method: z.enum(['GET', 'POST', 'PATCH', 'PUT', 'DELETE']),
  path: z.string(),
  access: z.enum(['anonymous', 'sender', 'authenticated', 'administrator', 'owner']),
  anonymous: z.literal('web-public').optional().describe('What it is to those without an account.'),
  summary: z.string(),
  deprecated: z.boolean(),
  console: z.boolean().describe('Only the console itself calls it.'),
  params: z.array(
    z.strictObject({
      name: z.string(),
      in: z.enum(['path', 'query', 'body']),
      encoding: z.enum(['plain', 'json', 'file']),
      required: z.boolean(),
      default: z.unknown().optional(),
      doc: z.string(),
      aliases: strings,
      schema: jsonSchema,
    }),
  ),
});
