/**
 * One announced event as it waits in many queues: kept once, and serialized once per variant, when the first queue that needs
 * the variant is polled.
 */
import type { LoggedEvent } from './event-types.ts';
import type { EventForm, EventQueue, PendingEvent } from './queue.ts';
import { serializedFor, variantOf } from './variants.ts';

/** One variant of an event, as it leaves. */
interface Made {
  readonly forms: readonly EventForm[];
  /** Called when it is dropped. */
  forget(): void;
}

/** The newest serialized forms of all events, bounded in bytes: a dropped one is made again when it is needed. */
export class FormCache {
  readonly #maxBytes: number;
  readonly #made = new Set<Made>();
  #bytes = 0;

  constructor(maxBytes: number) {
    this.#maxBytes = maxBytes;
  }

  keep(made: Made): void {
    this.#made.add(made);
    this.#bytes += bytesOf(made);
    for (const oldest of this.#made) {
      if (this.#bytes <= this.#maxBytes) break;
      this.drop(oldest);
    }
  }

  /** Lets go of forms that no one needs any more. */
  drop(made: Made): void {
    if (!this.#made.delete(made)) return;
    this.#bytes -= bytesOf(made);
    made.forget();
  }
}

/** What the objects of a form take beside its text, which may be there as bytes too. */
const formOverhead = 300;
const bytesOf = ({ forms }: Made): number => forms.reduce((sum, { json }) => sum + 2 * json.length, formOverhead);

/** An event that is on disk, and the bytes that it takes in the log. */
export class SharedEvent {
  readonly event: LoggedEvent;
  readonly bytes: number;
  /** How many queues it waits in. */
  holders = 0;
  readonly cache: FormCache;
  readonly #parts = new Map<Record<string, unknown>, SharedPart>();

  constructor(event: LoggedEvent, bytes: number, cache: FormCache) {
    this.event = event;
    this.bytes = bytes;
    this.cache = cache;
  }

  get id(): number {
    return this.event.id;
  }

  /** The event as those are reported about it for whom the same differs (events/audience.ts). */
  part(share: Record<string, unknown>): PendingEvent {
    const part = this.#parts.get(share) ?? new SharedPart(this, share);
    this.#parts.set(share, part);
    return part;
  }

  /** No queue waits for it any more: its forms need not stay until newer ones take their place. */
  dropForms(): void {
    for (const part of this.#parts.values()) part.dropForms();
  }
}

class SharedPart implements PendingEvent {
  readonly shared: SharedEvent;
  readonly #share: Record<string, unknown>;
  /** By the number of the variant. */
  readonly #forms = new Map<number, Made>();

  constructor(shared: SharedEvent, share: Record<string, unknown>) {
    this.shared = shared;
    this.#share = share;
  }

  formsFor(queue: EventQueue): readonly EventForm[] {
    const { event, cache } = this.shared;
    const variant = variantOf(event, queue);
    const known = variant === null ? undefined : this.#forms.get(variant);
    if (known !== undefined) return known.forms;
    const forms = serializedFor(event, queue, this.#share);
    if (variant !== null) {
      const made = { forms, forget: () => this.#forms.delete(variant) };
      this.#forms.set(variant, made);
      cache.keep(made);
    }
    return forms;
  }

  dropForms(): void {
    for (const made of this.#forms.values()) this.shared.cache.drop(made);
  }
}
