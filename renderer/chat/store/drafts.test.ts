/** Boxes and the server's drafts: whatever two devices do at once, no word is lost. */
import { describe, expect, it } from 'vitest';
import { inChannel, keyOf } from '../../client/state/conversation.ts';
import type { Draft } from '../../client/state/own.ts';
import { draftFields, othersOf, reconciled, requestFor, type LocalDraft, type LocalDrafts } from './drafts.ts';

const me = 1;
const home = '1 2026';
const lunch = inChannel(5, 'lunch');
const key = keyOf(lunch);

const local = (changes: Partial<LocalDraft>): LocalDraft => ({
  home,
  conversation: lunch,
  text: '',
  changedAt: 0,
  serverId: null,
  syncedText: null,
  ...changes,
});
const boxes = (changes: Partial<LocalDraft> | null): LocalDrafts =>
  new Map(changes === null ? [] : [[key, local(changes)]]);
const draft = (id: number, content: string, timestamp = 100): Draft => ({
  id,
  type: 'stream',
  to: [5],
  topic: 'lunch',
  content,
  timestamp,
});
const server = (...drafts: Draft[]): ReadonlyMap<number, Draft> => new Map(drafts.map((one) => [one.id ?? 0, one]));
const reconcile = (before: LocalDrafts, drafts: ReadonlyMap<number, Draft>) => {
  const { locals, displaced } = reconciled(before, drafts, { me, home });
  return { box: locals.get(key), displaced, isSame: locals === before };
};

describe('a box meets the drafts of the server', () => {
  it('knows its own words when their event comes before their answer, and more is written already', () => {
    const writing = boxes({
      text: 'one two three',
      serverId: 7,
      syncedText: 'one',
      sentText: 'one two',
      changedAt: 5000,
    });
    const { box, displaced } = reconcile(writing, server(draft(7, 'one two')));
    expect(box).toMatchObject({ text: 'one two three', serverId: 7, syncedText: 'one two' });
    expect(displaced).toEqual([]);
  });

  it('takes over one of an empty conversation, and its changes', () => {
    const first = reconcile(boxes(null), server(draft(7, 'from the phone')));
    expect(first.box).toMatchObject({ text: 'from the phone', serverId: 7, syncedText: 'from the phone' });
    const next = reconcile(new Map([[key, first.box as LocalDraft]]), server(draft(7, 'from the phone, more')));
    expect(next.box).toMatchObject({ text: 'from the phone, more', serverId: 7 });
    expect(next.displaced).toEqual([]);
  });

  it('keeps what is written in it, and the other as a draft beside it', () => {
    const { box, isSame } = reconcile(boxes({ text: 'mine' }), server(draft(7, 'theirs')));
    expect(box).toMatchObject({ text: 'mine', serverId: null });
    expect(isSame).toBe(true);
    expect(othersOf(server(draft(7, 'theirs')), boxes({ text: 'mine' }), lunch, me)).toHaveLength(1);
  });

  it('wins where it is newer: the other stays at the server, and this one becomes a draft of its own', () => {
    const before = boxes({ text: 'mine, newer', changedAt: 200_000, serverId: 7, syncedText: 'of both' });
    const { box, displaced } = reconcile(before, server(draft(7, 'of the phone', 150)));
    expect(box).toMatchObject({ text: 'mine, newer', serverId: null, syncedText: null });
    expect(displaced).toEqual([]);
    expect(requestFor(box as LocalDraft)).toEqual({ kind: 'create' });
  });

  it('loses where it is older, and its text becomes a draft of its own', () => {
    const before = boxes({ text: 'mine, older', changedAt: 100_000, serverId: 7, syncedText: 'of both' });
    const { box, displaced } = reconcile(before, server(draft(7, 'of the phone', 150)));
    expect(box).toMatchObject({ text: 'of the phone', serverId: 7, syncedText: 'of the phone' });
    expect(displaced).toMatchObject([{ text: 'mine, older', serverId: null }]);
    expect(requestFor(displaced[0] as LocalDraft)).toEqual({ kind: 'create' });
  });

  it('knows its own words when they come back', () => {
    const written = { text: 'same words ', changedAt: 200_000, serverId: 7, syncedText: 'same' };
    const { box, displaced } = reconcile(boxes(written), server(draft(7, 'same words')));
    expect(box).toMatchObject({ text: 'same words ', serverId: 7, syncedText: 'same words' });
    expect(displaced).toEqual([]);
    expect(requestFor(box as LocalDraft)).toEqual({ kind: 'none' });
  });

  it('takes the draft that another tab has made of the same words', () => {
    const { box } = reconcile(boxes({ text: 'same' }), server(draft(7, 'same')));
    expect(box).toMatchObject({ text: 'same', serverId: 7, syncedText: 'same' });
  });

  it('is emptied when its draft was sent elsewhere, but never of what was written since', () => {
    expect(reconcile(boxes({ text: 'sent', serverId: 7, syncedText: 'sent' }), server()).box).toBeUndefined();
    const { box } = reconcile(boxes({ text: 'sent, and more', serverId: 7, syncedText: 'sent' }), server());
    expect(box).toMatchObject({ text: 'sent, and more', serverId: null });
  });

  it('keeps words that were put back while their deletion was on its way', () => {
    const putBack = boxes({ text: 'after all', serverId: 7, syncedText: 'after all', sentText: '' });
    const { box } = reconcile(putBack, server());
    expect(box).toMatchObject({ text: 'after all', serverId: null, syncedText: null });
    expect(requestFor(box as LocalDraft)).toEqual({ kind: 'create' });
  });

  it('leaves alone what has no destination', () => {
    expect(reconcile(boxes(null), server({ ...draft(8, 'anywhere'), type: '', to: [] })).isSame).toBe(true);
  });
});

it('asks the server for what it does not have', () => {
  expect(requestFor(local({ text: '  ' }))).toEqual({ kind: 'none' });
  expect(requestFor(local({ text: 'new' }))).toEqual({ kind: 'create' });
  expect(requestFor(local({ text: 'b', serverId: 7, syncedText: 'a' }))).toEqual({ kind: 'update', id: 7 });
  expect(requestFor(local({ text: '', serverId: 7, syncedText: 'a' }))).toEqual({ kind: 'delete', id: 7 });
  expect(draftFields(local({ text: 'a', changedAt: 5999 }))).toEqual({
    type: 'stream',
    to: [5],
    topic: 'lunch',
    content: 'a',
    timestamp: 5,
  });
});
