/**
 * The law of state: what a client knows after applying its events is what it would be told by registering anew.
 * Clients of every role live through the same random doings; whatever they keep of channels must stay true.
 */
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Body, Client, TestQueue } from '../testing/client.ts';
import { startWorld, type World } from '../testing/world.ts';

let world: World;
beforeAll(async () => {
  world = await startWorld();
});
afterAll(async () => world.stop());

const types = ['stream', 'subscription', 'default_streams', 'channel_folder', 'channel_folders', 'user_topic'];

/** Counted hourly, or told to nobody: the first message is known from the message itself. */
const untold = new Set(['stream_weekly_traffic', 'first_message_id', 'is_recently_active', 'subscriber_count']);

interface Known {
  streams: Map<number, Body>;
  subscribed: Map<number, Body>;
  /** Formerly and never subscribed. */
  others: Map<number, Body>;
  defaults: number[];
  folders: Map<number, Body>;
  topics: Map<string, number>;
}

const byId = (rows: unknown, id = 'stream_id'): Map<number, Body> =>
  new Map((rows as Body[]).map((row) => [Number(row[id]), row]));
const topicKey = (row: Body): string => `${String(row['stream_id'])} ${String(row['topic_name']).toLowerCase()}`;
const sorted = (ids: unknown): number[] => (ids as number[]).toSorted((a, b) => a - b);

function fromRegistration(state: Body): Known {
  return {
    streams: byId(state['streams']),
    subscribed: byId(state['subscriptions']),
    others: byId([...(state['unsubscribed'] as Body[]), ...(state['never_subscribed'] as Body[])]),
    defaults: state['realm_default_streams'] as number[],
    folders: byId(state['channel_folders'], 'id'),
    topics: new Map((state['user_topics'] as Body[]).map((row) => [topicKey(row), Number(row['visibility_policy'])])),
  };
}

function applyStream(known: Known, event: Body): void {
  const lists = [known.streams, known.subscribed, known.others];
  if (event['op'] === 'create') {
    for (const row of event['streams'] as Body[]) {
      known.streams.set(Number(row['stream_id']), { ...row });
      known.others.set(Number(row['stream_id']), { ...row, subscribers: [] });
    }
    return;
  }
  if (event['op'] === 'delete') {
    for (const id of event['stream_ids'] as number[]) for (const list of lists) list.delete(id);
    return;
  }
  const extra = ['rendered_description', 'history_public_to_subscribers', 'is_web_public'].filter(
    (field) => field in event,
  );
  for (const list of lists) {
    const row = list.get(Number(event['stream_id']));
    if (row === undefined) continue;
    row[String(event['property'])] = event['value'];
    for (const field of extra) row[field] = event[field];
    if (event['property'] === 'stream_post_policy') row['is_announcement_only'] = event['value'] === 2;
  }
}

function applySubscription(known: Known, event: Body): void {
  if (event['op'] === 'update') {
    const row = known.subscribed.get(Number(event['stream_id']));
    if (row !== undefined) row[String(event['property'])] = event['value'];
    return;
  }
  if (event['op'] === 'add' || event['op'] === 'remove') {
    const [from, to] = event['op'] === 'add' ? [known.others, known.subscribed] : [known.subscribed, known.others];
    for (const row of event['subscriptions'] as Body[]) {
      const id = Number(row['stream_id']);
      const old = from.get(id);
      from.delete(id);
      if (event['op'] === 'add') to.set(id, { ...row });
      else if (old !== undefined) to.set(id, old);
    }
    return;
  }
  for (const id of event['stream_ids'] as number[]) {
    const row = known.subscribed.get(id) ?? known.others.get(id);
    if (row === undefined) continue;
    const users = new Set(row['subscribers'] as number[]);
    for (const userId of event['user_ids'] as number[]) {
      if (event['op'] === 'peer_add') users.add(userId);
      else users.delete(userId);
    }
    row['subscribers'] = [...users];
  }
}

function applyFolder(known: Known, event: Body): void {
  if (event['op'] === 'add')
    known.folders.set(Number((event['channel_folder'] as Body)['id']), event['channel_folder'] as Body);
  if (event['op'] === 'update')
    Object.assign(known.folders.get(Number(event['channel_folder_id'])) ?? {}, event['data']);
  if (event['op'] === 'reorder') {
    for (const [order, id] of (event['order'] as number[]).entries())
      Object.assign(known.folders.get(id) ?? {}, { order });
  }
}

function apply(known: Known, event: Body): void {
  if (event['type'] === 'stream') applyStream(known, event);
  if (event['type'] === 'subscription') applySubscription(known, event);
  if (event['type'] === 'default_streams') known.defaults = event['default_streams'] as number[];
  if (event['type'] === 'channel_folder') applyFolder(known, event);
  if (event['type'] === 'user_topic') {
    if (event['visibility_policy'] === 0) known.topics.delete(topicKey(event));
    else known.topics.set(topicKey(event), Number(event['visibility_policy']));
  }
}

/** Rows without the untold fields, in one order. */
const rows = (list: Map<number, Body>, keep?: (field: string) => boolean) =>
  [...list.values()]
    .map((row) => {
      const fields = Object.entries(row).filter(([field]) => !untold.has(field) && (keep === undefined || keep(field)));
      return Object.fromEntries(
        fields.map(([field, value]) => [field, field === 'subscribers' ? sorted(value) : value]).toSorted(),
      );
    })
    .toSorted((a, b) => Number(a['stream_id'] ?? a['id']) - Number(b['stream_id'] ?? b['id']));

/** Only what both sides can know, in one order. */
function comparable(known: Known): Body {
  const channelFields = new Set([...known.streams.values()].flatMap((row) => Object.keys(row)));
  return {
    streams: rows(known.streams),
    subscribed: rows(known.subscribed),
    others: rows(known.others, (field) => channelFields.has(field) || field === 'subscribers'),
    defaults: known.defaults,
    folders: rows(known.folders),
    topics: [...known.topics].toSorted(),
  };
}

interface Watcher {
  client: Client;
  capabilities: Body;
  queue: TestQueue;
  known: Known;
}

const options = (capabilities: Body): Body => ({
  event_types: types,
  fetch_event_types: types,
  include_subscribers: 'true',
  client_capabilities: capabilities,
});

async function watch(client: Client, capabilities: Body): Promise<Watcher> {
  const queue = await client.register(options(capabilities));
  return { client, capabilities, queue, known: fromRegistration(queue.state) };
}

/** Repeatable chance. */
function chance(seed: number): (below: number) => number {
  let state = seed;
  return (below) => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
    return Math.floor((state / 2 ** 32) * below);
  };
}

class Doings {
  readonly people: Client[];
  readonly random: (below: number) => number;
  groups: number[] = [];
  refusals = 0;
  successes = 0;

  constructor(people: Client[], seed: number) {
    this.people = people;
    this.random = chance(seed);
  }

  pick<T>(list: readonly T[]): T {
    return list[this.random(list.length)] as T;
  }

  async channel(): Promise<{ id: number; name: string }> {
    return this.pick(await world.db<{ id: number; name: string }>('SELECT id, name FROM streams'));
  }

  /** Puts somebody into the group that channels name, or takes them out. */
  group(person: Client): ReturnType<Client['post']> {
    const userId = this.pick(this.people).userId;
    const change = this.random(2) === 0 ? { add: [userId] } : { delete: [userId] };
    return person.post(`/user_groups/${this.groups[0] ?? 0}/members`, change);
  }

  setting(): unknown {
    return this.random(2) === 0
      ? this.pick(this.groups)
      : {
          direct_members: [this.pick(this.people).userId, this.pick(this.people).userId],
          direct_subgroups: [this.pick(this.groups)],
        };
  }

  /** One random doing of one random person; refusals are part of life, server errors are not. */
  async step(index: number): Promise<void> {
    const person = this.pick(this.people);
    const { id, name } = await this.channel();
    const some = () => [this.pick(this.people).userId, this.pick(this.people).userId];
    const path = '/users/me/subscriptions';
    const folders = await world.db<{ id: number }>('SELECT id FROM channel_folders');
    const acts: (() => ReturnType<Client['post']>)[] = [
      () =>
        person.post('/channels/create', {
          name: `law ${index}`,
          subscribers: some(),
          invite_only: this.random(2) === 0,
          can_subscribe_group: this.setting(),
        }),
      () => person.post(path, { subscriptions: [{ name }, { name: `law by joining ${index}` }] }),
      () => person.post(path, { subscriptions: [{ name }], principals: some() }),
      () => person.delete(path, { subscriptions: [name] }),
      () => person.delete(path, { subscriptions: [name], principals: some() }),
      () => person.patch(`/streams/${id}`, { description: `**${index}**`, new_name: `law ${id} ${index}` }),
      () => person.patch(`/streams/${id}`, { is_private: this.random(2) === 0 }),
      () => person.patch(`/streams/${id}`, { is_private: true, history_public_to_subscribers: this.random(2) === 0 }),
      () =>
        person.patch(`/streams/${id}`, {
          [this.pick([
            'can_subscribe_group',
            'can_administer_channel_group',
            'can_send_message_group',
            'can_add_subscribers_group',
          ])]: { new: this.setting() },
        }),
      () =>
        person.patch(`/streams/${id}`, {
          topics_policy: 'allow_empty_topic',
          message_retention_days: 5,
          folder_id: folders.length === 0 ? null : this.pick(folders).id,
        }),
      () => person.delete(`/streams/${id}`),
      () => person.patch(`/streams/${id}`, { is_archived: false }),
      () =>
        this.random(2) === 0
          ? person.post('/default_streams', { stream_id: id })
          : person.delete('/default_streams', { stream_id: id }),
      () =>
        person.post(`${path}/properties`, {
          subscription_data: [
            { stream_id: id, property: 'is_muted', value: this.random(2) === 0 },
            { stream_id: id, property: 'color', value: '#ABCDEF' },
          ],
        }),
      () =>
        person.post('/user_topics', {
          stream_id: id,
          topic: this.pick(['a', 'A', 'b', '']),
          visibility_policy: this.random(4),
        }),
      () => person.post('/channel_folders/create', { name: `law ${index}`, description: '' }),
      () => person.patch('/channel_folders', { order: folders.map((folder) => folder.id).toReversed() }),
      () =>
        person.patch(`/channel_folders/${folders.length === 0 ? 1 : this.pick(folders).id}`, {
          description: `*${index}*`,
          is_archived: this.random(3) === 0,
        }),
      () => this.group(person),
      () => this.group(person),
      () => person.patch(`/users/${this.pick(this.people.slice(2)).userId}`, { role: this.pick([200, 300, 400, 600]) }),
    ];
    const { status, body } = await this.pick(acts)();
    if (status >= 500) throw new Error(`doing ${index}: ${JSON.stringify(body)}`);
    if (status === 200) this.successes += 1;
    else this.refusals += 1;
  }
}

async function checkLaw(watchers: Watcher[]): Promise<void> {
  for (const watcher of watchers) {
    for (const event of await watcher.queue.events()) apply(watcher.known, event);
    const fresh = fromRegistration(
      await watcher.client.ok.post('/register', { ...options(watcher.capabilities), event_types: [] }),
    );
    expect({ who: watcher.client.name, ...comparable(watcher.known) }).toEqual({
      who: watcher.client.name,
      ...comparable(fresh),
    });
  }
}

describe('the state of channels', () => {
  it.each([1, 21, 22])('kept up by events is the state told at registration (life %i)', async (seed) => {
    const people = [world.owner, world.admin, world.moderator, world.member, world.member2, world.guest];
    const watchers: Watcher[] = [];
    for (const person of people)
      for (const capabilities of [{ archived_channels: true }, {}]) watchers.push(await watch(person, capabilities));
    const doings = new Doings(people, seed);
    const { group_id: team } = await world.owner.ok.post('/user_groups/create', {
      name: `team ${seed}`,
      description: '',
      members: [],
      can_add_members_group: { direct_members: people.map((person) => person.userId), direct_subgroups: [] },
      can_remove_members_group: { direct_members: people.map((person) => person.userId), direct_subgroups: [] },
    });
    const systemGroups = (
      await world.db<{ id: number }>("SELECT id FROM user_groups WHERE name NOT IN ('role:internet', 'role:everyone')")
    ).map((row) => row.id);
    doings.groups = [Number(team), Number(team), Number(team), ...systemGroups];
    for (let index = 0; index < 100; index += 1) {
      await doings.step(seed * 1000 + index);
      if (index % 10 === 9) await checkLaw(watchers);
    }
    // A life of refusals alone would prove nothing.
    expect(doings.successes).toBeGreaterThan(40);
    expect(doings.refusals).toBeGreaterThan(10);
  });
});

describe('what registration tells of channels', () => {
  it('has the fields of each type, and only those asked for', async () => {
    const all = await world.member.ok.post('/register', {
      event_types: [],
      fetch_event_types: [...types, 'default_stream_groups', 'muted_topics'],
    });
    for (const field of [
      'subscriptions',
      'unsubscribed',
      'never_subscribed',
      'streams',
      'realm_default_streams',
      'realm_default_stream_groups',
      'channel_folders',
      'user_topics',
    ]) {
      expect(all).toHaveProperty(field);
    }
    const one = await world.member.ok.post('/register', { event_types: [], fetch_event_types: ['stream'] });
    expect(one).not.toHaveProperty('subscriptions');
  });

  it('has archived channels only for clients that know them', async () => {
    const { id } = await world.member.ok.post('/channels/create', {
      name: 'to the archive',
      subscribers: [world.member.userId],
    });
    await world.owner.ok.delete(`/streams/${String(id)}`);
    const ids = async (capabilities: Body) => [
      ...fromRegistration(await world.member.ok.post('/register', options(capabilities))).streams.keys(),
    ];
    expect(await ids({})).not.toContain(Number(id));
    expect(await ids({ archived_channels: true })).toContain(Number(id));
  });

  it('has part of the subscribers of a large channel: all bots, and who was active in the last 14 days', async () => {
    const crowd: number[] = [];
    for (let made = 0; made < 255; made += 1) crowd.push((await world.newUser(`Crowd ${made}`)).userId);
    const active = await world.newUser('Ada Active');
    const subscribers = [...crowd, active.userId, world.bot.userId, world.member.userId];
    const { id } = await world.member.ok.post('/channels/create', {
      name: 'crowd',
      subscribers,
      send_new_subscription_messages: false,
    });
    await active.post('/users/me/presence', { status: 'active' });
    const row = async (include: string) => {
      const { subscriptions } = await world.member.ok.get('/users/me/subscriptions', { include_subscribers: include });
      return (subscriptions as Body[]).find((each) => each['stream_id'] === id);
    };
    const partial = await row('partial');
    expect(partial).not.toHaveProperty('subscribers');
    expect(partial?.['partial_subscribers']).toEqual(expect.arrayContaining([world.bot.userId, active.userId]));
    expect(String(partial?.['partial_subscribers']).split(',').length).toBeLessThan(20);
    expect((await row('true'))?.['subscribers']).toHaveLength(257);
  });
});
