/**
 * What the notification bot says about channels: in the channel's own topic "channel events", in the organization's channel
 * for announcements, and to people whom someone else subscribed.
 */
import { asTyped, channelLinkTo } from '../../markdown/written.ts';
import type { Acting } from '../acting.ts';
import { sendAsSystemBot } from '../messages/system.ts';
import { organizationSetting } from '../organization/rows.ts';
import { findUsers, type UserRow } from '../users/rows.ts';
import { eventsTopic } from './property-rules.ts';
import { findChannel, type ChannelRow } from './rows.ts';
import { channelSetting } from './settings.shared.ts';
import type { Membership } from './subscriptions/rows.ts';
import { olderPostPolicy } from './wire.ts';

const announcementsTopic = 'new channels';
/** More people than this at once are not written to one by one; clients know it as max_bulk_new_subscription_messages. */
const maxNewSubscriptionMessages = 100;

const mention = (user: UserRow): string => `@_**${user.full_name}|${user.id}**`;
const quote = (text: string): string => `\`\`\`\` quote\n${text === '' ? '*No description.*' : text}\n\`\`\`\``;

/** "Public", "Private, shared history" and so on, as people know the kinds. */
function kindOf(channel: ChannelRow): string {
  if (channel.is_web_public === 1) return 'Web-public';
  if (channel.invite_only === 0) return 'Public';
  return channel.history_public_to_subscribers === 1 ? 'Private, shared history' : 'Private, protected history';
}

function tell(acting: Acting, channel: ChannelRow, topic: string, content: string): void {
  sendAsSystemBot(acting, 'notification-bot', { channel, topic }, content);
}

function tellChannel(acting: Acting, channel: ChannelRow, content: string): void {
  tell(acting, channel, eventsTopic, content);
}

/** The first message of a new channel; and where announced, one for everyone: a private channel stays unnamed there. */
export function tellOfCreation(acting: Acting, channel: ChannelRow, announce: boolean): void {
  tellChannel(
    acting,
    channel,
    `**${kindOf(channel)}** channel created by ${mention(acting.user)}. **Description:**\n${quote(channel.description)}`,
  );
  const target = findChannel(acting.db, organizationSetting(acting.db, 'new_stream_announcements_stream_id'));
  if (
    !announce ||
    channel.invite_only === 1 ||
    target === undefined ||
    target.is_archived === 1 ||
    target.id === channel.id
  )
    return;
  tell(acting, target, announcementsTopic, `${mention(acting.user)} created a new channel ${channelLinkTo(channel)}.`);
}

/** Tells people, bots apart, that the caller subscribed them. @returns whether there were few enough to write to. */
export function tellNewSubscribers(acting: Acting, subscribed: readonly Membership[]): boolean {
  if (subscribed.length > maxNewSubscriptionMessages) return false;
  const others = findUsers(acting.db, new Set(subscribed.map(({ userId }) => userId))).filter(
    (user) => user.is_bot === 0 && user.id !== acting.user.id,
  );
  for (const user of others) {
    const own = subscribed.filter(({ userId }) => userId === user.id).map(({ channel }) => channel);
    const intro = `${mention(acting.user)} subscribed you to the`;
    const links = own.map((channel) => channelLinkTo(channel));
    const list = links.length === 1 ? ` channel ${links[0]}.` : ` following channels:\n\n${listOf(acting, links)}`;
    sendAsSystemBot(acting, 'notification-bot', { toUserIds: [user.id] }, `${intro}${list}`);
  }
  return true;
}

/** Room for what stands around a list. */
const aroundList = 500;

/** As many as a message has room for. */
function listOf({ services }: Acting, items: readonly string[]): string {
  let room = services.options.limits.maxMessageLength - aroundList;
  const shown = items.filter((item) => (room -= [...item].length + 3) > 0);
  const left = items.length - shown.length;
  return [...shown, ...(left > 0 ? [`and ${left} more`] : [])].map((item) => `* ${item}`).join('\n');
}

/** The channel's own record of what was changed in it. */
export function tellOfChanges(acting: Acting, before: ChannelRow, after: ChannelRow): void {
  const who = mention(acting.user);
  if (after.is_archived === 1) return;
  if (after.name !== before.name)
    tellChannel(acting, after, `${who} renamed channel **${asTyped(before.name)}** to **${asTyped(after.name)}**.`);
  if (after.description !== before.description) {
    tellChannel(
      acting,
      after,
      `${who} changed the description for this channel.\n\n* **Old description:**\n${quote(before.description)}\n* **New description:**\n${quote(after.description)}`,
    );
  }
  if (kindOf(after) !== kindOf(before)) {
    tellChannel(
      acting,
      after,
      `${who} changed the access permissions for this channel from **${kindOf(before)}** to **${kindOf(after)}**.`,
    );
  }
  if (after.message_retention_days !== before.message_retention_days) {
    tellChannel(
      acting,
      after,
      `${who} changed the message retention period for this channel: ${retention(before)} before, ${retention(after)} now.`,
    );
  }
  const posting = (channel: ChannelRow): number =>
    olderPostPolicy(acting, channelSetting(channel, 'can_send_message_group'));
  if (posting(before) !== posting(after)) tellChannel(acting, after, `${who} changed who may post in this channel.`);
}

/** Says in the channel that it was archived, or is back. */
export function tellOfArchiving(acting: Acting, channel: ChannelRow, isArchived: boolean): void {
  tellChannel(acting, channel, `Channel ${channelLinkTo(channel)} has been ${isArchived ? 'archived' : 'unarchived'}.`);
}

function retention(channel: ChannelRow): string {
  if (channel.message_retention_days === null) return "the organization's setting";
  return channel.message_retention_days === -1 ? 'for ever' : `${channel.message_retention_days} days`;
}
