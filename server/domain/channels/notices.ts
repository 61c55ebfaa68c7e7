/**
 * Channel notices of the notification bot: in the channel's own topic "channel events", in the organization's channel
 * for announcements, and to people whom someone else subscribed.
 */
import { asTyped, channelLinkTo } from '../../markdown/written.ts';
import type { Say } from '../../texts.ts';
import type { Acting } from '../acting.ts';
import { sendAsSystemBot } from '../messages/system.ts';
import { sayInOrganization } from '../organization/language.shared.ts';
import { organizationSetting } from '../organization/rows.ts';
import { readingOf } from '../users/language.shared.ts';
import { findUsers, type UserRow } from '../users/rows.ts';
import { eventsTopic } from './property-rules.ts';
import { findChannel, type ChannelRow } from './rows.ts';
import { channelSetting } from './settings.shared.ts';
import type { Membership } from './subscriptions/rows.ts';
import { olderPostPolicy } from './wire.ts';

/** More people than this at once are not written to one by one; clients know it as max_bulk_new_subscription_messages. */
const maxNewSubscriptionMessages = 100;

const mention = (user: UserRow): string => `@_**${user.full_name}|${user.id}**`;
const quote = (t: Say, text: string): string =>
  `\`\`\`\` quote\n${text === '' ? t('*No description.*') : text}\n\`\`\`\``;

/** "Public", "Private, shared history" and so on, as people know the kinds. */
function kindOf(t: Say, channel: ChannelRow): string {
  if (channel.is_web_public === 1) return t('Web-public');
  if (channel.invite_only === 0) return t('Public');
  return channel.history_public_to_subscribers === 1 ? t('Private, shared history') : t('Private, protected history');
}

function tell(acting: Acting, channel: ChannelRow, topic: string, content: string): void {
  sendAsSystemBot(acting, 'notification-bot', { channel, topic }, content);
}

function tellChannel(acting: Acting, channel: ChannelRow, content: string): void {
  tell(acting, channel, eventsTopic, content);
}

/** The first message of a new channel; and where announced, one for everyone: a private channel stays unnamed there. */
export function tellOfCreation(acting: Acting, channel: ChannelRow, announce: boolean): void {
  const t = sayInOrganization(acting.db);
  const created = t('**{{kind}}** channel created by {{user}}. **Description:**', {
    kind: kindOf(t, channel),
    user: mention(acting.user),
  });
  tellChannel(acting, channel, `${created}\n${quote(t, channel.description)}`);
  const target = findChannel(acting.db, organizationSetting(acting.db, 'new_stream_announcements_stream_id'));
  if (
    !announce ||
    channel.invite_only === 1 ||
    target === undefined ||
    target.is_archived === 1 ||
    target.id === channel.id
  )
    return;
  const announced = t('{{user}} created a new channel {{channel}}.', {
    user: mention(acting.user),
    channel: channelLinkTo(channel),
  });
  tell(acting, target, t('new channels'), announced);
}

/** Tells people, bots apart, that the caller subscribed them. @returns whether there were few enough to write to. */
export function tellNewSubscribers(acting: Acting, subscribed: readonly Membership[]): boolean {
  if (subscribed.length > maxNewSubscriptionMessages) return false;
  const others = findUsers(acting.db, new Set(subscribed.map(({ userId }) => userId))).filter(
    (user) => user.is_bot === 0 && user.id !== acting.user.id,
  );
  for (const user of others) {
    const own = subscribed.filter(({ userId }) => userId === user.id).map(({ channel }) => channel);
    const { t } = readingOf(user);
    const by = mention(acting.user);
    const [first = '', ...more] = own.map((channel) => channelLinkTo(channel));
    const content =
      more.length === 0
        ? t('{{user}} subscribed you to the channel {{channel}}.', { user: by, channel: first })
        : `${t('{{user}} subscribed you to the following channels:', { user: by })}\n\n${listOf(acting, t, [first, ...more])}`;
    sendAsSystemBot(acting, 'notification-bot', { toUserIds: [user.id] }, content);
  }
  return true;
}

/** Room for what stands around a list. */
const aroundList = 500;

/** As many as a message has room for. */
function listOf({ services }: Acting, t: Say, items: readonly string[]): string {
  let room = services.options.limits.maxMessageLength - aroundList;
  const shown = items.filter((item) => (room -= [...item].length + 3) > 0);
  const left = items.length - shown.length;
  return [...shown, ...(left > 0 ? [t('and {{count}} more', { count: left })] : [])]
    .map((item) => `* ${item}`)
    .join('\n');
}

/** The channel's own record of what was changed in it. */
export function tellOfChanges(acting: Acting, before: ChannelRow, after: ChannelRow): void {
  const t = sayInOrganization(acting.db);
  const user = mention(acting.user);
  if (after.is_archived === 1) return;
  if (after.name !== before.name)
    tellChannel(
      acting,
      after,
      t('{{user}} renamed channel **{{before}}** to **{{after}}**.', {
        user,
        before: asTyped(before.name),
        after: asTyped(after.name),
      }),
    );
  if (after.description !== before.description) {
    tellChannel(
      acting,
      after,
      `${t('{{user}} changed the description for this channel.', { user })}\n\n* **${t('Old description:')}**\n${quote(t, before.description)}\n* **${t('New description:')}**\n${quote(t, after.description)}`,
    );
  }
  if (kindOf(t, after) !== kindOf(t, before)) {
    tellChannel(
      acting,
      after,
      t('{{user}} changed the access permissions for this channel from **{{before}}** to **{{after}}**.', {
        user,
        before: kindOf(t, before),
        after: kindOf(t, after),
      }),
    );
  }
  if (after.message_retention_days !== before.message_retention_days) {
    tellChannel(
      acting,
      after,
      t('{{user}} changed the message retention period for this channel: {{before}} before, {{after}} now.', {
        user,
        before: retention(t, before),
        after: retention(t, after),
      }),
    );
  }
  const posting = (channel: ChannelRow): number =>
    olderPostPolicy(acting, channelSetting(channel, 'can_send_message_group'));
  if (posting(before) !== posting(after))
    tellChannel(acting, after, t('{{user}} changed who may post in this channel.', { user }));
}

/** Says in the channel that it was archived, or is back. */
export function tellOfArchiving(acting: Acting, channel: ChannelRow, isArchived: boolean): void {
  tellChannel(acting, channel, `Channel ${channelLinkTo(channel)} has been ${isArchived ? 'archived' : 'unarchived'}.`);
}

function retention(t: Say, { message_retention_days: days }: ChannelRow): string {
  if (days === null) return t("the organization's setting");
  return days === -1 ? t('for ever') : t('{{count}} days', { count: days, defaultValue_one: '{{count}} day' });
}
