/**
 * Visibility events of changed memberships, roles, groups or permissions: compared before
 * and after the change, and announced once. A verb that makes such a change runs it in `withVisibilityEvents`, by law.
 */
import { toUser } from '../../events/audience.ts';
import type { SystemActing } from '../acting.ts';
import { subscriptionIds } from '../channels/subscriptions/rows.ts';
import { channelsOpenByGroup } from '../channels/visibility.shared.ts';
import { flagsEvent } from '../messages/flags/flags.shared.ts';
import { starsInSight, type StarsAmong } from '../messages/flags/stars.shared.ts';
import { watchBotChannels } from './bots.shared.ts';
import { watchChannelsOf, watchPrivateChannels } from './channels.shared.ts';
import { watchMeetings, watchUsersSeenBy } from './guests.shared.ts';

/** Whom and what a change concerns. */
export interface VisibilityScope {
  /** Users who enter or leave `channels`; without `channels`, users whose role or sight of others changes. */
  users?: readonly number[];
  /** Channels whose subscribers, permissions or archived state change. */
  channels?: readonly number[];
  /** Who is in which group changes. */
  groups?: true;
  /** Messages that move to another channel. */
  messages?: readonly number[];
  /** Participants of a direct conversation that begins. */
  conversation?: readonly number[];
}

/** Runs a change, and announces what came into the sight of users by it, and what went out of it. @returns what the change returns */
export function withVisibilityEvents<T>(acting: SystemActing, scope: VisibilityScope, change: () => T): T {
  const announcements = watches(acting, scope);
  const result = change();
  for (const announce of announcements) announce();
  return result;
}

/** Looks at the state before the change. @returns what announces the differences, in the order that clients expect */
function watches(acting: SystemActing, scope: VisibilityScope): (() => void)[] {
  const { users, groups, messages, conversation } = scope;
  if (messages !== undefined) return messages.length === 0 ? [] : [watchStars(acting, { messageIds: messages })];
  if (conversation !== undefined)
    return [
      watchMeetings(
        acting,
        () => conversation,
        (among) => (among === null ? conversation : conversation.filter((id) => among.includes(id))),
      ),
    ];
  const opening = groups === true ? channelsOpenByGroup(acting.db) : [];
  const channels = groups === true ? opening.map(({ id }) => id) : scope.channels;
  const among = {
    ...(users !== undefined && { userIds: users }),
    ...(channels !== undefined && { channelIds: channels }),
  };
  return [
    ...(channels === undefined
      ? (users ?? []).flatMap((id) => [watchUsersSeenBy(acting, id), watchChannelsOf(acting, id)])
      : groups === true
        ? [watchPrivateChannels(acting, opening)]
        : [watchMembers(acting, users, channels)]),
    watchStars(acting, among),
    watchBotChannels(acting, among),
  ];
}

/** Guests see those with whom they share a channel that is not archived. */
function watchMembers(
  acting: SystemActing,
  users: readonly number[] | undefined,
  channels: readonly number[],
): () => void {
  const members = (among: readonly number[] | null): number[] => subscriptionIds(acting.db, channels, among);
  return watchMeetings(
    acting,
    (guests) => users ?? members(guests),
    (among) => [...(users ?? []), ...members(among)],
  );
}

/** A user who loses sight of a starred message keeps the star, and has it again on coming back. */
function watchStars(acting: SystemActing, among: StarsAmong): () => void {
  const before = starsInSight(acting.db, among);
  return () => {
    const now = starsInSight(acting.db, among);
    for (const op of ['remove', 'add'] as const) {
      const [from, to] = op === 'remove' ? [before, now] : [now, before];
      for (const [userId, ids] of from) {
        const others = new Set(to.get(userId));
        const messages = ids.filter((id) => !others.has(id));
        if (messages.length > 0) acting.announce(flagsEvent(op, 'starred', messages), toUser(userId));
      }
    }
  };
}
