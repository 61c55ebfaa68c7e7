/**
 * Recent server activity, kept in memory for administrators: events as they are announced, requests as they are
 * answered, acknowledgements of queues. Bounded in number and bytes, lost with a restart, and read by long poll.
 * Nothing here decides who may see what: operations/activity-view.ts does, when it is read.
 */
import type { Audience } from '../events/audience.ts';
import type { EventBody } from '../events/event-types.ts';
import type { AnsweredRequest } from '../http/recorded-request.ts';
import { Ring } from './ring.ts';

interface Entry {
  seq: number;
  /** UNIX milliseconds. */
  atMs: number;
}

interface QueueName {
  readonly id: string;
  readonly userId: number;
}

export interface EventEntry extends Entry {
  kind: 'event';
  /** Id in the log of events; null when no queue wanted the event, which then gets none. */
  id: number | null;
  type: string;
  op: string | null;
  /** The event as announced, as JSON text; null when it was too large to keep. */
  json: string | null;
  audience: Audience;
  /** The request that caused it; null for what the server does on its own. */
  requestId: string | null;
  /** Queues that got it, the first of them, and how many they were. */
  queues: QueueName[];
  queueCount: number;
}

export interface RequestEntry extends Entry {
  kind: 'request';
  request: AnsweredRequest;
  /** Ids of the events that it announced, as far as someone wanted them, and how many there were in all. */
  eventIds: number[];
  eventCount: number;
  /** It announced messages, and all of them to public channels. */
  isPublic: boolean;
}

export interface AcknowledgementEntry extends Entry {
  kind: 'acknowledgement';
  queueId: string;
  userId: number;
  /** Every event of the queue up to this id has been received. */
  eventId: number;
}

export type ActivityEntry = EventEntry | RequestEntry | AcknowledgementEntry;
export const activityKinds = ['event', 'request', 'acknowledgement'] as const;
export type ActivityKind = (typeof activityKinds)[number];

const maxItems = 10_000;
const maxBytes = { event: 24 * 1024 * 1024, request: 32 * 1024 * 1024, acknowledgement: 4 * 1024 * 1024 };
/** An event above this is kept as an envelope only. */
const maxEventLength = 256 * 1024;
const maxAudience = 2000;
const maxIdsKept = 50;
/** A user who looks asks again at once: after so many milliseconds no one does. */
const lookMs = 30_000;

interface Caused {
  ids: number[];
  count: number;
  messages: number;
  publicMessages: number;
}

export class ActivityLog {
  readonly #nowMs: () => number;
  readonly #isOn: boolean;
  readonly #rings: Record<ActivityKind, Ring<ActivityEntry>>;
  readonly #waiting = new Set<() => void>();
  /** One for each queue: ten thousand events name the same few. */
  readonly #names = new WeakMap<object, QueueName>();
  /** What requests under way have announced so far. */
  readonly #caused = new Map<string, Caused>();
  #seq = 0;
  #lookedAtMs = -Infinity;

  /** @param options.isOn false keeps nothing: for work without a server, such as building the demo. */
  constructor(options: { nowMs: () => number; isOn: boolean }) {
    this.#nowMs = options.nowMs;
    this.#isOn = options.isOn;
    const ring = (kind: ActivityKind) => new Ring<ActivityEntry>({ maxItems, maxBytes: maxBytes[kind] });
    this.#rings = { event: ring('event'), request: ring('request'), acknowledgement: ring('acknowledgement') };
  }

  get lastSeq(): number {
    return this.#seq;
  }

  /** Whether someone looks at it, or has until a moment ago. */
  get isWatched(): boolean {
    return this.#waiting.size > 0 || Math.abs(this.#nowMs() - this.#lookedAtMs) < lookMs;
  }

  /** Notes an event that is on disk, or that no one wanted (`id` null). @param about `json` is that of the event, where it was made before. */
  event(
    event: EventBody,
    audience: Audience,
    about: { id: number | null; requestId: string | null; queues: readonly QueueName[]; json?: string },
  ): void {
    if (!this.#isOn) return;
    if (about.requestId !== null) this.#cause(about.requestId, about.id, event.type, audience);
    const json = about.json ?? JSON.stringify(event);
    const kept = json.length <= maxEventLength ? json : null;
    this.#push(
      {
        kind: 'event',
        seq: 0,
        atMs: 0,
        id: about.id,
        type: event.type,
        op: 'op' in event && typeof event.op === 'string' ? event.op : null,
        json: kept,
        audience: bounded(audience),
        requestId: about.requestId,
        queues: about.queues.slice(0, maxIdsKept).map((queue) => this.#nameOf(queue)),
        queueCount: about.queues.length,
      },
      400 + (kept?.length ?? 0) + Math.min(maxIdsKept, about.queues.length) * 40 + audienceSize(audience) * 8,
    );
  }

  /** @param queue itself is not kept, so that one that ended is free. */
  #nameOf(queue: QueueName): QueueName {
    const known = this.#names.get(queue);
    if (known !== undefined) return known;
    const name = { id: queue.id, userId: queue.userId };
    this.#names.set(queue, name);
    return name;
  }

  /** Notes a request that has been answered. Called once for every request that has an id. */
  request(request: AnsweredRequest | null, id: string): void {
    if (!this.#isOn) return;
    const caused = this.#caused.get(id);
    this.#caused.delete(id);
    if (request === null) return;
    const answer = request.answer?.length ?? 0;
    const params = Object.entries(request.params ?? {}).reduce(
      (sum, [name, value]) => sum + name.length + value.length,
      0,
    );
    this.#push(
      {
        kind: 'request',
        seq: 0,
        atMs: 0,
        request,
        eventIds: caused?.ids ?? [],
        eventCount: caused?.count ?? 0,
        isPublic: caused !== undefined && caused.messages > 0 && caused.messages === caused.publicMessages,
      },
      500 + params + answer + request.path.length,
    );
  }

  acknowledged(queueId: string, userId: number, eventId: number): void {
    if (!this.#isOn) return;
    this.#push({ kind: 'acknowledgement', seq: 0, atMs: 0, queueId, userId, eventId }, 200);
  }

  /** What happened after a seq, oldest first, of all kinds in one order. */
  after(seq: number, kinds: readonly ActivityKind[], limit: number): ActivityEntry[] {
    this.#lookedAtMs = this.#nowMs();
    const found = kinds.flatMap((kind) => this.#rings[kind].after(seq, limit));
    return found.toSorted((a, b) => a.seq - b.seq).slice(0, limit);
  }

  /** Resolves when something more has happened, after `ms`, or when the signal aborts. @returns whether to look again. */
  async more(ms: number, signal: AbortSignal): Promise<boolean> {
    return new Promise((resolve) => {
      const finish = (again: boolean) => (): void => {
        clearTimeout(timer);
        signal.removeEventListener('abort', ended);
        this.#waiting.delete(wake);
        resolve(again);
      };
      const wake = finish(true);
      const ended = finish(false);
      const timer = setTimeout(ended, ms);
      signal.addEventListener('abort', ended);
      this.#waiting.add(wake);
      if (signal.aborted) ended();
    });
  }

  #cause(requestId: string, id: number | null, type: string, audience: Audience): void {
    const caused = this.#caused.get(requestId) ?? { ids: [], count: 0, messages: 0, publicMessages: 0 };
    this.#caused.set(requestId, caused);
    caused.count += 1;
    if (id !== null && caused.ids.length < maxIdsKept) caused.ids.push(id);
    if (type !== 'message') return;
    caused.messages += 1;
    if (audience.publicStream === true) caused.publicMessages += 1;
  }

  #push(entry: ActivityEntry, bytes: number): void {
    this.#seq += 1;
    entry.seq = this.#seq;
    entry.atMs = this.#nowMs();
    this.#rings[entry.kind].push(entry, bytes);
    for (const wake of this.#waiting) wake();
  }
}

function audienceSize(audience: Audience): number {
  return (audience.groups ?? []).reduce((sum, group) => sum + group.users.length, 0);
}

/** Who is informed, without what differs for them. A very large audience is kept in part. */
function bounded(audience: Audience): Audience {
  const { groups, ...rest } = audience;
  if (groups === undefined) return rest;
  return { ...rest, groups: [{ users: groups.flatMap(({ users }) => users).slice(0, maxAudience) }] };
}
