/** The organization, its folders, channels and subscriptions of the larger server's archive as records. */
import { propertiesFromArchive, topicsPolicies } from '../../domain/channels/property-rules.ts';
import { channelSettingNames } from '../../domain/channels/settings.shared.ts';
import { organizationPermissions } from '../../domain/organization/rows.ts';
import { settingNames } from '../../domain/organization/rules.ts';
import { defaultableSettings } from '../../domain/users/settings.shared.ts';
import { phrase } from '../../translation.ts';
import type { Row } from './json-rows.ts';
import type {
  ChannelRecord,
  FolderRecord,
  OrganizationRecord,
  SourcePermission,
  SubscriptionRecord,
} from './records.ts';
import type { UnpackedArchive } from './unpacked.ts';
import { organizationPictures, type RecordLists } from './zulip-files.ts';
import { linksByChannel, ownDomains, ownSettings } from './zulip-own-tables.ts';
import { noticePolicies } from './zulip-people.ts';
import { flagOrNull, number, text, type ZulipTables } from './zulip-tables.ts';

/** Policies that are numbers there, from 1 on. */
const historyPolicies = ['all', 'moves', 'none'] as const;

/** Settings of the API that name a channel, by their columns there. */
const channelSettings = {
  moderation_request_channel: 'moderation_request_channel_id',
  new_stream_announcements_stream: 'new_stream_announcements_stream_id',
  signup_announcements_stream: 'signup_announcements_stream_id',
  zulip_update_announcements_stream: 'zulip_update_announcements_stream_id',
} as const;
/** Who may post in a channel, in version 9. */
const postPolicies: Readonly<Record<number, SourcePermission>> = {
  2: 'role:administrators',
  3: 'role:fullmembers',
  4: 'role:moderators',
};
/** Names of archived channels begin so in older versions. */
const archivedMark = /^!*DEACTIVATED:/;

export function organizationRecord(
  tables: ZulipTables,
  archive: UnpackedArchive,
  lists: RecordLists,
): OrganizationRecord {
  const { row, file, line } = tables.only('zerver_realm');
  return {
    kind: 'organization',
    file,
    line,
    name: text(row['name']) ?? '',
    stringId: text(row['string_id']) ?? '',
    description: text(row['description']) ?? '',
    created: number(row['date_created']) ?? 0,
    settings: { ...settingsOf(row), ...ownSettings(tables) },
    permissions: tables.permissions(row, organizationPermissions),
    userDefaults: userDefaults(tables.only('zerver_realmuserdefault').row),
    domains: [
      ...tables.plainRows('zerver_realmdomain').map(({ row: one }) => ({
        domain: text(one['domain']) ?? '',
        allowSubdomains: one['allow_subdomains'] === true,
      })),
      ...ownDomains(tables),
    ],
    linkifiers: inOrder(tables, 'zerver_realmfilter').map((one) => ({
      pattern: text(one['pattern']) ?? '',
      urlTemplate: text(one['url_template']) ?? '',
    })),
    playgrounds: inOrder(tables, 'zerver_realmplayground').map((one) => ({
      name: text(one['name']) ?? '',
      language: text(one['pygments_language']) ?? '',
      urlTemplate: text(one['url_template']) ?? '',
    })),
    profileFields: inOrder(tables, 'zerver_customprofilefield').map((one) => ({
      id: number(one['id']) ?? 0,
      name: text(one['name']) ?? '',
      hint: text(one['hint']) ?? '',
      type: number(one['field_type']) ?? 0,
      data: text(one['field_data']) ?? '',
      inSummary: one['display_in_profile_summary'] === true,
      required: one['required'] === true,
      editable: one['editable_by_user'] !== false,
    })),
    pictures: organizationPictures(row, archive, lists),
  };
}

const inOrder = (tables: ZulipTables, table: string): Row[] =>
  tables
    .rows(table)
    .map(({ row }) => row)
    .toSorted((a, b) => (number(a['order']) ?? 0) - (number(b['order']) ?? 0));

function settingsOf(row: Row): Record<string, unknown> {
  const { topics_policy: topics, message_edit_history_visibility_policy: history } = row;
  return {
    ...Object.fromEntries(settingNames.flatMap((name) => (name in row ? [[name, row[name]]] : []))),
    ...(row['mandatory_topics'] === true && { topics_policy: 'disable_empty_topic' }),
    ...(typeof topics === 'number' && { topics_policy: topicsPolicies[topics - 1] }),
    ...(typeof history === 'number' && { message_edit_history_visibility_policy: historyPolicies[history - 1] }),
    ...Object.fromEntries(
      Object.entries(channelSettings).flatMap(([column, name]) =>
        typeof row[column] === 'number' ? [[name, row[column]]] : [],
      ),
    ),
  };
}

function userDefaults(row: Row): Record<string, unknown> {
  const { resolved_topic_notice_auto_read_policy: notices } = row;
  return {
    ...Object.fromEntries(defaultableSettings.flatMap((name) => (name in row ? [[name, row[name]]] : []))),
    ...(typeof notices === 'number' && { resolved_topic_notice_auto_read_policy: noticePolicies[notices - 1] }),
  };
}

export function* folderRecords(tables: ZulipTables): Generator<FolderRecord> {
  for (const { row, file, line } of tables.rows('zerver_channelfolder'))
    yield {
      kind: 'folder',
      file,
      line,
      id: number(row['id']) ?? 0,
      name: text(row['name']) ?? '',
      description: text(row['description']) ?? '',
      position: number(row['order']) ?? 0,
      isArchived: row['is_archived'] === true,
      creator: number(row['creator']) ?? null,
      created: number(row['date_created']) ?? 0,
    };
}

/** @param isLeftOut whether a channel is. */
export function* channelRecords(
  tables: ZulipTables,
  isLeftOut: (channel: number) => boolean,
): Generator<ChannelRecord> {
  const defaults = new Set(tables.plainRows('zerver_defaultstream').map(({ row }) => number(row['stream'])));
  const links = linksByChannel(tables);
  for (const { row, file, line } of tables.rows('zerver_stream')) {
    const id = number(row['id']) ?? 0;
    if (isLeftOut(id)) continue;
    const policy = postPolicies[number(row['stream_post_policy']) ?? 0];
    // What does not say that it is public is private.
    const isPrivate = row['invite_only'] !== false;
    yield {
      kind: 'channel',
      file,
      line,
      id,
      name: (text(row['name']) ?? '').replace(archivedMark, ''),
      description: text(row['description']) ?? '',
      created: number(row['date_created']) ?? 0,
      creator: number(row['creator']) ?? null,
      isPrivate,
      isWebPublic: !isPrivate && row['is_web_public'] === true,
      historyForNewSubscribers: !isPrivate || row['history_public_to_subscribers'] === true,
      isArchived: row['deactivated'] === true,
      isDefault: !isPrivate && defaults.has(id),
      folder: number(row['folder']) ?? null,
      properties: propertiesFromArchive(row),
      permissions: {
        ...(policy !== undefined && { can_send_message_group: policy }),
        ...tables.permissions(row, channelSettingNames),
      },
      links: links.get(id) ?? [],
    };
  }
}

/** @param isLeftOut whether a channel is. */
export function* subscriptionRecords(
  tables: ZulipTables,
  isLeftOut: (channel: number) => boolean,
): Generator<SubscriptionRecord> {
  for (const { row, file, line } of tables.plainRows('zerver_subscription')) {
    const recipient = tables.recipient(row['recipient']);
    const user = number(row['user_profile']);
    if (recipient === undefined || user === undefined) {
      tables.problem(line, phrase('The subscription has no user or no recipient.'), 'left out');
      continue;
    }
    if (!('channel' in recipient) || isLeftOut(recipient.channel)) continue;
    yield {
      kind: 'subscription',
      file,
      line,
      user,
      channel: recipient.channel,
      isActive: row['active'] === true,
      color: text(row['color']) ?? null,
      isPinned: row['pin_to_top'] === true,
      isMuted: row['is_muted'] === true,
      notifications: {
        desktop: flagOrNull(row['desktop_notifications']),
        audible: flagOrNull(row['audible_notifications']),
        push: flagOrNull(row['push_notifications']),
        email: flagOrNull(row['email_notifications']),
        wildcard: flagOrNull(row['wildcard_mentions_notify']),
      },
    };
  }
}
