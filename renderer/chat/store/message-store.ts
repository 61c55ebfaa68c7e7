/**
 * The messages that are here, once each by id. A row listens to its own message only, so that an event draws one row again.
 * What an event said beats a copy that was asked for before it came.
 */
import { Listeners } from '../kit/listeners.ts';
import { messageAfter, messagesOf, withMarks, type ApiEvent, type Message } from './message.ts';

export class MessageStore {
  private readonly byId = new Map<number, Message>();
  private readonly listeners = new Listeners<number>();
  /** When an event last touched a message, counted in events. */
  private readonly touchedAt = new Map<number, number>();
  /** The same, of events about more than its flags. */
  private readonly changedAt = new Map<number, number>();
  private readonly deleted = new Set<number>();
  private moment = 0;

  get(id: number): Message | undefined {
    return this.byId.get(id);
  }

  get size(): number {
    return this.byId.size;
  }

  /** To be kept when a request leaves, and given to `put` with its answer. */
  now(): number {
    return this.moment;
  }

  /** Messages behind one that events were about since a moment of `now`, ascending. */
  touchedSince(since: number, afterId: number): Message[] {
    const ids = [...this.touchedAt.keys()].filter((id) => id > afterId && isSince(this.touchedAt, id, since));
    return ids
      .toSorted((a, b) => a - b)
      .map((id) => this.byId.get(id))
      .filter((message) => message !== undefined);
  }

  /**
   * Puts copies that were asked for at `askedAt`; what events changed since stays. Reading a message must not keep what else is new
   * of it out: of a copy that is read to catch up nothing else reports it.
   * @returns false when events were about some that were not here: these copies may be old, and must be asked for again.
   */
  put(messages: readonly Message[], askedAt: number): boolean {
    let isWhole = true;
    for (const copy of messages) {
      const known = this.byId.get(copy.id);
      const wasTouched = isSince(this.touchedAt, copy.id, askedAt);
      if (wasTouched && (known === undefined || isSince(this.changedAt, copy.id, askedAt))) {
        isWhole &&= known !== undefined;
        continue;
      }
      const fresh = wasTouched && known !== undefined ? { ...copy, flags: known.flags } : copy;
      const message = withMarks(fresh, known);
      // Asked for again and the same as before: its row need not be drawn again.
      if (known !== undefined && JSON.stringify(known) === JSON.stringify(message)) continue;
      this.byId.set(message.id, message);
      this.listeners.tell(message.id);
    }
    return isWhole;
  }

  /** Puts what an event brought. */
  add(message: Message): void {
    this.touch(message.id);
    this.byId.set(message.id, message);
    this.listeners.tell(message.id);
  }

  /** Changes the messages that an event is about. @param all the event is about every message: everything was read. */
  apply(event: ApiEvent): void {
    const isForAll = event.type === 'update_message_flags' && event.op === 'add' && event.all;
    for (const id of isForAll ? [...this.byId.keys()] : messagesOf(event)) {
      this.touch(id, event.type === 'update_message_flags');
      const message = this.byId.get(id);
      if (message === undefined) continue;
      const after = messageAfter(message, event);
      if (after === message) continue;
      this.byId.set(id, after);
      this.listeners.tell(id);
    }
  }

  delete(ids: readonly number[]): void {
    for (const id of ids) {
      this.touch(id);
      this.deleted.add(id);
      if (this.byId.delete(id)) this.listeners.tell(id);
    }
  }

  /** Whether a message was deleted while this page was open, known here before or not. */
  wasDeleted(id: number): boolean {
    return this.deleted.has(id);
  }

  /** Forgets whatever no range shows. */
  keepOnly(ids: ReadonlySet<number>): void {
    for (const id of this.byId.keys()) if (!ids.has(id) && !this.listeners.has(id)) this.byId.delete(id);
    for (const times of [this.touchedAt, this.changedAt])
      for (const id of times.keys()) if (!this.byId.has(id)) times.delete(id);
  }

  clear(): void {
    const ids = [...this.byId.keys()];
    this.byId.clear();
    this.touchedAt.clear();
    this.changedAt.clear();
    this.deleted.clear();
    for (const id of ids) this.listeners.tell(id);
  }

  /** @returns a function that ends the listening. */
  subscribe(id: number, listener: () => void): () => void {
    return this.listeners.subscribe(id, listener);
  }

  private touch(id: number, isOfFlags = false): void {
    this.moment += 1;
    this.touchedAt.set(id, this.moment);
    if (!isOfFlags) this.changedAt.set(id, this.moment);
  }
}

const isSince = (times: ReadonlyMap<number, number>, id: number, since: number): boolean =>
  (times.get(id) ?? -1) > since;
