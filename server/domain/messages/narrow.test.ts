/**
 * Narrows mean the same to SQL, to the predicate of events, to a plain walk over what clients are shown, and under every name
 * and form that clients use: before the search index is built, and after.
 */
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { seededRandom } from '../../demo/random.ts';
import type { Audience } from '../../events/audience.ts';
import type { EventBody, LoggedEvent } from '../../events/event-types.ts';
import { matchesEvent } from '../../events/narrowing.ts';
import type { Filter, SentNarrow } from '../../narrow/parse.ts';
import { matchesNarrow, type MessageFacts } from '../../narrow/predicate.ts';
import { complete } from '../../narrow/work.ts';
import type { Reader } from '../../storage/database.ts';
import { makeChannel, say, write } from '../../testing/scenario.ts';
import { startWorld, type World } from '../../testing/world.ts';
import { topicPolicy, TopicPolicy } from '../topics/policies.shared.ts';
import { findUser, type UserRow } from '../users/rows.ts';
import { receivedIds } from './access.ts';
import { participantIds } from './direct-recipients.shared.ts';
import { flagNames, flagsOf } from './flags/flags.shared.ts';
import { readNarrow } from './narrow.ts';
import { rangeSteps } from './reading/range-query.ts';
import type { MessageRow } from './rows.ts';
import { buildSearchIndex } from './search/search-build.ts';

const channels = ['red', 'green', 'blue'];
const topics = ['Alpha', 'beta', '✔ beta', '', 'Gamma ray'];
const texts = [
  'plain words',
  'see https://example.com/page',
  'Älpha and **beta**',
  'kettle `code`',
  '[notes](/user_uploads/2/ab/notes.txt)',
  '@**Max Member** look',
  '@**all** look',
  'alphabet soup',
  'новый **файл** для встречи',
  '명동에서 주간회의 합니다',
  '東京の会議はサーバー室で',
  'ไทยประชุมวันนี้',
  'Nguyễn và Müller ở Straße',
  'الاجتماع مع أحمد',
  'हिन्दी बैठक de**ploy**ment',
  'שלום C++ v20.11.1',
];

/** What is searched for, and what a text looks like that holds it: topics and texts as they are shown. */
const searches: [string, RegExp][] = [
  ['alph', /(?<!\p{L})[aä]lph/iu],
  ['"alpha"', /(?<!\p{L})[aä]lpha(?!\p{L})/iu],
  ['beta', /(?<!\p{L})beta/iu],
  ['"plain words"', /(?<!\p{L})plain words(?!\p{L})/iu],
  ['nothing', /(?<!\p{L})nothing/iu],
  ['файл', /(?<!\p{L})файл/iu],
  ['회의', /회의/u],
  ['京', /京/u],
  ['サーバー', /サーバー/u],
  ['ประชุม', /ประชุม/u],
  ['nguyen', /(?<!\p{L})nguyễn/iu],
  ['mueller', /(?<!\p{L})müller/iu],
  ['strasse', /(?<!\p{L})straße/iu],
  ['احمد', /(?<!\p{L})أحمد/u],
  ['बैठक', /(?<![\p{L}\p{M}])बैठक/u],
  ['deploy', /(?<!\p{L})deploy/iu],
  ['"deployment"', /(?<!\p{L})deployment(?!\p{L})/iu],
  ['c++', /(?<!\p{L})c\+\+/iu],
  ['v20.11', /v20\.11/u],
];

/** When messages were sent, some by a clock that was set back. UNIX seconds. */
let moments: number[] = [];

let world: World;
let next: () => number;
const pick = <T>(items: readonly T[]): T => items[Math.floor(next() * items.length)] as T;
const events = new Map<number, LoggedEvent & { flags: string[] }>();

beforeAll(async () => {
  world = await startWorld();
  next = seededRandom(7);
  const everybody = [world.owner, world.member, world.member2];
  for (const name of channels) await makeChannel(world.owner, name, everybody);
  await world.member.ok.post('/users/me/alert_words', { alert_words: ['kettle'] });
  // Events are kept while a queue waits for them.
  await world.member.register({ event_types: ['message'] });
  for (let n = 0; n < 120; n += 1) {
    const sender = pick(everybody);
    if (next() < 0.75) await say(sender, pick(channels), pick(topics), pick(texts));
    else
      await write(
        sender,
        pick([
          [world.member.userId],
          [world.member.userId, world.owner.userId],
          [world.member.userId, world.member2.userId, world.owner.userId],
        ]),
        pick(texts),
      );
    if (next() < 0.3) world.clock.advance(pick([40, 5000, 90_000]) * 1000);
    if (n === 60) world.clock.advance(-200_000_000);
  }
  await rememberEvents();
  const times = await world.db<{ timestamp: number }>('SELECT DISTINCT timestamp FROM messages');
  moments = times.map(({ timestamp }) => timestamp);
  await markSome();
});
afterAll(async () => world.stop());

/** Events as they are on their way to queues, with the flags that the member gets. */
async function rememberEvents(): Promise<void> {
  type Logged = { id: number; payload: string; audience: string };
  const rows = await world.db<Logged>('SELECT id, payload, audience FROM event_log ORDER BY id');
  for (const row of rows) {
    const event = { ...(JSON.parse(row.payload) as EventBody), id: row.id } as LoggedEvent;
    const groups = (JSON.parse(row.audience) as Audience).groups ?? [];
    const own = groups.find((group) => group.users.includes(world.member.userId));
    if (event.type !== 'message' || own === undefined) continue;
    events.set(event.message.id, { ...event, flags: own.extra?.['flags'] as string[] });
  }
}

async function markSome(): Promise<void> {
  const ids = [...events.keys()];
  const some = (share: number): number[] => ids.filter(() => next() < share);
  await world.member.ok.post('/messages/flags', { op: 'add', flag: 'read', messages: some(0.5) });
  await world.member.ok.post('/messages/flags', { op: 'add', flag: 'starred', messages: some(0.2) });
  for (const id of some(0.1)) await world.member.ok.post(`/messages/${id}/reactions`, { emoji_name: 'tada' });
  const channelId = async (name: string): Promise<number> =>
    Number((await world.owner.ok.get('/get_stream_id', { stream: name }))['stream_id']);
  await world.member.ok.post('/users/me/subscriptions/properties', {
    subscription_data: [{ stream_id: await channelId('blue'), property: 'is_muted', value: true }],
  });
  for (const [channel, topic, visibility_policy] of [
    ['red', 'Alpha', 3],
    ['red', 'beta', 1],
    ['blue', 'Gamma ray', 2],
    ['blue', '', 3],
  ] as const) {
    await world.member.ok.post('/user_topics', { stream_id: await channelId(channel), topic, visibility_policy });
  }
}

type Term = { operator: string; operand: string | number | number[]; negated: boolean };

function randomNarrow(operators: readonly (() => [string, string | number | number[]])[]): Term[] {
  const count = 1 + Math.floor(next() * 3);
  const terms = Array.from({ length: count }, () => {
    const [operator, operand] = pick(operators)();
    return { operator, operand, negated: next() < 0.3 };
  });
  return isContradiction(terms) ? randomNarrow(operators) : terms;
}

/** Channel messages and direct ones at once: such a narrow is refused. */
function isContradiction(terms: readonly Term[]): boolean {
  const asked = terms.filter(({ negated }) => !negated);
  const isDirect = ({ operator, operand }: Term): boolean => operator.startsWith('dm') || operand === 'dm';
  return asked.some(isDirect) && asked.some(({ operator }) => operator === 'channel' || operator === 'topic');
}

const eventOperators = [
  (): [string, string] => ['channel', pick(channels)],
  (): [string, string] => ['topic', pick(topics)],
  (): [string, string] => ['sender', pick([world.owner.email, world.member.email])],
  (): [string, number[]] => [
    'dm',
    pick([[world.owner.userId], [world.owner.userId, world.member2.userId], [world.member.userId]]),
  ],
  (): [string, number] => ['dm-including', pick([world.owner.userId, world.member2.userId])],
  (): [string, string] => ['has', pick(['link', 'image', 'attachment'])],
  (): [string, string] => ['is', pick(['dm', 'mentioned', 'alerted', 'resolved'])],
  (): [string, string] => ['search', pick(searches)[0]],
  (): [string, number] => [pick(['before', 'after', 'since', 'until']), pick(moments)],
  (): [string, number[]] => ['on', [pick(moments), pick(moments)].toSorted((a, b) => a - b)],
];
const operators = [
  ...eventOperators,
  (): [string, string] => ['has', 'reaction'],
  (): [string, string] => ['is', pick(['unread', 'starred', 'followed', 'muted'])],
  (): [string, string] => ['in', 'home'],
  (): [string, number] => ['id', pick([...events.keys()])],
];

function factsOf(db: Reader, user: UserRow, row: MessageRow): MessageFacts {
  const policy = row.stream_id === null ? TopicPolicy.none : topicPolicy(db, user.id, row.stream_id, row.topic);
  const isMutedChannel =
    db.get(
      'SELECT 1 FROM subscriptions WHERE user_id = ? AND stream_id = ? AND is_muted = 1',
      user.id,
      row.stream_id,
    ) !== undefined;
  return {
    id: row.id,
    senderId: row.sender_id,
    timestamp: row.timestamp,
    channelId: row.stream_id,
    topic: row.topic,
    userIds: row.stream_id === null ? participantIds(db, row.recipient_id) : [],
    flags: flagNames(flagsOf(db, user.id, [row.id]).get(row.id) ?? 0),
    renderedContent: row.rendered_content,
    hasLink: row.has_link === 1,
    hasImage: row.has_image === 1,
    hasAttachment: row.has_attachment === 1,
    hasReaction: row.has_reaction === 1,
    isFollowed: policy === TopicPolicy.followed,
    isMuted: policy === TopicPolicy.none ? isMutedChannel : policy === TopicPolicy.muted,
  };
}

interface Shown {
  id: number;
  timestamp: number;
  type: 'stream' | 'private';
  stream_id?: number;
  sender_email: string;
  subject: string;
  content: string;
  display_recipient: string | { id: number }[];
  flags: string[];
  reactions: unknown[];
}

/** The member's policies as registration reports them, by channel and topic; some topics are followed because of what was sent. */
const policies = new Map<string, number>();

async function readPolicies(): Promise<void> {
  type State = { user_topics: { stream_id: number; topic_name: string; visibility_policy: number }[] };
  const state = await world.member.ok.post('/register', {
    fetch_event_types: ['user_topic'],
    client_capabilities: { empty_topic_name: true },
  });
  for (const row of (state as unknown as State).user_topics)
    policies.set(`${row.stream_id} ${row.topic_name.toLowerCase()}`, row.visibility_policy);
}

/** Of the channels, blue alone is muted. */
function standing({ display_recipient: channel, stream_id: id, subject }: Shown): 'followed' | 'muted' | 'plain' {
  const policy = policies.get(`${id} ${subject.toLowerCase()}`) ?? 0;
  if (policy === 0) return channel === 'blue' ? 'muted' : 'plain';
  return policy === 3 ? 'followed' : policy === 1 ? 'muted' : 'plain';
}

/** One term of a narrow by nothing but what a client is shown. */
function walkTerm({ operator, operand, negated }: Term, message: Shown): boolean {
  const { type, subject, content, flags } = message;
  const people = Array.isArray(message.display_recipient) ? message.display_recipient.map(({ id }) => id) : [];
  const isChannel = type === 'stream';
  const shown = content.replaceAll(/<\/?(?:strong|code|span|a)\b[^>]*>/g, '').replaceAll(/<[^>]*>/g, '\n');
  const asked = [operand].flat().map(Number);
  const is: Record<string, boolean> = {
    dm: !isChannel,
    mentioned: flags.includes('mentioned') || flags.some((flag) => flag.endsWith('wildcard_mentioned')),
    alerted: flags.includes('has_alert_word'),
    resolved: isChannel && subject.startsWith('✔ '),
    unread: !flags.includes('read'),
    starred: flags.includes('starred'),
    followed: isChannel && standing(message) === 'followed',
    muted: isChannel && standing(message) === 'muted',
  };
  const matches: Record<string, () => boolean> = {
    channel: () => message.display_recipient === operand,
    topic: () => isChannel && subject.toLowerCase() === String(operand).toLowerCase(),
    sender: () => message.sender_email === operand,
    dm: () =>
      !isChannel &&
      people.toSorted((a, b) => a - b).join() ===
        [...new Set([...asked, world.member.userId])].toSorted((a, b) => a - b).join(),
    'dm-including': () => !isChannel && asked.every((id) => people.includes(id)),
    has: () =>
      operand === 'link' ? content.includes('<a href') : operand === 'reaction' && message.reactions.length > 0,
    is: () => is[String(operand)] === true,
    in: () => is['muted'] !== true,
    id: () => message.id === operand,
    before: () => message.timestamp < Number(operand),
    after: () => message.timestamp > Number(operand),
    since: () => message.timestamp >= Number(operand),
    until: () => message.timestamp <= Number(operand),
    on: () => message.timestamp >= (asked[0] ?? 0) && message.timestamp < (asked[1] ?? 0),
    search: () => searches.find(([search]) => search === operand)?.[1].test(`${subject}\n${shown}`) === true,
  };
  return matches[operator]?.() !== negated;
}

/** All that the member received, as their client is shown it. */
async function everything(): Promise<Shown[]> {
  const form = { anchor: 'newest', num_before: 5000, num_after: 0, allow_empty_topic_name: true };
  return (await world.member.ok.get('/messages', form))['messages'] as Shown[];
}

const range = { anchor: 'newest', includeAnchor: true, numBefore: 5000, numAfter: 0 } as const;

describe('a narrow', () => {
  it.each(['before the index is built', 'after'])(
    'matches the same as SQL, as a predicate and to a walk, %s',
    async (time) => {
      if (time === 'after') await buildSearchIndex(world.server.services, new AbortController().signal);
      await readPolicies();
      const shown = await everything();
      const sizes = new Set<number>();
      await world.server.services.storage.read((db) => {
        const user = findUser(db, world.member.userId) as UserRow;
        const all = db.all<MessageRow>('SELECT * FROM messages ORDER BY id');
        const received = receivedIds(db, user.id, all);
        const rows = all.filter((row) => received.has(row.id));
        const facts = new Map(rows.map((row) => [row.id, factsOf(db, user, row)]));
        for (let round = 0; round < 600; round += 1) {
          const sent = randomNarrow(operators);
          const { filters } = readNarrow({ db, user }, sent as SentNarrow);
          const bySql = complete(rangeSteps({ db, user }, filters, range)).ids.filter((id) => received.has(id));
          const byPredicate = rows
            .map((row) => row.id)
            .filter((id) => matchesNarrow(filters, facts.get(id) as MessageFacts));
          const byWalk = shown.filter((message) => sent.every((term) => walkTerm(term, message))).map(({ id }) => id);
          expect({ sent, ids: bySql }).toEqual({ sent, ids: byPredicate });
          expect({ sent, ids: byWalk }).toEqual({ sent, ids: byPredicate });
          sizes.add(bySql.length);
        }
      });
      // Guards against narrows that never match anything.
      expect(sizes.size).toBeGreaterThan(40);
    },
  );

  it('lets exactly those events into a queue that a fetch finds', async () => {
    let matched = 0;
    for (let round = 0; round < 300; round += 1) {
      const sent = randomNarrow(eventOperators);
      const [filters, found] = await world.server.services.storage.read((db): [Filter[], number[]] => {
        const user = findUser(db, world.member.userId) as UserRow;
        const parsed = readNarrow({ db, user }, sent as SentNarrow).filters;
        return [parsed, complete(rangeSteps({ db, user }, parsed, range)).ids];
      });
      const passed = [...events]
        .filter(([, event]) => matchesEvent(filters, event, { flags: event.flags }))
        .map(([id]) => id);
      expect({ sent, ids: found.filter((id) => events.has(id)) }).toEqual({ sent, ids: passed });
      matched += passed.length;
    }
    expect(matched).toBeGreaterThan(500);
  });

  it('reads the same as pairs and as objects, with names and with ids, under every name of an operator', async () => {
    const ids = async (narrow: unknown): Promise<unknown> =>
      (
        (await world.member.ok.get('/messages', { anchor: 'newest', num_before: 500, num_after: 0, narrow }))[
          'messages'
        ] as { id: number }[]
      ).map((message) => message.id);
    const redId = Number((await world.owner.ok.get('/get_stream_id', { stream: 'red' }))['stream_id']);
    const { owner, member2 } = world;
    const same: unknown[][] = [
      [
        [['channel', 'red']],
        [['stream', 'red']],
        [
          ['streams', 'public'],
          ['stream', 'red'],
        ],
        [{ operator: 'channel', operand: redId }],
        [{ operator: 'stream', operand: 'RED', negated: false }],
        [['channel', String(redId)]],
      ],
      [[['topic', 'alpha']], [['subject', 'Alpha']], [{ operator: 'topic', operand: 'ALPHA' }]],
      [[['topic', '']], [['topic', 'general chat']]],
      [[['sender', owner.email]], [['from', owner.email]], [{ operator: 'sender', operand: owner.userId }]],
      [
        [['dm', `${owner.email},${member2.email}`]],
        [['pm-with', `${owner.email}, ${member2.email}`]],
        [{ operator: 'dm', operand: [owner.userId, member2.userId] }],
        [{ operator: 'dm', operand: [owner.userId, world.member.userId, member2.userId] }],
      ],
      [[['dm-including', owner.email]], [{ operator: 'dm-including', operand: owner.userId }]],
      [[['is', 'dm']], [['is', 'private']]],
      [[['in', 'all']], []],
      [[{ operator: 'is', operand: 'starred', negated: true }], [['-is', 'starred']]],
    ];
    for (const [first, ...others] of same) {
      const expected = await ids(first);
      expect((expected as number[]).length).toBeGreaterThan(0);
      for (const other of others) expect({ other, ids: await ids(other) }).toEqual({ other, ids: expected });
    }
  });

  it('group-pm-with is about groups with someone, and not about what was written to them alone', async () => {
    const { owner, member, member2 } = world;
    const narrow = [['group-pm-with', member2.email]];
    const queue = await member.register({ event_types: ['message'], narrow });
    await write(owner, [member.userId, member2.userId], 'to both');
    await write(member2, [member.userId], 'to one');
    expect((await queue.events()).map((event) => (event['message'] as { content: string }).content)).toEqual([
      'to both',
    ]);
    const found = await member.ok.get('/messages', { anchor: 'newest', num_before: 100, num_after: 0, narrow });
    const people = (found['messages'] as { display_recipient: unknown[] }[]).map((one) => one.display_recipient.length);
    expect(people.length).toBeGreaterThan(0);
    expect(Math.min(...people)).toBe(3);
    const others = await member.ok.get('/messages', {
      anchor: 'newest',
      num_before: 1,
      num_after: 0,
      narrow: [['is', 'dm'], { operator: 'group-pm-with', operand: member2.email, negated: true }],
    });
    expect((others['messages'] as { display_recipient: unknown[] }[])[0]?.display_recipient).toHaveLength(2);
  });

  it('finds the conversation that a message is in now', async () => {
    const id = await say(world.owner, 'red', 'wandering');
    await world.owner.ok.patch(`/messages/${id}`, { topic: 'arrived', send_notification_to_new_thread: false });
    const terms = [['channel', 'red'], ['topic', 'wandering'], { operator: 'with', operand: id }];
    for (const narrow of [terms, terms.toReversed()]) {
      const found = await world.member.ok.get('/messages', { anchor: 'newest', num_before: 10, num_after: 0, narrow });
      expect(found['messages']).toMatchObject([{ id, subject: 'arrived' }]);
    }
  });

  it.each<[string, unknown[]]>([
    [
      'a channel and is:dm',
      [
        ['channel', 'red'],
        ['is', 'dm'],
      ],
    ],
    [
      'a topic and dm',
      [
        ['topic', 'beta'],
        ['dm', 'owner@example.com'],
      ],
    ],
    [
      'channels and dm-including',
      [
        ['channels', 'public'],
        ['dm-including', 'owner@example.com'],
      ],
    ],
    [
      'a channel and is:private',
      [
        ['is', 'private'],
        ['stream', 'red'],
      ],
    ],
    ['with a message that does not exist', [['with', 999_999]]],
  ])('of %s is refused', async (_title, narrow) => {
    const newest = { anchor: 'newest', num_before: 1, num_after: 0 };
    await world.member.fails('GET', '/messages', { ...newest, narrow }, { status: 400, code: 'BAD_NARROW' });
  });

  it('of a conversation goes on working when the message of its link is gone', async () => {
    const terms = [
      ['channel', 'red'],
      ['topic', 'arrived'],
      ['with', 999_999],
    ];
    for (const narrow of [terms, terms.toReversed()]) {
      const found = await world.member.ok.get('/messages', { anchor: 'newest', num_before: 1, num_after: 0, narrow });
      expect(found['messages']).toHaveLength(1);
    }
  });

  it('of an event queue may not ask what an event cannot tell', async () => {
    for (const narrow of [[['is', 'followed']], [['in', 'home']]]) {
      await world.member.fails('POST', '/register', { narrow }, { status: 400, code: 'BAD_REQUEST' });
    }
    const queue = await world.member.register({
      event_types: ['message'],
      narrow: [
        ['channel', 'green'],
        ['topic', 'only'],
      ],
    });
    const id = await say(world.owner, 'green', 'only');
    await say(world.owner, 'green', 'other');
    expect(await queue.events()).toMatchObject([{ message: { id } }]);
  });
});
