/** Attachments as they are stored (table attachments). */
import type { Reader } from '../../storage/database.ts';

export interface AttachmentRow {
  id: number;
  owner_id: number;
  /** "<realm>/<random>/<file name>", below uploads/ and below /user_uploads/. */
  path_id: string;
  name: string;
  /** Bytes. */
  size: number;
  content_type: string;
  create_time: number;
  width: number | null;
  height: number | null;
  /** 1 for a picture that is shown moving. */
  is_animated: number;
}

export function findAttachmentByPath(db: Reader, pathId: string): AttachmentRow | undefined {
  return db.get<AttachmentRow>('SELECT * FROM attachments WHERE path_id = ?', pathId);
}

/** The path id in a link, without what an address adds to it. */
export function pathIdOf(path: string): string {
  const bare = path.replace(/^(?:https?:\/\/[^/]+)?\/?user_uploads\/(?:thumbnail\/)?/, '').replace(/[?#].*$/, '');
  try {
    return decodeURIComponent(bare);
  } catch (error) {
    if (error instanceof URIError) return bare;
    throw error;
  }
}
