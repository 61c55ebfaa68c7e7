/** Channel folders: making, editing, ordering and archiving them (contract: ChannelFolder). Owns `channel_folders`. */
import type { components } from '../../../contract/types.ts';
import { invalidParameter, looksLike } from '../../../errors.ts';
import { everyone } from '../../../events/audience.ts';
import { Lookalikes, nameOf, unreadableAt } from '../../../names.ts';
import type { Acting, SystemViewing } from '../../acting.ts';
import { checkShare } from '../../organization/shares.shared.ts';
import { descriptionHtml, oneLine } from '../description.ts';
import { allFolders, findFolder, type FolderRow } from './rows.ts';

type FolderWire = Required<components['schemas']['ChannelFolder']>;

function folderWire(folder: FolderRow): FolderWire {
  return {
    id: folder.id,
    name: folder.name,
    description: folder.description,
    rendered_description: folder.rendered_description,
    order: folder.position,
    is_archived: folder.is_archived === 1,
    date_created: folder.date_created,
    creator_id: folder.creator_id,
  };
}

/** Folders in their order. */
export function foldersWire(viewing: SystemViewing, includeArchived: boolean): FolderWire[] {
  return allFolders(viewing.db)
    .filter((folder) => includeArchived || folder.is_archived === 0)
    .map(folderWire);
}

/** @throws ApiError BAD_REQUEST. */
export function accessFolder(viewing: SystemViewing, id: number): FolderRow {
  const folder = findFolder(viewing.db, id);
  if (folder === undefined) throw invalidParameter('channel_folder_id', 'Invalid channel folder ID');
  return folder;
}

/** Adds a folder after the others. @returns its id. @throws ApiError BAD_REQUEST for the name or description. */
export function createFolder(acting: Acting, name: string, description: string): number {
  checkShare(acting, acting.user, 'channel folders');
  const { tx, db } = acting;
  const validName = validFolderName(acting, name, null);
  const line = validFolderDescription(acting, description);
  const position =
    (db.get<{ last: number | null }>('SELECT max(position) AS last FROM channel_folders')?.last ?? -1) + 1;
  const { lastId: id } = tx.run(
    'INSERT INTO channel_folders (name, description, rendered_description, position, date_created, creator_id) VALUES (?, ?, ?, ?, ?, ?)',
    validName,
    line,
    descriptionHtml(acting, line),
    position,
    acting.now,
    acting.user.id,
  );
  acting.announce(
    { type: 'channel_folder', op: 'add', channel_folder: folderWire(findFolder(db, id) as FolderRow) },
    everyone,
  );
  return id;
}

/** Edits a folder. A folder that still holds channels cannot be archived. @throws ApiError BAD_REQUEST. */
export function editFolder(
  acting: Acting,
  folder: FolderRow,
  change: { name?: string; description?: string; is_archived?: boolean },
): void {
  const { tx, db } = acting;
  const staysArchived = change.is_archived ?? folder.is_archived === 1;
  const after = { ...folder, is_archived: Number(staysArchived) };
  if (change.description !== undefined) {
    after.description = validFolderDescription(acting, change.description);
    after.rendered_description = descriptionHtml(acting, after.description);
  }
  const isUsedAgain = folder.is_archived === 1 && !staysArchived;
  if ((change.name !== undefined && change.name !== folder.name) || isUsedAgain)
    after.name = validFolderName(acting, change.name ?? folder.name, staysArchived ? 'archived' : folder.id);
  if (
    staysArchived &&
    folder.is_archived === 0 &&
    db.get('SELECT 1 FROM streams WHERE folder_id = ? AND is_archived = 0', folder.id) !== undefined
  ) {
    throw invalidParameter('is_archived', 'You need to remove all the channels from this folder to archive it.');
  }
  const data = {
    ...(after.name !== folder.name && { name: after.name }),
    ...(after.description !== folder.description && {
      description: after.description,
      rendered_description: after.rendered_description,
    }),
    ...(after.is_archived !== folder.is_archived && { is_archived: staysArchived }),
  };
  if (Object.keys(data).length === 0) return;
  tx.run(
    'UPDATE channel_folders SET name = ?, description = ?, rendered_description = ?, is_archived = ? WHERE id = ?',
    after.name,
    after.description,
    after.rendered_description,
    after.is_archived,
    folder.id,
  );
  acting.announce({ type: 'channel_folder', op: 'update', channel_folder_id: folder.id, data }, everyone);
}

/** Puts all folders, archived ones too, in a new order. @throws ApiError BAD_REQUEST unless it names each exactly once. */
export function reorderFolders(acting: Acting, order: readonly number[]): void {
  const known = allFolders(acting.db).map((folder) => folder.id);
  const isComplete =
    order.length === known.length && new Set(order).size === known.length && known.every((id) => order.includes(id));
  if (!isComplete) throw invalidParameter('order', 'Invalid order mapping.');
  order.forEach((id, position) => acting.tx.run('UPDATE channel_folders SET position = ? WHERE id = ?', position, id));
  acting.announce({ type: 'channel_folder', op: 'reorder', order: [...order] }, everyone);
}

/** @param self the folder that has the name already; 'archived' = the name need not be free. */
function validFolderName(viewing: SystemViewing, name: string, self: number | null | 'archived'): string {
  const trimmed = nameOf(name);
  const max = viewing.services.options.limits.maxChannelFolderNameLength;
  if (trimmed === '') throw invalidParameter('name', "Channel folder name can't be empty.");
  if ([...trimmed].length > max) throw invalidParameter('name', `name is too long (limit: ${max} characters)`);
  if (unreadableAt(trimmed) !== -1) throw invalidParameter('name', 'Invalid character in channel folder name.');
  if (self === 'archived') return trimmed;
  const others = allFolders(viewing.db).filter((folder) => folder.is_archived === 0 && folder.id !== self);
  const key = trimmed.toLowerCase();
  if (others.some((folder) => folder.name.toLowerCase() === key))
    throw invalidParameter('name', 'Channel folder name already in use.');
  const alike = new Lookalikes(others).find(trimmed);
  if (alike !== undefined) throw looksLike('channel folder', alike.name).about('name');
  return trimmed;
}

function validFolderDescription(viewing: SystemViewing, description: string): string {
  const line = oneLine(description);
  const max = viewing.services.options.limits.maxChannelFolderDescriptionLength;
  if ([...line].length > max)
    throw invalidParameter('description', `description is too long (limit: ${max} characters)`);
  return line;
}
