/** The outbox sends in order, under one key, and asks before it sends what is old. */
import { describe, expect, it } from 'vitest';
import type { Conversation } from '../../client/state/conversation.ts';
import {
  afterAttempt,
  askAfterMs,
  due,
  mayBeThere,
  newEntry,
  nextDueAt,
  outcomeOf,
  redirected,
  retried,
  tried,
  unsent,
  withAged,
  withEntry,
  type OutboxEntry,
} from './outbox.ts';

const hello: Conversation = { kind: 'channel', channelId: 5, topic: 'hello' };
const dm: Conversation = { kind: 'direct', userIds: [7] };
const entry = (key: string, conversation: Conversation = hello, now = 0): OutboxEntry =>
  newEntry({ key, home: 'here', conversation, content: `text ${key}` }, [], now);
const keys = (entries: readonly OutboxEntry[]) => entries.map(({ key }) => key);

describe('the outbox', () => {
  it('lets the entries of one conversation leave in their order, those of others beside them', () => {
    const entries = [entry('a'), entry('b'), entry('c', dm)];
    expect(keys(due(entries, 0))).toEqual(['a', 'c']);
    expect(keys(due(afterAttempt(entries, 'a', { kind: 'sent', messageId: 9 }, 0), 0))).toEqual(['b', 'c']);
  });

  it('keeps the order of sending, also of what is sent in one moment, tried again, or read from the storage', () => {
    const a = entry('a');
    const b = newEntry({ key: 'b', home: 'here', conversation: hello, content: '' }, [a], 0);
    const c = newEntry({ key: 'c', home: 'here', conversation: hello, content: '' }, [a, b], 0);
    expect(keys([c, a, b].reduce(withEntry, [] as readonly OutboxEntry[]))).toEqual(['a', 'b', 'c']);
    const again = retried([a, b, c], 'a', 5000);
    expect(keys(withEntry([b, c], again[0] ?? a))).toEqual(['a', 'b', 'c']);
    expect(withEntry([a, b], { ...a, attempts: 3 }).map(({ attempts }) => attempts)).toEqual([3, 0]);
  });

  it('shows what the server has until the message is here, and sends it no more', () => {
    const sent = afterAttempt([entry('a'), entry('b')], 'a', { kind: 'sent', messageId: 9 }, 0);
    expect(sent.map(({ messageId }) => messageId)).toEqual([9, null]);
    expect(keys(unsent(sent))).toEqual(['b']);
    expect(withAged(sent.slice(0, 1), askAfterMs + 1)[0]?.failure).toBeNull();
    expect(nextDueAt(sent.slice(0, 1), 0)).toBeNull();
  });

  it('keeps the order behind one that could not leave, and behind one that was refused', () => {
    const away = afterAttempt([entry('a'), entry('b')], 'a', { kind: 'unknown' }, 0);
    expect(due(away, 0)).toEqual([]);
    expect(keys(due(away, 60_000))).toEqual(['a']);
    const refused = afterAttempt([entry('a'), entry('b')], 'a', { kind: 'refused', reason: 'No.' }, 0);
    expect(due(refused, 60_000)).toEqual([]);
    expect(refused[0]?.failure).toEqual({ kind: 'refused', reason: 'No.' });
  });

  it('tries again under the same key, later each time, and never later than a quarter of a minute', () => {
    let entries: readonly OutboxEntry[] = [entry('a')];
    const pauses = Array.from({ length: 12 }, () => {
      entries = afterAttempt(entries, 'a', { kind: 'unknown' }, 0);
      return entries[0]?.nextAttemptAt ?? 0;
    });
    expect(keys(entries)).toEqual(['a']);
    expect(pauses).toEqual(pauses.toSorted((a, b) => a - b));
    expect(pauses.slice(0, 2)).toEqual([1000, 2000]);
    expect(pauses.at(-1)).toBe(15_000);
    expect(nextDueAt(entries, 0)).toBe(15_000);
  });

  it('distinguishes a rejection from an answer that does not mention the message', () => {
    expect(outcomeOf({ status: 0, message: '' })).toEqual({ kind: 'unknown' });
    for (const status of [500, 502, 503, 504, 401])
      expect(outcomeOf({ status, message: '' })).toEqual({ kind: 'unknown' });
    for (const status of [400, 403, 413])
      expect(outcomeOf({ status, message: 'Why.' })).toEqual({ kind: 'refused', reason: 'Why.' });
    expect(outcomeOf({ status: 429, message: '', retryAfter: 7 })).toEqual({ kind: 'limited', retryAfter: 7 });
    expect(afterAttempt([entry('a')], 'a', { kind: 'limited', retryAfter: 7 }, 100)[0]?.nextAttemptAt).toBe(7100);
  });

  it('asks after an hour instead of sending what may no longer be meant', () => {
    const entries = [entry('a')];
    expect(withAged(entries, askAfterMs)).toBe(entries);
    const aged = withAged(entries, askAfterMs + 1);
    expect(aged[0]?.failure?.kind).toBe('old');
    expect(due(aged, askAfterMs + 1)).toEqual([]);
    expect(nextDueAt(aged, 0)).toBeNull();
    const again = retried(aged, 'a', askAfterMs + 1);
    expect(keys(due(again, askAfterMs + 1))).toEqual(['a']);
    expect(withAged(again, askAfterMs + 2)).toBe(again);
  });

  it('knows of what the server may have a message, from before a request leaves until it is refused', () => {
    const [waiting] = [entry('a')];
    const [sending] = tried([entry('a')], 'a');
    const lost = afterAttempt(tried([entry('a')], 'a'), 'a', { kind: 'unknown' }, 0)[0];
    const refused = afterAttempt(tried([entry('a')], 'a'), 'a', { kind: 'refused', reason: 'No.' }, 0)[0];
    expect([waiting, sending, lost, refused].map((each) => each !== undefined && mayBeThere(each))).toEqual([
      false,
      true,
      true,
      false,
    ]);
  });

  it('goes under another key where the words before an edit were sent and are gone, and asks where they stay', () => {
    const revised = [newEntry({ key: 'a', home: 'here', conversation: hello, content: 'now', isRevised: true }, [], 0)];
    const asNew = afterAttempt(tried(revised, 'a'), 'a', { kind: 'as-new', key: 'b' }, 5);
    expect(asNew).toMatchObject([{ key: 'b', content: 'now', isTried: false, isRevised: false, failure: null }]);
    expect(keys(due(asNew, 5))).toEqual(['b']);
    const asked = afterAttempt(revised, 'a', { kind: 'sent-before', key: 'b', reason: 'Too late.' }, 5);
    expect(due(asked, 60_000)).toEqual([]);
    expect(asked[0]).toMatchObject({ key: 'b', failure: { kind: 'sent-before', reason: 'Too late.' } });
    expect(keys(due(retried(asked, 'b', 5), 5))).toEqual(['b']);
  });

  it('follows a topic that was renamed, with what the server may have already too: nothing parts what was said in a row', () => {
    const renamed: Conversation = { kind: 'channel', channelId: 5, topic: 'good bye' };
    const left = tried([entry('a'), entry('b')], 'a');
    const moved = redirected(left, { kind: 'channel', channelId: 5, topic: 'Hello' }, renamed);
    expect(moved.map(({ conversation }) => conversation)).toEqual([renamed, renamed]);
  });
});
