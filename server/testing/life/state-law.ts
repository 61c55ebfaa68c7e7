/**
 * The law of state: what a client knows after applying its events is what it would be reported by registering again. Here it is
 * watched through the eyes of several clients of one world; who lives what is said by the tests and the walk.
 */
import { deepStrictEqual } from 'node:assert/strict';
import type { Event, Registration } from '../../../renderer/client/state/events.ts';
import { presencesSeen } from '../../../renderer/client/state/presence.ts';
import { reduceAll } from '../../../renderer/client/state/reduce.ts';
import { registerParams, stateFrom, type ClientState } from '../../../renderer/client/state/state.ts';
import type { Client, TestQueue } from '../client.ts';
import { doDue, type World } from '../world.ts';

/** An event as the contract's index names it. */
export const told = (event: { type: string; op?: string }): string =>
  event.op === undefined ? event.type : `${event.type} / ${event.op}`;
type Tree = Record<string, unknown>;

/** Counted hourly, or told to no one: the first message is known from the message itself. */
const untold = new Set(['stream_weekly_traffic', 'first_message_id', 'is_recently_active', 'subscriber_count']);

/** What two states of one client must agree on. */
function comparable({ me, users, groups, channels, messages, own, presence: _there, ...rest }: ClientState): Tree {
  return {
    me,
    users: users.users,
    // No one is informed of the status of those whom they do not see.
    statuses: new Map([...users.statuses].filter(([id]) => users.users.has(id))),
    quiet: new Map([...users.quiet].filter(([id]) => users.users.has(id))),
    bots: users.bots,
    groups: [...groups.values()]
      .map(({ members, direct_subgroup_ids: subgroups, ...group }) => ({
        ...group,
        members: members.toSorted(inOrder),
        direct_subgroup_ids: subgroups.toSorted(inOrder),
      }))
      .toSorted((a, b) => a.id - b.id),
    channels: {
      ...channels,
      channels: [...channels.channels.values()]
        .map((channel) => Object.fromEntries(Object.entries(channel).filter(([name]) => !untold.has(name))))
        .toSorted((a, b) => Number(a['stream_id']) - Number(b['stream_id'])),
    },
    unread: new Map([...messages.unread].map(([key, { ids }]) => [key, ids])),
    mentions: messages.mentions,
    starred: messages.starred,
    hasOlderUnread: messages.hasOlderUnread,
    own,
    ...rest,
  };
}

/** Maps as their rows and sets as their members, both in order; nothing of what is undefined. The server of a test has another port after each start. */
export function plain(value: unknown): unknown {
  if (typeof value === 'string') return value.replace(/^http:\/\/127\.0\.0\.1:\d+/, 'http://server');
  if (value instanceof Map)
    return [...value].toSorted(([a], [b]) => inOrder(a, b)).map(([key, one]) => [key, plain(one)]);
  if (value instanceof Set) return [...value].toSorted(inOrder);
  if (Array.isArray(value)) return value.map((one) => plain(one));
  if (typeof value === 'object' && value !== null)
    return Object.fromEntries(
      Object.entries(value).flatMap(([name, one]) => (one === undefined ? [] : [[name, plain(one)]])),
    );
  return value;
}

/** By code units: any order will do, and that of a language takes its time. */
const inOrder = (a: unknown, b: unknown): number => {
  if (typeof a === 'number' && typeof b === 'number') return a - b;
  const [one, other] = [String(a), String(b)];
  return one < other ? -1 : one > other ? 1 : 0;
};

/** A channel is reported in two lists: with what is one's own of it, and as everyone has it. Where the two say different things. */
function unlikeTheirChannel(registration: Registration): string[] {
  const { streams, subscriptions, unsubscribed, never_subscribed: never } = registration;
  const channels = new Map(streams.map((channel) => [channel.stream_id, Object.entries(channel)]));
  return [...subscriptions, ...unsubscribed, ...never].flatMap((row) => {
    const fields = new Map<string, unknown>(Object.entries(row));
    const others = (channels.get(row.stream_id) ?? [['no such channel', true]]).filter(
      ([name, value]) =>
        !untold.has(String(name)) && JSON.stringify(fields.get(String(name)) ?? null) !== JSON.stringify(value),
    );
    return others.map(([name]) => `${row.stream_id} ${String(name)}`);
  });
}

/** With whom one wrote when. That a newest message was deleted is reported; which one is the newest then is not. */
function recent({ messages }: ClientState, unsure: ReadonlySet<string>): unknown {
  return plain(
    new Map(
      [...messages.recentDirect].filter(([key]) => !unsure.has(key)).map(([key, one]) => [key, one.maxMessageId]),
    ),
  );
}

export interface Watcher {
  client: Client;
  params: object;
  queue: TestQueue;
  state: ClientState;
  /** Messages whose deletion was reported. */
  deleted: Set<number>;
  /** People who came into sight. */
  met: Set<number>;
}

/** What differs from how our own client registers. */
export interface Otherwise {
  include_subscribers?: 'true';
  client_capabilities?: object;
}

/** What clients of some years ago do not know. */
export const older: Otherwise = {
  client_capabilities: { archived_channels: false, empty_topic_name: false, bulk_message_deletion: false },
};

/** The law in one world. */
export class StateLaw {
  readonly #world: World;
  /** Every event that came to anybody. */
  readonly came: Set<string>;

  /** @param came is added to: for what several worlds share. */
  constructor(world: World, came = new Set<string>()) {
    this.#world = world;
    this.came = came;
  }

  async watch(client: Client, otherwise: Otherwise = {}): Promise<Watcher> {
    const params = {
      ...registerParams,
      ...otherwise,
      client_capabilities: { ...registerParams.client_capabilities, ...otherwise.client_capabilities },
    };
    const queue = await client.register(params);
    return {
      client,
      params,
      queue,
      state: stateFrom(queue.state as unknown as Registration),
      deleted: new Set(),
      met: new Set(),
    };
  }

  /** Applies what came since the last time. */
  async follow(watcher: Watcher): Promise<void> {
    const events = (await watcher.queue.events()) as unknown as Event[];
    for (const event of events) {
      this.came.add(told(event));
      if (event.type === 'realm_user' && event.op === 'add') watcher.met.add(event.person.user_id);
      if (event.type !== 'delete_message') continue;
      for (const id of event.message_ids ?? [event.message_id ?? 0]) watcher.deleted.add(id);
    }
    watcher.state = reduceAll(watcher.state, events, this.#world.clock.nowMs);
  }

  /**
   * @param after what was done, for the user who reads the failure.
   * @throws AssertionError when one of them knows something else than a new registration says.
   */
  async check(watchers: readonly Watcher[], after: readonly string[]): Promise<void> {
    for (const watcher of watchers) {
      // What is due, as an answer of a relay, may change something between the two looks.
      await doDue(this.#world);
      await this.follow(watcher);
      const { client, params } = watcher;
      const answer = await client.ok.post('/register', {
        ...params,
        fetch_event_types: undefined,
        event_types: undefined,
      });
      await client.ok.delete('/events', { queue_id: answer['queue_id'] });
      try {
        this.#compare(watcher, answer as unknown as Registration);
      } catch (error) {
        if (error instanceof Error) error.message = `${client.name}, after\n${after.join('\n')}\n${error.message}`;
        throw error;
      }
    }
  }

  #compare(watcher: Watcher, registration: Registration): void {
    const { state, deleted } = watcher;
    const fresh = stateFrom(registration);
    deepStrictEqual(plain(comparable(state)), plain(comparable(fresh)));
    deepStrictEqual(unlikeTheirChannel(registration), []);
    const { known, reloaded } = this.#there(watcher, fresh);
    deepStrictEqual(known, reloaded);
    const newest = [...state.messages.recentDirect].filter(([, { maxMessageId }]) => deleted.has(maxMessageId));
    const unsure = new Set(newest.map(([key]) => key));
    deepStrictEqual(recent(state, unsure), recent(fresh, unsure));
  }

  /**
   * A user who hides looks offline to those who knew of them, and to newcomers as if they had never been there. Of those who came
   * into sight nothing is known until they report again.
   */
  #there({ state, met }: Watcher, fresh: ClientState): { known: unknown; reloaded: unknown } {
    const [known, reloaded] = [presencesSeen(state), presencesSeen(fresh)];
    const since = this.#world.clock.nowMs / 1000 - state.organization.limits.server_presence_offline_threshold_seconds;
    return {
      known: plain(new Map([...known].filter(([id, one]) => reloaded.has(id) || one.idle_timestamp >= since))),
      reloaded: plain(new Map([...reloaded].filter(([id]) => known.has(id) || !met.has(id)))),
    };
  }
}
