/** What the notification bot says where messages were moved from and to, and when a topic is resolved. */
import type { Acting } from '../../acting.ts';
import { metadataUserIds } from '../../channels/access.ts';
import type { ChannelRow } from '../../channels/rows.ts';
import { subscriberIds } from '../../channels/subscriptions/rows.ts';
import { topicPolicies, TopicPolicy } from '../../topics/policies.shared.ts';
import { findUsers, type UserRow } from '../../users/rows.ts';
import { userSetting } from '../../users/settings.shared.ts';
import { topicLinkTo } from '../markdown-context.ts';
import { sendAsSystemBot } from '../system.ts';
import type { Move } from './move.ts';

export interface NoticeChoice {
  toOldThread: boolean;
  toNewThread: boolean;
}

/** Posts the notices that were asked for. */
export function sendMoveNotices(acting: Acting, move: Move, choice: NoticeChoice): void {
  const mover = `@_**${acting.user.full_name}|${acting.user.id}**`;
  if (move.isResolving !== null) {
    if (!choice.toNewThread) return;
    const notice = `${mover} has marked this topic as ${move.isResolving}d.`;
    sendAsSystemBot(acting, 'notification-bot', move.to, notice, { readBy: usersWhoNeedNotRead(acting, move.to) });
    return;
  }
  const count = move.rows.length;
  if (choice.toNewThread) {
    const what = move.isWhole ? 'This topic was' : count === 1 ? 'A message was' : `${count} messages were`;
    post(
      acting,
      move.to,
      `${what} moved here from ${linkForReadersOf(acting, move.from, move.to.channel)} by ${mover}.`,
    );
  }
  if (choice.toOldThread) {
    const what = move.isWhole
      ? 'This topic was moved'
      : count === 1
        ? 'A message was moved from this topic'
        : `${count} messages were moved from this topic`;
    post(acting, move.from, `${what} to ${linkForReadersOf(acting, move.to, move.from.channel)} by ${mover}.`);
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
  if (channel.id === readIn.id) return link;
  const knowing = metadataUserIds(db, channel);
  const isAsOpen = channel.invite_only <= readIn.invite_only && channel.is_web_public >= readIn.is_web_public;
  if (isAsOpen && [...metadataUserIds(db, readIn)].every((id) => knowing.has(id))) return link;
  return channel.invite_only === 1 ? 'a private channel' : 'another channel';
}

function post(acting: Acting, place: { channel: ChannelRow; topic: string }, content: string): void {
  sendAsSystemBot(acting, 'notification-bot', place, content);
}
