/**
 * The ranges that are open or were lately, each under the key of its narrow: what is here of it, and what is being asked for.
 * Events put messages in and take them out; where only the server knows, it is asked once for a whole batch.
 */
import type { AnswerOf } from '../../client/api.ts';
import { ApiError, request } from '../../client/request.ts';
import { Listeners } from '../kit/listeners.ts';
import { matchesLocally } from '../routing/local-match.ts';
import { isSearch, narrowKey, narrowParam, type Narrow } from '../routing/narrow.ts';
import { trimmed, withArrived, without, withNewer, withOlder } from './message-range.ts';
import { matchableOf, type Message } from './message.ts';
import {
  freshRange,
  holds,
  idle,
  isBusy,
  isByFlag,
  isSameRun,
  untilAnswered,
  type Anchor,
  type OpenRange,
  type PageRequest,
  type RangeStoreOptions,
} from './open-range.ts';

/** As in the clients that people know: what was read before is near, what comes after is more. */
const firstBefore = 60;
const firstAfter = 150;
/** Of what is found, as many as are worth counting. */
const firstFound = 100;
const pageSize = 100;
const maxRanges = 30;
/** The answer to `first_unread` when nothing is unread. */
const nothingUnread = 1e16;

export class RangeStore {
  private readonly ranges = new Map<string, OpenRange>();
  private readonly listeners = new Listeners<string>();
  private readonly options: RangeStoreOptions;
  /** By the key of the narrow: a user who opens it meanwhile waits for the same answer. */
  private readonly firstFetches = new Map<string, Promise<void>>();
  /** Answers to requests of an earlier registration are not for us any more. */
  private era = 0;

  constructor(options: RangeStoreOptions) {
    this.options = options;
  }

  get(key: string): OpenRange | undefined {
    return this.ranges.get(key);
  }

  /** @returns a function that ends the listening. */
  subscribe(key: string, listener: () => void): () => void {
    return this.listeners.subscribe(key, listener);
  }

  /** Makes sure that a narrow is here around the anchor; one that is here stays as it is, unless flags may have left it since. */
  async open(narrow: Narrow, anchor: Anchor): Promise<void> {
    const key = narrowKey(narrow);
    const known = this.ranges.get(key);
    // What was used last is dropped last.
    if (known !== undefined) this.ranges.delete(key);
    const isHere = known?.error === null && !isByFlag(narrow) && holds(known, anchor, this.options.messages);
    const opened = known ?? freshRange(narrow);
    this.ranges.set(key, opened);
    if (isHere) return;
    if (!this.firstFetches.has(key)) void this.fetchFirst(key, narrow, anchor);
    // One that begins again takes the place of another.
    while (this.firstFetches.has(key)) await this.firstFetches.get(key);
    this.forgetOldest();
  }

  /** Goes to the end, or to a message, wherever the range was. */
  async jump(narrow: Narrow, anchor: Anchor): Promise<void> {
    const known = this.ranges.get(narrowKey(narrow));
    if (known === undefined || !holds(known, anchor, this.options.messages))
      await this.fetchFirst(narrowKey(narrow), narrow, anchor);
  }

  /** Reads a range again, in place: a user who asked before the queue began may have missed what came between. */
  async reread(key: string): Promise<void> {
    await this.firstFetches.get(key);
    const range = this.ranges.get(key);
    if (range === undefined) return;
    const shown = this.options.visible(key)?.[0];
    await this.untilRead(key, () => this.takeFirst(key, range.narrow, shown ?? range.anchorId ?? 'newest'));
  }

  /** Asks for the page before the oldest message that is here, or after the newest. */
  async loadMore(key: string, side: 'older' | 'newer'): Promise<void> {
    const range = this.ranges.get(key);
    if (range === undefined || range.ids.length === 0 || isBusy(range, side)) return;
    if (side === 'older' ? range.foundOldest : range.foundNewest) return;
    await this.untilRead(key, () => this.takeMore(key, side));
  }

  /** Messages that an event brought, moved or gave a flag: into every range where they belong now, out of all others. */
  place(messages: readonly Message[]): void {
    for (const [key, range] of this.ranges) {
      const asked: Message[] = [];
      const fitting: number[] = [];
      const gone = new Set<number>();
      for (const message of messages) {
        const matches = this.matches(message, range.narrow);
        if (matches === true) fitting.push(message.id);
        else if (matches === null) asked.push(message);
        // Someone reading what is unread, or what is starred, keeps what is before their eyes.
        else if (!isByFlag(range.narrow)) gone.add(message.id);
      }
      this.grow(key, { ...range, ...withArrived(without(range, gone), fitting) });
      if (asked.length > 0) void this.ask(key, range.narrow, asked);
    }
  }

  /** Takes messages out of every range. */
  remove(ids: readonly number[]): void {
    const gone = new Set(ids);
    for (const [key, range] of this.ranges) this.update(key, without(range, gone));
  }

  /**
   * After a lost queue: no one knows what happened in the meantime. The ranges on the screen read themselves again in place,
   * around what is visible; the others are forgotten.
   */
  async renew(visible: ReadonlyMap<string, readonly [number, number] | null>): Promise<void> {
    this.era += 1;
    for (const key of this.ranges.keys()) if (!this.listeners.has(key) && !visible.has(key)) this.ranges.delete(key);
    await Promise.all(
      [...this.ranges].map(([key, { narrow, ids }]) =>
        this.fetchFirst(key, narrow, visible.get(key)?.[0] ?? ids.at(-1) ?? 'newest'),
      ),
    );
  }

  /** Forgets everything: another person, another organization. */
  clear(): void {
    this.era += 1;
    const keys = [...this.ranges.keys()];
    this.ranges.clear();
    for (const key of keys) this.listeners.tell(key);
  }

  /** Ids that some range shows. */
  shownIds(): Set<number> {
    return new Set([...this.ranges.values()].flatMap(({ ids }) => ids));
  }

  private matches(message: Message, narrow: Narrow): boolean | null {
    const context = this.options.context();
    const terms = [...narrow, ...this.options.extraTerms(narrow)];
    return matchesLocally(matchableOf(message, context.ownId), terms, context);
  }

  private async ask(key: string, narrow: Narrow, messages: readonly Message[]): Promise<void> {
    const { era } = this;
    try {
      const { messages: matching } = await request('GET', '/messages/matches_narrow', {
        msg_ids: messages.map(({ id }) => id),
        narrow: narrowParam(narrow),
      });
      const range = this.ranges.get(key);
      if (range === undefined || era !== this.era) return;
      const fitting = messages.filter(({ id }) => String(id) in matching).map(({ id }) => id);
      const gone = new Set(messages.map(({ id }) => id).filter((id) => !fitting.includes(id)));
      this.update(key, withArrived(without(range, gone), fitting));
    } catch (error) {
      // The range stays as it was; it is asked for again when it is opened again.
      if (!(error instanceof ApiError)) throw error;
      const range = this.ranges.get(key);
      if (range !== undefined) this.update(key, { ...range, foundNewest: false });
    }
  }

  private async fetchFirst(key: string, narrow: Narrow, anchor: Anchor): Promise<void> {
    this.update(key, {
      ...(this.ranges.get(key) ?? freshRange(narrow)),
      error: null,
      loading: { ...idle, first: true },
    });
    const fetching = this.untilRead(key, () => this.takeFirst(key, narrow, anchor));
    this.firstFetches.set(key, fetching);
    await fetching.finally(() => {
      if (this.firstFetches.get(key) === fetching) this.firstFetches.delete(key);
    });
  }

  /** Reads until there is an answer, while someone looks at the range. */
  private untilRead(key: string, read: () => Promise<void>): Promise<void> {
    const { era } = this;
    const isWanted = (): boolean => era === this.era && this.listeners.has(key);
    return untilAnswered(read, () => (isWanted() ? (this.ranges.get(key)?.error ?? null) : null));
  }

  private async takeFirst(key: string, narrow: Narrow, anchor: Anchor): Promise<void> {
    const askedAt = this.options.messages.now();
    const num_before = isSearch(narrow) ? firstFound : firstBefore;
    const answer = await this.fetch(key, narrow, { anchor, num_before, num_after: firstAfter });
    if (answer === null) return;
    const { anchor: found = nothingUnread, messages } = answer;
    // Where nothing is unread there is no message to begin with: the end is what one wants to see.
    if (found >= nothingUnread && !answer.found_newest && anchor !== 'newest')
      return this.takeFirst(key, narrow, 'newest');
    const known = this.ranges.get(key) ?? freshRange(narrow);
    const told = messages.map(({ id }) => id);
    const ids = answer.found_newest ? [...told, ...this.cameSince(key, known, askedAt, told.at(-1) ?? 0)] : told;
    this.update(key, {
      ...known,
      // The same rows again are no reason to draw them again.
      ids: isSameRun(ids, known.ids) ? known.ids : ids,
      foundOldest: answer.found_oldest,
      foundNewest: answer.found_newest,
      anchorId: anchor === 'newest' || found >= nothingUnread ? null : found,
      loading: idle,
      error: null,
    });
  }

  /**
   * What events brought behind an end that was asked for before they came: no answer has it, and no range took it that had not
   * found its end. What only the server can tell is asked for, and stays meanwhile where it is shown.
   */
  private cameSince(key: string, { narrow, ids }: OpenRange, askedAt: number, last: number): number[] {
    const came = this.options.messages.touchedSince(askedAt, last);
    const unsure = came.filter((message) => this.matches(message, narrow) === null);
    if (unsure.length > 0) void this.ask(key, narrow, unsure);
    return came.filter((message) => this.matches(message, narrow) ?? ids.includes(message.id)).map(({ id }) => id);
  }

  private async takeMore(key: string, side: 'older' | 'newer'): Promise<void> {
    const before = this.ranges.get(key);
    const anchor = side === 'older' ? before?.ids[0] : before?.ids.at(-1);
    if (before === undefined || anchor === undefined) return;
    const [num_before, num_after] = side === 'older' ? [pageSize, 0] : [0, pageSize];
    this.update(key, { ...before, error: null, loading: { ...before.loading, [side]: true } });
    const askedAt = this.options.messages.now();
    const answer = await this.fetch(key, before.narrow, { anchor, num_before, num_after, include_anchor: false });
    const range = this.ranges.get(key);
    if (answer === null || range === undefined) return;
    const ids = answer.messages.map(({ id }) => id);
    if (side === 'newer' && answer.found_newest) ids.push(...this.cameSince(key, range, askedAt, ids.at(-1) ?? anchor));
    const grown =
      side === 'older'
        ? withOlder(range, { ids, foundOldest: answer.found_oldest })
        : withNewer(range, { ids, foundNewest: answer.found_newest });
    this.grow(key, { ...range, ...grown, loading: { ...range.loading, [side]: false } });
  }

  /** Puts a range that may have grown: what is far from the screen is dropped, and read again when it is wanted. */
  private grow(key: string, range: OpenRange): void {
    const kept = trimmed(range, this.options.visible(key));
    this.update(key, { ...range, ...kept });
    if (kept.ids.length < range.ids.length) this.options.messages.keepOnly(this.shownIds());
  }

  /** @returns null when the answer is not wanted any more, or when there was none, which the range then says. */
  private async fetch(key: string, narrow: Narrow, page: PageRequest): Promise<AnswerOf<'GET', '/messages'> | null> {
    const { era } = this;
    const { messages } = this.options;
    if (isByFlag(narrow)) await this.options.flagsTold();
    const askedAt = messages.now();
    try {
      const answer = await request('GET', '/messages', {
        narrow: narrowParam([...narrow, ...this.options.extraTerms(narrow)]),
        client_gravatar: false,
        allow_empty_topic_name: true,
        ...page,
        anchor: String(page.anchor),
      });
      if (era !== this.era) return null;
      return messages.put(answer.messages, askedAt) ? answer : await this.fetch(key, narrow, page);
    } catch (error) {
      if (!(error instanceof ApiError)) throw error;
      const range = this.ranges.get(key);
      if (era === this.era && range !== undefined) this.update(key, { ...range, error, loading: idle });
      return null;
    }
  }

  private update(key: string, change: Partial<OpenRange>): void {
    const before = this.ranges.get(key);
    if (before === undefined) {
      this.ranges.set(key, change as OpenRange);
    } else {
      const isSame = (Object.keys(change) as (keyof OpenRange)[]).every((name) => before[name] === change[name]);
      if (isSame) return;
      this.ranges.set(key, { ...before, ...change });
    }
    this.listeners.tell(key);
  }

  private forgetOldest(): void {
    for (const key of this.ranges.keys()) {
      if (this.ranges.size <= maxRanges) break;
      if (!this.listeners.has(key)) this.ranges.delete(key);
    }
    this.options.messages.keepOnly(this.shownIds());
  }
}
