/**
 * One announced event as it waits in many queues: kept once, and serialized once per variant, when the first queue that needs
 * the variant is polled.
 */
import type { LoggedEvent } from './event-types.ts';
import type { EventForm, EventQueue, PendingEvent } from './queue.ts';
import { serializedFor, variantOf } from './variants.ts';

/** The newest serialized forms of all events, bounded in bytes: one that has given way is made again when it is needed. */
export class FormCache {
  readonly #maxBytes: number;
  readonly #forms = new Map<string, EventForm[]>();
  #bytes = 0;

  constructor(maxBytes: number) {
    this.#maxBytes = maxBytes;
  }

  get(key: string, make: () => EventForm[]): EventForm[] {
    const known = this.#forms.get(key);
    if (known !== undefined) return known;
    const made = make();
    this.#forms.set(key, made);
    this.#bytes += bytesOf(made);
    for (const [oldest, forms] of this.#forms) {
      if (this.#bytes <= this.#maxBytes) break;
      this.#forms.delete(oldest);
      this.#bytes -= bytesOf(forms);
    }
    return made;
  }
}

/** What the key and the objects of a form take beside its text. */
const formOverhead = 200;
const bytesOf = (forms: readonly EventForm[]): number =>
  forms.reduce((sum, { json }) => sum + json.length, formOverhead);

/** An event that is on disk, and the bytes that it takes in the log. */
export class SharedEvent {
  readonly event: LoggedEvent;
  readonly bytes: number;
  /** How many queues it waits in. */
  holders = 0;
  readonly cache: FormCache;
  readonly #parts = new Map<Record<string, unknown>, PendingEvent>();

  constructor(event: LoggedEvent, bytes: number, cache: FormCache) {
    this.event = event;
    this.bytes = bytes;
    this.cache = cache;
  }

  get id(): number {
    return this.event.id;
  }

  /** The event as those are told of it for whom the same differs (events/audience.ts). */
  part(share: Record<string, unknown>): PendingEvent {
    const part = this.#parts.get(share) ?? new SharedPart(this, share, this.#parts.size);
    this.#parts.set(share, part);
    return part;
  }
}

class SharedPart implements PendingEvent {
  readonly shared: SharedEvent;
  readonly #share: Record<string, unknown>;
  readonly #number: number;

  constructor(shared: SharedEvent, share: Record<string, unknown>, number: number) {
    this.shared = shared;
    this.#share = share;
    this.#number = number;
  }

  formsFor(queue: EventQueue): EventForm[] {
    const { event, cache } = this.shared;
    return cache.get(`${event.id} ${this.#number} ${variantOf(event, queue)}`, () =>
      serializedFor(event, queue, this.#share),
    );
  }
}
