/**
 * Live server activity (GET /console/activity): a long poll that keeps the newest 10,000 entries, can be
 * paused and stepped, and goes on on its own after an interruption or a restart of the server.
 */
import { useEffect, useMemo, useSyncExternalStore } from 'react';
import type {
  AcknowledgementEntry,
  ActivityEntry,
  EventEntry,
  RequestEntry,
} from '../../../server/contract/shapes/activity.ts';
import { longPoll, pause } from '../../client/long-poll.ts';
import { inTime, longestWaitMs, request } from '../../client/request.ts';
import { whileHidden } from '../../client/wake.ts';

export type Kind = ActivityEntry['kind'];
export type { ActivityEntry, AcknowledgementEntry, EventEntry, RequestEntry };

export interface Activity {
  entries: ActivityEntry[];
  /** Came while paused, and are not shown yet. */
  waiting: number;
  paused: boolean;
  /** Everything that the server had kept has arrived. */
  loaded: boolean;
  lost: boolean;
}

const mostKept = 10_000;
/** Many things happen at once: they are fetched together, a few times a second. */
const breathMs = 150;

/** Up to where someone has cleared the list on this page, in the server's present life. */
let cleared = { epoch: 0, seq: 0 };

export class ActivityFeed {
  #shown: Activity = { entries: [], waiting: 0, paused: false, loaded: false, lost: false };
  #waiting: ActivityEntry[] = [];
  readonly #listeners = new Set<() => void>();
  #epoch = 0;
  #lastSeq = 0;
  readonly #query: { kinds: Kind[]; user_id?: number };

  constructor(kinds: Kind[], userId: number | null) {
    this.#query = { kinds, ...(userId !== null && { user_id: userId }) };
  }

  readonly snapshot = (): Activity => this.#shown;

  readonly subscribe = (listener: () => void): (() => void) => {
    this.#listeners.add(listener);
    return () => this.#listeners.delete(listener);
  };

  readonly pause = (): void => this.#change({ paused: true });

  readonly resume = (): void => this.#show(this.#waiting.splice(0), { paused: false, waiting: 0 });

  /** Shows the next entry that passes, and pauses if it was not. Those before it are shown with it. */
  readonly step = (passes: (entry: ActivityEntry) => boolean): void => {
    const index = this.#waiting.findIndex(passes);
    const next = this.#waiting.splice(0, index === -1 ? this.#waiting.length : index + 1);
    this.#show(next, { paused: true, waiting: this.#waiting.length });
  };

  /** What was there is not shown any more, here and when someone comes back. */
  readonly clear = (): void => {
    cleared = { epoch: this.#epoch, seq: this.#lastSeq };
    this.#forget();
  };

  #forget(): void {
    this.#waiting = [];
    this.#change({ entries: [], waiting: 0 });
  }

  /** Listens until the signal aborts. */
  async listen(signal: AbortSignal): Promise<void> {
    this.#waiting = [];
    this.#change({ entries: [], waiting: 0, loaded: false });
    let at: { epoch: number; since: number } | undefined;
    const ask = async (failures: number): Promise<void> => {
      await whileHidden(signal);
      const blocks = this.#shown.loaded && failures === 0;
      const params = { ...this.#query, ...at, dont_block: !blocks };
      const answer = await inTime((ended) => request('GET', '/console/activity', params, ended), signal, longestWaitMs);
      if (at !== undefined && at.epoch !== answer.epoch) this.#forget();
      [this.#epoch, this.#lastSeq] = [answer.epoch, answer.last_seq];
      at = { epoch: answer.epoch, since: answer.last_seq };
      const { epoch, seq } = cleared;
      this.#take(epoch === answer.epoch ? answer.entries.filter((entry) => entry.seq > seq) : answer.entries);
      if (blocks) await pause(breathMs, signal);
    };
    await longPoll({ ask, onFailure: () => this.#change({ lost: true }) }, signal);
  }

  #take(entries: ActivityEntry[]): void {
    const state = { loaded: this.#shown.loaded || entries.length === 0, lost: false };
    if (!this.#shown.paused) return this.#show(entries, state);
    this.#waiting = [...this.#waiting, ...entries].slice(-mostKept);
    this.#change({ ...state, waiting: this.#waiting.length });
  }

  #show(more: ActivityEntry[], state: Partial<Activity>): void {
    const entries = more.length === 0 ? this.#shown.entries : [...this.#shown.entries, ...more].slice(-mostKept);
    this.#change({ ...state, entries });
  }

  #change(state: Partial<Activity>): void {
    const next = { ...this.#shown, ...state };
    const names = Object.keys(next) as (keyof Activity)[];
    if (names.every((name) => next[name] === this.#shown[name])) return;
    this.#shown = next;
    for (const listener of this.#listeners) listener();
  }
}

/** Listens while the component is mounted. @param userId null for the whole server; another user begins again. */
export function useActivity(kinds: readonly Kind[], userId: number | null): { feed: ActivityFeed; activity: Activity } {
  const wanted = kinds.join();
  const feed = useMemo(() => new ActivityFeed(wanted.split(',') as Kind[], userId), [wanted, userId]);
  useEffect(() => {
    const ending = new AbortController();
    void feed.listen(ending.signal);
    return () => ending.abort();
  }, [feed]);
  return { feed, activity: useSyncExternalStore(feed.subscribe, feed.snapshot) };
}
