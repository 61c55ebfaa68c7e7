/** Posting permission through nested groups. */
import { expect, it } from 'vitest';
import { direct, inChannel } from '../../client/state/conversation.ts';
import type { ClientState } from '../../client/state/state.ts';
import { whyNoPosting, whyNoPostingIn } from './posting.ts';

const group = (id: number, members: number[], subgroups: number[] = []) => ({
  id,
  members,
  direct_subgroup_ids: subgroups,
});
const channel = (id: number, changes: object = {}) => ({
  stream_id: id,
  is_archived: false,
  can_send_message_group: 2,
  ...changes,
});
const user = (id: number, changes: object = {}) => ({
  user_id: id,
  full_name: `User ${id}`,
  is_active: true,
  ...changes,
});

/** Of the state only what the question needs. */
const state = (realm: object = {}): ClientState =>
  ({
    me: 1,
    users: {
      systemBots: new Map(),
      users: new Map(
        [user(1), user(2), user(3, { is_active: false }), user(4, { is_bot: true })].map((u) => [u.user_id, u]),
      ),
    },
    groups: new Map([group(1, [1]), group(2, [], [1]), group(3, [2])].map((g) => [g.id, g])),
    channels: {
      channels: new Map(
        [
          channel(5),
          channel(6, { is_archived: true }),
          channel(7, { can_send_message_group: 3 }),
          channel(8, { can_send_message_group: { direct_members: [1], direct_subgroups: [] } }),
          channel(9, { topics_policy: 'empty_topic_only' }),
          channel(10, { topics_policy: 'disable_empty_topic' }),
          channel(11, { topics_policy: 'allow_empty_topic' }),
          channel(12, { topics_policy: 'inherit' }),
        ].map((c) => [c.stream_id, c]),
      ),
    },
    messages: { recentDirect: new Map() },
    organization: { realm: { direct_message_permission_group: 2, direct_message_initiator_group: 2, ...realm } },
  }) as unknown as ClientState;

it('lets write who is in the group, or in a group within it', () => {
  expect(whyNoPosting(state(), inChannel(5, 't'))).toBeNull();
  expect(whyNoPosting(state(), inChannel(8, 't'))).toBeNull();
  expect(whyNoPosting(state(), inChannel(7, 't'))).toEqual({ kind: 'no-right' });
  expect(whyNoPosting(state(), inChannel(6, 't'))).toEqual({ kind: 'archived' });
  expect(whyNoPosting(state(), inChannel(99, 't'))).toEqual({ kind: 'gone-channel' });
});

it('knows which topics a channel takes, by its own setting or that of the organization', () => {
  for (const id of [9, 10, 11, 12]) expect(whyNoPostingIn(state(), id)).toBeNull();
  expect(whyNoPosting(state(), inChannel(9, 't'))).toEqual({ kind: 'no-topics' });
  expect(whyNoPosting(state(), inChannel(9, ''))).toBeNull();
  expect(whyNoPosting(state(), inChannel(10, ''))).toEqual({ kind: 'topic-needed' });
  expect(whyNoPosting(state(), inChannel(10, 't'))).toBeNull();
  const strict = state({ topics_policy: 'disable_empty_topic' });
  expect(whyNoPosting(strict, inChannel(11, ''))).toBeNull();
  expect(whyNoPosting(strict, inChannel(12, ''))).toEqual({ kind: 'topic-needed' });
});

it('knows who can be written to directly', () => {
  expect(whyNoPosting(state(), direct([2], 1))).toBeNull();
  expect(whyNoPosting(state(), direct([99], 1))).toEqual({ kind: 'nobody' });
  expect(whyNoPosting(state(), direct([3], 1))).toEqual({ kind: 'gone-person', name: 'User 3' });
  expect(whyNoPosting(state({ direct_message_initiator_group: 3 }), direct([2], 1))).toEqual({ kind: 'no-start' });
  expect(whyNoPosting(state({ direct_message_permission_group: 99 }), direct([2], 1))).toEqual({ kind: 'no-direct' });
  expect(whyNoPosting(state({ direct_message_permission_group: 99 }), direct([4], 1))).toBeNull();
});
