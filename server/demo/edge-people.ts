/** People, bots, groups and channels at the edges of what the API allows. */
import { createUser, deactivateUser } from '../domain/accounts/lifecycle.ts';
import type { Acting } from '../domain/acting.ts';
import { createBot } from '../domain/bots/edit.ts';
import { archiveChannel } from '../domain/channels/archive.ts';
import { createFolder } from '../domain/channels/folders/edit.ts';
import { createRequestedChannel, plainChannel, type ChannelChoices } from '../domain/channels/request.ts';
import type { ChannelRow } from '../domain/channels/rows.ts';
import { subscribeUsers } from '../domain/channels/subscriptions/subscribe.ts';
import { deactivateGroup } from '../domain/groups/deactivate.ts';
import { createGroup } from '../domain/groups/edit.ts';
import { systemGroupId } from '../domain/groups/system-groups.shared.ts';
import { BotType, type UserRow } from '../domain/users/rows.ts';
import { setStatus } from '../domain/users/status.ts';
import { Role } from '../permissions/roles.ts';
import { keyFor, mailDomain } from './cast.ts';
import type { DemoRandom } from './random.ts';
import type { Seeder } from './seeder.ts';

/** Beginning of the address and key, name, role, and whether they have left. */
const people: readonly [key: string, name: string, role: number, hasLeft?: true][] = [
  [
    'longest',
    'Maximilian-Alexander Wolfeschlegelsteinhausenbergerdorff von und zu Hohenlohe-Langenburg-Schillings',
    400,
  ],
  ['arabic', 'محمد بن عبد العزيز الفاسي', Role.member],
  ['hebrew', 'שירה אברהם־לוי', Role.member],
  ['mixed', 'Zoë שלום Müller مرحبا', Role.member],
  ['emoji', '🦊 Foxy 👩🏽‍🚀🏳️‍🌈 O’Hara', Role.member],
  ['chinese', '欧阳娜娜', Role.member],
  ['combining', 'Z͑ͫ̓ͪa̴l͎g̸o̵', Role.member],
  ['short', 'Wu', Role.member],
  ['markup', 'Robert & O’Table; DROP TABLE', Role.member],
  ['twin1', 'Kim Lee', Role.member],
  ['twin2', 'Kim Lee', Role.member],
  ['prefix', 'Kim Lee Smith', Role.member],
  ['guest', 'Guest without a channel', Role.guest],
  ['alone', 'Alone Without Channels', Role.member],
  ['moderator', 'Moderator Ñandú Øster', Role.moderator],
  ['left1', 'Left Long Ago', Role.member, true],
  ['left2', 'Left As An Administrator', Role.administrator, true],
  ['left3', 'Left 👋 Guest', Role.guest, true],
];
const fillers = 40;

export const longestChannel = 'the-channel-with-the-longest-name-that-the-server-will-accept'.slice(0, 60);
export const rtlChannel = 'قناة الاختبار';
export const busiestChannel = 'three-hundred-topics';
export const protectedChannel = 'private-protected-history';

export interface Edges {
  people: Map<string, UserRow>;
  /** Someone, now. */
  as(key: string): Acting;
}

/** Makes everyone and everything; Amara, the owner, is there already. */
export function makeEdges(seeder: Seeder, random: DemoRandom, passwordHash: string): Edges {
  const all = new Map<string, UserRow>();
  const add = (key: string, fullName: string, role: number): UserRow => {
    random.expectToken(keyFor(key));
    const email = `${key}@${mailDomain}`;
    const user = createUser(seeder.as('amara'), { email, fullName, role, passwordHash, by: seeder.user('amara') });
    all.set(key, user);
    return user;
  };
  for (const [key, name, role] of people) add(key, name, role);
  for (let number = 1; number <= fillers; number += 1) add(`person${number}`, `Person Number ${number}`, Role.member);
  const as = (key: string): Acting => {
    if (key === 'amara') return seeder.as('amara');
    const user = all.get(key);
    if (user === undefined) throw new Error(`nobody is called ${key}`);
    return seeder.asUser(user);
  };
  const edges = { people: all, as };
  const { text, emoji } = { text: 'x'.repeat(60), emoji: 'octopus' };
  setStatus(seeder.system(), all.get('longest') as UserRow, { emoji_name: emoji, status_text: text });
  makeChannels(edges);
  makeGroups(edges);
  makeBots(edges, random);
  return edges;
}

/** Some leave at the end, when they have said something. */
export function deactivateLeavers({ people: all, as }: Edges): void {
  for (const [key, , , hasLeft] of people) {
    const user = all.get(key);
    if (hasLeft === true && user !== undefined) deactivateUser(as('amara'), user);
  }
}

function makeChannels({ people: all, as }: Edges): void {
  const acting = as('amara');
  const everybody = [acting.user, ...all.values()].filter(({ role }) => role !== Role.guest).map(({ id }) => id);
  const some = everybody.slice(0, 16);
  const longFolder = createFolder(acting, 'F'.repeat(60), 'D'.repeat(1024));
  const rtlFolder = createFolder(acting, 'مجلد', '📁');
  const channel = (name: string, description: string, choices: Partial<ChannelChoices>): ChannelRow =>
    createRequestedChannel(acting, name, description, { ...plainChannel, ...choices });
  const withPeople = (made: ChannelRow, ids: readonly number[]): void => void subscribeUsers(acting, [made], [...ids]);
  withPeople(channel(longestChannel, 'Long words '.repeat(93).slice(0, 1024), { folder_id: longFolder }), everybody);
  withPeople(channel(rtlChannel, 'وصف القناة مع **تنسيق** و :tada:', { folder_id: rtlFolder }), some);
  withPeople(channel('🦄 emoji ✨ only 🌈', '🎉'.repeat(100), {}), some);
  channel('nobody-subscribed', 'A public channel without subscribers.', {});
  withPeople(
    channel('private-history-for-all', 'New subscribers see what was said before.', { invite_only: true }),
    some,
  );
  const hides = { invite_only: true, history_public_to_subscribers: false };
  withPeople(channel(protectedChannel, 'New subscribers see only what is said from then on.', hides), some.slice(0, 5));
  const administrators = systemGroupId(acting.db, 'role:administrators');
  withPeople(
    channel('announcements-only', 'Only administrators write.', {
      settings: { can_send_message_group: administrators },
    }),
    everybody,
  );
  withPeople(channel('no-topics', 'Every message has the empty topic.', { topics_policy: 'empty_topic_only' }), some);
  withPeople(channel('forgets-after-a-day', 'Messages go after one day.', { message_retention_days: '1' }), some);
  withPeople(channel(busiestChannel, 'Three hundred topics, some of which differ in one letter.', {}), everybody);
  const archived = channel('archived', 'Closed, and still readable.', {});
  withPeople(archived, some);
  archiveChannel(acting, archived);
  for (let number = 1; number <= 60; number += 1)
    withPeople(channel(`many-${String(number).padStart(2, '0')}`, '', {}), number % 7 === 0 ? [] : some.slice(0, 3));
}

function makeGroups({ people: all, as }: Edges): void {
  const acting = as('amara');
  const ids = [...all.values()].map(({ id }) => id);
  const group = (name: string, description: string, members: readonly number[], subgroups: readonly number[]): number =>
    createGroup(acting, { name, description, members: [...members], subgroups: [...subgroups], settings: {} }).id;
  group('empty-group', 'Nobody is in it.', [], []);
  group('مجموعة', '', ids.slice(0, 3), []);
  group('G'.repeat(100), 'The longest name.', ids.slice(0, 2), []);
  let inner = group('level-1', 'The innermost of six.', ids.slice(0, 5), []);
  for (let level = 2; level <= 6; level += 1) inner = group(`level-${level}`, '', [], [inner]);
  for (let number = 1; number <= 40; number += 1)
    group(`team-${number}`, `Team number ${number}.`, ids.slice(number % 20, (number % 20) + 6), []);
  const gone = createGroup(acting, {
    name: 'deactivated-group',
    description: 'Was there once.',
    members: [acting.user.id],
    subgroups: [],
    settings: {},
  });
  deactivateGroup(acting, gone);
}

function makeBots({ as }: Edges, random: DemoRandom): void {
  const acting = as('amara');
  const kinds = [
    ['generic', BotType.generic],
    ['incoming', BotType.incomingWebhook],
    ['outgoing', BotType.outgoingWebhook],
    ['retired', BotType.generic],
  ] as const;
  for (const [name, type] of kinds) {
    random.expectToken(keyFor(name));
    const bot = createBot(acting, {
      short_name: name,
      full_name: `${name[0]?.toUpperCase() ?? ''}${name.slice(1)} Bot 🤖`,
      bot_type: type,
      ...(type === BotType.outgoingWebhook && { payload_url: 'http://127.0.0.1:9/nobody-listens', interface_type: 1 }),
    });
    if (name === 'retired') deactivateUser(acting, bot);
  }
}
