/**
 * Subscriptions that wait for notifications. Each is a place in the stored messages of its devices: whatever wakes it has it read on
 * from there, so that it misses nothing and writes nothing twice. Bounded for each device, for each account and in total.
 */
import type { Filters, Since } from './subscribe-request.ts';
import { passes } from './subscribe-request.ts';
import { tooManySubscriptions, type NtfyEvent } from './wire.ts';

/** A device whose topic a request names. */
export interface SubscribedDevice {
  id: number;
  userId: number;
  topic: string;
}

/** Events after a place, and the place after them. */
export interface Batch {
  events: NtfyEvent[];
  place: number;
  /** Whether more is stored behind it. */
  isMore: boolean;
}

/** The stored messages. */
export interface StoredMessages {
  /** Where a subscription begins; `events` come before all that it reads from there. */
  begin(
    devices: readonly SubscribedDevice[],
    since: Since,
    origin: string,
  ): Promise<{ place: number; events: NtfyEvent[] }>;
  /** @returns null when none of the devices may subscribe any more */
  after(devices: readonly SubscribedDevice[], place: number, origin: string): Promise<Batch | null>;
}

/** Where a subscription writes. */
export interface Sink {
  write(event: NtfyEvent): void;
  /** Resolves when more may be written, at once where little waits; false when the client has gone or takes nothing. */
  ready(): Promise<boolean>;
  keepAlive(): void;
  end(): void;
}

export interface StreamOptions {
  devices: readonly SubscribedDevice[];
  since: Since;
  filters: Filters;
  /** Under which the device reaches the server: its links begin with it. */
  origin: string;
  /** Ends after what is stored. */
  poll: boolean;
  sink: Sink;
  /** Written before all others; none where it polls. */
  opening: NtfyEvent | undefined;
}

/** A device that lost its network comes back while its old connection still seems to be there: the oldest is closed. */
const mostOfDevice = 6;
const mostOfAccount = 60;

interface Settings {
  stored: StoredMessages;
  /** Milliseconds between two signs of life. */
  keepAliveMs: number;
  /** Connections in total. */
  most: number;
  onError: (error: unknown) => void;
}

export class Streams {
  readonly #settings: Settings;
  readonly #byDevice = new Map<number, Set<Stream>>();
  readonly #ofAccount = new Map<number, number>();
  /** By when the next sign of life is due, the first first: all wait equally long. */
  readonly #due = new Map<Stream, number>();
  #timer: NodeJS.Timeout | undefined;
  #isStopped = false;

  constructor(settings: Settings) {
    this.#settings = settings;
  }

  /** How many connections of a device are open. */
  connections(deviceId: number): number {
    return this.#byDevice.get(deviceId)?.size ?? 0;
  }

  /** Has the subscriptions of these devices read on; those of a device that is gone end. */
  wake(deviceIds: readonly number[]): void {
    for (const stream of new Set(deviceIds.flatMap((id) => [...(this.#byDevice.get(id) ?? [])]))) this.#run(stream);
  }

  /** @throws NtfyError 429 when the account, or all together, have too many open. */
  check(devices: readonly SubscribedDevice[]): void {
    const isFull = devices.some(({ userId }) => (this.#ofAccount.get(userId) ?? 0) >= mostOfAccount);
    if (isFull || this.#due.size >= this.#settings.most || this.#isStopped) throw tooManySubscriptions();
  }

  /** Begins a subscription. @returns what ends it, when its client has gone. */
  open(options: StreamOptions): () => void {
    const stream = new Stream(options, this.#settings.stored, () => this.#remove(stream));
    for (const { id } of options.devices) {
      const others = this.#byDevice.get(id) ?? new Set();
      const [oldest] = others.size >= mostOfDevice ? others : [];
      oldest?.end();
      this.#byDevice.set(id, others.add(stream));
    }
    for (const { userId } of options.devices) this.#ofAccount.set(userId, (this.#ofAccount.get(userId) ?? 0) + 1);
    this.#waitForTurn(stream);
    this.#run(stream);
    return () => stream.end();
  }

  /** Ends all of them: the server stops, or opens other data. */
  stop(): void {
    this.#isStopped = true;
    for (const stream of this.#due.keys()) stream.end();
    clearTimeout(this.#timer);
  }

  #run(stream: Stream): void {
    stream.read().catch((error: unknown) => {
      stream.end();
      if (!this.#isStopped) this.#settings.onError(error);
    });
  }

  #remove(stream: Stream): void {
    this.#due.delete(stream);
    for (const { id, userId } of stream.devices) {
      const open = this.#byDevice.get(id);
      open?.delete(stream);
      if (open?.size === 0) this.#byDevice.delete(id);
      const left = (this.#ofAccount.get(userId) ?? 1) - 1;
      if (left > 0) this.#ofAccount.set(userId, left);
      else this.#ofAccount.delete(userId);
    }
  }

  #waitForTurn(stream: Stream): void {
    this.#due.set(stream, performance.now() + this.#settings.keepAliveMs);
    this.#timer ??= this.#ringIn(this.#settings.keepAliveMs);
  }

  #ringIn(ms: number): NodeJS.Timeout {
    return setTimeout(() => this.#ring(), ms).unref();
  }

  #ring(): void {
    this.#timer = undefined;
    const nowMs = performance.now();
    for (const [stream, dueMs] of this.#due) {
      if (dueMs > nowMs) {
        this.#timer ??= this.#ringIn(Math.ceil(dueMs - nowMs));
        return;
      }
      this.#due.delete(stream);
      this.#waitForTurn(stream);
      stream.keepAlive();
      // Whether it still may subscribe is looked up with what it reads.
      this.#run(stream);
    }
  }
}

/** One subscription. */
class Stream {
  readonly devices: readonly SubscribedDevice[];
  readonly #options: StreamOptions;
  readonly #stored: StoredMessages;
  readonly #onEnd: () => void;
  #place: number | undefined;
  #isReading = false;
  #isWoken = false;
  #isEnded = false;

  constructor(options: StreamOptions, stored: StoredMessages, onEnd: () => void) {
    this.devices = options.devices;
    this.#options = options;
    this.#stored = stored;
    this.#onEnd = onEnd;
  }

  /** Writes what is stored behind its place, until there is no more. */
  async read(): Promise<void> {
    this.#isWoken = true;
    if (this.#isReading) return;
    this.#isReading = true;
    this.#place ??= await this.#begin();
    while (this.#isWoken && !this.#isEnded) {
      this.#isWoken = false;
      await this.#readOn(this.#place);
    }
    this.#isReading = false;
    if (this.#options.poll) this.end();
  }

  keepAlive(): void {
    if (this.#place !== undefined) this.#options.sink.keepAlive();
  }

  end(): void {
    if (this.#isEnded) return;
    this.#isEnded = true;
    this.#onEnd();
    this.#options.sink.end();
  }

  async #begin(): Promise<number> {
    const { since, origin, opening, sink } = this.#options;
    if (opening !== undefined) sink.write(opening);
    const { place, events } = await this.#stored.begin(this.devices, since, origin);
    this.#write(events);
    return place;
  }

  async #readOn(from: number): Promise<void> {
    const batch = await this.#stored.after(this.devices, from, this.#options.origin);
    if (batch === null) {
      this.end();
      return;
    }
    this.#place = batch.place;
    this.#write(batch.events);
    if (!(await this.#options.sink.ready())) this.end();
    if (batch.isMore) this.#isWoken = true;
  }

  #write(events: readonly NtfyEvent[]): void {
    if (this.#isEnded) return;
    for (const event of events) if (passes(this.#options.filters, event)) this.#options.sink.write(event);
  }
}
