/** Message permissions: the whole table of roles, and the edges of time limits. */
import { describe, expect, it } from 'vitest';
import {
  canDeleteAny,
  canDeleteOwn,
  canEditContent,
  canMoveToChannel,
  canMoveToTopic,
  canResolveTopics,
  isContentEditable,
  isDeletable,
  isEmptyTopicRefused,
  isMovable,
  isTopicRefused,
} from './messages.ts';
import { Role } from './roles.ts';

const message = { sender_id: 7, timestamp: 1000, topic: 'topic' };
const actors = Object.entries(Role).map(([name, role]) => ({ name, actor: { id: 1, role } }));

describe('with the permission group and without', () => {
  it.each(actors)('$name', ({ actor }) => {
    const isAdministrator = actor.role <= Role.administrator;
    for (const [isIn, expected] of [
      [true, true],
      [false, isAdministrator],
    ] as const) {
      expect(canMoveToTopic(actor, message, isIn)).toBe(expected);
      expect(canMoveToChannel(actor, isIn)).toBe(expected);
      expect(canResolveTopics(actor, isIn)).toBe(expected);
      expect(canDeleteAny(actor, isIn)).toBe(expected);
    }
    expect(canEditContent(actor, message)).toBe(false);
    expect(canEditContent({ ...actor, id: 7 }, message)).toBe(true);
    expect(canMoveToTopic(actor, { ...message, topic: '' }, false)).toBe(true);
  });
});

it('authors and the owners of bots delete their own, when they are in the group', () => {
  const actor = { id: 7, role: Role.member };
  expect(canDeleteOwn(actor, message, null, true)).toBe(true);
  expect(canDeleteOwn(actor, message, null, false)).toBe(false);
  expect(canDeleteOwn({ ...actor, id: 8 }, message, null, true)).toBe(false);
  expect(canDeleteOwn({ ...actor, id: 8 }, message, 8, true)).toBe(true);
});

it('time limits end with a little leeway, and never for moderators who move', () => {
  for (const [now, expected] of [
    [1000 + 600 + 20, true],
    [1000 + 600 + 21, false],
  ] as const) {
    expect(isContentEditable(message, 600, now)).toBe(expected);
    expect(isDeletable(message, 600, now)).toBe(expected);
    expect(isMovable({ id: 1, role: Role.member }, message, 600, now)).toBe(expected);
    expect(isMovable({ id: 1, role: Role.moderator }, message, 600, now)).toBe(true);
  }
  expect(isContentEditable(message, null, 1e9)).toBe(true);
});

it('policies on topics refuse the empty topic, or any other', () => {
  expect(isEmptyTopicRefused('disable_empty_topic', '')).toBe(true);
  expect(isEmptyTopicRefused('allow_empty_topic', '')).toBe(false);
  expect(isTopicRefused('empty_topic_only', 'topic')).toBe(true);
  expect(isTopicRefused('empty_topic_only', '')).toBe(false);
  expect(isTopicRefused('allow_empty_topic', 'topic')).toBe(false);
});
