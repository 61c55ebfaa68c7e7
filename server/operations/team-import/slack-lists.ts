/** Lists of an export of Slack that are not of its team: custom emoji, and what has no place here. */
import { phrase } from '../../translation.ts';
import { rowAt } from './fields.ts';
import { parseTables, type ListedRow } from './json-rows.ts';
import type { ReportProblem } from './report.ts';
import { isAtTop, nameAtTop } from './slack-layout.ts';
import { DamagedEntry, type ZipArchive } from './zip-archive.ts';

/** What has no place here: each file is a list. */
const without: Readonly<Record<string, string>> = {
  'canvases.json': phrase('Canvases, which stay in Slack; messages that show one link to it'),
  'lists.json': phrase('Lists, which stay in Slack; messages that show one link to it'),
  'integration_logs.json': phrase('Entries of the log of app activity'),
  'content_flags.json': phrase('Content flags'),
};

/** Whether a file is named in the preview as one that has no place here. */
export const isWithoutPlace = (path: string): boolean => isAtTop(path) && Object.hasOwn(without, nameAtTop(path));

/** @returns what else the archive has, with the number of its records, as sentences. */
export async function unknownOf(
  names: ReadonlySet<string>,
  list: (name: string) => Promise<ListedRow[]>,
): Promise<string[]> {
  const counts = new Map<string, number>();
  for (const name of names) {
    const what = isWithoutPlace(name) ? without[nameAtTop(name)] : undefined;
    if (what !== undefined) counts.set(what, (counts.get(what) ?? 0) + (await list(name)).length);
  }
  return [...counts].filter(([, count]) => count > 0).map(([what, count]) => what.replace(/^([^,]+)/, `$1: ${count}`));
}

/** @returns what can be read of a file, and an empty list where nothing can; what is wrong with it is reported. */
export async function textOf(archive: ZipArchive, name: string, report: ReportProblem): Promise<string> {
  try {
    const { text, damage } = await archive.text(name);
    const what = phrase('The file is damaged; the records before that are taken.');
    if (damage !== undefined) report({ file: name, line: null, what, done: 'left out' });
    return text;
  } catch (error) {
    if (!(error instanceof DamagedEntry)) throw error;
    report({ file: name, line: null, what: error.what, done: 'left out' });
    return '[]';
  }
}

/** The answer of Slack to `emoji.list`, or its field `emoji`: addresses by name. */
export async function emojiOf(archive: ZipArchive, report: ReportProblem): Promise<Map<string, string>> {
  const file = 'emoji.json';
  const read = parseTables(file, await textOf(archive, file, report), report);
  if (read.tables === undefined) {
    report({ file, line: read.line, what: read.what, done: 'left out' });
    return new Map();
  }
  const named =
    'emoji' in read.tables && typeof read.tables['emoji'] === 'object' ? rowAt(read.tables, 'emoji') : read.tables;
  return new Map(Object.entries(named).flatMap(([name, at]) => (typeof at === 'string' ? [[name, at] as const] : [])));
}
