/**
 * The law of state for everything but channels (those: domain/channel-slices.test.ts): what a client knows after applying its
 * events is what it would be told by registering anew. People of every role live through the same random doings.
 */
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Body, Client, Reply, TestQueue } from '../testing/client.ts';
import { startWorld, type World } from '../testing/world.ts';

let world: World;
beforeAll(async () => {
  world = await startWorld();
});
afterAll(async () => world.stop());

const types = [
  'realm_user',
  'realm_user_groups',
  'user_group',
  'message',
  'update_message',
  'delete_message',
  'update_message_flags',
  'starred_messages',
  'user_settings',
  'realm_linkifiers',
  'realm_emoji',
  'custom_profile_fields',
  'drafts',
  'scheduled_messages',
  'alert_words',
  'muted_users',
  'user_status',
];

interface Known {
  userId: number;
  users: Map<number, Body>;
  groups: Map<number, Body>;
  /** Where each unread message is. */
  unread: Map<number, string>;
  /** Unread messages that call the reader. */
  mentions: Set<number>;
  starred: Set<number>;
  settings: Body;
  drafts: Map<number, Body>;
  scheduled: Map<number, Body>;
  statuses: Body;
  /** What each event replaces as a whole. */
  whole: Body;
}

const list = (value: unknown): Body[] => value as Body[];
const ids = (value: unknown): number[] => value as number[];
const byId = (rows: unknown, id = 'id'): Map<number, Body> => new Map(list(rows).map((row) => [Number(row[id]), row]));
const inTopic = (streamId: unknown, topic: unknown): string => `${String(streamId)} ${String(topic).toLowerCase()}`;
const inDirect = (userIds: number[]): string => `dm ${userIds.toSorted((a, b) => a - b).join(',')}`;

function unreadOf(state: Body, userId: number): Map<number, string> {
  const { streams, pms, huddles } = state['unread_msgs'] as { streams: Body[]; pms: Body[]; huddles: Body[] };
  const places: [Body, string][] = [
    ...streams.map((row): [Body, string] => [row, inTopic(row['stream_id'], row['topic'])]),
    ...pms.map((row): [Body, string] => [row, inDirect([...new Set([userId, Number(row['other_user_id'])])])]),
    ...huddles.map((row): [Body, string] => [row, `dm ${String(row['user_ids_string'])}`]),
  ];
  return new Map(places.flatMap(([row, place]) => ids(row['unread_message_ids']).map((id) => [id, place] as const)));
}

function fromRegistration(state: Body, userId: number): Known {
  const people = [
    ...list(state['realm_users']).map((user) => ({ ...user, is_active: true })),
    ...list(state['realm_non_active_users']).map((user) => ({ ...user, is_active: false })),
  ];
  return {
    userId,
    users: byId(people, 'user_id'),
    groups: byId(state['realm_user_groups']),
    unread: unreadOf(state, userId),
    mentions: new Set(ids((state['unread_msgs'] as Body)['mentions'])),
    starred: new Set(ids(state['starred_messages'])),
    settings: state['user_settings'] as Body,
    drafts: byId(state['drafts']),
    scheduled: byId(state['scheduled_messages'], 'scheduled_message_id'),
    statuses: state['user_status'] as Body,
    whole: {
      linkifiers: state['realm_linkifiers'],
      emoji: state['realm_emoji'],
      fields: state['custom_profile_fields'],
      alertWords: state['alert_words'],
      muted: state['muted_users'],
    },
  };
}

function applyUser(known: Known, event: Body): void {
  const person = event['person'] as Body;
  const id = Number(person['user_id']);
  if (event['op'] === 'add') known.users.set(id, person);
  if (event['op'] === 'remove') known.users.delete(id);
  const user = known.users.get(id);
  if (event['op'] !== 'update' || user === undefined) return;
  const { new_email, custom_profile_field, avatar_url_medium: _medium, avatar_source: _source, ...fields } = person;
  Object.assign(user, fields);
  if (new_email !== undefined) user['email'] = new_email;
  if (fields['role'] !== undefined) {
    const role = Number(fields['role']);
    Object.assign(user, { is_owner: role === 100, is_admin: role <= 200, is_guest: role === 600 });
  }
  if (custom_profile_field !== undefined) {
    const { id: fieldId, ...value } = custom_profile_field as Body;
    const { [String(fieldId)]: _old, ...rest } = user['profile_data'] as Body;
    user['profile_data'] = value['value'] === null ? rest : { ...rest, [String(fieldId)]: value };
  }
  // "Clients drop the user from all group memberships" (api-v1.md, User account).
  if (fields['is_active'] === false)
    for (const group of known.groups.values()) group['members'] = ids(group['members']).filter((each) => each !== id);
}

function applyGroup(known: Known, event: Body): void {
  const id = Number(event['group_id']);
  if (event['op'] === 'add') known.groups.set(Number((event['group'] as Body)['id']), event['group'] as Body);
  if (event['op'] === 'remove') known.groups.delete(id);
  const group = known.groups.get(id);
  if (group === undefined) return;
  if (event['op'] === 'update') Object.assign(group, event['data']);
  const field = String(event['op']).endsWith('members') ? 'members' : 'direct_subgroup_ids';
  const changed = ids(event[field === 'members' ? 'user_ids' : field] ?? []);
  const kept = ids(group[field]).filter((each) => !changed.includes(each));
  if (String(event['op']).startsWith('add_')) group[field] = [...kept, ...changed];
  if (String(event['op']).startsWith('remove_')) group[field] = kept;
}

function applyMessage(known: Known, event: Body): void {
  const message = event['message'] as Body;
  const id = Number(message['id']);
  const flags = event['flags'] as string[];
  if (flags.includes('read')) return;
  const isDirect = message['type'] === 'private';
  const people = isDirect ? list(message['display_recipient']).map((user) => Number(user['id'])) : [];
  known.unread.set(id, isDirect ? inDirect(people) : inTopic(message['stream_id'], message['subject']));
  if (flags.some((flag) => flag.includes('mentioned'))) known.mentions.add(id);
}

function applyFlags(known: Known, event: Body): void {
  const messages = ids(event['messages']);
  if (event['flag'] === 'starred')
    for (const id of messages) known.starred[event['op'] === 'add' ? 'add' : 'delete'](id);
  if (event['flag'] !== 'read') return;
  if (event['op'] === 'add') {
    for (const id of event['all'] === true ? [...known.unread.keys()] : messages) forget(known, id);
    return;
  }
  for (const [id, detail] of Object.entries(event['message_details'] as Record<string, Body>)) {
    const isDirect = detail['type'] === 'private';
    const people = [...new Set([known.userId, ...ids(detail['user_ids'] ?? [])])];
    known.unread.set(Number(id), isDirect ? inDirect(people) : inTopic(detail['stream_id'], detail['topic']));
    if (detail['mentioned'] === true) known.mentions.add(Number(id));
  }
}

function forget(known: Known, id: number): void {
  known.unread.delete(id);
  known.mentions.delete(id);
}

function applyUpdate(known: Known, event: Body): void {
  const id = Number(event['message_id']);
  const isCalled = (event['flags'] as string[]).some((flag) => flag.includes('mentioned'));
  if (known.unread.has(id)) known.mentions[isCalled ? 'add' : 'delete'](id);
  if (event['orig_subject'] === undefined) return;
  const place = inTopic(event['new_stream_id'] ?? event['stream_id'], event['subject'] ?? event['orig_subject']);
  for (const moved of ids(event['message_ids'])) if (known.unread.has(moved)) known.unread.set(moved, place);
}

function applyRows(
  rows: Map<number, Body>,
  event: Body,
  names: { many: string; one: string; id: string; removed: string },
): void {
  for (const row of list(
    event['op'] === 'add' ? event[names.many] : event['op'] === 'update' ? [event[names.one]] : [],
  ))
    rows.set(Number(row[names.id]), row);
  if (event['op'] === 'remove') rows.delete(Number(event[names.removed]));
}

const appliers: Record<string, (known: Known, event: Body) => void> = {
  realm_user: applyUser,
  user_group: applyGroup,
  message: applyMessage,
  update_message: applyUpdate,
  update_message_flags: applyFlags,
  delete_message(known, event) {
    for (const id of ids(event['message_ids'])) {
      forget(known, id);
      known.starred.delete(id);
    }
  },
  user_settings: (known, event) => void (known.settings[String(event['property'])] = event['value']),
  realm_linkifiers: (known, event) => void (known.whole['linkifiers'] = event['realm_linkifiers']),
  realm_emoji: (known, event) => void (known.whole['emoji'] = event['realm_emoji']),
  custom_profile_fields: (known, event) => void (known.whole['fields'] = event['fields']),
  alert_words: (known, event) => void (known.whole['alertWords'] = event['alert_words']),
  muted_users: (known, event) => void (known.whole['muted'] = event['muted_users']),
  drafts: (known, event) =>
    applyRows(known.drafts, event, { many: 'drafts', one: 'draft', id: 'id', removed: 'draft_id' }),
  scheduled_messages(known, event) {
    const id = 'scheduled_message_id';
    applyRows(known.scheduled, event, { many: 'scheduled_messages', one: 'scheduled_message', id, removed: id });
  },
  user_status(known, event) {
    const told = ['status_text', 'emoji_name', 'emoji_code', 'reaction_type'].map((name) => [name, event[name]]);
    const { [String(event['user_id'])]: _old, ...others } = known.statuses;
    const status = {
      ...(event['away'] === true && { away: true }),
      ...Object.fromEntries(told.filter(([, value]) => value !== undefined && value !== '')),
    };
    known.statuses = Object.keys(status).length === 0 ? others : { ...others, [String(event['user_id'])]: status };
  },
};

/** The same in one order, without what only the clients of those in sight can keep. */
function comparable(known: Known): Body {
  const rows = (map: Map<number, Body>) => [...map].toSorted(([a], [b]) => a - b).map(([, row]) => row);
  const sorted = (value: unknown) => ids(value).toSorted((a, b) => a - b);
  // What was written into a field that is gone goes with it.
  const fields = new Set(list(known.whole['fields']).map((field) => String(field['id'])));
  const profileOf = (user: Body) =>
    Object.fromEntries(Object.entries((user['profile_data'] ?? {}) as Body).filter(([id]) => fields.has(id)));
  return {
    users: rows(known.users).map((user) => ({ ...user, profile_data: profileOf(user) })),
    groups: rows(known.groups).map((group) => ({
      ...group,
      members: sorted(group['members']),
      direct_subgroup_ids: sorted(group['direct_subgroup_ids']),
    })),
    unread: [...known.unread].toSorted(([a], [b]) => a - b),
    mentions: sorted([...known.mentions]),
    starred: sorted([...known.starred]),
    settings: known.settings,
    drafts: rows(known.drafts),
    scheduled: rows(known.scheduled),
    statuses: Object.fromEntries(Object.entries(known.statuses).filter(([id]) => known.users.has(Number(id)))),
    whole: known.whole,
  };
}

interface Watcher {
  client: Client;
  capabilities: Body;
  queue: TestQueue;
  known: Known;
}

const common = {
  empty_topic_name: true,
  bulk_message_deletion: true,
  user_settings_object: true,
  linkifier_url_template: true,
  user_list_incomplete: true,
};

const options = (capabilities: Body): Body => ({
  event_types: types,
  fetch_event_types: types,
  client_gravatar: false,
  client_capabilities: capabilities,
});

async function watch(client: Client, capabilities: Body): Promise<Watcher> {
  const queue = await client.register(options(capabilities));
  return { client, capabilities, queue, known: fromRegistration(queue.state, client.userId) };
}

async function checkLaw(watchers: readonly Watcher[], after: readonly string[]): Promise<void> {
  for (const { client, capabilities, queue, known } of watchers) {
    for (const event of await queue.events()) appliers[String(event['type'])]?.(known, event);
    const state = await client.ok.post('/register', { ...options(capabilities), event_types: [] });
    const doings = after.join('\n');
    expect(comparable(known), `${client.name}, after\n${doings}`).toEqual(
      comparable(fromRegistration(state, client.userId)),
    );
  }
}

/** Repeatable chance. */
function chance(seed: number): (below: number) => number {
  let state = seed;
  return (below) => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
    return Math.floor((state / 2 ** 32) * below);
  };
}

const dot = Buffer.from(
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==',
  'base64',
);

class Doings {
  readonly people: Client[];
  readonly extras: Client[];
  readonly random: (below: number) => number;
  readonly log: string[] = [];
  successes = 0;

  constructor(people: Client[], extras: Client[], seed: number) {
    this.people = people;
    this.extras = extras;
    this.random = chance(seed);
  }

  pick<T>(from: readonly T[]): T {
    return from[this.random(from.length)] as T;
  }

  coin = (): boolean => this.random(2) === 0;

  async one(sql: string): Promise<number> {
    const rows = await world.db<{ id: number }>(sql);
    return rows.length === 0 ? 0 : this.pick(rows).id;
  }

  get everybody(): Client[] {
    return [...this.people, ...this.extras];
  }

  content(index: number): string {
    const calls = ['', `@**|${this.pick(this.people).userId}**`, '@**all**', '@**topic**', '@*team*', 'hearth'];
    return `${index} ${this.pick(calls)}`;
  }

  async step(index: number): Promise<void> {
    const groups: Record<string, () => Promise<(() => Promise<Reply>)[]>> = {
      people: () => this.onPeople(index),
      groups: () => this.onGroups(index),
      messages: () => this.onMessages(index),
      more: () => this.onMessages(index),
      organization: () => this.onOrganization(index),
      own: () => this.onOwn(index),
    };
    const name = this.pick(Object.keys(groups));
    const acts = (await groups[name]?.()) ?? [];
    const which = this.random(acts.length);
    const reply = await acts[which]?.();
    this.log.push(`${index} ${name} ${which} ${reply?.status} ${JSON.stringify(reply?.body).slice(0, 100)}`);
    if (reply === undefined || reply.status >= 500) throw new Error(this.log.at(-1));
    if (reply.status === 200) this.successes += 1;
  }

  async onPeople(index: number): Promise<(() => Promise<Reply>)[]> {
    const person = this.pick(this.people);
    const extra = this.pick(this.extras);
    const field = await this.one('SELECT id FROM profile_fields WHERE field_type <> 6');
    return [
      () => person.patch('/settings', { full_name: `Person ${index}` }),
      () => person.patch('/settings', { email_address_visibility: 1 + this.random(5) }),
      () => person.patch('/settings', { timezone: this.pick(['Europe/Rome', 'Asia/Tokyo']) }),
      () =>
        world.owner.patch(`/users/${this.pick(this.everybody.slice(2)).userId}`, { role: this.pick([200, 400, 600]) }),
      () => world.owner.delete(`/users/${extra.userId}`),
      () => world.owner.post(`/users/${extra.userId}/reactivate`),
      () => person.patch('/users/me/profile_data', { data: [{ id: field, value: this.pick(['', `**${index}**`]) }] }),
      () => person.post('/bots', { full_name: `Bot ${index}`, short_name: `b${index}` }),
      () => world.owner.patch(`/bots/${world.bot.userId}`, { bot_owner_id: this.pick(this.people).userId }),
      () =>
        person.post('/users/me/status', { status_text: this.pick(['', 'busy']), emoji_name: this.pick(['', 'tada']) }),
      () => person.upload('/users/me/avatar', { name: 'dot.png', content: dot }),
      () => person.delete('/users/me/avatar'),
      () =>
        world.owner.post('/users', { email: `n${index}@example.com`, password: 'a good password', full_name: 'New' }),
    ];
  }

  async onGroups(index: number): Promise<(() => Promise<Reply>)[]> {
    const person = this.pick([world.owner, ...this.people]);
    const id = await this.one('SELECT id FROM user_groups WHERE is_system_group = 0');
    const other = await this.one('SELECT id FROM user_groups');
    const one = this.pick(this.everybody).userId;
    const holders = { direct_members: [one, this.pick(this.extras).userId], direct_subgroups: [] };
    return [
      () => person.post('/user_groups/create', { name: `team ${index}`, description: '', members: [one] }),
      () => person.patch(`/user_groups/${id}`, { name: `team of ${index}` }),
      () => person.patch(`/user_groups/${id}`, { can_mention_group: { new: holders } }),
      () => world.owner.post(`/user_groups/${id}/members`, this.coin() ? { add: [one] } : { delete: [one] }),
      () => world.owner.post(`/user_groups/${id}/members`, this.coin() ? { add: [one] } : { delete: [one] }),
      () => world.owner.post(`/user_groups/${id}/subgroups`, this.coin() ? { add: [other] } : { delete: [other] }),
      () => world.owner.post(`/user_groups/${id}/deactivate`),
      () => world.owner.patch(`/user_groups/${id}`, { deactivated: false }),
    ];
  }

  async onMessages(index: number): Promise<(() => Promise<Reply>)[]> {
    const person = this.pick(this.people);
    const channel = await this.one('SELECT id FROM streams WHERE is_archived = 0');
    const [{ name = '' } = {}] = await world.db<{ name: string }>('SELECT name FROM streams WHERE id = ?', channel);
    const topic = this.pick(['a', 'A', 'b', '']);
    const message = await this.one('SELECT id FROM messages ORDER BY id DESC LIMIT 12');
    const path = `/messages/${message}`;
    const send = () => person.post('/messages', { type: 'channel', to: channel, topic, content: this.content(index) });
    const direct = () => {
      const to = this.coin() ? [this.pick(this.people).userId] : this.people.slice(0, 3).map((each) => each.userId);
      return person.post('/messages', { type: 'direct', to, content: this.content(index) });
    };
    const messages = (await world.db<{ id: number }>('SELECT id FROM messages')).map((row) => row.id).slice(-6);
    return [
      send,
      send,
      direct,
      () => this.pick(this.people).patch(path, { content: this.content(index) }),
      () => world.owner.patch(path, { topic, propagate_mode: this.pick(['change_one', 'change_later', 'change_all']) }),
      () => world.owner.patch(path, { stream_id: channel, propagate_mode: this.pick(['change_one', 'change_all']) }),
      () => world.owner.patch(path, { topic: `✔ ${topic}`, propagate_mode: 'change_all' }),
      () => world.owner.delete(path),
      () => person.post('/messages/flags', { messages, op: this.pick(['add', 'remove']), flag: 'read' }),
      () => person.post('/messages/flags', { messages, op: this.pick(['add', 'remove']), flag: 'starred' }),
      () => person.post(this.pick(['/mark_all_as_read', '/mark_stream_as_read']), { stream_id: channel }),
      () => person.delete('/users/me/subscriptions', { subscriptions: [name] }),
      () => person.post('/users/me/subscriptions', { subscriptions: [{ name }] }),
      () => world.owner.post('/users/me/subscriptions', { subscriptions: [{ name }], principals: [person.userId] }),
      () => world.owner.post(`/streams/${channel}/delete_topic`, { topic_name: topic }),
    ];
  }

  async onOrganization(index: number): Promise<(() => Promise<Reply>)[]> {
    const linkifier = await this.one('SELECT id FROM linkifiers');
    const field = await this.one('SELECT id FROM profile_fields');
    const rule = { pattern: `T${index}-(?P<n>[0-9]+)`, url_template: 'https://t.example/{n}' };
    return [
      () => world.admin.post('/realm/filters', rule),
      () => world.admin.patch(`/realm/filters/${linkifier}`, rule),
      () => world.admin.delete(`/realm/filters/${linkifier}`),
      () => world.admin.upload(`/realm/emoji/dot${index}`, { name: 'dot.png', content: dot }),
      () => world.admin.delete(`/realm/emoji/dot${index - this.random(20)}`),
      () => world.admin.post('/realm/profile_fields', { field_type: 1 + this.random(2), name: `Field ${index}` }),
      () => world.admin.patch(`/realm/profile_fields/${field}`, { hint: `Hint ${index}`, required: this.coin() }),
      () => world.admin.delete(`/realm/profile_fields/${field}`),
    ];
  }

  async onOwn(index: number): Promise<(() => Promise<Reply>)[]> {
    const person = this.pick(this.people);
    const draft = await this.one(`SELECT id FROM drafts WHERE user_id = ${person.userId}`);
    const later = await this.one(`SELECT id FROM scheduled_messages WHERE sender_id = ${person.userId}`);
    const to = [this.pick(this.people).userId];
    const content = this.content(index);
    const written = { type: 'private', to, topic: '', content, timestamp: index };
    const at = Math.floor(world.clock.nowMs / 1000) + 100 + index;
    return [
      () => person.post('/drafts', { drafts: [written] }),
      () => person.patch(`/drafts/${draft}`, { draft: written }),
      () => person.delete(`/drafts/${draft}`),
      () => person.post('/scheduled_messages', { type: 'direct', to, content, scheduled_delivery_timestamp: at }),
      () => person.patch(`/scheduled_messages/${later}`, { content }),
      () => person.delete(`/scheduled_messages/${later}`),
      () => person.patch('/settings', { enter_sends: this.coin(), default_language: this.pick(['de', 'en']) }),
      () => person.patch('/settings', { presence_enabled: this.coin(), web_font_size_px: 12 + this.random(9) }),
      () => person.post('/users/me/alert_words', { alert_words: ['hearth', `w${index}`] }),
      () => person.delete('/users/me/alert_words', { alert_words: ['hearth'] }),
      () => person.post(`/users/me/muted_users/${this.pick(this.everybody).userId}`),
      () => person.delete(`/users/me/muted_users/${this.pick(this.everybody).userId}`),
    ];
  }
}

describe('the state of people, groups, messages, settings and what is one’s own', () => {
  it.each([21, 377])(
    'kept up by events is the state told at registration (life %i)',
    async (seed) => {
      const people = [world.owner, world.admin, world.member, world.member2, world.guest];
      const extras = [await world.newUser(`Extra ${seed}`), await world.newUser(`Guest ${seed}`, 600)];
      for (const [index, privacy] of [{}, { invite_only: true, history_public_to_subscribers: false }].entries())
        await world.owner.ok.post('/channels/create', {
          name: `law ${seed} ${index}`,
          subscribers: people.map((person) => person.userId),
          ...privacy,
        });
      const watchers: Watcher[] = [];
      for (const [index, person] of people.entries())
        watchers.push(await watch(person, { ...common, include_deactivated_groups: index % 2 === 0 }));
      const doings = new Doings(people, extras, seed);
      for (let index = 0; index < 130; index += 1) {
        await doings.step(seed * 1000 + index);
        if (index % 5 === 4) await checkLaw(watchers, doings.log.slice(-5));
      }
      // A life of refusals alone would prove nothing.
      expect(doings.successes).toBeGreaterThan(70);
    },
    60_000,
  );
});
