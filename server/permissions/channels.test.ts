/** The whole table of who may do what with a channel, without a server. */
import { describe, expect, it } from 'vitest';
import {
  canAddSubscribers,
  canAdministerChannel,
  canPost,
  canReadContent,
  canRemoveSubscribers,
  canSeeMetadata,
  canSubscribeSelf,
  type ChannelStanding,
} from './channels.ts';
import type { ChannelPermission } from './group-settings.ts';
import { Role } from './roles.ts';

const kinds = {
  public: { invite_only: 0, is_web_public: 0, is_archived: 0 },
  private: { invite_only: 1, is_web_public: 0, is_archived: 0 },
  webPublic: { invite_only: 0, is_web_public: 1, is_archived: 0 },
};
const people = {
  owner: Role.owner,
  administrator: Role.administrator,
  moderator: Role.moderator,
  member: Role.member,
  guest: Role.guest,
};
type Kind = keyof typeof kinds;
type Person = keyof typeof people;

function standing(isSubscribed: boolean, ...groups: ChannelPermission[]): ChannelStanding {
  return { isSubscribed, isIn: (setting) => groups.includes(setting) };
}

/** Who of the five roles may, for one kind of channel and one standing. */
function whoMay(may: (role: number, kind: Kind) => boolean, kind: Kind): Person[] {
  return (Object.keys(people) as Person[]).filter((person) => may(people[person], kind));
}

const staff: Person[] = ['owner', 'administrator'];
const notGuests: Person[] = ['owner', 'administrator', 'moderator', 'member'];
const all: Person[] = [...notGuests, 'guest'];

describe('without a subscription', () => {
  const outside = standing(false);
  it.each([
    ['public', notGuests],
    ['private', []],
    ['webPublic', all],
  ] as [Kind, Person[]][])('the messages of a %s channel are read by %j', (kind, expected) => {
    expect(whoMay((role) => canReadContent({ role }, kinds[kind], outside), kind)).toEqual(expected);
    expect(whoMay((role) => canSubscribeSelf({ role }, kinds[kind], outside), kind)).toEqual(expected);
  });

  it.each([
    ['public', notGuests],
    ['private', staff],
    ['webPublic', all],
  ] as [Kind, Person[]][])('the existence of a %s channel is known to %j', (kind, expected) => {
    expect(whoMay((role) => canSeeMetadata({ role }, kinds[kind], outside), kind)).toEqual(expected);
  });
});

describe('a subscriber', () => {
  it.each(['public', 'private', 'webPublic'] as Kind[])('of any role reads a %s channel', (kind) => {
    expect(whoMay((role) => canReadContent({ role }, kinds[kind], standing(true)), kind)).toEqual(all);
  });
});

describe('group settings of a private channel', () => {
  it.each(['can_subscribe_group', 'can_add_subscribers_group'] as ChannelPermission[])(
    '%s lets its members read, guests never',
    (setting) => {
      expect(whoMay((role) => canReadContent({ role }, kinds.private, standing(false, setting)), 'private')).toEqual(
        notGuests,
      );
    },
  );

  it('can_administer_channel_group shows the channel, not its messages', () => {
    const administers = standing(false, 'can_administer_channel_group');
    expect(whoMay((role) => canSeeMetadata({ role }, kinds.private, administers), 'private')).toEqual(notGuests);
    expect(whoMay((role) => canReadContent({ role }, kinds.private, administers), 'private')).toEqual([]);
  });
});

const add = (groups: ChannelPermission[], anywhere: boolean, subscribed: boolean): Person[] =>
  whoMay((role) => canAddSubscribers({ role }, kinds.private, standing(subscribed, ...groups), anywhere), 'private');

describe('changing a channel and its people', () => {
  it('is for administrators and the group that administers the channel', () => {
    expect(whoMay((role) => canAdministerChannel({ role }, standing(true)), 'public')).toEqual(staff);
    expect(
      whoMay((role) => canAdministerChannel({ role }, standing(true, 'can_administer_channel_group')), 'public'),
    ).toEqual(notGuests);
  });

  it('removing others is also for can_remove_subscribers_group', () => {
    expect(whoMay((role) => canRemoveSubscribers({ role }, standing(true)), 'public')).toEqual(staff);
    expect(
      whoMay((role) => canRemoveSubscribers({ role }, standing(true, 'can_remove_subscribers_group')), 'public'),
    ).toEqual(notGuests);
  });

  it('adding others takes reading the channel, and a permission of the organization or the channel', () => {
    expect(add([], true, true)).toEqual(notGuests);
    expect(add([], true, false)).toEqual([]);
    expect(add([], false, true)).toEqual([]);
    expect(add(['can_add_subscribers_group'], false, false)).toEqual(notGuests);
    expect(add(['can_administer_channel_group'], false, true)).toEqual(notGuests);
  });
});

describe('an archived channel', () => {
  const archived = { ...kinds.public, is_archived: 1 };
  it('is still read, and takes neither messages nor subscribers', () => {
    const everything = standing(true, 'can_send_message_group', 'can_add_subscribers_group');
    const owner = { role: Role.owner };
    expect(canReadContent(owner, archived, everything)).toBe(true);
    expect(canPost(owner, archived, everything)).toBe(false);
    expect(canSubscribeSelf(owner, archived, everything)).toBe(false);
    expect(canAddSubscribers(owner, archived, everything, true)).toBe(false);
  });
});

describe('posting', () => {
  it('takes reading the channel and being in can_send_message_group', () => {
    const sender = standing(false, 'can_send_message_group');
    expect(whoMay((role) => canPost({ role }, kinds.public, sender), 'public')).toEqual(notGuests);
    expect(whoMay((role) => canPost({ role }, kinds.private, sender), 'private')).toEqual([]);
    expect(whoMay((role) => canPost({ role }, kinds.public, standing(true)), 'public')).toEqual([]);
  });
});
