/** Notification rules in their order. */
import { describe, expect, it } from 'vitest';
import { inChannel, keyOf } from '../../client/state/conversation.ts';
import type { Message } from '../store/message.ts';
import { callOf } from './rules.ts';

type State = Parameters<typeof callOf>[1];

const me = 1;
const settings = {
  enable_desktop_notifications: true,
  enable_sounds: true,
  enable_stream_desktop_notifications: false,
  enable_stream_audible_notifications: false,
  enable_followed_topic_desktop_notifications: true,
  enable_followed_topic_audible_notifications: false,
  enable_followed_topic_wildcard_mentions_notify: true,
  wildcard_mentions_notify: true,
};

interface Given {
  subscription?: Record<string, unknown> | null;
  policy?: number;
  muted?: number[];
  /** Notifications are off, but for these. */
  quiet?: { users?: number[]; channels?: number[] };
  settings?: Record<string, unknown>;
}

function stateOf({ subscription = {}, policy, muted = [], quiet, settings: changes = {} }: Given = {}): State {
  const channel = inChannel(5, 'lunch');
  return {
    me,
    users: { quiet: new Map(quiet === undefined ? [] : [[me, 1_800_000_000]]) },
    own: {
      mutedUsers: new Map(muted.map((id) => [id, { id }])),
      doNotDisturb: { allowed_user_ids: quiet?.users ?? [], allowed_channel_ids: quiet?.channels ?? [] },
    },
    channels: {
      subscriptions: new Map(subscription === null ? [] : [[5, { is_muted: false, ...subscription }]]),
      topicPolicies: new Map(policy === undefined ? [] : [[keyOf(channel), { visibility_policy: policy }]]),
    },
    settings: { ...settings, ...changes },
  } as unknown as State;
}

const said = (flags: string[] = [], more: Record<string, unknown> = {}): Message =>
  ({ id: 9, type: 'stream', sender_id: 2, stream_id: 5, subject: 'lunch', flags, ...more }) as unknown as Message;
const direct = said([], { type: 'private', stream_id: undefined, display_recipient: [{ id: me }, { id: 2 }] });
const called = (message: Message, given?: Given): string => {
  const { isShown, hasSound, isMention } = callOf(message, stateOf(given));
  return [isShown && 'shown', hasSound && 'sound', isMention && 'mention'].filter(Boolean).join(' ') || 'silent';
};

describe('a message calls', () => {
  it('never when it is one’s own, or of a muted person, whatever it says', () => {
    expect(called(said(['mentioned'], { sender_id: me }))).toBe('silent');
    expect(called(said(['mentioned']), { muted: [2] })).toBe('silent');
    expect(called(direct, { muted: [2] })).toBe('silent');
  });

  it('never while the reader wants no notifications, unless the reader allowed its sender or its channel', () => {
    expect(called(said(['mentioned']), { quiet: {} })).toBe('silent');
    expect(called(direct, { quiet: { channels: [5] } })).toBe('silent');
    expect(called(direct, { quiet: { users: [2] } })).toBe('shown sound');
    expect(called(said(['mentioned']), { quiet: { channels: [5] } })).toBe('shown sound mention');
    // An exception notifies of nothing that would not notify otherwise.
    expect(called(said(), { quiet: { users: [2], channels: [5] } })).toBe('silent');
  });

  it('with a mention, in a muted channel and topic too', () => {
    expect(called(said(['mentioned']), { subscription: { is_muted: true }, policy: 1 })).toBe('shown sound mention');
    expect(called(said(['mentioned']), { settings: { enable_desktop_notifications: false } })).toBe('sound mention');
  });

  it('in a followed topic by the setting of those, in a muted channel too', () => {
    expect(called(said(), { policy: 3, subscription: { is_muted: true } })).toBe('shown');
    expect(called(said(['stream_wildcard_mentioned']), { policy: 3 })).toBe('shown sound mention');
  });

  it('not where it is muted, but with a wildcard where the channel says so', () => {
    const muted = { is_muted: true };
    expect(called(said(['has_alert_word']), { subscription: muted })).toBe('silent');
    expect(called(said(['stream_wildcard_mentioned']), { subscription: muted })).toBe('silent');
    expect(
      called(said(['stream_wildcard_mentioned']), { subscription: { ...muted, wildcard_mentions_notify: true } }),
    ).toBe('shown sound mention');
    expect(called(said(), { subscription: { desktop_notifications: true }, policy: 1 })).toBe('silent');
    expect(called(said(), { subscription: { is_muted: true, desktop_notifications: true }, policy: 2 })).toBe('shown');
  });

  it('in a channel by its setting, else by the general one', () => {
    expect(called(said())).toBe('silent');
    expect(called(said(), { subscription: { audible_notifications: true } })).toBe('sound');
    expect(called(said(), { settings: { enable_stream_desktop_notifications: true } })).toBe('shown');
    const off = { subscription: { desktop_notifications: false } };
    expect(called(said(), { ...off, settings: { enable_stream_desktop_notifications: true } })).toBe('silent');
    expect(called(said(), { subscription: null, settings: { enable_stream_desktop_notifications: true } })).toBe(
      'silent',
    );
  });

  it('directly, with an alert word, and with a wildcard that is not switched off', () => {
    expect(called(direct)).toBe('shown sound');
    expect(called(said(['has_alert_word']))).toBe('shown sound');
    expect(called(said(['topic_wildcard_mentioned']))).toBe('shown sound mention');
    expect(called(said(['stream_wildcard_mentioned']), { subscription: { wildcard_mentions_notify: false } })).toBe(
      'silent',
    );
  });
});
