/**
 * Received spans of imported channels, as spans of ids (domain/channels/subscriptions/rows.ts): of a channel whose history new
 * subscribers cannot read, no one reads more than in the source. Bounded by the number of subscriptions.
 */
import { endSpansAt } from '../../domain/channels/subscriptions/rows.ts';
import type { Team } from './team.ts';

interface Run {
  /** The user received what comes after this id, */
  after: number;
  /** up to this one. */
  last: number;
}

interface ChannelSpans {
  /** The newest message of the import. */
  last: number;
  runs: Map<number, Run>;
  /** Some message does not say who received it: all subscribers did. */
  isOpen: boolean;
}

export class SpanWriter {
  readonly #team: Team;
  readonly #channels = new Map<number, ChannelSpans>();

  constructor(team: Team) {
    this.#team = team;
  }

  /** @param users who received the message; null for all subscribers. Messages come in the order of their ids. */
  receive(channel: number, message: number, users: readonly number[] | null): void {
    const known = this.#channels.get(channel);
    const spans = known ?? { last: message - 1, runs: new Map<number, Run>(), isOpen: false };
    if (known === undefined) this.#channels.set(channel, spans);
    if (users === null) spans.isOpen = true;
    for (const user of users ?? []) {
      const run = spans.runs.get(user);
      if (run !== undefined && run.last === spans.last) run.last = message;
      else {
        if (run !== undefined) this.#write(user, channel, run.after, run.last);
        spans.runs.set(user, { after: message - 1, last: message });
      }
    }
    spans.last = message;
  }

  /**
   * Writes what is left, and opens the spans of those who are subscribed.
   * @param made channels of this import. @param newest the newest message before it.
   */
  finish(made: ReadonlySet<number>, newest: number): void {
    const { tx } = this.#team;
    const now = Math.max(newest, ...[...this.#channels.values()].map(({ last }) => last));
    for (const [channel, { runs, isOpen, last }] of this.#channels) {
      // Who joined here did not receive what is added now.
      if (!made.has(channel) && !isOpen) endSpansAt(tx, channel, newest);
      const subscribed = new Set(this.#subscribed(channel));
      for (const [user, run] of runs) {
        const isLasting = run.last === last && subscribed.has(user);
        this.#write(user, channel, run.after, isLasting ? null : run.last);
        if (isLasting) subscribed.delete(user);
      }
      for (const user of subscribed) this.#openNow(user, channel, isOpen ? 0 : now);
    }
    for (const channel of made)
      if (!this.#channels.has(channel)) for (const user of this.#subscribed(channel)) this.#openNow(user, channel, now);
  }

  #openNow(user: number, channel: number, after: number): void {
    const isOpen = this.#team.tx.get(
      'SELECT 1 FROM subscription_spans WHERE user_id = ? AND stream_id = ? AND until_id IS NULL',
      user,
      channel,
    );
    if (isOpen === undefined) this.#write(user, channel, after, null);
  }

  #subscribed(channel: number): number[] {
    return this.#team.tx
      .all<{ user_id: number }>('SELECT user_id FROM subscriptions WHERE stream_id = ? AND active = 1', channel)
      .map(({ user_id: id }) => id);
  }

  #write(user: number, channel: number, after: number, until: number | null): void {
    this.#team.insert(
      'subscription_spans',
      { user_id: user, stream_id: channel, after_id: after, until_id: until },
      'OR REPLACE',
    );
  }
}
