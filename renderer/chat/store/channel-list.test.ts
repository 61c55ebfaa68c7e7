/** Channels in their sections, and sorted by news where that is wanted. */
import { expect, test } from 'vitest';
import { direct, inChannel, keyOf, type Conversation } from '../../client/state/conversation.ts';
import type { ClientState } from '../../client/state/state.ts';
import { channelSections, newestUnread } from './channel-list.ts';

const channel = (id: number, name: string, isMuted = false) => ({
  channel: { stream_id: id, name, folder_id: null, is_archived: false },
  subscription: { stream_id: id, pin_to_top: false, is_muted: isMuted },
});
const all = [channel(1, 'attic'), channel(2, 'barn'), channel(3, 'cellar'), channel(4, 'attic noise', true)];
const clientState = {
  channels: {
    channels: new Map(all.map((each) => [each.channel.stream_id, each.channel])),
    subscriptions: new Map(all.map((each) => [each.channel.stream_id, each.subscription])),
    folders: new Map(),
  },
} as unknown as ClientState;
const unread = (...rows: (readonly [Conversation, number[]])[]) =>
  ({
    unread: new Map(rows.map(([conversation, ids]) => [keyOf(conversation), { conversation, ids }])),
  }) as unknown as ClientState['messages'];
const order = (news?: ReadonlyMap<number, number>) =>
  channelSections(clientState, news).flatMap(({ channels }) => channels.map(({ stream_id: id }) => id));

test('channels stand by name, and what is muted last', () => {
  expect(order()).toEqual([1, 2, 3, 4]);
});

test('where news go first, the newest goes before all, and what is muted stays last', () => {
  const news = newestUnread(
    unread(
      [inChannel(2, 'hay'), [5, 6]],
      [inChannel(3, 'wine'), [2, 9]],
      [inChannel(3, 'cheese'), [4]],
      [inChannel(4, 'loud'), [20]],
      [direct([7], 1), [30]],
    ),
  );
  expect([...news]).toEqual([
    [2, 6],
    [3, 9],
    [4, 20],
  ]);
  expect(order(news)).toEqual([3, 2, 1, 4]);
});
