/**
 * The law of state: what a client knows after applying its events is what it would be reported by registering again. People of
 * every role live through the same random doings; then everything that a life may leave out is done once. No event of the
 * contract is without a rule, or a sentence on why it needs none, and every rule has been at work.
 */
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { completeContract } from '../../../server/contract/complete.ts';
import type { Client } from '../../../server/testing/client.ts';
import { ofChannels, ofTopicsAndFolders } from '../../../server/testing/life/channels.ts';
import { Life, type Field } from '../../../server/testing/life/life.ts';
import { ofMessages } from '../../../server/testing/life/messages.ts';
import { ofLists, ofOrganization } from '../../../server/testing/life/organization.ts';
import { ofOwn, ofPresence, ofSidebar } from '../../../server/testing/life/own.ts';
import { ofBots, ofGroups, ofPeople } from '../../../server/testing/life/people.ts';
import { older, plain, StateLaw, told, type Watcher } from '../../../server/testing/life/state-law.ts';
import { systemGroup } from '../../../server/testing/scenario.ts';
import { startWorld, type World } from '../../../server/testing/world.ts';
import type { Registration } from './events.ts';
import { presencesSeen, withoutExpired } from './presence.ts';
import { reduceAll, ruleFor, rules } from './reduce.ts';
import { registerParams, stateFrom, type ClientState } from './state.ts';

let world: World;
let law: StateLaw;
/** Every event that came to anybody, in all lives. */
const came = new Set<string>();

/** For the tests around: what others did to their people and channels is not theirs. */
function inAWorldOfTheirOwn(): void {
  beforeAll(async () => {
    world = await startWorld();
    law = new StateLaw(world, came);
  });
  afterAll(async () => world.stop());
}

interface Plan {
  seed: number;
  steps: number;
  /** Steps between two looks. */
  every: number;
  fields: Record<string, Field>;
}

async function live(watchers: readonly Watcher[], life: Life, { seed, steps, every, fields }: Plan): Promise<void> {
  for (let index = 0; index < steps; index += 1) {
    await life.step(fields, seed * 1000 + index);
    if (index % every === every - 1) await law.check(watchers, life.log.slice(-every));
  }
}

describe('what a client keeps up by events is what it is informed when it registers again, in a life of people', () => {
  inAWorldOfTheirOwn();

  it.each([21, 377])(
    'with messages, and with what is their own (%i)',
    async (seed) => {
      const everybody = [world.owner, world.admin, world.member, world.member2, world.guest];
      const extras = [await world.newUser(`Extra ${seed}`), await world.newUser(`Guest ${seed}`, 600)];
      for (const [index, privacy] of [{}, { invite_only: true, history_public_to_subscribers: false }].entries())
        await world.owner.ok.post('/channels/create', {
          name: `law ${seed} ${index}`,
          subscribers: everybody.map((person) => person.userId),
          ...privacy,
        });
      const watchers: Watcher[] = [];
      for (const [index, person] of everybody.entries())
        watchers.push(
          await law.watch(person, { client_capabilities: { include_deactivated_groups: index % 2 === 0 } }),
        );
      const life = new Life(world, { people: everybody, extras }, seed);
      const fields = {
        people: ofPeople,
        bots: ofBots,
        groups: ofGroups,
        messages: ofMessages,
        more: ofMessages,
        lists: ofLists,
        own: ofOwn,
        sidebar: ofSidebar,
        presence: ofPresence,
      };
      await live(watchers, life, { seed, steps: 150, every: 5, fields });
      // A life of refusals alone would prove nothing.
      expect(life.successes).toBeGreaterThan(70);
    },
    120_000,
  );
});

describe('and in a life of channels', () => {
  inAWorldOfTheirOwn();

  it.each([1, 22, 24])(
    'with topics, and with the organization (%i)',
    async (seed) => {
      const everybody = [world.owner, world.admin, world.moderator, world.member, world.member2, world.guest];
      const all = everybody.map((person) => person.userId);
      await world.owner.ok.post('/user_groups/create', {
        name: `team ${seed}`,
        description: '',
        members: [],
        can_add_members_group: { direct_members: all, direct_subgroups: [] },
        can_remove_members_group: { direct_members: all, direct_subgroups: [] },
      });
      const watchers: Watcher[] = [];
      for (const [index, person] of everybody.entries())
        for (const otherwise of [{}, older])
          watchers.push(
            await law.watch(person, { ...(index % 2 === 0 && { include_subscribers: 'true' }), ...otherwise }),
          );
      const life = new Life(world, { people: everybody, extras: [] }, seed);
      const fields = {
        channels: ofChannels,
        again: ofChannels,
        topics: ofTopicsAndFolders,
        organization: ofOrganization,
      };
      await live(watchers, life, { seed: seed + 5000, steps: 100, every: 10, fields });
      expect(life.successes).toBeGreaterThan(40);
      expect(life.refusals).toBeGreaterThan(10);
    },
    120_000,
  );
});

describe('and on a day', () => {
  inAWorldOfTheirOwn();

  it('on which everything happens that is rare in a life', async () => {
    const { owner, member, member2, guest } = world;
    const watchers: Watcher[] = [];
    for (const person of [owner, member, guest]) watchers.push(await law.watch(person));
    const [ofOwner] = watchers as [Watcher, ...Watcher[]];
    const day = new Day(watchers);

    const subscribers = [owner.userId, member.userId, guest.userId];
    const { id: channel } = await owner.ok.post('/channels/create', { name: 'a rare day', subscribers });
    const sent = await member.ok.post('/messages', { type: 'channel', to: channel, topic: 'day', content: 'Hello' });
    await day.check('a message');
    await owner.ok.post('/messages/flags', { messages: [sent['id']], op: 'add', flag: 'read' });
    await owner.ok.post('/messages/flags', { messages: [sent['id']], op: 'remove', flag: 'read' });
    await day.check('a message read and unread again');
    expect(ofOwner.state.messages.unread.get(`${Number(channel)} day`)?.ids).toEqual([sent['id']]);
    await member.ok.patch(`/messages/${String(sent['id'])}`, { topic: 'another day' });
    await member.ok.post(`/messages/${String(sent['id'])}/reactions`, { emoji_name: 'tada' });
    await member.ok.delete(`/messages/${String(sent['id'])}/reactions`, { emoji_name: 'tada' });
    await day.check('a message moved, and a reaction');

    const { group_id: one } = await owner.ok.post('/user_groups/create', { name: 'one', description: '', members: [] });
    const { group_id: two } = await owner.ok.post('/user_groups/create', { name: 'two', description: '', members: [] });
    await owner.ok.post(`/user_groups/${String(one)}/subgroups`, { add: [two] });
    await day.check('a group in a group');
    await owner.ok.post(`/user_groups/${String(one)}/subgroups`, { delete: [two] });
    await owner.ok.post('/realm/domains', { domain: 'rare.example', allow_subdomains: false });
    await day.check('a domain');
    await owner.ok.patch('/realm/domains/rare.example', { allow_subdomains: true });
    await day.check('a domain and all below it');
    await owner.ok.delete('/realm/domains/rare.example');
    await day.check('no domain');
    await owner.ok.patch('/realm', { avatar_changes_disabled: true, message_retention_days: 30 });
    await day.check('settings that are reported alone');

    await owner.ok.patch('/realm', {
      can_create_public_channel_group: { new: await systemGroup(owner, 'role:moderators') },
      message_edit_history_visibility_policy: 'none',
    });
    await day.check('settings that older clients read in other words');
    await owner.ok.post('/channels/create', {
      name: 'for full members',
      subscribers: [owner.userId],
      invite_only: true,
      can_subscribe_group: await systemGroup(owner, 'role:fullmembers'),
    });
    for (const days of [1000, 0]) {
      await owner.ok.patch('/realm', { waiting_period_threshold: days });
      await day.check(`${days} days until one is a full member`);
    }

    const folders: unknown[] = [];
    for (const name of ['first', 'second'])
      folders.push((await owner.ok.post('/channel_folders/create', { name, description: '' }))['channel_folder_id']);
    await day.check('two folders');
    await owner.ok.patch('/channel_folders', { order: folders.toReversed() });
    await day.check('two folders the other way round');

    await ownThings(member, member2.userId, day);
    await owner.ok.patch('/console/delivery_settings', { settings: { push_relay_url: 'http://127.0.0.1:9/' } });
    await member.ok.post('/mobile_push/register', {
      token_kind: 'fcm',
      push_account_id: 10,
      push_public_key: Buffer.alloc(32, 7).toString('base64'),
      bouncer_public_key: 'a key',
      encrypted_push_registration: Buffer.from('for the relay').toString('base64'),
    });
    await day.check('a device');

    const until = Math.floor(world.clock.nowMs / 1000) + 9000;
    await member.ok.patch('/users/me/do_not_disturb', { until, allowed_user_ids: [owner.userId] });
    await day.check('notifications off');
    await owner.ok.post(`/users/${member2.userId}/status`, { status_text: 'Away for good' });
    await owner.ok.delete(`/users/${member2.userId}`);
    await day.check('someone who goes');
    const gone = { status: 400, code: 'BAD_REQUEST', msg: 'User is deactivated' };
    await owner.fails('POST', `/users/${member2.userId}/status`, { status_text: 'back' }, gone);
    await owner.ok.post(`/users/${member2.userId}/reactivate`);
    await day.check('someone who comes back');
    await owner.ok.patch('/realm/user_settings_defaults', { presence_enabled: false });
    const shy = { email: 'shy@example.com', password: 'a good password', full_name: 'Shy' };
    await owner.ok.post('/users', shy);
    await day.check('a newcomer who does not show that they are there');

    const { user_id: bot } = await member.ok.post('/bots', { full_name: 'Rare bot', short_name: 'rare' });
    await owner.ok.patch(`/users/${String(bot)}`, { new_email: 'rarer-bot@example.com' });
    await day.check('a bot that has another address');
    await owner.ok.delete(`/bots/${String(bot)}`);
    await day.check('a bot that is gone');
    await owner.ok.patch('/realm', { can_access_all_users_group: { new: await systemGroup(owner, 'role:members') } });
    await owner.ok.delete('/users/me/subscriptions', { subscriptions: ['a rare day'], principals: [guest.userId] });
    for (const { name } of await world.db<{ name: string }>('SELECT name FROM streams WHERE is_archived = 0'))
      await owner.delete('/users/me/subscriptions', { subscriptions: [name], principals: [guest.userId] });
    await day.check('a guest who sees no one any more');
    await world.restart();
    await day.check('another start of the server');
  });
});

/** Looks after each thing that was done. */
class Day {
  readonly #watchers: readonly Watcher[];

  constructor(watchers: readonly Watcher[]) {
    this.#watchers = watchers;
  }

  check = (after: string): Promise<void> => law.check(this.#watchers, [after]);
}

/** Everything that someone keeps for themselves: made, changed, and taken away. */
async function ownThings(person: Client, otherId: number, day: Day): Promise<void> {
  const at = Math.floor(world.clock.nowMs / 1000) + 9000;
  const text = { type: 'private', to: [otherId], topic: '', content: 'later', timestamp: 1 };
  const { ids } = await person.ok.post('/drafts', { drafts: [text] });
  const [draft] = ids as number[];
  const later = { type: 'direct', to: [otherId], content: 'later', scheduled_delivery_timestamp: at };
  const scheduled = Number((await person.ok.post('/scheduled_messages', later))['scheduled_message_id']);
  const snippet = Number(
    (await person.ok.post('/saved_snippets', { title: 'One', content: 'text' }))['saved_snippet_id'],
  );
  const sent = Number((await person.ok.post('/messages', { type: 'direct', to: [otherId], content: 'now' }))['id']);
  const reminder = await person.ok.post('/reminders', { message_id: sent, scheduled_delivery_timestamp: at });
  await person.ok.post('/navigation_views', { fragment: 'narrow/sender/7', is_pinned: true, name: 'Seven' });
  await day.check('own things, made');
  await person.ok.patch(`/drafts/${draft}`, { draft: { ...text, content: 'other' } });
  await person.ok.patch(`/scheduled_messages/${scheduled}`, { content: 'other' });
  await person.ok.patch(`/saved_snippets/${snippet}`, { title: 'Other' });
  await person.ok.patch('/navigation_views/narrow/sender/7', { is_pinned: false });
  await day.check('own things, changed');
  await person.ok.delete(`/drafts/${draft}`);
  await person.ok.delete(`/scheduled_messages/${scheduled}`);
  await person.ok.delete(`/saved_snippets/${snippet}`);
  await person.ok.delete(`/reminders/${String(reminder['reminder_id'])}`);
  await person.ok.delete('/navigation_views/narrow/sender/7');
  await day.check('own things, taken away');
}

describe('who is typing', () => {
  inAWorldOfTheirOwn();

  const typists = (watcher: Watcher): unknown => plain(watcher.state.presence.typing);

  it('is known until they stop, have sent their message, or are not heard of for a while', async () => {
    const { owner, member } = world;
    const watcher = await law.watch(owner);
    const say = (op: string) => member.ok.post('/typing', { type: 'direct', op, to: [owner.userId] });
    const until = world.clock.nowMs + 45_000;
    const known = [[`dm ${member.userId}`, [[member.userId, until]]]];
    await say('start');
    await law.follow(watcher);
    expect(typists(watcher)).toEqual(known);
    await say('stop');
    await law.follow(watcher);
    expect(typists(watcher)).toEqual([]);
    await say('start');
    await law.follow(watcher);
    await member.ok.post('/messages', { type: 'direct', to: [owner.userId], content: 'Here it is' });
    await law.follow(watcher);
    expect(typists(watcher)).toEqual([]);
    await say('start');
    await law.follow(watcher);
    const { presence: before } = watcher.state;
    expect(withoutExpired(before, until - 1)).toBe(before);
    expect(plain(withoutExpired(before, until).typing)).toEqual([]);
  });

  it('in a topic and at an older message too', async () => {
    const { owner, member } = world;
    const subscribers = [owner.userId, member.userId];
    const { id } = await owner.ok.post('/channels/create', { name: 'typing', subscribers });
    const sent = await member.ok.post('/messages', { type: 'channel', to: id, topic: 'Here', content: 'Hello' });
    const watcher = await law.watch(owner);
    await member.ok.post('/typing', { type: 'channel', op: 'start', stream_id: id, topic: 'Here' });
    await member.ok.post(`/messages/${String(sent['id'])}/typing`, { op: 'start' });
    await law.follow(watcher);
    expect([...watcher.state.presence.typing.keys()]).toEqual([`${Number(id)} here`]);
    expect([...watcher.state.presence.editing.keys()]).toEqual([sent['id']]);
    await member.ok.post(`/messages/${String(sent['id'])}/typing`, { op: 'stop' });
    await law.follow(watcher);
    expect([...watcher.state.presence.editing.keys()]).toEqual([]);
  });
});

describe('a reducer that a page can draw from', () => {
  inAWorldOfTheirOwn();

  it('leaves what an event does not touch the very same object', async () => {
    const { owner, member } = world;
    const watcher = await law.watch(owner);
    const before = watcher.state;
    await member.ok.post('/messages', { type: 'direct', to: [owner.userId], content: 'Hello' });
    await law.follow(watcher);
    const { messages: _, ...rest } = watcher.state;
    expect(Object.entries(rest).filter(([name, part]) => part !== before[name as keyof ClientState])).toEqual([]);
    expect(watcher.state.messages.starred).toBe(before.messages.starred);
    expect(watcher.state.messages.unread).not.toBe(before.messages.unread);
  });

  it('gives the same state back for an event that changes nothing', async () => {
    const { state } = await law.watch(world.owner);
    expect(
      reduceAll(
        state,
        [
          { id: 1, type: 'heartbeat' },
          { id: 2, type: 'invites_changed' },
        ],
        0,
      ),
    ).toBe(state);
    const nothing = { id: 3, type: 'saved_snippets', op: 'remove', saved_snippet_id: 999_999 } as const;
    expect(reduceAll(state, [nothing], 0)).toBe(state);
  });
});

/** What of a registration the state does not keep, and why. */
const leftOut: Record<string, string> = {
  'It is of the answer and its queue.': 'result msg queue_id last_event_id zulip_merge_base',
  'Older words for what is kept.': 'realm_filters muted_topics max_message_id jitsi_server_url',
  'As in the own entry among the users.':
    'email delivery_email full_name avatar_url avatar_url_medium is_admin is_owner is_moderator is_guest',
  'It follows from the own groups.':
    'can_create_streams can_create_public_streams can_create_private_streams can_create_web_public_streams ' +
    'can_subscribe_other_users can_invite_others_to_realm',
  'A user who polls for presence keeps it.': 'presence_last_update_id server_timestamp',
  'It stays as it is while the server runs, and the chat asks for nothing of the kind.':
    'realm_billing realm_embedded_bots realm_incoming_webhook_bots ' +
    'stop_words realm_default_stream_groups has_zoom_token giphy_api_key giphy_rating_options password_min_guesses ' +
    'server_web_public_streams_enabled server_needs_upgrade server_inline_image_preview server_inline_url_embed_preview ' +
    'server_avatar_changes_disabled server_name_changes_disabled server_jitsi_server_url server_can_summarize_topics ' +
    'server_min_deactivated_realm_deletion_days server_max_deactivated_realm_deletion_days settings_send_digest_emails ' +
    'development_environment zulip_plan_is_not_limited upgrade_text_for_wide_organization_logo',
  'Our pages explain themselves otherwise.': 'onboarding_steps navigation_tour_video_url',
  'Only the console asks for such pictures.': 'max_icon_file_size_mib max_logo_file_size_mib',
};

describe('what a registration reports', () => {
  inAWorldOfTheirOwn();

  it('is kept, or left out for a reason', async () => {
    const { state } = await world.owner.register(registerParams);
    const read = new Set<string | symbol>();
    const noticing = new Proxy(state, {
      get(target, name) {
        read.add(name);
        return target[String(name)];
      },
    });
    stateFrom(noticing as unknown as Registration);
    const unread = Object.keys(state).filter((name) => !read.has(name));
    expect(unread.toSorted()).toEqual(Object.values(leftOut).join(' ').split(' ').toSorted());
  });
});

interface Indexed {
  type: string;
  op?: string;
}

describe('who is here', () => {
  inAWorldOfTheirOwn();

  it('is no one while the organization shares no presence, and who was known again after that', async () => {
    const { owner, member } = world;
    const watcher = await law.watch(owner);
    const seen = async () => {
      await law.check([watcher], []);
      return presencesSeen(watcher.state).has(member.userId);
    };
    await member.ok.post('/users/me/presence', { status: 'active' });
    expect(await seen()).toBe(true);
    await owner.ok.patch('/realm', { presence_disabled: true });
    expect(await seen()).toBe(false);
    await owner.ok.patch('/realm', { presence_disabled: false });
    expect(await seen()).toBe(true);
  });
});

describe('the rules', () => {
  const indexed = completeContract().components.schemas['Event']?.['x-index'] as Indexed[];

  it('name every event of the contract, and none that it does not have', () => {
    expect(indexed.length).toBeGreaterThan(80);
    expect(indexed.filter((event) => ruleFor(event) === undefined).map(told)).toEqual([]);
    const named = Object.entries(rules).flatMap(([type, entry]) =>
      typeof entry === 'function' || 'why' in entry ? [type] : Object.keys(entry).map((op) => told({ type, op })),
    );
    expect(named.toSorted()).toEqual(indexed.map(told).toSorted());
  });

  it('say why where they do nothing', () => {
    const reasons = indexed.map(ruleFor).flatMap((rule) => (typeof rule === 'object' ? [rule.why] : []));
    expect(reasons.filter((why) => !/^[A-Z].{15,}[.]$/.test(why))).toEqual([]);
  });

  it('were all at work in these lives, and what is never sent was not', () => {
    const isUnsent = (event: Indexed): boolean => {
      const rule = ruleFor(event);
      return typeof rule === 'object' && rule.kind === 'unsent';
    };
    expect(indexed.filter((event) => typeof ruleFor(event) === 'function' && !came.has(told(event))).map(told)).toEqual(
      [],
    );
    expect(indexed.filter((event) => isUnsent(event) && came.has(told(event))).map(told)).toEqual([]);
  });
});
