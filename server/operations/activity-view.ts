/**
 * Activity of others visible to an administrator. A user who got an event, or sent a request, sees it whole. Of the rest,
 * what is about the organization is shown, and what people write to each other or keep for themselves is not: only its
 * envelope, which says so. Secrets are shown to no one.
 */
import type * as wire from '../contract/shapes/activity.ts';
import type { Audience } from '../events/audience.ts';
import type { EventBody } from '../events/event-types.ts';
import { modernForm } from '../events/variants.ts';
import { privateMark } from '../http/privacy.ts';
import { secretFields, secretMark } from '../secrets.ts';
import type { AcknowledgementEntry, ActivityEntry, EventEntry, RequestEntry } from './activity.ts';

/** Events about the organization: administrators can read all that these say by the API as well. */
const aboutOrganization: ReadonlySet<string> = new Set<EventBody['type']>([
  'channel_folder',
  'console',
  'custom_profile_fields',
  'default_stream_groups',
  'default_streams',
  'heartbeat',
  'invites_changed',
  'presence',
  'realm',
  'realm_bot',
  'realm_domains',
  'realm_emoji',
  'realm_export',
  'realm_export_consent',
  'realm_filters',
  'realm_linkifiers',
  'realm_playgrounds',
  'realm_user',
  'realm_user_settings_defaults',
  'restart',
  'stream',
  'user_group',
  'user_status',
  'web_reload_client',
]);

/** Of addresses, which their owners may hide, also from administrators. */
const hiddenField = 'delivery_email';

/** Which parts of a conversation an envelope has: who, where and when, never what. */
const envelopeOfMessage = ['id', 'type', 'sender_id', 'sender_full_name', 'stream_id', 'timestamp', 'client'];
const envelopeOfEvent = [
  'type',
  'op',
  'message_type',
  'message_id',
  'message_ids',
  'stream_id',
  'user_id',
  'flag',
  'operation',
];

const hidden = privateMark;

const listedUsers = 50;

/** @returns whether the entry concerns a user: an event that they are informed of, a request or an acknowledgement of theirs. */
export function concerns(entry: ActivityEntry, userId: number): boolean {
  if (entry.kind === 'event') return isTold(entry.audience, userId);
  return (entry.kind === 'request' ? entry.request.userId : entry.userId) === userId;
}

/** One entry as the console gets it. @param viewerId the administrator who looks. */
export function activityWire(entry: ActivityEntry, viewerId: number): wire.ActivityEntry {
  switch (entry.kind) {
    case 'event':
      return eventWire(entry, viewerId);
    case 'request':
      return requestWire(entry, viewerId);
    default:
      return acknowledgementWire(entry);
  }
}

function isTold({ everyone, except = [], groups = [] }: Audience, userId: number): boolean {
  return groups.some(({ users }) => users.includes(userId)) || (everyone === true && !except.includes(userId));
}

function eventWire(entry: EventEntry, viewerId: number): wire.EventEntry {
  const users = (entry.audience.groups ?? []).flatMap((group) => group.users);
  const got = isTold(entry.audience, viewerId);
  const isWhole = got || entry.audience.publicStream === true || aboutOrganization.has(entry.type);
  return {
    kind: 'event',
    seq: entry.seq,
    at_ms: entry.atMs,
    id: entry.id,
    type: entry.type,
    op: entry.op,
    audience: {
      everyone: entry.audience.everyone === true,
      public_channel: entry.audience.publicStream === true,
      user_count: users.length,
      user_ids: users.slice(0, listedUsers),
      except: (entry.audience.except ?? []).slice(0, listedUsers),
    },
    request_id: entry.requestId,
    queues: entry.queues.map(({ id, userId }) => ({ queue_id: id, user_id: userId })),
    queue_count: entry.queueCount,
    envelope_only: !isWhole || entry.json === null,
    event: entry.json === null ? { type: entry.type, id: entry.id } : shown(entry, entry.json, isWhole, got),
  };
}

function shown(entry: EventEntry, json: string, isWhole: boolean, got: boolean): Record<string, unknown> {
  const body = { ...(JSON.parse(json) as EventBody), id: entry.id };
  const form = modernForm(body) as Record<string, unknown>;
  return fieldsWithoutSecrets(isWhole ? { ...form, id: entry.id } : { ...envelope(form), id: entry.id }, got);
}

function envelope(event: Record<string, unknown>): Record<string, unknown> {
  const parts = picked(event, envelopeOfEvent);
  const { message } = event;
  if (event['type'] !== 'message' || typeof message !== 'object' || message === null) return parts;
  return { ...parts, message: picked(message as Record<string, unknown>, envelopeOfMessage) };
}

function picked(from: Record<string, unknown>, names: readonly string[]): Record<string, unknown> {
  return Object.fromEntries(names.filter((name) => from[name] !== undefined).map((name) => [name, from[name]]));
}

function withoutSecrets(value: unknown, got: boolean): unknown {
  if (Array.isArray(value)) return value.map((item) => withoutSecrets(item, got));
  if (typeof value !== 'object' || value === null) return value;
  return fieldsWithoutSecrets(value, got);
}

function fieldsWithoutSecrets(fields: object, got: boolean): Record<string, unknown> {
  return Object.fromEntries(
    Object.entries(fields).map(([key, item]) => {
      if (secretFields.has(key) && item !== null) return [key, secretMark];
      if (!got && key === hiddenField && item !== null) return [key, hidden];
      return [key, withoutSecrets(item, got)];
    }),
  );
}

function requestWire(entry: RequestEntry, viewerId: number): wire.RequestEntry {
  const { request } = entry;
  // Only sending: a move out of a public channel leaves a notice there, and names a topic that may be private.
  const isPublicMessage = entry.isPublic && request.method === 'POST' && request.route === '/messages';
  const isWhole = request.userId === viewerId || isPublicMessage || request.envelope === null;
  const params = Object.entries(request.params ?? {}).map(([name, value]) => [
    name,
    isWhole || request.envelope?.has(name) === true ? value : hidden,
  ]);
  return {
    kind: 'request',
    seq: entry.seq,
    at_ms: entry.atMs,
    request_id: request.id,
    method: request.method,
    path: request.path,
    route: request.route,
    status: request.status,
    code: request.code,
    ms: request.ms,
    user_id: request.userId,
    client: request.client,
    ip: request.ip,
    params: request.params === null ? null : Object.fromEntries(params),
    fault: request.fault,
    answer: request.answer === null || isWhole ? request.answer : hidden,
    event_ids: entry.eventIds,
    event_count: entry.eventCount,
  };
}

function acknowledgementWire({ seq, atMs, queueId, userId, eventId }: AcknowledgementEntry): wire.AcknowledgementEntry {
  return { kind: 'acknowledgement', seq, at_ms: atMs, queue_id: queueId, user_id: userId, event_id: eventId };
}
