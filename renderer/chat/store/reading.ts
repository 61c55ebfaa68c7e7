/** Read flags of messages: at once here, and a moment later at the server, with others in one request. */
import type { AnswerOf } from '../../client/api.ts';
import { inTime, request } from '../../client/request.ts';
import { narrowKey, narrowParam, type Narrow } from '../routing/narrow.ts';
import { changingFlags, flagsChanged } from './own-flags.ts';

const sendEveryMs = 1000;
const tryAgainAfterMs = 15_000;
/** As many messages as one request may change. */
const stepSize = 1000;

interface ReadingOptions {
  /** Does here what the event of the server will say. */
  applyLocally: (ids: number[]) => void;
  /** Whether the server is there, and has the data that were read. */
  maySend: () => boolean;
}

export class Reading {
  /** Lists in which someone chose "mark as unread from here", here or elsewhere: until they are left, seeing is not reading. */
  readonly pausedLists = new Set<string>();
  private unsent = new Set<number>();
  private readonly options: ReadingOptions;
  private timer: ReturnType<typeof setTimeout> | undefined;

  constructor(options: ReadingOptions) {
    this.options = options;
  }

  mark(ids: readonly number[]): void {
    if (ids.length === 0) return;
    for (const id of ids) this.unsent.add(id);
    this.options.applyLocally([...ids]);
    this.sendIn(sendEveryMs);
  }

  /** Marks this message and all after it in a narrow as unread, a thousand a step. */
  async markUnreadFrom(narrow: Narrow, id: number): Promise<void> {
    this.pausedLists.add(narrowKey(narrow));
    for (const each of this.unsent) if (each >= id) this.unsent.delete(each);
    await changingFlags(changeFlag('remove', narrow, id));
  }

  /** Marks messages as unread, after all that was read before; lists that show them do not read them at once. */
  async markUnread(ids: readonly number[]): Promise<void> {
    await this.told();
    for (let from = 0; from < ids.length; from += stepSize) {
      const messages = ids.slice(from, from + stepSize);
      await changingFlags(request('POST', '/messages/flags', { messages, op: 'remove', flag: 'read' }));
    }
  }

  /** Marks everything in a narrow as read, a thousand messages a step. */
  async markAllRead(narrow: Narrow): Promise<void> {
    await changingFlags(changeFlag('add', [...narrow, { operator: 'is', operand: 'unread' }], 'oldest'));
  }

  /** Sends what was read and not yet told; while that may not leave, it waits for the next call. */
  send(): void {
    clearTimeout(this.timer);
    this.timer = undefined;
    if (this.unsent.size === 0 || !this.options.maySend()) return;
    const { unsent } = this;
    const messages = [...unsent];
    unsent.clear();
    const change = { messages, op: 'add', flag: 'read' } as const;
    const asked = inTime((signal) => request('POST', '/messages/flags', change, signal, {}, true));
    void changingFlags(asked).catch(() => {
      // What was read stays read here, and is informed when it can be.
      for (const id of messages) unsent.add(id);
      this.sendIn(tryAgainAfterMs);
    });
  }

  /** Settles once the server has all that was changed here: what it lists by flags is then as it is shown here. */
  async told(): Promise<void> {
    this.send();
    await flagsChanged();
  }

  /** Forgets what was not told: other messages have these ids now. */
  clear(): void {
    // What is on its way comes back to a set that no one sends.
    this.unsent = new Set();
    this.pausedLists.clear();
  }

  private sendIn(ms: number): void {
    this.timer ??= setTimeout(() => this.send(), ms);
  }
}

async function changeFlag(op: 'add' | 'remove', narrow: Narrow, from: number | 'oldest'): Promise<void> {
  const fixed = { num_before: 0, num_after: stepSize, narrow: narrowParam(narrow), op, flag: 'read' };
  let anchor = from;
  for (let isDone = false; !isDone;) {
    const answer: AnswerOf<'POST', '/messages/flags/narrow'> = await request('POST', '/messages/flags/narrow', {
      ...fixed,
      anchor: String(anchor),
      include_anchor: anchor === from && from !== 'oldest',
    });
    isDone = answer.found_newest || answer.last_processed_id === null;
    anchor = answer.last_processed_id ?? anchor;
  }
}
