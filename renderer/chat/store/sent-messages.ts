/**
 * Sent messages that are acknowledged but not yet in an event: its entry stands for it until the message itself is here, so that
 * at no moment neither is on the screen. No event comes to the user who writes into a channel without being subscribed to it.
 */
import { ApiError, request } from '../../client/request.ts';
import type { MessageStore } from './message-store.ts';
import type { OutboxRunner } from './outbox-runner.ts';
import type { RangeStore } from './range-store.ts';

/** So long after the answer the event may take. */
const eventWithinMs = 1000;

interface SentOptions {
  messages: MessageStore;
  ranges: RangeStore;
  outbox: OutboxRunner;
  /** The message is here, and takes the row of its entry. */
  onShown: (key: string, messageId: number) => void;
}

export class SentMessages {
  private readonly options: SentOptions;

  constructor(options: SentOptions) {
    this.options = options;
  }

  /** The server has the message of an entry. */
  settle(key: string, id: number): void {
    if (this.options.messages.get(id) !== undefined) this.show(key, id);
    else setTimeout(() => void this.fetch(key, id), eventWithinMs);
  }

  /** An event brought a message. */
  arrived(id: number): void {
    const entry = this.options.outbox.entries.getState().find(({ messageId }) => messageId === id);
    if (entry !== undefined) this.show(entry.key, id);
  }

  /** After a time without events. */
  settleAll(): void {
    for (const { key, messageId } of this.options.outbox.entries.getState())
      if (messageId !== null) this.settle(key, messageId);
  }

  private show(key: string, id: number): void {
    this.options.onShown(key, id);
    this.options.outbox.settle(key);
  }

  private async fetch(key: string, id: number): Promise<void> {
    const { outbox, messages, ranges } = this.options;
    if (!outbox.entries.getState().some((entry) => entry.key === key)) return;
    try {
      const params = { allow_empty_topic_name: true };
      const { message } = await request('GET', `/messages/${id}`, params);
      if (messages.get(id) === undefined) messages.add(message);
      ranges.place([message]);
      this.show(key, id);
    } catch (error) {
      // Deleted, or out of sight: it was said all the same. While the server is away the entry stands for it.
      if (error instanceof ApiError && error.status >= 400 && error.status < 500) outbox.settle(key);
    }
  }
}
