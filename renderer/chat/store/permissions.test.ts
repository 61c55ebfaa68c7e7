/** Group members including subgroups, and time limits for editing and deleting. */
import { describe, expect, test } from 'vitest';
import type { Groups, UserGroup } from '../../client/state/groups.ts';
import type { Message } from './message.ts';
import {
  isInGroup,
  mayDelete,
  mayEdit,
  mayJoin,
  mayMove,
  mayPin,
  mayRenameTopics,
  mayResolveTopics,
  movesOf,
} from './permissions.ts';

const group = (id: number, members: number[], direct_subgroup_ids: number[]) =>
  [id, { id, members, direct_subgroup_ids } as UserGroup] as const;
const groups: Groups = new Map([group(1, [10], []), group(2, [20], [1]), group(3, [], [2, 4]), group(4, [], [3])]);

test('a person is in a group by name, and by any group in it', () => {
  expect(isInGroup(groups, 1, 10)).toBe(true);
  expect(isInGroup(groups, 3, 10)).toBe(true);
  expect(isInGroup(groups, 1, 20)).toBe(false);
});

test('groups that are in each other end', () => {
  expect(isInGroup(groups, 4, 30)).toBe(false);
});

test('a setting may name people and groups of its own', () => {
  expect(isInGroup(groups, { direct_members: [30], direct_subgroups: [2] }, 30)).toBe(true);
  expect(isInGroup(groups, { direct_members: [30], direct_subgroups: [2] }, 10)).toBe(true);
  expect(isInGroup(groups, { direct_members: [30], direct_subgroups: [] }, 10)).toBe(false);
});

test('an unknown group, and no group, hold no one', () => {
  expect(isInGroup(groups, 99, 10)).toBe(false);
  expect(isInGroup(groups, undefined, 10)).toBe(false);
});

describe('a message of a minute ago', () => {
  const me = 10;
  const now = 1000;
  const message = { sender_id: me, timestamp: now - 60, stream_id: 5, submessages: [] as unknown } as Message;
  const nobody = 9;
  const settings = {
    allow_message_editing: true,
    message_content_edit_limit_seconds: null,
    can_delete_own_message_group: 1,
    can_delete_any_message_group: nobody,
    message_content_delete_limit_seconds: null,
  };
  const knownWith = (realm: object, channel: object = {}, isAdmin = false) =>
    ({
      me,
      groups,
      organization: { realm: { ...settings, ...realm } },
      users: {
        users: new Map([
          [me, { is_admin: isAdmin }],
          [50, { bot_owner_id: me }],
        ]),
      },
      channels: { channels: new Map([[5, channel]]) },
    }) as unknown as Parameters<typeof mayDelete>[0];

  test('is changed by its author alone, while the organization lets them', () => {
    expect(mayEdit(knownWith({}), message, now)).toBe(true);
    expect(mayEdit(knownWith({ message_content_edit_limit_seconds: 61 }), message, now)).toBe(true);
    expect(mayEdit(knownWith({ message_content_edit_limit_seconds: 60 }), message, now)).toBe(false);
    expect(mayEdit(knownWith({ allow_message_editing: false }), message, now)).toBe(false);
    expect(mayEdit(knownWith({}, {}, true), { ...message, sender_id: 20 }, now)).toBe(false);
    // A poll is what people did with it; its words are only where it began.
    const submessages = [{ id: 1 }] as Message['submessages'];
    expect(mayEdit(knownWith({}), { ...message, submessages }, now)).toBe(false);
  });

  test('is deleted by its author, or whose bot wrote it, who may delete their own, for a time', () => {
    expect(mayDelete(knownWith({}), message, now)).toBe(true);
    expect(mayDelete(knownWith({}), { ...message, sender_id: 50 }, now)).toBe(true);
    expect(mayDelete(knownWith({}), { ...message, sender_id: 20 }, now)).toBe(false);
    expect(mayDelete(knownWith({ message_content_delete_limit_seconds: 61 }), message, now)).toBe(true);
    expect(mayDelete(knownWith({ message_content_delete_limit_seconds: 60 }), message, now)).toBe(false);
    const notOwn = { can_delete_own_message_group: nobody };
    expect(mayDelete(knownWith(notOwn), message, now)).toBe(false);
    expect(mayDelete(knownWith(notOwn, { can_delete_own_message_group: 1 }), message, now)).toBe(true);
  });

  test('is deleted a user who wrote it, and however old, by administrators and who may delete any', () => {
    const late = { message_content_delete_limit_seconds: 1, can_delete_own_message_group: nobody };
    const others = { ...message, sender_id: 20 };
    expect(mayDelete(knownWith(late, {}, true), others, now)).toBe(true);
    expect(mayDelete(knownWith({ ...late, can_delete_any_message_group: 1 }), others, now)).toBe(true);
    expect(mayDelete(knownWith(late, { can_delete_any_message_group: 2 }), others, now)).toBe(true);
    expect(mayDelete(knownWith(late), others, now)).toBe(false);
  });

  test('is moved by whom the organization or the channel lets, in time, and never from an archived channel', () => {
    const moving = { move_messages_within_stream_limit_seconds: null, move_messages_between_streams_limit_seconds: 59 };
    const realm = { ...moving, can_move_messages_between_topics_group: 1, can_move_messages_between_channels_group: 1 };
    expect(movesOf(knownWith(realm), message, now)).toEqual({ topic: true, channel: false });
    expect(mayMove(knownWith({ ...realm, can_move_messages_between_topics_group: nobody }), message, now)).toBe(false);
    const channel = { can_move_messages_within_channel_group: 1 };
    const elsewhere = { ...realm, can_move_messages_between_topics_group: nobody };
    expect(mayMove(knownWith(elsewhere, channel), message, now)).toBe(true);
    expect(mayMove(knownWith(realm, { is_archived: true }, true), message, now)).toBe(false);
  });

  test('gets no other topic in a channel without topics, and can leave it', () => {
    const movers = { can_move_messages_between_topics_group: 1, can_resolve_topics_group: 1 };
    const limits = {
      move_messages_within_stream_limit_seconds: null,
      move_messages_between_streams_limit_seconds: null,
    };
    for (const policy of ['empty_topic_only', 'allow_empty_topic', 'disable_empty_topic', 'inherit'] as const) {
      const channel = { topics_policy: policy, is_archived: false } as never;
      const known = knownWith({ ...movers, ...limits, topics_policy: 'allow_empty_topic' }, channel);
      const hasTopics = policy !== 'empty_topic_only';
      expect([mayRenameTopics(known, channel), mayResolveTopics(known, channel)]).toEqual([hasTopics, hasTopics]);
      expect(mayPin(known, channel)).toBe(true);
      expect(movesOf(known, { ...message, subject: '' }, now)).toEqual({ topic: hasTopics, channel: false });
      const leaving = knownWith({ ...movers, ...limits, can_move_messages_between_channels_group: 1 }, channel);
      expect(movesOf(leaving, { ...message, subject: '' }, now)).toEqual({ topic: true, channel: true });
    }
  });

  test('is deleted by no one in an archived channel', () => {
    expect(mayDelete(knownWith({}, {}, true), message, now)).toBe(true);
    expect(mayDelete(knownWith({}, { is_archived: true }, true), message, now)).toBe(false);
    expect(mayDelete(knownWith({}, { is_archived: true }), message, now)).toBe(false);
  });

  test('no one joins an archived channel, and guests only one that is for the web', () => {
    const channelOf = (fields: object) => fields as Parameters<typeof mayJoin>[1];
    const known = knownWith({});
    expect(mayJoin(known, channelOf({}))).toBe(true);
    expect(mayJoin(known, channelOf({ is_archived: true, is_web_public: true }))).toBe(false);
    expect(mayJoin(known, channelOf({ invite_only: true, can_subscribe_group: nobody }))).toBe(false);
    expect(mayJoin(known, channelOf({ invite_only: true, can_subscribe_group: 1 }))).toBe(true);
  });
});
