/** Linkifiers ready to be applied to a message. */
import { compileLinkifier, type CompiledLinkifier } from '../../markdown/linkify.ts';
import type { Reader } from '../../storage/database.ts';

/** What was compiled last, and the text of all rows that it was made of. */
let compiled: { madeOf: string; linkifiers: readonly CompiledLinkifier[] } = { madeOf: '[]', linkifiers: [] };

/**
 * The same, ready to run on messages and topics. Every message needs them, so they are kept; what they are made of is read
 * each time and compared, so that they are right after a rollback too, and for every server of this process.
 */
export function compiledLinkifiers(db: Reader): readonly CompiledLinkifier[] {
  const madeOf = db.get<{ rows: string }>(
    `SELECT json_group_array(json_array(id, pattern, url_template)) AS rows
     FROM (SELECT id, pattern, url_template FROM linkifiers ORDER BY position, id)`,
  )?.rows;
  if (madeOf === undefined || madeOf === compiled.madeOf) return compiled.linkifiers;
  const rows = JSON.parse(madeOf) as [id: number, pattern: string, urlTemplate: string][];
  compiled = {
    madeOf,
    linkifiers: rows.map(([id, pattern, urlTemplate]) => compileLinkifier({ id, pattern, urlTemplate })),
  };
  return compiled.linkifiers;
}
