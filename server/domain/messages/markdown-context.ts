/**
 * Look-ups of the Markdown pipeline for a writer: people, groups, channels, emoji, linkifiers and pictures, as
 * the writer sees them. The server's own bots quote what people wrote, and so see no more than any member does, and the
 * channel that they write in.
 */
import { emptyTopicDisplayName } from '../../events/topic-name.ts';
import type { FoundUser, RenderContext } from '../../markdown/render.ts';
import { channelLinkTo } from '../../markdown/written.ts';
import { topicKey } from '../../names.ts';
import type { GroupSettingValue } from '../../permissions/group-setting-value.ts';
import { permissionRules } from '../../permissions/group-settings.ts';
import type { Reader } from '../../storage/database.ts';
import type { SystemViewing, Viewing } from '../acting.ts';
import { findShownUpload } from '../attachments/access.ts';
import { canAccessContent, canAccessMetadata, withOwner } from '../channels/access.ts';
import { findChannel, findChannelByName, type ChannelRow } from '../channels/rows.ts';
import { findCustomEmoji } from '../emoji/rows.ts';
import { holdsPermission } from '../groups/membership.shared.ts';
import { findGroupByName, type GroupRow } from '../groups/rows.ts';
import { shownGroupName } from '../groups/system-groups.shared.ts';
import { findPreview, removedPages } from '../link-previews/rows.ts';
import { compiledLinkifiers } from '../linkifiers/compiled.shared.ts';
import { isOwnOrigin } from '../organization/addresses.shared.ts';
import { organizationSetting } from '../organization/rows.ts';
import { findUser, type UserRow } from '../users/rows.ts';
import { userSetting } from '../users/settings.shared.ts';
import { canAccessUser } from '../users/visibility.shared.ts';
import { hasOpenHistory } from './access.ts';

/**
 * @param viewing with a `user`: as that user sees things; without: everything.
 * @param message.isDirect direct messages have no topic to mention.
 * @param message.channelId where it is written: a user who reads it there knows that channel.
 * @param message.messageId of a message that is there: previews that its author removed stay away.
 */
export function markdownContext(
  viewing: SystemViewing & Partial<Pick<Viewing, 'user'>>,
  message: { isDirect?: boolean; channelId?: number | undefined; messageId?: number } = {},
): RenderContext {
  const { db, user } = viewing;
  const looking = user === undefined ? undefined : { ...viewing, user };
  const sees = (target: UserRow | undefined): target is UserRow =>
    target !== undefined && (looking === undefined || canAccessUser(looking, target));
  let folded: Map<string, UserRow[]> | undefined;
  const inAnyCase = (fullName: string): UserRow[] => {
    folded ??= usersByFoldedName(db);
    return folded.get(foldedName(fullName)) ?? [];
  };
  return {
    findUserByName: (fullName) => named(usersByName(db, fullName).find(sees) ?? inAnyCase(fullName).find(sees)),
    findUserById: (id) => named([findUser(db, id)].find(sees)),
    findGroupByName: (name) => {
      const group = findGroupByName(db, name);
      if (group === undefined) return undefined;
      const found = { id: group.id, name: shownGroupName(group) };
      if (group.deactivated === 1) return { ...found, isDeactivated: true };
      if (mayMention(db, user, group)) return found;
      // The server's own bots quote people, and must not fail for it.
      return user?.is_system_bot === 1 ? undefined : { ...found, isRefused: true };
    },
    findChannelByName: (name) => {
      const channel = findChannelByName(db, name);
      const isSeen =
        channel !== undefined &&
        (looking === undefined || channel.id === message.channelId || canAccessMetadata(looking, channel));
      return isSeen ? { id: channel.id, name: channel.name } : undefined;
    },
    findTopicMessage: (channelId, topic) => {
      const channel = findChannel(db, channelId);
      const isReadable =
        channel !== undefined &&
        (looking === undefined || channelId === message.channelId || canAccessContent(looking, channel));
      return isReadable ? anchorOfTopic(db, channel, topic) : undefined;
    },
    findCustomEmoji: (name) => {
      const emoji = findCustomEmoji(db, name);
      return emoji === undefined ? undefined : { url: emoji.source_url };
    },
    linkifiers: compiledLinkifiers(db),
    isDirect: message.isDirect ?? false,
    defaultCodeLanguage: organizationSetting(db, 'default_code_block_language'),
    showsPreviews: organizationSetting(db, 'inline_image_preview'),
    translatesEmoticons: user !== undefined && userSetting(db, user, 'translate_emoticons') === true,
    emptyTopicName: emptyTopicDisplayName,
    isOwnOrigin: (origin) => isOwnOrigin(viewing, origin),
    findUpload: (path) => findShownUpload(db, path),
    ...(organizationSetting(db, 'inline_url_embed_preview') && {
      findLinkPreview: linkPreviews(db, message.messageId),
    }),
  };
}

/** Looks up what pages say of themselves, without those that the author of a message removed. */
function linkPreviews(db: Reader, messageId: number | undefined): NonNullable<RenderContext['findLinkPreview']> {
  let removed: ReadonlySet<string> | undefined;
  return (url) => {
    removed ??= messageId === undefined ? new Set() : removedPages(db, messageId);
    const page = removed.has(url) ? undefined : findPreview(db, url);
    return page && { ...page, image: page.image === null ? null : `/external_content/${page.image}` };
  };
}

/** Markdown of a link to a topic, for messages of the server's bots: it leads there after the topic was moved, whatever its name is. */
export function topicLinkTo(db: Reader, channel: ChannelRow, topic: string): string {
  return channelLinkTo(channel, topic, anchorOfTopic(db, channel, topic));
}

/** The message that a topic's link names: the newest, unless readers of the channel may have no right to it. */
function anchorOfTopic(db: Reader, channel: ChannelRow, topic: string): number | undefined {
  if (!hasOpenHistory(channel)) return undefined;
  const sql = 'SELECT id FROM messages WHERE stream_id = ? AND topic_key = ? ORDER BY id DESC LIMIT 1';
  return db.get<{ id: number }>(sql, channel.id, topicKey(topic))?.id;
}

const named = (user: UserRow | undefined): FoundUser | undefined =>
  user && { id: user.id, fullName: user.full_name, ...(user.is_active === 0 && { isDeactivated: true }) };

/** Several people may bear a name: those who are active come first, then those who came first. */
function usersByName(db: Reader, fullName: string): UserRow[] {
  return db.all<UserRow>('SELECT * FROM users WHERE full_name = ? ORDER BY is_active DESC, id', fullName);
}

/** In capitals ß is SS, and the dot of İ is one that people leave out. */
const foldedName = (name: string): string => name.normalize('NFC').toUpperCase().toLowerCase().replaceAll('\u0307', '');

/** All users by their names in lower case; SQLite knows the case of ASCII letters only. */
function usersByFoldedName(db: Reader): Map<string, UserRow[]> {
  const found = new Map<string, UserRow[]>();
  for (const user of db.all<UserRow>('SELECT * FROM users ORDER BY is_active DESC, id')) {
    const name = foldedName(user.full_name);
    found.set(name, [...(found.get(name) ?? []), user]);
  }
  return found;
}

function mayMention(db: Reader, user: UserRow | undefined, group: GroupRow): boolean {
  const { can_mention_group: holders } = JSON.parse(group.settings) as { can_mention_group?: GroupSettingValue };
  return (
    user === undefined ||
    holders === undefined ||
    withOwner({ db, user }).some((one) => holdsPermission(db, one, permissionRules.group.can_mention_group, holders))
  );
}
