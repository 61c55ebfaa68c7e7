/** A list of newcomers as a file: read from CSV with a line of heads, and written as CSV with what became of each row. */
import Papa from 'papaparse';
import type { ImportRow, RowResult } from '../../../../../server/contract/shapes/accounts.ts';
import { perLanguage, t } from '../../../../client/text.ts';
import { csvText } from '../../../components/csv-text.ts';

export const columns = ['full_name', 'email', 'role', 'channels', 'groups'] as const;
/** As many as the server looks at in one go. */
export const mostRows = 2000;
/** Between the names in one cell. */
const separator = ';';

export const template = perLanguage(
  () =>
    'full_name,email,role,channels,groups\n' +
    `${t('Ada Example,ada@example.com,member,general;kitchen,')}
` +
    `${t('Ben Example,ben@example.com,guest,general,')}
`,
);

export interface Entry {
  /** Line of the file, the heads being line 1. */
  line: number;
  row: ImportRow;
  /** What the server said of it; undefined until it was asked. */
  result?: RowResult;
  /** The account or invitation is there. */
  isMade: boolean;
}

export interface ReadList {
  entries: Entry[];
  /** What is odd about the file, but does not stand in the way. */
  remarks: string[];
}

/** What a byte-order mark says of a file: spreadsheets write UTF-16 where they call it Unicode. */
const marks: [string, number, number][] = [
  ['utf-16le', 0xff, 0xfe],
  ['utf-16be', 0xfe, 0xff],
];

/** The text of a file: as its mark says, else UTF-8, else what spreadsheets on Windows write without saying so. */
export function decoded(bytes: Uint8Array<ArrayBuffer>): string {
  const marked = marks.find(([, first, second]) => bytes[0] === first && bytes[1] === second)?.[0];
  try {
    return new TextDecoder(marked ?? 'utf-8', { fatal: true }).decode(bytes);
  } catch {
    return new TextDecoder('windows-1252').decode(bytes);
  }
}

/** @throws Error in a person's words when the text is no such list. */
export function readList(text: string): ReadList {
  const { data, meta, errors } = Papa.parse<Record<string, string>>(text, {
    header: true,
    skipEmptyLines: 'greedy',
    transformHeader: headName,
    transform: (value) => value.trim(),
  });
  const heads = meta.fields ?? [];
  if (!heads.includes('email')) throw new Error(t('The first line must name the columns, including "email".'));
  if (data.length === 0) throw new Error(t('The list has no rows below the first line.'));
  if (data.length > mostRows)
    throw new Error(t('The list has {{count}} rows (maximum: {{mostRows}}).', { count: data.length, mostRows }));
  const broken = errors.find(({ type }) => type === 'Quotes');
  if (broken !== undefined)
    throw new Error(t('Line {{row}} has an unclosed quotation mark.', { row: (broken.row ?? 0) + 2 }));
  const strange = heads.filter((head) => !Object.hasOwn(spellings, head) && head !== '');
  return {
    entries: data.map((cells, at) => ({ line: at + 2, row: rowOf(cells), isMade: false })),
    remarks: strange.length === 0 ? [] : [t('Ignored: {{strange}}.', { strange: strange.join(', ') })],
  };
}

/** A name in two columns becomes one. */
const nameParts = ['first_name', 'last_name'] as const;

/** How spreadsheets and other programs, English and German, call what is understood. */
const spellings: Readonly<Record<(typeof columns)[number] | (typeof nameParts)[number], readonly string[]>> = {
  full_name: ['name', 'voller_name', 'vollständiger_name'],
  first_name: ['firstname', 'given_name', 'vorname'],
  last_name: ['lastname', 'surname', 'family_name', 'nachname', 'familienname'],
  email: ['e_mail', 'mail', 'email_address', 'e_mail_address', 'e_mail_adresse'],
  role: ['rolle'],
  channels: ['channel', 'kanal', 'kanäle'],
  groups: ['group', 'gruppe', 'gruppen'],
};

/** "Full name" and "E-Mail" are understood. */
function headName(head: string): string {
  const word = head
    .trim()
    .toLowerCase()
    .normalize()
    .replaceAll(/[\s-]+/g, '_');
  return Object.entries(spellings).find(([, others]) => others.includes(word))?.[0] ?? word;
}

/** A cell as it stands in the file. */
export const textOf = (row: ImportRow, field: keyof ImportRow): string => [row[field]].flat().join(`${separator} `);

/** The row with another text in one of its cells. */
export function withCell(entry: Entry, field: keyof ImportRow, text: string): Entry {
  const cells = Object.fromEntries(columns.map((column) => [column, textOf(entry.row, column)]));
  return { ...entry, row: rowOf({ ...cells, [field]: text.trim() }) };
}

const fromParts = (cells: Record<string, string>): string =>
  nameParts
    .map((part) => cells[part] ?? '')
    .join(' ')
    .trim();

function rowOf(cells: Record<string, string>): ImportRow {
  const names = (cell = ''): string[] =>
    cell
      .split(separator)
      .map((name) => name.trim())
      .filter((name) => name !== '');
  return {
    full_name: cells['full_name'] ?? fromParts(cells),
    email: cells['email'] ?? '',
    role: cells['role'] ?? '',
    channels: names(cells['channels']),
    groups: names(cells['groups']),
  };
}

/** "problem" rows are not sent. */
export function stateOf({ isMade, result }: Entry): 'made' | 'problem' | 'ready' {
  if (isMade) return 'made';
  return (result?.errors.length ?? 0) > 0 ? 'problem' : 'ready';
}

/** The list with what became of each row, for a spreadsheet. */
export function resultCsv(entries: readonly Entry[]): string {
  const rows = entries.map((entry) => ({
    ...entry.row,
    channels: entry.row.channels.join(separator),
    groups: entry.row.groups.join(separator),
    result: { made: 'made', problem: 'not made', ready: 'not tried' }[stateOf(entry)],
    problem: entry.isMade
      ? ''
      : (entry.result?.errors.map(({ field, message }) => `${field}: ${message}`).join(' ') ?? ''),
    link: entry.result?.link_url ?? '',
  }));
  return csvText(rows);
}
