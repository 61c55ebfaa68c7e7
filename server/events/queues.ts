/**
 * Event queues: creation, delivery, polling, heartbeats, expiry, and giving every live queue back after a restart
 * (some clients poll a lost queue for ever and never register again).
 */
import { badEventQueueId } from '../errors.ts';
import { SharedText } from '../json-text.ts';
import type { Transaction } from '../storage/database.ts';
import { sharesOf, type Audience } from './audience.ts';
import { Backlogs, largest } from './backlogs.ts';
import { EventLog, type Announced } from './event-log.ts';
import { matchesEvent, wants } from './narrowing.ts';
import type { QueueDependencies } from './queue-dependencies.ts';
import { crowdedOut, maxAnswerBytes, maxFormBytes, maxUnneededBytes } from './queue-limits.ts';
import { deleteAllQueues, deleteStoredQueue, storeAcknowledged, storedQueues } from './queue-rows.ts';
import { EventQueue, type EventForm, type Poll, type QueueOptions } from './queue.ts';
import { FormCache, SharedEvent } from './shared-event.ts';
import { UnstoredQueues } from './unstored-queues.ts';
import { isExcluded } from './variants.ts';
import { WaitingPolls } from './waiting-polls.ts';

export class EventQueues {
  readonly #queues = new Map<string, EventQueue>();
  readonly #byUser = new Map<number, Set<EventQueue>>();
  readonly #waiting: WaitingPolls;
  readonly #deps: QueueDependencies;
  readonly #backlogs = new Backlogs();
  readonly #forms = new FormCache(maxFormBytes);
  /** Queues that were dropped and are still in the database. */
  readonly #dropped = new Set<string>();
  /** The newest event that was given to the queues of its audience. */
  #deliveredId = 0;
  #tidying: Promise<void> | undefined;
  #stopping = false;
  readonly #unstored = new UnstoredQueues();

  constructor(deps: QueueDependencies) {
    this.#deps = deps;
    this.#waiting = new WaitingPolls(deps.limits.heartbeatMs, () => deps.storage.isBehind());
  }

  /**
   * Gives every queue back as it was: options, acknowledged id, pending events. Its idle time starts again. Where more waits than
   * may, queues are dropped as in a running server.
   */
  async restore(): Promise<void> {
    const { storage } = this.#deps;
    await storage.read((db) => {
      for (const queue of storedQueues(db, this.#deps.nowMs())) this.#add(queue);
      const oldest = this.list().reduce((id, { afterId }) => Math.min(id, afterId), Infinity);
      if (oldest < Infinity)
        for (let next = EventLog.next(db, oldest); next; next = EventLog.next(db, next.event.id))
          this.deliver(next, next.audience);
    });
    this.#deliveredId = this.#deps.log.lastId;
    if (this.#dropped.size > 0) await this.tidy();
  }

  /** Forgets every queue and event of data that comes from elsewhere: no one polls those queues. */
  static forgetAll(tx: Transaction): void {
    deleteAllQueues(tx);
    EventLog.prune(tx, Number.MAX_SAFE_INTEGER);
  }

  /** Registers a queue in the transaction that reads the client's initial state, so that no event falls between the two. */
  create(tx: Transaction, userId: number, options: QueueOptions): { queueId: string; lastEventId: number } {
    const nowMs = this.#deps.nowMs();
    const afterId = this.#deps.log.lastId;
    const id = this.#deps.newQueueId();
    const queue = new EventQueue({ id, userId, options, afterId, createdAtMs: nowMs, nowMs });
    const replaced = this.#crowdedOut(queue);
    for (const old of replaced) deleteStoredQueue(tx, old.id);
    this.#unstored.register(tx, queue, () => {
      for (const old of replaced) this.#remove(old);
      this.#add(queue);
    });
    return { queueId: id, lastEventId: afterId };
  }

  /** Logs every event from here on, for a queue that is about to be registered. @returns what ends this */
  expect(): () => void {
    return this.#unstored.expect();
  }

  /**
   * Registers a queue without a write, for a disk that takes none, in the read of the client's initial state and after `expect`.
   * It begins after the last delivered event, so that none is missed. A restart before it is stored ends it.
   */
  createUnstored(userId: number, options: QueueOptions): { queueId: string; lastEventId: number } {
    const nowMs = this.#deps.nowMs();
    const id = this.#deps.newQueueId();
    const afterId = this.#deliveredId;
    const queue = new EventQueue({ id, userId, options, afterId, createdAtMs: nowMs, nowMs });
    for (const old of this.#crowdedOut(queue)) this.#forget(old);
    this.#add(queue);
    this.#unstored.keep(queue);
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
    deleteStoredQueue(tx, queue.id);
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

  /** Every queue of a user, those too that reach the disk together with the transaction that asks: a user who ends them misses none. */
  ofUser(userId: number): EventQueue[] {
    return [...(this.#byUser.get(userId) ?? []), ...this.#unstored.registeringOf(userId)];
  }

  /**
   * Whether any queue could get an event, so that what no one waits for need not be logged.
   * A queue whose registration is not on disk yet counts: it will be there when the event is delivered.
   */
  mayBeWanted(type: string, audience: Audience): boolean {
    if (this.#unstored.areComing) return true;
    for (const queue of this.#audienceQueues(audience))
      if (queue.options.eventTypes?.includes(type) ?? true) return true;
    return false;
  }

  /** Puts an event that is on disk into the queues of its audience. @returns those queues. */
  deliver({ event, bytes }: Announced, audience: Audience): EventQueue[] {
    const shared = new SharedEvent(event, bytes, this.#forms);
    const shareOf = sharesOf(audience);
    const reached: EventQueue[] = [];
    for (const queue of this.#audienceQueues(audience)) {
      if (event.id <= queue.afterId || !wants(queue, event) || isExcluded(event, queue)) continue;
      const share = shareOf(queue);
      if (share === null || !matchesEvent(queue.options.narrow, event, share)) continue;
      this.#backlogs.hold(queue, shared.part(share));
      reached.push(queue);
    }
    if (reached.length === 0) this.#backlogs.notNeeded(shared);
    this.#deliveredId = event.id;
    this.#makeRoom(reached);
    for (const queue of reached) this.#waiting.notify(queue.id, queue.restsUntilMs);
    return reached;
  }

  /**
   * Waits for events newer than `lastEventId` (contract: get-events).
   * @param done is called once, perhaps at once, with what gives the events, oldest first; one heartbeat alone when nothing happened
   *   in time or a newer poll took over; empty only with `dontBlock`, or when the server stops.
   */
  poll(
    queue: EventQueue,
    { lastEventId, dontBlock, whenGone }: Poll,
    done: (events: () => readonly EventForm[]) => void,
  ): void {
    queue.lastPollMs = this.#deps.nowMs();
    if (lastEventId !== undefined) this.#acknowledge(queue, Math.min(lastEventId, this.#deps.log.lastId));
    const since = Math.min(lastEventId ?? queue.afterId, this.#deps.log.lastId);
    const isThere = queue.isAhead(since);
    if (dontBlock || this.#stopping || (isThere && !this.#waiting.keeps(queue.restsUntilMs))) {
      const ready = queue.newerThan(since, maxAnswerBytes);
      done(() => queue.sent(ready));
      return;
    }
    this.#waiting.wait(queue.id, whenGone, () => done(() => queue.sent(this.#come(queue, since))));
    if (isThere) this.#waiting.notify(queue.id, queue.restsUntilMs);
  }

  /** What a poll is informed that has waited. @throws ApiError BAD_EVENT_QUEUE_ID when the queue has gone meanwhile */
  #come(queue: EventQueue, since: number): EventForm[] {
    if (!this.#stopping) this.access(queue.id, queue.userId);
    queue.lastPollMs = this.#deps.nowMs();
    const events = queue.newerThan(since, maxAnswerBytes);
    const id = events.length === 0 && !this.#stopping ? this.#deps.log.takeTransientId() : null;
    return id === null ? events : [{ id, json: new SharedText(JSON.stringify({ type: 'heartbeat', id })) }];
  }

  /** Drops queues that no one polls, writes acknowledgements, and forgets events that no queue needs. */
  async tidy(): Promise<void> {
    const before = this.#tidying;
    const now = (async (): Promise<void> => {
      await before?.catch(() => undefined);
      await this.#tidy();
    })();
    this.#tidying = now;
    try {
      await now;
    } finally {
      if (this.#tidying === now) this.#tidying = undefined;
    }
  }

  async #tidy(): Promise<void> {
    const nowMs = this.#deps.nowMs();
    const dead = this.list().filter((queue) => this.#isDead(queue, nowMs));
    const live = this.list().filter((queue) => !dead.includes(queue));
    const unstored = live.filter((queue) => this.#unstored.has(queue));
    const moved = live.filter((queue) => queue.afterId > queue.savedAfterId && !this.#unstored.has(queue));
    const neededFrom = Math.min(...live.map((queue) => queue.oldestId ?? Infinity), this.#deliveredId + 1);
    const unneeded = this.#backlogs.takeUnneeded();
    const dropped = [...this.#dropped];
    const prunable = await this.#deps.storage.read((db) => EventLog.hasUpTo(db, neededFrom - 1));
    const changed = dead.length + unstored.length + moved.length + dropped.length + unneeded.ids.length;
    if (changed === 0 && !prunable) return;
    try {
      await this.#deps.storage.transaction((tx) => {
        for (const queue of dead) this.delete(tx, queue);
        for (const id of dropped) deleteStoredQueue(tx, id);
        for (const queue of unstored) this.#unstored.store(tx, queue);
        for (const queue of moved) storeAcknowledged(tx, queue);
        EventLog.prune(tx, neededFrom - 1, unneeded.ids);
      });
    } catch (error) {
      this.#backlogs.putBack(unneeded);
      throw error;
    }
    for (const id of dropped) this.#dropped.delete(id);
  }

  /** Releases every waiting poll; later polls answer at once. */
  stop(): void {
    this.#stopping = true;
    this.#waiting.wakeAll();
  }

  #acknowledge(queue: EventQueue, eventId: number): void {
    if (eventId <= queue.afterId) return;
    this.#backlogs.release(queue, queue.acknowledge(eventId));
    this.#deps.onAcknowledged?.(queue, eventId);
  }

  #isDead(queue: EventQueue, nowMs: number): boolean {
    return !this.#waiting.has(queue.id) && queue.isExpired(nowMs, this.#deps.jumpedAtMs?.() ?? 0);
  }

  /** Drops the queue of a user with too much waiting: the sender never waits for them. */
  #makeRoom(reached: readonly EventQueue[]): void {
    const { maxEvents, maxBytes, maxBytesPerUser } = this.#deps.limits;
    for (const queue of reached) {
      if (queue.backlog > maxEvents) this.#drop(queue);
      while (this.#backlogs.ofUser(queue.userId) > maxBytesPerUser)
        this.#drop(largest(this.#byUser.get(queue.userId) ?? []));
    }
    while (this.#backlogs.bytes > maxBytes) this.#drop(largest(this.#queues.values()));
    // Where it fails, the next one at its time says so.
    if (this.#backlogs.unneededBytes > maxUnneededBytes && this.#tidying === undefined)
      this.tidy().catch(() => undefined);
  }

  #drop(queue: EventQueue): void {
    this.#forget(queue);
    this.#deps.onDropped?.(queue);
  }

  /** Ends a queue now; its row is deleted later. */
  #forget(queue: EventQueue): void {
    this.#remove(queue);
    this.#dropped.add(queue.id);
  }

  #audienceQueues(audience: Audience): Iterable<EventQueue> {
    if (audience.everyone === true || audience.publicStream === true) return this.#queues.values();
    const users = (audience.groups ?? []).flatMap((group) => group.users);
    return users.flatMap((userId) => [...(this.#byUser.get(userId) ?? [])]);
  }

  #crowdedOut(queue: EventQueue): EventQueue[] {
    return crowdedOut(queue, this.ofUser(queue.userId), this.#deps.limits);
  }

  #add(queue: EventQueue): void {
    this.#queues.set(queue.id, queue);
    const own = this.#byUser.get(queue.userId) ?? new Set();
    this.#byUser.set(queue.userId, own.add(queue));
  }

  #remove(queue: EventQueue): void {
    this.#backlogs.release(queue, queue.clear());
    this.#queues.delete(queue.id);
    this.#unstored.delete(queue);
    this.#byUser.get(queue.userId)?.delete(queue);
    this.#waiting.wake(queue.id);
  }
}
