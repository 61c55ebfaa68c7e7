/** The operations of the API as the server describes them, and the values that a form of one starts with. */
import { queryOptions } from '@tanstack/react-query';
import type { AnswerOf } from '../../client/api.ts';
import { request, type Channel, type User } from '../../client/request.ts';
import type { Session } from '../../client/session.ts';

type OperationWire = AnswerOf<'GET', '/console/operations'>['operations'][number];

export type Param = Omit<OperationWire['params'][number], 'schema'> & { schema: Schema };

/** As much of JSON Schema as a form looks at. */
export interface Schema {
  type?: string;
  enum?: (string | number)[];
  minimum?: number;
  maximum?: number;
  maxLength?: number;
  items?: Schema;
  [key: string]: unknown;
}

/** Operations come in the order of their subjects. */
export type Operation = Omit<OperationWire, 'params'> & { params: Param[] };

export const operationsQuery = queryOptions({
  queryKey: ['operations'],
  staleTime: Infinity,
  queryFn: async ({ signal }) => (await request('GET', '/console/operations', {}, signal)).operations,
});

/** What is said of its answer: field by field, and as an example. */
export const answerQuery = ({ method, path }: Operation) =>
  queryOptions({
    queryKey: ['answer-fields', method, path],
    staleTime: Infinity,
    queryFn: async ({ signal }) => {
      const params = { method, path: path.replace(/^\/api\/v1/, '') };
      return request('GET', '/console/answer_fields', params, signal);
    },
  });

/** A message that the caller may read, to have an id that exists. */
export const newestMessageQuery = queryOptions({
  queryKey: ['newest-message'],
  queryFn: async ({ signal }) => {
    const { messages } = await request('GET', '/messages', { anchor: 'newest', num_before: 1, num_after: 0 }, signal);
    return messages.at(-1)?.id ?? null;
  },
});

export const keyOf = ({ method, path }: Operation): string => `${method} ${path}`;

/** Where the console shows an operation, below /console; braces are no characters for addresses. */
export function addressOf({ method, path }: { method: string; path: string }): string {
  // What is not below /api/v1 has a twin of the same name there.
  const named = path.startsWith('/api/v1/') ? path.slice('/api/v1'.length) : `/-${path}`;
  return `/api/${method}${named.replaceAll(/\{(\w+)\}/g, ':$1')}`;
}

/** @param section what follows "/api/" in the console's address. */
export const operationAt = (operations: readonly Operation[], section: string): Operation | undefined =>
  operations.find((one) => addressOf(one) === `/api/${section}`);

/** Things that exist, to fill forms with. */
export interface Real {
  session: Session;
  users: User[];
  channels: Channel[];
  messageId: number | null;
}

export type Values = Record<string, string>;

/** Operations that destroy or lock out start empty: nothing is lost by a click too many. */
const isDangerous = ({ method, path }: Operation): boolean =>
  method === 'DELETE' || /deactivate|regenerate|delete_topic|sign_out|\/setup$/.test(path);

/** @returns what the fields have when an operation is chosen: required parameters, filled with what exists. */
export function startingValues(operation: Operation, real: Real): Values {
  if (isDangerous(operation)) return {};
  const filled = operation.params
    .filter((param) => param.required || alsoFilled(operation, param))
    .map((param) => [param.name, sensible(operation, param, real)] as const)
    .filter(([, value]) => value !== '');
  return Object.fromEntries(filled);
}

/** Not required, but without them the operation does nothing that one would want to see. */
function alsoFilled({ path, method }: Operation, { name }: Param): boolean {
  if (path.endsWith('/messages'))
    return ['type', 'to', 'topic', 'content', 'anchor', 'num_before', 'num_after'].includes(name);
  return path.endsWith('/users/me/subscriptions') && method === 'POST' && name === 'subscriptions';
}

function sensible({ path, method }: Operation, { name, schema }: Param, real: Real): string {
  const other = real.users.find(
    (user) => user.user_id !== real.session.user_id && !user.is_bot && user.is_active !== false,
  );
  const open = real.channels.filter((one) => !one.is_archived);
  const channel = open.find((one) => /^(sandbox|general)$/.test(one.name)) ?? open[0];
  const user = String(other?.user_id ?? real.session.user_id);
  const known: Record<string, string> = {
    user_id: user,
    muted_user_id: user,
    user_id_or_email: user,
    email: method === 'GET' ? (other?.email ?? real.session.email) : '',
    stream_id: String(channel?.stream_id ?? ''),
    channel_id: String(channel?.stream_id ?? ''),
    stream: channel?.name ?? '',
    message_id: String(real.messageId ?? ''),
    messages: real.messageId === null ? '' : `[${real.messageId}]`,
    msg_ids: real.messageId === null ? '' : `[${real.messageId}]`,
    emoji_name: 'tada',
    topic: 'greetings',
    content: 'Hello from the **API explorer**',
    anchor: 'newest',
    num_before: '5',
    num_after: '0',
    subscriptions: JSON.stringify([{ name: channel?.name ?? 'general' }]),
    narrow: '[]',
    status: 'active',
    flag: 'starred',
    op: 'add',
  };
  if (name === 'type' && path.endsWith('/messages')) return 'channel';
  if (name === 'to') return path.endsWith('/messages') ? (channel?.name ?? '') : `[${user}]`;
  const value = known[name];
  if (value !== undefined && (schema.enum === undefined || schema.enum.map(String).includes(value))) return value;
  if (schema.enum !== undefined) return String(schema.enum[0] ?? '');
  if (schema.type === 'boolean') return 'true';
  return schema.type === 'array' ? '[]' : '';
}

/** A request of the time line that is to be sent again. */
export interface Replay {
  method: string;
  path: string;
  values: Values;
}
