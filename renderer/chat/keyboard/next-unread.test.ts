/** Target of the next-unread keys. */
import { expect, test } from 'vitest';
import { direct, inChannel, keyOf, type Conversation } from '../../client/state/conversation.ts';
import type { ChannelSection } from '../store/channel-list.ts';
import type { UnreadCount } from '../store/unread.ts';
import { nextUnread } from './next-unread.ts';

const sections = [{ channels: [{ stream_id: 6 }, { stream_id: 5 }] }] as unknown as ChannelSection[];
const unread = (conversation: Conversation, ids: number[], rest: Partial<UnreadCount> = {}) =>
  [keyOf(conversation), { conversation, ids, mentions: 0, isMuted: false, isFollowed: false, ...rest }] as const;
const [lunch, tea, noise, bo, cy] = [
  inChannel(5, 'lunch'),
  inChannel(6, 'tea'),
  inChannel(5, 'noise'),
  direct([7], 1),
  direct([8], 1),
];
const counts = {
  byConversation: new Map([
    unread(lunch, [20], { isFollowed: true }),
    unread(tea, [3]),
    unread(noise, [30], { isMuted: true }),
    unread(bo, [4]),
    unread(cy, [9]),
  ]),
};

test('topics come in the order of the sidebar, around to the first again', () => {
  expect(nextUnread(counts, sections, 'topic', null)).toBe(tea);
  expect(nextUnread(counts, sections, 'topic', keyOf(tea))).toBe(lunch);
  expect(nextUnread(counts, sections, 'topic', keyOf(lunch))).toBe(tea);
});

test('direct messages come newest first, followed topics alone', () => {
  expect(nextUnread(counts, sections, 'direct', null)).toBe(cy);
  expect(nextUnread(counts, sections, 'direct', keyOf(cy))).toBe(bo);
  expect(nextUnread(counts, sections, 'followed', null)).toBe(lunch);
});

test('where nothing else is unread there is no next one', () => {
  expect(nextUnread(counts, sections, 'followed', keyOf(lunch))).toBeNull();
  expect(nextUnread({ byConversation: new Map() }, sections, 'topic', null)).toBeNull();
});
