/**
 * Invalid references in parameters: things that are not there, and things that are someone else's. By the parameter's
 * name, so that a new endpoint is judged like those that there are.
 */
import type { ApiEndpoint } from '../api/console/endpoint.ts';
import { operationOf } from './operation-facts.ts';
import { noSuchId, type Scene } from './scene.ts';

export interface BadReference {
  kind: 'unknown' | "another's";
  name: string;
  value: unknown;
}

type Pointers = Record<string, (scene: Scene) => unknown[]>;

const nobody = 'nobody.at.all@example.com';
const strange = 'no such thing';

/** Names whose values are not plain ids, or not only. */
const unknown: Pointers = {
  add: () => [[noSuchId], [{ name: strange }, { name: '' }]],
  add_subgroups: () => [[noSuchId]],
  data: () => [[{ id: noSuchId, value: 'x' }], [noSuchId]],
  default_events_register_stream: () => [strange],
  default_sending_stream: () => [strange],
  delete: () => [[noSuchId], [strange]],
  delete_subgroups: () => [[noSuchId]],
  domain: () => ['unknown.example.net'],
  email: () => [nobody],
  emoji_name: () => ['no_such_emoji'],
  file_name: () => ['0'.repeat(32)],
  filename: () => ['none/none.png'],
  fragment: () => ['narrow/is/nothing'],
  key: () => ['k'.repeat(32)],
  members: () => [[noSuchId]],
  narrow: () => [
    [{ operator: 'channel', operand: noSuchId }],
    [{ operator: 'sender', operand: nobody }],
    [['no-such-operator', 1]],
  ],
  order: () => [[noSuchId], []],
  ordered_linkifier_ids: () => [[noSuchId], []],
  principals: () => [[noSuchId], [nobody]],
  profile_data: () => [[{ id: noSuchId, value: 'x' }]],
  queue_id: () => ['f'.repeat(32)],
  reset_key: () => ['k'.repeat(40)],
  stream: () => [strange],
  subgroups: () => [[noSuchId]],
  subscribers: () => [[noSuchId]],
  subscription_data: () => [[{ stream_id: noSuchId, property: 'pin_to_top', value: true }]],
  ticket: () => [`1-${'0'.repeat(64)}`],
  to: () => [[noSuchId], noSuchId, [nobody], strange],
  token: () => ['ffff'.repeat(8)],
  user_id_or_email: () => [String(noSuchId), nobody],
};

/** What `member` may not use; not for administrators, who may use nearly all of it. */
const anothers: Pointers = {
  attachment_id: (scene) => [scene.of('other').attachment],
  bot_id: ({ ids }) => [ids.botOfOther],
  draft_id: (scene) => [scene.of('other').draft],
  filename: (scene) => [scene.of('other').upload.split('/').slice(1).join('/')],
  invite_id: ({ ids }) => [ids.inviteLink],
  message_id: ({ ids }) => [ids.secretMessage, ids.directMessage],
  messages: ({ ids }) => [[ids.secretMessage], [ids.directMessage]],
  queue_id: ({ ids }) => [ids.queueOfOther],
  reminder_id: (scene) => [scene.of('other').reminder],
  saved_snippet_id: (scene) => [scene.of('other').snippet],
  scheduled_message_id: (scene) => [scene.of('other').scheduled],
  stream: () => ['secret'],
  stream_id: ({ ids }) => [ids.secret],
  subscription_data: ({ ids }) => [[{ stream_id: ids.secret, property: 'pin_to_top', value: true }]],
  user_group_id: ({ ids }) => [ids.group],
};

/** Where what is not there is no mistake, and why. */
const whileNew = 'is what is to be made';
const harmless: Record<string, string> = {
  'POST /realm/emoji/{emoji_name}: emoji_name': whileNew,
  'POST /realm/domains: domain': whileNew,
  'POST /users: email': whileNew,
  'POST /console/join: email': whileNew,
  'POST /console/join/{key}: email': whileNew,
  'POST /console/forgotten_password: email': 'must not tell who has an account',
  'PATCH /settings: email': whileNew,
  'POST /users/me/mobile_push_reg_id: token': whileNew,
  'POST /users/me/apns_device_token: token': whileNew,
  'POST /mobile_push/register: push_account_id': whileNew,
  'POST /messages: local_id': "is the client's own",
  'GET /events: last_event_id': 'is a place, not a thing',
  'POST /users/me/presence: last_update_id': 'is a place, not a thing',
  'GET /events: narrow': 'counts only without queue_id',
  'GET /console/deliveries: subject_id': 'narrows down what is listed',
  'GET /console/activity: user_id': 'narrows down what is reported; nothing concerns someone who is not there',
  'GET /console/audit_log: user_id': 'narrows down what is reported; nothing concerns someone who is not there',
  'GET /console/audit_log/export: user_id': 'narrows down what is reported; nothing concerns someone who is not there',
  'POST /console/linkifiers/test: filter_id': 'one that has gone is tried like a new one',
  'POST /typing: stream_id': 'counts only for channels',
  'GET /messages/matches_narrow: msg_ids': 'messages that are not there match nothing',
  'GET /users: user_ids': 'users that are not there are left out',
  'GET !/avatar/{user_id_or_email}: user_id_or_email': 'everyone has a picture',
  'GET !/avatar/{user_id_or_email}/{size}: user_id_or_email': 'everyone has a picture',
  "GET /user_groups/{user_group_id}/members: user_group_id (another's)": 'groups may be looked at by all',
  "GET /user_groups/{user_group_id}/members/{user_id}: user_group_id (another's)": 'groups may be looked at by all',
  "GET /user_groups/{user_group_id}/subgroups: user_group_id (another's)": 'groups may be looked at by all',
  "DELETE /invites/multiuse/{invite_id}: invite_id (another's)": 'links are made by administrators, who share them',
};

/** Exceptions for parameters that there are no more. */
export function staleExceptions(parameters: ReadonlySet<string>): string[] {
  return Object.keys(harmless).filter((key) => !parameters.has(key.replace(" (another's)", '')));
}

export function badReferences(endpoint: ApiEndpoint, scene: Scene): BadReference[] {
  const isForAll = ['sender', 'authenticated'].includes(endpoint.access);
  const names = Object.keys(endpoint.params).filter((name) => endpoint.params[name]?.spec.encoding !== 'file');
  const all = names.flatMap((name) => [
    ...unknownValues(endpoint, name, scene).map((value) => ({ kind: 'unknown', name, value }) as const),
    ...(isForAll ? (anothers[name]?.(scene) ?? []) : []).map((value) => ({ kind: "another's", name, value }) as const),
  ]);
  return all.filter(({ kind, name }) => {
    const key = `${operationOf(endpoint)}: ${name}`;
    return !(key in harmless) && !(kind === "another's" && `${key} (another's)` in harmless);
  });
}

function unknownValues(endpoint: ApiEndpoint, name: string, scene: Scene): unknown[] {
  const known = unknown[name];
  if (known !== undefined) return known(scene);
  const spec = endpoint.params[name]?.spec;
  if (/(^|_)group$/.test(name)) {
    const values = [
      noSuchId,
      { direct_members: [noSuchId], direct_subgroups: [] },
      { direct_members: [], direct_subgroups: [noSuchId] },
    ];
    return spec?.schema.safeParse(noSuchId).success === true ? values : values.map((value) => ({ new: value }));
  }
  if (/(^|_)ids$/.test(name)) return [[noSuchId]];
  return /(^|_)id$/.test(name) ? [noSuchId] : [];
}
