/**
 * One event queue: what one client of one user registered for, and the events waiting for it.
 * Events wait as they were announced, shared with all other queues; they take the queue's own form when they are polled.
 */
import type { SharedText } from '../json-text.ts';
import type { Filter } from '../narrow/parse.ts';
import { restAfter } from './waiting-polls.ts';

/** What a client told about itself at registration (contract: RegisterRequest.client_capabilities). */
export interface ClientCapabilities {
  notification_settings_null?: boolean;
  bulk_message_deletion?: boolean;
  user_avatar_url_field_optional?: boolean;
  stream_typing_notifications?: boolean;
  user_settings_object?: boolean;
  linkifier_url_template?: boolean;
  user_list_incomplete?: boolean;
  include_deactivated_groups?: boolean;
  archived_channels?: boolean;
  empty_topic_name?: boolean;
  simplified_presence_events?: boolean;
  /** Hearth's own: the client knows events of this type. */
  do_not_disturb?: boolean;
  /** Hearth's own: `channel_pins` events. */
  channel_pins?: boolean;
}

/** Everything that decides which events a queue gets and in what form; kept in event_queues.options. */
export interface QueueOptions {
  /** null = every type. */
  eventTypes: string[] | null;
  narrow: Filter[];
  applyMarkdown: boolean;
  clientGravatar: boolean;
  slimPresence: boolean;
  /** Subscription events list subscribers (contract: Subscription). */
  includeSubscribers: boolean;
  allPublicStreams: boolean;
  capabilities: ClientCapabilities;
  client: string;
  /** Seconds without a poll after which the queue is dropped. */
  lifespanSecs: number;
}

/** An event in the form in which a queue gets it: JSON, shared with every queue of the same variant. */
export interface EventForm {
  readonly id: number;
  readonly json: SharedText;
}

/** What a poll asks for, and how long it waits. */
export interface Poll {
  /** The newest that its client has; undefined: all that wait. */
  lastEventId: number | undefined;
  dontBlock: boolean;
  /** Is given what ends the wait when its client has gone. */
  whenGone: (listener: () => void) => void;
}

/** An event waiting in queues: one object for all of them that are reported the same. */
export interface PendingEvent {
  /** Of the event itself: its place in the log, the bytes that it takes there, and in how many queues it waits. */
  readonly shared: { readonly id: number; readonly bytes: number; holders: number; dropForms(): void };
  /** What a queue gets for it: usually one, several where one event stands for several older ones. */
  formsFor(queue: EventQueue): readonly EventForm[];
}

export class EventQueue {
  readonly id: string;
  readonly userId: number;
  readonly options: QueueOptions;
  readonly createdAtMs: number;
  /** Events with an id up to this one are not the queue's: they precede it or were acknowledged. */
  afterId: number;
  /** `afterId` as last written to the database. */
  savedAfterId: number;
  lastPollMs: number;
  /** Until then it is given nothing more, by `performance.now()` (waiting-polls.ts). */
  restsUntilMs = -Infinity;
  /** The highest id ever handed out, for the console. */
  lastSentId = -1;
  #pending: PendingEvent[] = [];
  #bytes = 0;

  constructor(queue: {
    id: string;
    userId: number;
    options: QueueOptions;
    afterId: number;
    createdAtMs: number;
    nowMs: number;
  }) {
    this.id = queue.id;
    this.userId = queue.userId;
    this.options = queue.options;
    this.afterId = queue.afterId;
    this.savedAfterId = queue.afterId;
    this.createdAtMs = queue.createdAtMs;
    this.lastPollMs = queue.nowMs;
  }

  /**
   * Whether no client has polled for the queue's lifespan. No client can poll in the time that a jump of the clock leaves out, and a
   * poll from the future is of a clock that was wrong then. UNIX milliseconds.
   */
  isExpired(nowMs: number, jumpedAtMs: number): boolean {
    const polledAtMs = this.lastPollMs > nowMs ? 0 : this.lastPollMs;
    return nowMs - Math.max(polledAtMs, jumpedAtMs) > this.options.lifespanSecs * 1000;
  }

  get backlog(): number {
    return this.#pending.length;
  }

  /** As if no one shared the events with this queue. */
  get backlogBytes(): number {
    return this.#bytes;
  }

  /** The first event that still waits; undefined when none does. */
  get oldestId(): number | undefined {
    return this.#pending[0]?.shared.id;
  }

  push(event: PendingEvent): void {
    this.#pending.push(event);
    this.#bytes += event.shared.bytes;
  }

  /** Forgets what the client has received (contract: get-events, last_event_id). @returns what waits no more. */
  acknowledge(lastEventId: number): PendingEvent[] {
    if (lastEventId <= this.afterId) return [];
    this.afterId = lastEventId;
    const kept = this.#pending.findIndex(({ shared }) => shared.id > lastEventId);
    return this.#drop(kept === -1 ? this.#pending.length : kept);
  }

  /** Forgets all that waits. @returns it. */
  clear(): PendingEvent[] {
    return this.#drop(this.#pending.length);
  }

  /** Whether an event newer than an id waits. */
  isAhead(lastEventId: number): boolean {
    return (this.#pending.at(-1)?.shared.id ?? -1) > Math.max(lastEventId, this.afterId);
  }

  /** Events newer than an id, oldest first: about as many as fit into `maxBytes`, but one at least. */
  newerThan(lastEventId: number, maxBytes: number): EventForm[] {
    const after = Math.max(lastEventId, this.afterId);
    const forms: EventForm[] = [];
    let bytes = 0;
    for (const event of this.#pending) {
      if (event.shared.id <= after) continue;
      if (bytes >= maxBytes) break;
      for (const form of event.formsFor(this)) {
        if (form.id <= after) continue;
        forms.push(form);
        bytes += form.json.length;
      }
    }
    return forms;
  }

  /** Notes that its client is given these. @returns them. */
  sent(events: EventForm[]): EventForm[] {
    const newest = events.at(-1);
    if (newest !== undefined) {
      this.lastSentId = newest.id;
      this.restsUntilMs = restAfter(events.length);
    }
    return events;
  }

  #drop(count: number): PendingEvent[] {
    const dropped = this.#pending.splice(0, count);
    for (const event of dropped) this.#bytes -= event.shared.bytes;
    return dropped;
  }
}
