/**
 * One announced event as it waits in many queues: kept once, and serialized once per variant, when the first queue that needs
 * the variant is polled.
 */
import type { LoggedEvent } from './event-types.ts';
import type { EventForm, EventQueue, PendingEvent } from './queue.ts';
import { serializedFor, variantOf } from './variants.ts';

/** One variant of an event, as it leaves. */
interface Made {
  readonly bytes: number;
  forget(): void;
}

/** The newest serialized forms of all events, bounded in bytes: one that has given way is made again when it is needed. */
export class FormCache {
  readonly #maxBytes: number;
  readonly #made = new Set<Made>();
  #bytes = 0;

  constructor(maxBytes: number) {
    this.#maxBytes = maxBytes;
  }

  /** @param forget is called when the forms give way. */
  keep(forms: readonly EventForm[], forget: () => void): void {
    const bytes = forms.reduce((sum, form) => sum + form.bytes.length, formOverhead);
    this.#made.add({ bytes, forget });
    this.#bytes += bytes;
    for (const oldest of this.#made) {
      if (this.#bytes <= this.#maxBytes) break;
      this.#made.delete(oldest);
      this.#bytes -= oldest.bytes;
      oldest.forget();
    }
  }
}

/** What the objects of a form take beside its text. */
const formOverhead = 300;

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
    const part = this.#parts.get(share) ?? new SharedPart(this, share);
    this.#parts.set(share, part);
    return part;
  }
}

class SharedPart implements PendingEvent {
  readonly shared: SharedEvent;
  readonly #share: Record<string, unknown>;
  /** By the number of the variant. */
  readonly #forms = new Map<number, readonly EventForm[]>();

  constructor(shared: SharedEvent, share: Record<string, unknown>) {
    this.shared = shared;
    this.#share = share;
  }

  formsFor(queue: EventQueue): readonly EventForm[] {
    const { event, cache } = this.shared;
    const variant = variantOf(event, queue);
    const known = variant === null ? undefined : this.#forms.get(variant);
    if (known !== undefined) return known;
    const made = serializedFor(event, queue, this.#share);
    if (variant !== null) {
      this.#forms.set(variant, made);
      cache.keep(made, () => this.#forms.delete(variant));
    }
    return made;
  }
}
