/** Move notices of the notification bot in the old and new topic, and when a topic is resolved. */
import type { Acting } from '../../acting.ts';
import type { ChannelRow } from '../../channels/rows.ts';
import { subscriberIds } from '../../channels/subscriptions/rows.ts';
import { sayInOrganization } from '../../organization/language.shared.ts';
import { topicPolicies, TopicPolicy } from '../../topics/policies.shared.ts';
import { findUsers, type UserRow } from '../../users/rows.ts';
import { userSetting } from '../../users/settings.shared.ts';
import { topicLinkTo } from '../markdown-context.ts';
import { sendAsSystemBot } from '../system.ts';
import { isKnownToReaders } from './move-audience.ts';
import type { Move } from './move.ts';

export interface NoticeChoice {
  toOldThread: boolean;
  toNewThread: boolean;
}

/** Posts the notices that were asked for. */
export function sendMoveNotices(acting: Acting, move: Move, choice: NoticeChoice): void {
  const mover = `@_**${acting.user.full_name}|${acting.user.id}**`;
  const t = sayInOrganization(acting.db);
  if (move.isResolving !== null) {
    if (!choice.toNewThread) return;
    const notice =
      move.isResolving === 'resolve'
        ? t('{{user}} has marked this topic as resolved.', { user: mover })
        : t('{{user}} has marked this topic as unresolved.', { user: mover });
    sendAsSystemBot(acting, 'notification-bot', move.to, notice, { readBy: usersWhoNeedNotRead(acting, move.to) });
    return;
  }
  const count = move.rows.length;
  if (choice.toNewThread) {
    const place = linkForReadersOf(acting, move.from, move.to.channel);
    const notice = move.isWhole
      ? t('This topic was moved here from {{place}} by {{user}}.', { place, user: mover })
      : t('{{count}} messages were moved here from {{place}} by {{user}}.', {
          place,
          user: mover,
          count,
          defaultValue_one: 'A message was moved here from {{place}} by {{user}}.',
        });
    post(acting, move.to, notice);
  }
  if (choice.toOldThread) {
    const place = linkForReadersOf(acting, move.to, move.from.channel);
    const notice = move.isWhole
      ? t('This topic was moved to {{place}} by {{user}}.', { place, user: mover })
      : t('{{count}} messages were moved from this topic to {{place}} by {{user}}.', {
          place,
          user: mover,
          count,
          defaultValue_one: 'A message was moved from this topic to {{place}} by {{user}}.',
        });
    post(acting, move.from, notice);
  }
}

/** As each subscriber's resolved_topic_notice_auto_read_policy says. */
function usersWhoNeedNotRead({ db }: Acting, { channel, topic }: { channel: ChannelRow; topic: string }): number[] {
  const policies = topicPolicies(db, channel.id, topic);
  const needsNot = (user: UserRow): boolean => {
    const setting = userSetting(db, user, 'resolved_topic_notice_auto_read_policy');
    return setting === 'always' || (setting === 'except_followed' && policies.get(user.id) !== TopicPolicy.followed);
  };
  return findUsers(db, subscriberIds(db, channel.id))
    .filter(needsNot)
    .map((user) => user.id);
}

/** A channel is named where all who read the notice know of it: those who read there now, and those who may come to. */
export function linkForReadersOf(
  { db }: Pick<Acting, 'db'>,
  { channel, topic }: { channel: ChannelRow; topic: string },
  readIn: ChannelRow,
): string {
  const link = topicLinkTo(db, channel, topic);
  if (isKnownToReaders(db, channel, readIn)) return link;
  const t = sayInOrganization(db);
  return channel.invite_only === 1 ? t('a private channel') : t('another channel');
}

function post(acting: Acting, place: { channel: ChannelRow; topic: string }, content: string): void {
  sendAsSystemBot(acting, 'notification-bot', place, content);
}
