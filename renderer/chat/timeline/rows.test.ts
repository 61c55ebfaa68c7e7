/** Rows of a list for given messages, each with a unique key. */
import { describe, expect, it } from 'vitest';
import { positionsOf, rowReuser, rowsOf, type ListedMessage, type RowOptions } from './rows.ts';

const day = 86_400;
const noon = day / 2;
const message = (id: number, over: Partial<ListedMessage> = {}): ListedMessage => ({
  id,
  senderId: 1,
  timestamp: noon + id,
  isMeMessage: false,
  conversation: { kind: 'channel', channelId: 5, topic: 'hello' },
  ...over,
});
const sending = (key: string) => ({ key, timestamp: noon + 2 });
const rows = (messages: ListedMessage[], over: Partial<RowOptions> = {}) =>
  rowsOf({
    messages,
    pending: [],
    unreadFrom: null,
    isMixed: false,
    mutedUserIds: new Set(),
    ownId: 9,
    rowKey: String,
    dayOf: (timestamp) => String(Math.floor(timestamp / day)),
    ...over,
  });
const shape = (messages: ListedMessage[], over: Partial<RowOptions> = {}) =>
  rows(messages, over).map((row) =>
    row.kind === 'message' ? `${row.id}${row.isFirst ? ' first' : ''}` : row.kind === 'pending' ? row.key : row.kind,
  );

describe('rows', () => {
  it('names the sender again after ten minutes, another sender, a day, a line, or /me', () => {
    expect(shape([message(1), message(2)])).toEqual(['day', '1 first', '2']);
    expect(shape([message(1), message(2, { timestamp: noon + 601 })])).toEqual(['day', '1 first', '2 first']);
    expect(shape([message(1), message(2, { senderId: 3 })])).toEqual(['day', '1 first', '2 first']);
    expect(shape([message(1), message(2, { timestamp: noon + day })])).toEqual(['day', '1 first', 'day', '2 first']);
    expect(shape([message(1), message(2)], { unreadFrom: 2 })).toEqual(['day', '1 first', 'unread', '2 first']);
    expect(shape([message(1), message(2, { isMeMessage: true }), message(3)])).toEqual([
      'day',
      '1 first',
      '2 first',
      '3 first',
    ]);
  });

  it('names each conversation in mixed views, once as long as it goes on', () => {
    const elsewhere = { conversation: { kind: 'direct', userIds: [7] } } as const;
    expect(shape([message(1), message(2), message(3, elsewhere), message(4)], { isMixed: true })).toEqual([
      'day',
      'conversation',
      '1 first',
      '2',
      'conversation',
      '3 first',
      'conversation',
      '4 first',
    ]);
    const otherCase = { conversation: { kind: 'channel', channelId: 5, topic: 'HELLO' } } as const;
    expect(shape([message(1), message(2, otherCase)], { isMixed: true })).toEqual([
      'day',
      'conversation',
      '1 first',
      '2',
    ]);
  });

  it('folds the muted into one row, and starts again after them', () => {
    const muted = { senderId: 4 };
    const folded = rows([message(1), message(2, muted), message(3, muted), message(4)], { mutedUserIds: new Set([4]) });
    expect(folded.map(({ kind }) => kind)).toEqual(['day', 'message', 'muted', 'message']);
    expect(folded[2]).toMatchObject({ ids: [2, 3] });
    expect(folded[3]).toMatchObject({ isFirst: true });
  });

  it('puts what is being sent last, under its own name only when someone else spoke before', () => {
    const pending = [sending('a'), sending('b')];
    expect(shape([message(1)], { pending })).toEqual(['day', '1 first', 'a', 'b']);
    expect(rows([message(1)], { pending }).slice(2)).toMatchObject([{ isFirst: true }, { isFirst: false }]);
    expect(rows([message(1, { senderId: 9 })], { pending: [sending('a')] })[2]).toMatchObject({ isFirst: false });
  });

  it('draws what is being sent as it will stand: nothing grows above the end when the answer comes', () => {
    const yesterday = message(1, { senderId: 9, timestamp: noon - day });
    const before = rows([yesterday], { pending: [sending('a')] });
    const sent = message(2, { senderId: 9, timestamp: noon + 1 });
    const after = rows([yesterday, sent], { rowKey: (id) => (id === 2 ? 'a' : String(id)) });
    expect(before.map(({ key }) => key)).toEqual(after.map(({ key }) => key));
    expect(before[3]).toMatchObject({ isFirst: true });
    // The sender is named again after a while.
    const earlier = message(1, { senderId: 9, timestamp: noon - 900 });
    expect(rows([earlier], { pending: [sending('a')] })[2]).toMatchObject({ isFirst: true });
  });

  it('gives a message the key that it had while it was being sent', () => {
    const sent = rows([message(1)], { rowKey: (id) => (id === 1 ? 'local-7' : String(id)) });
    expect(sent[1]).toMatchObject({ key: 'local-7', id: 1 });
  });

  it('keeps the very rows that say the same when a page of history comes before them', () => {
    const later = Array.from({ length: 30 }, (_, index) => message(index + 40, { senderId: index % 3 }));
    const keep = rowReuser();
    const before = keep(rows(later, { mutedUserIds: new Set([2]) }));
    const earlier = Array.from({ length: 20 }, (_, index) => message(index + 1));
    const after = keep(rows([...earlier, ...later], { mutedUserIds: new Set([2]) }));
    // All but the day, which now stands above the first of the earlier ones.
    expect(after.slice(-before.length + 1).every((row, index) => row === before[index + 1])).toBe(true);
    const changed = keep(rows(later, { mutedUserIds: new Set([1, 2]) }));
    expect(changed).toEqual(rows(later, { mutedUserIds: new Set([1, 2]) }));
  });

  it('counts messages through days and folds', () => {
    const muted = { senderId: 4 };
    const listed = [message(1), message(2, muted), message(3, muted), message(4, { timestamp: noon + day })];
    expect(positionsOf(rows(listed, { mutedUserIds: new Set([4]) }))).toEqual([0, 1, 0, 0, 4]);
  });

  it('has no two rows of one key', () => {
    const many = Array.from({ length: 200 }, (_, index) =>
      message(index + 1, {
        senderId: index % 7,
        timestamp: index * 9000,
        conversation: { kind: 'direct', userIds: [index % 3] },
      }),
    );
    const keys = rows(many, { isMixed: true, unreadFrom: 50, mutedUserIds: new Set([3]) }).map(({ key }) => key);
    expect(new Set(keys).size).toBe(keys.length);
  });
});
