/** Uploads, people's pictures and custom emoji: each file with a record, and nothing with a record without its file. */
import type { Stats } from 'node:fs';
import { join } from 'node:path';
import { pictureFile } from '../../domain/organization/pictures.ts';
import { organization } from '../../domain/organization/rows.ts';
import { pictureBytes } from '../../domain/pictures/rows.ts';
import { stat } from '../../file-access.ts';
import { isFilesHang } from '../../file-gates.ts';
import type { Reader } from '../../storage/database.ts';
import { lackingFile, type LackingFile } from '../../storage/lacking.ts';
import { locateUpload } from '../../uploads/files.ts';
import { locateAvatar, locatePicture } from '../../uploads/pictures.ts';
import { realm, type Row } from './tables.ts';

/** A file of the data folder and where it goes in the archive. */
export interface ArchivedFile {
  from: string;
  bytes: number;
  to: string;
}

export interface Files {
  files: ArchivedFile[];
  /** Uploads and pictures that are not on disk as recorded, and so not in the archive. */
  lacking: LackingFile[];
  uploads: Row[];
  avatars: Row[];
  emoji: Row[];
  attachments: Row[];
  realmEmoji: Row[];
  /** The organization's icon and logos. */
  realmIcons: Row[];
}

interface UploadRow {
  id: number;
  owner_id: number;
  email: string;
  path_id: string;
  name: string;
  size: number;
  content_type: string;
  create_time: number;
  messages: string;
  is_public: number;
  is_web_public: number;
}

/** @param dataDir the folder that the rows are of. */
export async function filesOf(db: Reader, dataDir: string): Promise<Files> {
  const found: Files = {
    files: [],
    lacking: [],
    uploads: [],
    avatars: [],
    emoji: [],
    attachments: [],
    realmEmoji: [],
    realmIcons: [],
  };
  await addUploads(found, db, dataDir);
  await addAvatars(found, db, dataDir);
  await addEmoji(found, db, dataDir);
  await addOrganizationPictures(found, db, dataDir);
  return found;
}

interface Source {
  /** Below uploads/, separated by "/". */
  path: string;
  /** Where it is; undefined when its path is none of ours. */
  from: string | undefined;
  /** Bytes by its row; null where it has none. */
  bytes: number | null;
}

/** @returns its bytes; undefined when it is not there, or has another size than recorded, and is left out. */
async function add(found: Files, { path, from, bytes }: Source, to: string): Promise<number | undefined> {
  const facts = from === undefined ? undefined : await factsOf(from);
  const size = facts?.isFile() === true ? facts.size : undefined;
  const lacking = lackingFile(`uploads/${path}`, bytes, size);
  if (lacking !== undefined && !found.lacking.some((one) => one.path === lacking.path)) found.lacking.push(lacking);
  if (from === undefined || size === undefined || lacking !== undefined) return undefined;
  found.files.push({ from, bytes: size, to });
  return size;
}

/** @throws FilesHangError: then nothing is known of any file */
async function factsOf(path: string): Promise<Stats | undefined> {
  try {
    return await stat(path);
  } catch (error) {
    if (isFilesHang(error)) throw error;
    return undefined;
  }
}

/** A picture that is drawn here: its bytes are recorded beside its row. */
const pictureSource = (db: Reader, path: string, from: string | undefined): Source => ({
  path,
  from,
  bytes: pictureBytes(db, path) ?? null,
});

async function addUploads(found: Files, db: Reader, dataDir: string): Promise<void> {
  const rows = db.all<UploadRow>(
    `SELECT a.id, a.owner_id, u.email, a.path_id, a.name, a.size, a.content_type, a.create_time,
            (SELECT json_group_array(message_id) FROM attachment_messages WHERE attachment_id = a.id
               AND message_id IN (SELECT id FROM messages)) AS messages,
            EXISTS (SELECT 1 FROM attachment_messages t JOIN messages m ON m.id = t.message_id JOIN streams s ON s.id = m.stream_id
               WHERE t.attachment_id = a.id AND s.invite_only = 0) AS is_public,
            EXISTS (SELECT 1 FROM attachment_messages t JOIN messages m ON m.id = t.message_id JOIN streams s ON s.id = m.stream_id
               WHERE t.attachment_id = a.id AND s.is_web_public = 1) AS is_web_public
     FROM attachments a JOIN users u ON u.id = a.owner_id ORDER BY a.id`,
  );
  const scheduled = db.all<{ id: number; content: string }>(
    "SELECT id, content FROM scheduled_messages WHERE kind = 'message' AND content LIKE '%/user_uploads/%' ORDER BY id",
  );
  for (const row of rows) {
    const source = { path: row.path_id, from: locateUpload(dataDir, row.path_id), bytes: row.size };
    const size = await add(found, source, `uploads/${row.path_id}`);
    if (size === undefined) continue;
    const shared = { content_type: row.content_type, size };
    found.uploads.push({
      path: row.path_id,
      s3_path: row.path_id,
      file_name: row.name,
      realm_id: realm,
      user_profile_id: row.owner_id,
      user_profile_email: row.email,
      last_modified: row.create_time,
      ...shared,
    });
    found.attachments.push({
      id: row.id,
      realm,
      owner: row.owner_id,
      path_id: row.path_id,
      file_name: row.name,
      create_time: row.create_time,
      is_realm_public: row.is_public === 1,
      is_web_public: row.is_web_public === 1,
      messages: JSON.parse(row.messages) as number[],
      scheduled_messages: scheduled.flatMap(({ id, content }) => (content.includes(row.path_id) ? [id] : [])),
      ...shared,
    });
  }
}

async function addAvatars(found: Files, db: Reader, dataDir: string): Promise<void> {
  const rows = db.all<{ id: number; email: string; avatar_file: string; avatar_version: number; date_joined: number }>(
    `SELECT id, email, avatar_file, avatar_version, date_joined FROM users
     WHERE avatar_file IS NOT NULL AND avatar_source = 'U' AND is_system_bot = 0 ORDER BY id`,
  );
  for (const row of rows) {
    const path = `${realm}/${row.id}.original`;
    const folder = locateAvatar(dataDir, row.avatar_file);
    const from = folder === undefined ? undefined : join(folder, 'medium.png');
    const source = pictureSource(db, `avatars/${row.avatar_file}/medium.png`, from);
    const size = await add(found, source, `avatars/${path}`);
    if (size === undefined) continue;
    found.avatars.push({
      path,
      s3_path: path,
      realm_id: realm,
      user_profile_id: row.id,
      user_profile_email: row.email,
      avatar_version: row.avatar_version,
      content_type: 'image/png',
      size,
      last_modified: row.date_joined,
      importer_should_thumbnail: true,
    });
  }
}

async function addEmoji(found: Files, db: Reader, dataDir: string): Promise<void> {
  const rows = db.all<{
    id: number;
    name: string;
    author_id: number | null;
    file_name: string;
    still_file_name: string | null;
    deactivated: number;
  }>('SELECT * FROM realm_emoji ORDER BY id');
  for (const row of rows) {
    const path = `${realm}/emoji/images/${row.file_name}`;
    const from = locatePicture(dataDir, 'emoji', row.file_name);
    const source = pictureSource(db, `emoji/${row.file_name}`, from);
    if ((await add(found, source, `emoji/${path}`)) === undefined) continue;
    const shared = {
      id: row.id,
      name: row.name,
      file_name: row.file_name,
      author: row.author_id,
      deactivated: row.deactivated === 1,
      is_animated: row.still_file_name !== null,
    };
    found.realmEmoji.push({ ...shared, realm });
    found.emoji.push({ ...shared, realm_id: realm, path, s3_path: path });
  }
}

const organizationPictures = ['icon', 'logo', 'night_logo'] as const;

/** There, each is kept as it was uploaded and as it is shown. */
async function addOrganizationPictures(found: Files, db: Reader, dataDir: string): Promise<void> {
  for (const picture of organizationPictures) {
    const file = pictureFile(db, picture);
    if (file === null) continue;
    const source = pictureSource(db, `organization/${file}`, locatePicture(dataDir, 'organization', file));
    for (const name of [`${picture}.original`, `${picture}.png`]) {
      const path = `${realm}/${name}`;
      const size = await add(found, source, `realm_icons/${path}`);
      if (size !== undefined)
        found.realmIcons.push({
          path,
          s3_path: `${realm}/realm/${name}`,
          realm_id: realm,
          content_type: 'image/png',
          size,
        });
    }
  }
}

/** Columns of the organization that say which pictures are its own. */
export function pictureColumns(db: Reader, { realmIcons }: Files): Row {
  const settings = organization(db);
  const own = organizationPictures.filter((name) => realmIcons.some(({ path }) => path === `${realm}/${name}.png`));
  return Object.fromEntries(
    own.flatMap((name) => [
      [`${name}_source`, 'U'],
      [`${name}_version`, settings[`${name}_version`]],
    ]),
  );
}
