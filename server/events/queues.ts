/**
 * All event queues: creation, delivery, polling, heartbeats, expiry, and giving every live queue back after a restart
 * (client-requirements.md 6: some clients poll a lost queue for ever and never register again).
 */
import { badEventQueueId } from '../http/errors.ts';
import { matchesEvent } from '../narrow/predicate.ts';
import type { Storage, Transaction } from '../storage/database.ts';
import { shareFor, type Audience } from './audience.ts';
import type { LoggedEvent } from './event-types.ts';
import { EventLog } from './event-log.ts';
import { EventQueue, type PendingEvent, type QueueOptions } from './queue.ts';
import { SharedEvent } from './variants.ts';

export interface QueueLimits {
  /** Pending events, and bytes of them, past which a queue that nobody reads is dropped. */
  maxEvents: number;
  maxBytes: number;
  /** Queues a user may have; the one unread for longest gives way. */
  maxQueuesPerUser: number;
  heartbeatMs: number;
}

export const defaultQueueLimits: QueueLimits = {
  maxEvents: 20_000,
  maxBytes: 32 * 1024 * 1024,
  maxQueuesPerUser: 100,
  heartbeatMs: 50_000,
};

interface Dependencies {
  storage: Storage;
  log: EventLog;
  limits: QueueLimits;
  nowMs: () => number;
  /** A new unguessable queue id. */
  newQueueId: () => string;
  /** Told when a client says that it has received more of its events. */
  onAcknowledged?: (queue: EventQueue, eventId: number) => void;
}

type Wake = () => void;

export class EventQueues {
  readonly #queues = new Map<string, EventQueue>();
  readonly #byUser = new Map<number, Set<EventQueue>>();
  /** The one waiting poll of each queue: a newer poll releases an older one. */
  readonly #waiting = new Map<string, Wake>();
  readonly #deps: Dependencies;
  #stopping = false;
  /** Registrations of the current turn, which may not be on disk yet. */
  #registering = 0;

  constructor(deps: Dependencies) {
    this.#deps = deps;
  }

  /** Gives every queue back as it was: options, acknowledged id, pending events. Its idle time starts anew. */
  async restore(): Promise<void> {
    const { storage } = this.#deps;
    await storage.read((db) => {
      type Row = { id: string; user_id: number; options: string; after_id: number; created_at: number };
      const rows = db.all<Row>('SELECT id, user_id, options, after_id, created_at FROM event_queues');
      for (const row of rows) {
        this.#add(
          new EventQueue({
            id: row.id,
            userId: row.user_id,
            options: JSON.parse(row.options) as QueueOptions,
            afterId: row.after_id,
            createdAtMs: row.created_at * 1000,
            nowMs: this.#deps.nowMs(),
          }),
        );
      }
      const oldest = Math.min(...rows.map((row) => row.after_id));
      if (rows.length > 0) for (const { event, audience } of EventLog.after(db, oldest)) this.deliver(event, audience);
    });
  }

  /** Forgets every queue and event of data that comes from elsewhere: nobody polls those queues. */
  static forgetAll(tx: Transaction): void {
    tx.run('DELETE FROM event_queues');
    EventLog.prune(tx, Number.MAX_SAFE_INTEGER);
  }

  /** Registers a queue in the transaction that reads the client's initial state, so that no event falls between the two. */
  create(tx: Transaction, userId: number, options: QueueOptions): { queueId: string; lastEventId: number } {
    const nowMs = this.#deps.nowMs();
    const afterId = this.#deps.log.lastId;
    const id = this.#deps.newQueueId();
    const createdAt = Math.floor(nowMs / 1000);
    tx.run(
      'INSERT INTO event_queues (id, user_id, options, after_id, created_at) VALUES (?, ?, ?, ?, ?)',
      id,
      userId,
      JSON.stringify(options),
      afterId,
      createdAt,
    );
    const queue = new EventQueue({ id, userId, options, afterId, createdAtMs: nowMs, nowMs });
    const crowdedOut = this.#crowdedOut(userId);
    this.#registering += 1;
    const settled = (): void => {
      this.#registering -= 1;
    };
    tx.afterRollback(settled);
    for (const old of crowdedOut) tx.run('DELETE FROM event_queues WHERE id = ?', old.id);
    tx.afterDurable(() => {
      settled();
      for (const old of crowdedOut) this.#remove(old);
      this.#add(queue);
    });
    return { queueId: id, lastEventId: afterId };
  }

  /** @throws ApiError BAD_EVENT_QUEUE_ID when there is none, or it is another user's. */
  access(queueId: string, userId: number): EventQueue {
    const queue = this.#queues.get(queueId);
    if (queue === undefined || queue.userId !== userId) throw badEventQueueId(queueId);
    return queue;
  }

  /** Removes a queue for good; its waiting poll is released. */
  delete(tx: Transaction, queue: EventQueue): void {
    tx.run('DELETE FROM event_queues WHERE id = ?', queue.id);
    tx.afterDurable(() => this.#remove(queue));
  }

  find(queueId: string): EventQueue | undefined {
    return this.#queues.get(queueId);
  }

  /** Whether a client waits for the queue's next event right now. */
  isPolled(queue: EventQueue): boolean {
    return this.#waiting.has(queue.id);
  }

  /** Every queue, for the console. */
  list(): EventQueue[] {
    return [...this.#queues.values()];
  }

  /**
   * Whether any queue could get an event, so that what nobody waits for need not be logged.
   * A queue whose registration is not on disk yet counts: it will be there when the event is delivered.
   */
  mayBeWanted(type: string, audience: Audience): boolean {
    if (this.#registering > 0) return true;
    for (const queue of this.#audienceQueues(audience))
      if (queue.options.eventTypes?.includes(type) ?? true) return true;
    return false;
  }

  /** Puts an event that is on disk into the queues of its audience. @returns those queues. */
  deliver(event: LoggedEvent, audience: Audience): EventQueue[] {
    const shared = new SharedEvent(event);
    const reached: EventQueue[] = [];
    for (const queue of this.#audienceQueues(audience)) {
      if (event.id <= queue.afterId || !wants(queue, event)) continue;
      const share = shareFor(audience, queue);
      if (share === null || !matchesEvent(queue.options.narrow, event, share)) continue;
      const forms = shared.formsFor(queue, share);
      if (forms.length === 0) continue;
      for (const form of forms) queue.push(form);
      reached.push(queue);
      this.#waiting.get(queue.id)?.();
    }
    return reached;
  }

  /**
   * Waits for events newer than `lastEventId` (api-v1.md, GET /events).
   * @returns events, oldest first; one heartbeat alone when nothing happened in time; empty only with `dontBlock`,
   *   when a newer poll took over, or when the server stops.
   */
  async poll(
    queue: EventQueue,
    lastEventId: number | undefined,
    dontBlock: boolean,
    signal: AbortSignal,
  ): Promise<PendingEvent[]> {
    queue.lastPollMs = this.#deps.nowMs();
    if (lastEventId !== undefined) this.#acknowledge(queue, Math.min(lastEventId, this.#deps.log.lastId));
    const since = lastEventId ?? queue.afterId;
    const ready = queue.newerThan(since);
    if (ready.length > 0 || dontBlock || this.#stopping) return this.#sent(queue, ready);
    this.#waiting.get(queue.id)?.();
    const reason = await this.#wait(queue.id, signal);
    queue.lastPollMs = this.#deps.nowMs();
    const events = queue.newerThan(since);
    if (events.length === 0 && reason === 'time') {
      const id = this.#deps.log.takeTransientId();
      if (id !== null) return this.#sent(queue, [{ id, json: JSON.stringify({ type: 'heartbeat', id }) }]);
    }
    return this.#sent(queue, events);
  }

  /** Drops queues that nobody polls or that overflowed, writes acknowledgements, and forgets events that no queue needs. */
  async tidy(): Promise<void> {
    const nowMs = this.#deps.nowMs();
    const dead = this.list().filter((queue) => this.#isDead(queue, nowMs));
    const moved = this.list().filter((queue) => queue.afterId > queue.savedAfterId && !dead.includes(queue));
    const oldest = Math.min(
      this.#deps.log.lastId,
      ...this.list()
        .filter((queue) => !dead.includes(queue))
        .map((queue) => queue.afterId),
    );
    const prunable = await this.#deps.storage.read((db) => EventLog.hasUpTo(db, oldest));
    if (dead.length === 0 && moved.length === 0 && !prunable) return;
    await this.#deps.storage.transaction((tx) => {
      for (const queue of dead) this.delete(tx, queue);
      for (const queue of moved) tx.run('UPDATE event_queues SET after_id = ? WHERE id = ?', queue.afterId, queue.id);
      EventLog.prune(tx, oldest);
    });
    for (const queue of moved) queue.savedAfterId = queue.afterId;
  }

  /** Releases every waiting poll; later polls answer at once. */
  stop(): void {
    this.#stopping = true;
    for (const wake of this.#waiting.values()) wake();
  }

  #acknowledge(queue: EventQueue, eventId: number): void {
    if (eventId <= queue.afterId) return;
    queue.acknowledge(eventId);
    this.#deps.onAcknowledged?.(queue, eventId);
  }

  #isDead(queue: EventQueue, nowMs: number): boolean {
    if (queue.backlog > this.#deps.limits.maxEvents || queue.backlogBytes > this.#deps.limits.maxBytes) return true;
    return !this.#waiting.has(queue.id) && nowMs - queue.lastPollMs > queue.options.lifespanSecs * 1000;
  }

  #sent(queue: EventQueue, events: PendingEvent[]): PendingEvent[] {
    queue.lastSentId = events.at(-1)?.id ?? queue.lastSentId;
    return events;
  }

  async #wait(queueId: string, signal: AbortSignal): Promise<'event' | 'time'> {
    return new Promise((resolve) => {
      const finish = (reason: 'event' | 'time') => () => {
        clearTimeout(timer);
        signal.removeEventListener('abort', released);
        if (this.#waiting.get(queueId) === released) this.#waiting.delete(queueId);
        resolve(reason);
      };
      const released = finish('event');
      const timer = setTimeout(finish('time'), this.#deps.limits.heartbeatMs);
      signal.addEventListener('abort', released);
      this.#waiting.set(queueId, released);
      if (signal.aborted) released();
    });
  }

  #audienceQueues(audience: Audience): Iterable<EventQueue> {
    if (audience.everyone === true || audience.publicStream === true) return this.#queues.values();
    const users = (audience.groups ?? []).flatMap((group) => group.users);
    return users.flatMap((userId) => [...(this.#byUser.get(userId) ?? [])]);
  }

  #crowdedOut(userId: number): EventQueue[] {
    const own = [...(this.#byUser.get(userId) ?? [])].toSorted((a, b) => a.lastPollMs - b.lastPollMs);
    return own.slice(0, Math.max(0, own.length + 1 - this.#deps.limits.maxQueuesPerUser));
  }

  #add(queue: EventQueue): void {
    this.#queues.set(queue.id, queue);
    const own = this.#byUser.get(queue.userId) ?? new Set();
    this.#byUser.set(queue.userId, own.add(queue));
  }

  #remove(queue: EventQueue): void {
    this.#queues.delete(queue.id);
    this.#byUser.get(queue.userId)?.delete(queue);
    this.#waiting.get(queue.id)?.();
  }
}

function wants(queue: EventQueue, event: LoggedEvent): boolean {
  return queue.options.eventTypes?.includes(event.type) ?? true;
}
