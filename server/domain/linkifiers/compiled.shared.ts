/** Linkifiers ready to be applied to a message. */
import { compileLinkifier, type CompiledLinkifier } from '../../markdown/linkify.ts';
import type { Reader } from '../../storage/database.ts';

/** The same, ready to run on messages and topics: every message needs them, so they are kept compiled. */
export function compiledLinkifiers(db: Reader): readonly CompiledLinkifier[] {
  return db.remember('compiled linkifiers', () =>
    db
      .all<{ id: number; pattern: string; urlTemplate: string }>(
        'SELECT id, pattern, url_template AS urlTemplate FROM linkifiers ORDER BY position, id',
      )
      .map(compileLinkifier),
  );
}
