/**
 * A walk: several people with different roles do whatever the API lets them, sequence after sequence, and after each of them the
 * law of state is looked after. The same seeds make the same walk; what fails can be made shorter.
 */
import { seededRandom } from '../../demo/random.ts';
import { operationKey } from '../api-coverage.ts';
import type { Client } from '../client.ts';
import { startWorld, type World } from '../world.ts';
import { everyField } from './everything.ts';
import { Life, type Step } from './life.ts';
import { relay } from './machines.ts';
import { older, StateLaw, type Watcher } from './state-law.ts';

export interface Walk {
  /** One for each sequence. They share a world: the fewer, the more a world begins again. */
  seeds: readonly number[];
  /** Steps of a sequence. */
  steps: number;
  /** Only these steps, by index: for making a failure shorter. */
  only?: ReadonlySet<number>;
  /** Works on the world before it ends. */
  afterwards?: (world: World) => Promise<void>;
}

/** What became of each operation, by its key: how often it succeeded, and how often it was refused. */
export type Tried = Map<string, { succeeded: number; refused: number }>;

export class WalkFailure extends Error {
  readonly seed: number;
  /** Everything that was done, a line a step. */
  readonly log: readonly string[];

  constructor(seed: number, log: readonly string[], cause: unknown) {
    super(`seed ${seed}: ${cause instanceof Error ? cause.message : String(cause)}`, { cause });
    this.seed = seed;
    this.log = log;
  }
}

/** So many steps a sequence has room for: the index of a step is that of its seed and its own. */
const maxSteps = 1000;

/** @throws WalkFailure when someone knows something else than they would be reported. */
export async function walk({ seeds, steps, only, afterwards }: Walk): Promise<Tried> {
  const world = await startWorld();
  try {
    const { life, watchers, law } = await setOut(world);
    const deck = await deckOf(life, seeds[0] ?? 0);
    for (const seed of seeds) {
      const before = life.log.length;
      try {
        for (let at = 0; at < steps; at += 1) {
          const step = { ...deck(), index: seed * maxSteps + at };
          if (only?.has(step.index) !== false) await life.act(everyField, step);
        }
        await law.check(watchers, life.log.slice(before));
      } catch (error) {
        throw new WalkFailure(seed, life.log, error);
      }
    }
    await afterwards?.(world);
    return triedIn(world);
  } finally {
    await world.stop();
  }
}

async function setOut(world: World): Promise<{ life: Life; watchers: Watcher[]; law: StateLaw }> {
  const { owner, admin, moderator, member, member2, guest } = world;
  const people = [owner, admin, moderator, member, member2, guest];
  const extras = [await world.newUser('Extra One'), await world.newUser('Extra Guest', 600)];
  await furnish(owner, people);
  const law = new StateLaw(world);
  const watchers = [
    await law.watch(owner),
    await law.watch(member, { ...older, include_subscribers: 'true' }),
    await law.watch(member2, { client_capabilities: { include_deactivated_groups: false } }),
    await law.watch(guest),
  ];
  return { life: new Life(world, { people, extras }, 0), watchers, law };
}

/** A team that may do more, channels to be in, and one of each that is seldom made and more seldom changed. */
async function furnish(owner: Client, people: readonly Client[]): Promise<void> {
  const all = people.map((person) => person.userId);
  const holders = { direct_members: all, direct_subgroups: [] };
  await owner.ok.post('/user_groups/create', {
    name: 'team',
    description: '',
    members: [],
    can_add_members_group: holders,
    can_remove_members_group: holders,
  });
  for (const [name, privacy] of [
    ['walk in public', {}],
    ['walk in private', { invite_only: true, history_public_to_subscribers: false }],
  ] as const)
    await owner.ok.post('/channels/create', { name, subscribers: all, ...privacy });
  const [, admin = owner, , member = owner] = people;
  const { id } = await admin.ok.post('/channels/create', { name: 'reports', subscribers: all, invite_only: true });
  await owner.ok.patch('/realm', { moderation_request_channel_id: id });
  await owner.ok.post('/channel_folders/create', { name: 'a folder', description: '' });
  await owner.ok.post('/invites', { invitee_emails: 'coming@example.com', stream_ids: [] });
  const to = [owner.userId];
  const sent = Number((await member.ok.post('/messages', { type: 'direct', to, content: 'Hello' }))['id']);
  await member.ok.post(`/messages/${sent}/reactions`, { emoji_name: 'tada' });
  await member.ok.post('/reminders', { message_id: sent, scheduled_delivery_timestamp: 4_000_000_000 });
  const field = await owner.ok.post('/realm/profile_fields', { field_type: 1, name: 'Room' });
  for (const person of people) {
    await person.ok.patch('/users/me/profile_data', { data: [{ id: field['id'], value: 'Kitchen' }] });
    await person.ok.post('/navigation_views', { fragment: 'narrow/is/starred', is_pinned: true });
  }
  await owner.ok.patch('/console/delivery_settings', { settings: { push_relay_url: relay } });
  await member.ok.post('/users/me/mobile_push_reg_id', { token: 'ab12'.repeat(8) });
}

/** Deals every act of every field in turn, in an order of its own each time round, so that none is left out for long. */
async function deckOf(life: Life, seed: number): Promise<() => Omit<Step, 'index'>> {
  const all: Omit<Step, 'index'>[] = [];
  for (const [name, field] of Object.entries(everyField))
    for (const which of (await field(life, 0)).keys()) all.push({ name, which });
  const random = seededRandom(seed);
  let left: typeof all = [];
  return () => {
    if (left.length === 0) left = [...all];
    const [dealt] = left.splice(Math.floor(random() * left.length), 1);
    if (dealt === undefined) throw new Error('there is no field of life');
    return dealt;
  };
}

function triedIn(world: World): Tried {
  const tried: Tried = new Map();
  for (const entry of world.server.services.activity.after(0, ['request'], Infinity)) {
    if (entry.kind !== 'request' || entry.request.route === null) continue;
    const { method, route, status } = entry.request;
    const known = tried.get(operationKey(method, route)) ?? { succeeded: 0, refused: 0 };
    tried.set(operationKey(method, route), known);
    known[status === 200 ? 'succeeded' : 'refused'] += 1;
  }
  return tried;
}

/**
 * Leaves out whatever a failure does not need: larger parts first, then smaller ones.
 * @returns the shortest walk found that still fails, and how.
 */
export async function shortened(failing: Walk, failure: WalkFailure): Promise<{ walk: Walk; failure: WalkFailure }> {
  const { steps } = failing;
  const alone = { seeds: [failure.seed], steps };
  const first = await failureOf(alone);
  // What does not fail again was a matter of time, and nothing can be left out of it.
  if (first === null && (await failureOf(failing)) === null) return { walk: failing, failure };
  let found = first === null ? { walk: failing, failure } : { walk: alone as Walk, failure: first };
  const { seeds } = found.walk;
  let kept = seeds
    .slice(0, seeds.indexOf(failure.seed) + 1)
    .flatMap((seed) => Array.from({ length: steps }, (_, at) => seed * maxSteps + at));
  for (let size = Math.ceil(kept.length / 2); size >= 1; size = size === 1 ? 0 : Math.ceil(size / 2))
    for (let from = kept.length - size; from > -size; from -= size) {
      const fewer = kept.filter((_, at) => at < from || at >= from + size);
      const shorter = { seeds, steps, only: new Set(fewer) };
      const stillFails = await failureOf(shorter);
      if (stillFails === null) continue;
      kept = fewer;
      found = { walk: shorter, failure: stillFails };
    }
  return found;
}

async function failureOf(one: Walk): Promise<WalkFailure | null> {
  try {
    await walk(one);
    return null;
  } catch (error) {
    if (error instanceof WalkFailure) return error;
    throw error;
  }
}
