/**
 * POST /register: an event queue and the state that its events change, from one moment (contract:
 * register-queue).
 */
import { z } from 'zod';
import { unlessDiskRefuses } from '../domain/accounts/write-sign-in.ts';
import type { Acting, Viewing } from '../domain/acting.ts';
import type { StateOptions } from '../domain/initial-state.ts';
import { readQueueNarrow } from '../domain/messages/narrow.ts';
import { versionWire } from '../domain/organization/version.ts';
import { holdsAhead, initialState, prepareState } from '../domain/registration.ts';
import { daySecs } from '../durations.ts';
import { invalidParameter } from '../errors.ts';
import type { QueueOptions } from '../events/queue.ts';
import type { EventQueues } from '../events/queues.ts';
import { bool, int, json, listOf, oneOf, type Parsed } from '../http/params.ts';
import { isGuest } from '../permissions/roles.ts';
import { endpoint, type Call } from './endpoint.ts';
import type { Subject } from './subjects.ts';

export const subject: Subject = 'Events';

const flag = z.boolean().optional();

/** Capabilities of a newer level than ours are passed over. */
const capabilitiesSchema = z.object({
  notification_settings_null: flag,
  bulk_message_deletion: flag,
  user_avatar_url_field_optional: flag,
  stream_typing_notifications: flag,
  user_settings_object: flag,
  linkifier_url_template: flag,
  user_list_incomplete: flag,
  include_deactivated_groups: flag,
  archived_channels: flag,
  empty_topic_name: flag,
  simplified_presence_events: flag,
  do_not_disturb: flag,
  channel_pins: flag,
});

const maxQueueLifespanSecs = 7 * daySecs;
/** A queue keeps its narrow as long as it lives, and compares every message with it. */
const maxNarrowLength = 20_000;

/** Also the registration parameters of GET /events without a queue. */
export const registerParams = {
  event_types: listOf(z.string().max(100), { max: 200 })
    .optional()
    .describe('Events the queue gets; all when absent.')
    .envelope(),
  fetch_event_types: listOf(z.string().max(100), { max: 200 })
    .optional()
    .describe('State to answer with; event_types when absent.')
    .envelope(),
  narrow: json(z.array(z.unknown()).max(100))
    .default([])
    .check((narrow) => JSON.stringify(narrow).length <= maxNarrowLength, 'narrow is too long')
    .describe('Only message events that match get into the queue.'),
  all_public_streams: bool().optional().describe('Messages of all public channels, subscribed or not.').envelope(),
  apply_markdown: bool().default(false).describe('Message content as HTML.').envelope(),
  client_gravatar: bool().default(true).describe('avatar_url may be null; the client computes the picture.').envelope(),
  slim_presence: bool().default(false).describe('Presence by user id.').envelope(),
  include_subscribers: oneOf(['true', 'false', 'partial'])
    .default('false')
    .describe('Subscribers of each channel.')
    .envelope(),
  presence_history_limit_days: int({ min: 0 }).default(14).describe('How old presence data may be.').envelope(),
  client_capabilities: json(capabilitiesSchema).default({}).describe('What the client understands.').envelope(),
  queue_lifespan_secs: int({ min: 0 })
    .default(0)
    .describe('Seconds without a poll after which the queue goes; 0 = the default.')
    .envelope(),
};

/** So often others go first; then the state is read while they wait. */
const mostTries = 4;

type RegisterParams = Parsed<typeof registerParams>;

/** What the queue will get and how. @throws ApiError BAD_REQUEST, BAD_NARROW for a narrow that is none, or one that the caller may not see. */
export function queueOptions(viewing: Viewing, params: RegisterParams): QueueOptions {
  const { user } = viewing;
  const isDefault = user.default_all_public_streams === 1 && !isGuest(user);
  const allPublicStreams = params.all_public_streams ?? isDefault;
  if (allPublicStreams && isGuest(user))
    throw invalidParameter('all_public_streams', 'User not authorized for this query');
  const lifespan = params.queue_lifespan_secs || viewing.services.options.limits.queueLifespanSecs;
  return {
    eventTypes: params.event_types ?? null,
    narrow: params.narrow.length > 0 ? readQueueNarrow(viewing, params.narrow) : defaultNarrow(viewing),
    applyMarkdown: params.apply_markdown,
    clientGravatar: params.client_gravatar,
    slimPresence: params.slim_presence,
    includeSubscribers: params.include_subscribers !== 'false',
    allPublicStreams,
    capabilities: params.client_capabilities,
    client: viewing.client,
    lifespanSecs: Math.min(lifespan, maxQueueLifespanSecs),
  };
}

/** A bot may have one channel that its queues are about. It did not choose it, and gets a queue also when it cannot read it any more. */
function defaultNarrow({ user }: Viewing): QueueOptions['narrow'] {
  const channelId = user.default_events_register_stream_id;
  return channelId === null ? [] : [{ operator: 'channel', channelIds: [channelId], negated: false }];
}

interface Registered {
  queueId: string;
  lastEventId: number;
}

/** Makes the queue. @returns its id, and the id after which its events begin. */
type MakeQueue = (options: QueueOptions) => Registered;

/**
 * Registers in a transaction, and on a disk that takes no writes in memory alone: reading must not depend on a write.
 * @param register is called once, or again where the disk refused the first; what it returns is the answer
 */
export async function registering<T>(
  { read, write, services }: Pick<Call<Viewing, Acting>, 'read' | 'write' | 'services'>,
  register: (viewing: Viewing, makeQueue: MakeQueue) => T,
): Promise<T> {
  const { queues } = services;
  const end = queues.expect();
  try {
    return await unlessDiskRefuses(
      (options) =>
        write((acting) => register(acting, (asked) => queues.create(acting.tx, acting.user.id, asked)), options),
      async (refusal) => {
        const made: string[] = [];
        const answer = await read((viewing) =>
          register(viewing, (asked) => {
            const registered = queues.createUnstored(viewing.user.id, asked);
            made.push(registered.queueId);
            return registered;
          }),
        );
        if (refusal.hasNoAnswer) for (const queueId of made) void endOnceWritten(write, queues, queueId);
        return answer;
      },
    );
  } finally {
    end();
  }
}

/**
 * Ends a queue that was made while a write had no answer: its state is that before the write, whose events may have been written for
 * nobody. Its client registers again then.
 */
async function endOnceWritten(
  write: Call<Viewing, Acting>['write'],
  queues: EventQueues,
  queueId: string,
): Promise<void> {
  try {
    await write(({ tx }) => {
      const queue = queues.find(queueId);
      if (queue !== undefined) queues.delete(tx, queue);
    });
  } catch {
    // The write that had no answer failed in the end: nothing is missing.
  }
}

/** The state to answer with: fetch_event_types where given, else what the queue is about. */
function stateOptions(params: RegisterParams): StateOptions {
  const types = params.fetch_event_types ?? params.event_types;
  return {
    fetchTypes: types === undefined ? null : new Set(types),
    clientGravatar: params.client_gravatar,
    slimPresence: params.slim_presence,
    includeSubscribers: params.include_subscribers === 'partial' ? 'partial' : params.include_subscribers === 'true',
    presenceHistoryLimitDays: params.presence_history_limit_days,
    capabilities: params.client_capabilities,
  };
}

export const register = endpoint({
  method: 'POST',
  path: '/register',
  access: 'authenticated',
  whileDeactivated: true,
  anonymous: 'web-public',
  summary: 'Register an event queue and fetch the state that its events change.',
  params: registerParams,
  async run(call) {
    const { read, readInSlices, userId, params } = call;
    const options = stateOptions(params);
    // Visitors get no events: they look, and look again.
    if (userId === null)
      return read((viewing) => ({
        queue_id: null,
        last_event_id: -1,
        ...versionWire,
        ...initialState(viewing, options),
      }));
    for (let tries = 1; ; tries += 1) {
      const ahead = await readInSlices((viewing) => prepareState(viewing, options), {});
      const answer = await registering(call, (viewing, makeQueue) => {
        if (tries < mostTries && !holdsAhead(viewing, ahead)) return undefined;
        const { queueId, lastEventId } = makeQueue(queueOptions(viewing, params));
        return {
          queue_id: queueId,
          last_event_id: lastEventId,
          ...versionWire,
          ...initialState(viewing, options, ahead),
        };
      });
      if (answer !== undefined) return answer;
    }
  },
});
