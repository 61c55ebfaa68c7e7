/** Rows of the table `channel_folders`: reading them. Changing them is in channels/folders/edit.ts. */
import type { Reader } from '../../../storage/database.ts';

/** A row of `channel_folders`; `position` counts from 0. */
export interface FolderRow {
  id: number;
  name: string;
  description: string;
  rendered_description: string;
  position: number;
  is_archived: number;
  date_created: number;
  creator_id: number | null;
}

/** An archived one too. */
export function findFolder(db: Reader, id: number): FolderRow | undefined {
  return db.get<FolderRow>('SELECT * FROM channel_folders WHERE id = ?', id);
}

/** All folders in their order, archived ones too. */
export function allFolders(db: Reader): FolderRow[] {
  return db.all<FolderRow>('SELECT * FROM channel_folders ORDER BY position, id');
}
