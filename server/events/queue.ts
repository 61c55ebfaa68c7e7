/**
 * One event queue: what one client of one user registered for, and the events waiting for it.
 * Bounded in number and size; a queue that overflows is dropped, the sender never waits for it.
 */
import type { Filter } from '../narrow/parse.ts';

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
}

/** Everything that decides which events a queue gets and in what form; kept in event_queues.options. */
export interface QueueOptions {
  /** null = every type. */
  eventTypes: string[] | null;
  narrow: Filter[];
  applyMarkdown: boolean;
  clientGravatar: boolean;
  slimPresence: boolean;
  /** Subscription events list subscribers (api-v1.md, Channel subscription object). */
  includeSubscribers: boolean;
  allPublicStreams: boolean;
  capabilities: ClientCapabilities;
  client: string;
  /** Seconds without a poll after which the queue is dropped. */
  lifespanSecs: number;
}

/** An event waiting in a queue: already serialized for it, shared with every queue of the same variant. */
export interface PendingEvent {
  id: number;
  json: string;
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

  get backlog(): number {
    return this.#pending.length;
  }

  get backlogBytes(): number {
    return this.#bytes;
  }

  push(event: PendingEvent): void {
    this.#pending.push(event);
    this.#bytes += event.json.length;
  }

  /** Forgets what the client has received (api-v1.md, GET /events, last_event_id). */
  acknowledge(lastEventId: number): void {
    if (lastEventId <= this.afterId) return;
    this.afterId = lastEventId;
    const kept = this.#pending.findIndex((event) => event.id > lastEventId);
    const dropped = this.#pending.splice(0, kept === -1 ? this.#pending.length : kept);
    for (const event of dropped) this.#bytes -= event.json.length;
  }

  /** Events newer than an id, oldest first. */
  newerThan(lastEventId: number): PendingEvent[] {
    return this.#pending.filter((event) => event.id > lastEventId);
  }
}
