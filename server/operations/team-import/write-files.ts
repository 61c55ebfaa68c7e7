/** Writes uploads, custom emoji and subscriptions. */
import { dirname } from 'node:path';
import { newPathId } from '../../domain/attachments/edit.ts';
import { findAttachmentByPath } from '../../domain/attachments/rows.ts';
import { palette, normalColor } from '../../domain/channels/subscriptions/colors.ts';
import { findCustomEmoji, normalizedName } from '../../domain/emoji/rows.ts';
import { organizationId } from '../../domain/organization/rows.ts';
import { recordPictureFiles } from '../../domain/pictures/rows.ts';
import { ApiError } from '../../errors.ts';
import { mkdir } from '../../file-access.ts';
import { phrase } from '../../translation.ts';
import { bytesOf, keepUpload, locateUpload, storedName } from '../../uploads/files.ts';
import { keepEmoji } from '../../uploads/pictures.ts';
import { kindOfFile } from '../../uploads/types.ts';
import type { EmojiRecord, FileRecord, SubscriptionRecord } from './records.ts';
import { takeTo } from './take.ts';
import { pastTime, type Team } from './team.ts';

export async function writeFile(team: Team, record: FileRecord): Promise<void> {
  if (team.ids.wasImported('file', record.id)) return;
  const owner = team.ids.find('user', record.owner);
  if (owner === undefined) {
    team.problem(record, phrase('The owner of a file is not in the file of the team.'), 'left out');
    return;
  }
  const { name, fileName } = storedName(record.name === '' ? 'file' : record.name);
  const kept = record.pathId !== undefined && isFree(team, record.pathId) ? record.pathId : undefined;
  const pathId = kept ?? newPathId(team.services, fileName);
  const source = await takeTo(team, record, record.take, phrase('A file that was uploaded is missing.'));
  const size = source === undefined ? undefined : await bytesOf(source);
  if (source === undefined || size === undefined) return;
  const kind = await kindOfFile(source, fileName, record.contentType ?? '');
  await mkdir(dirname(locateUpload(team.folder, pathId) ?? ''), { recursive: true });
  await keepUpload(team.folder, source, pathId, { how: 'move', size });
  const id = team.insert('attachments', {
    owner_id: owner,
    path_id: pathId,
    name,
    size,
    content_type: kind.contentType,
    create_time: pastTime(record.created, team.now),
    width: kind.width,
    height: kind.height,
    is_animated: kind.isAnimated,
  });
  team.ids.note('file', record.id, id ?? 0, true);
  team.counts.files += 1;
}

/** Links in texts go on leading there. A path of other parts than ours is no path of an upload here. */
const isFree = (team: Team, pathId: string): boolean =>
  pathId.startsWith(`${organizationId}/`) &&
  locateUpload(team.folder, pathId) !== undefined &&
  findAttachmentByPath(team.tx, pathId) === undefined;

export async function writeEmoji(team: Team, record: EmojiRecord): Promise<void> {
  if (team.ids.wasImported('emoji', record.id)) return;
  const name = normalizedName(record.name);
  const here = findCustomEmoji(team.tx, name);
  if (here !== undefined && !team.isNew && !record.isDeactivated) {
    team.problem(record, phrase('A custom emoji of this name is here already, and is shown in its place.'), 'changed');
    team.ids.note('emoji', record.id, Number(here.id), false);
    return;
  }
  if (!/^[a-z0-9_-]*[a-z0-9]$/.test(name) || name.length > 100) {
    team.problem(record, phrase('The name of a custom emoji cannot be one here.'), 'left out');
    return;
  }
  const source = await takeTo(team, record, record.take, phrase('The picture of a custom emoji is missing.'));
  if (source === undefined) return;
  try {
    const files = await keepEmoji(team.folder, source, team.services.random);
    const id = team.insert('realm_emoji', {
      id: team.ids.wanted('realm_emoji', record.id) ?? null,
      name,
      author_id: (record.author === null ? undefined : team.ids.find('user', record.author)) ?? null,
      file_name: files.source,
      still_file_name: files.still,
      deactivated: record.isDeactivated || here !== undefined,
    });
    recordPictureFiles(team.tx, files.files);
    team.ids.note('emoji', record.id, id ?? 0, true);
  } catch (error) {
    if (!(error instanceof ApiError)) throw error;
    team.problem(record, phrase('The picture of a custom emoji cannot be read.'), 'left out');
  }
}

export function writeSubscription(team: Team, record: SubscriptionRecord): void {
  const [user, channel] = [team.ids.find('user', record.user), team.ids.find('channel', record.channel)];
  if (user === undefined || channel === undefined) {
    team.problem(record, phrase('The user or the channel of a subscription is not in the file.'), 'left out');
    return;
  }
  const { desktop, audible, push, email, wildcard } = record.notifications;
  const choice = (value: boolean | null): number | null => (value === null ? null : Number(value));
  // A user who has left a channel here since stays out of it.
  team.insert(
    'subscriptions',
    {
      user_id: user,
      stream_id: channel,
      active: record.isActive,
      color: normalColor(record.color ?? '') ?? palette[channel % palette.length] ?? palette[0],
      pin_to_top: record.isPinned,
      is_muted: record.isMuted,
      desktop_notifications: choice(desktop),
      audible_notifications: choice(audible),
      push_notifications: choice(push),
      email_notifications: choice(email),
      wildcard_mentions_notify: choice(wildcard),
    },
    'OR IGNORE',
  );
}
