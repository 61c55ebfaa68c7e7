/** The law of imports: an export, imported into an empty folder and exported again, says the same; only what was unread is read. */
import { join } from 'node:path';
import { exportTeam } from '../operations/team-export/team-export.ts';
import { importIntoFolder } from '../operations/team-import/import-folder.ts';
import type { WrittenTeam } from '../operations/team-import/job-types.ts';
import { readFolder } from '../storage/read-folder.ts';
import { contentOf } from './archive-content.ts';

const everything = { leaveOutChannels: [], leaveOutDirectMessages: false, mainTopic: '', team: null };

/** @param email of the owner of a new organization; null where there is one. @param nowMs UNIX milliseconds */
export const importTo = (
  dataDir: string,
  file: string,
  email: string | null,
  nowMs = Date.UTC(2030, 0, 1),
): Promise<WrittenTeam> =>
  importIntoFolder({
    dataDir,
    file,
    choose: () => everything,
    owner: email === null ? null : { email, fullName: 'Owner', passwordHash: null },
    nowMs,
    signal: new AbortController().signal,
    onPhase: () => undefined,
    onProgress: () => undefined,
  });

/** @returns the address of the first owner of a data folder. */
export const ownerOf = (dataDir: string): Promise<string> =>
  readFolder(
    dataDir,
    async (db) =>
      db.get<{ email: string }>(
        'SELECT delivery_email AS email FROM users WHERE role = 100 AND is_active = 1 ORDER BY id',
      )?.email ?? '',
  );

export interface Difference {
  table: string;
  counts: (number | undefined)[];
  lost: string[];
  added: string[];
}

/**
 * Imports an export into an empty folder, exports that again, and compares both.
 * @param root a folder for both. @param name of the files in it. @param from the export. @param owner address of its owner
 * @returns what differs, and whether the report says that nothing was changed
 */
export async function comparedAgain(
  root: string,
  name: string,
  { from, owner, nowMs }: { from: string; owner: string; nowMs?: number },
): Promise<{ isWhole: boolean; differences: Difference[] }> {
  const [to, again] = [join(root, `${name}-to`), join(root, `${name}-2.tar.gz`)];
  const { report } = await importTo(to, from, owner, nowMs);
  await exportTeam(to, again);
  const [before, after] = [await contentOf(from), await contentOf(again)];
  const differences = [...before].map(([table, rows]) => {
    const [here, there] = [new Set(rows), new Set(after.get(table) ?? [])];
    return {
      table,
      counts: [rows.length, after.get(table)?.length],
      lost: rows.filter((row) => !there.has(row)).slice(0, 3),
      added: [...there].filter((row) => !here.has(row)).slice(0, 3),
    };
  });
  return {
    isWhole: report.includes('Nothing was changed or left out.'),
    differences: differences.filter(
      ({ counts: [one, other], lost, added }) => one !== other || lost.length > 0 || added.length > 0,
    ),
  };
}
