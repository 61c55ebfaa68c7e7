/**
 * Preview of an archive of the larger server, which `npm run export` of Hearth writes too: its counts, its users and channels, and
 * what an import would change or leave out. The archive is read once as a stream; messages are counted, not kept.
 */
import { phrase, type Phrase } from '../../translation.ts';
import { readArchive, type ArchivedEntry, type ArchiveLimits } from './archive.ts';
import { secondsOf } from './fields.ts';
import { parseTables, rowsOf, tablesOf, type Row, type Tables } from './json-rows.ts';
import { refusal, type ImportRefused, type Problem, type ReportProblem } from './report.ts';
import { userCounts, type TeamPreview } from './source.ts';
import type { UnpackedArchive } from './unpacked.ts';
import { notCarriedOver } from './zulip-left-out.ts';
import { placeholder, strictRole } from './zulip-people.ts';
import { messageTables, number, realmFile, text } from './zulip-tables.ts';

const versions = { oldest: 9, newest: 12 };
const kinds = { channel: 2 } as const;
/** Longest name of an account. */
const maxName = 100;
const ofBackup = /^(?:snapshot-\d+\.(?:sqlite|manifest\.json)|journal\/)/;

/** @param limits for tests of archives that expand without end. */
export async function previewZulip(
  file: string,
  { report, signal, limits }: { report: ReportProblem; signal: AbortSignal; limits?: ArchiveLimits },
): Promise<TeamPreview & { title: string; origin: string }> {
  const counter = new Counter(report);
  await readArchive(file, (entry) => counter.take(entry), {
    report: counter.report,
    signal,
    ...(limits && { limits }),
  });
  return counter.preview();
}

/** @returns the organization's tables of an unpacked archive, and what it says of itself. @throws ImportRefused when it has none */
export async function readRealm(
  archive: UnpackedArchive,
): Promise<{ realm: Tables; title: string; origin: string; isHearth: boolean }> {
  const read = async (name: string): Promise<Tables | undefined> => {
    const json = await archive.text(name);
    return json === undefined ? undefined : necessaryTables(name, json, () => undefined);
  };
  const realm = await read(realmFile);
  const version = text((await read('migration_status.json'))?.['zulip_version']);
  const isHearth = (await archive.bytes('notes.txt')) !== undefined;
  if (realm === undefined) throw withoutRealm();
  const [organization] = rowsOf(realmFile, realm, 'zerver_realm', () => undefined);
  if (organization === undefined) throw withoutOrganization();
  return { realm, title: titleOf(isHearth, version), origin: originOf(organization.row), isHearth };
}

const withoutRealm = (): ImportRefused =>
  refusal(realmFile, null, 'The archive has no realm.json.', 'Choose the .tar.gz file of an organization export.');
const withoutOrganization = (): ImportRefused =>
  refusal(realmFile, null, 'The archive has no organization.', 'Export the team again.');

/** Names the organization, the same for each export of it. */
const originOf = (row: Row): string =>
  text(row['uuid']) ?? `${text(row['string_id']) ?? ''} ${number(row['date_created']) ?? 0}`;

/** @throws ImportRefused for a version that cannot be read */
function titleOf(isHearth: boolean, version: string | undefined): string {
  if (isHearth) return 'Hearth';
  const major = Number.parseInt(version ?? '', 10);
  if (major < versions.oldest || major > versions.newest)
    throw refusal(
      'migration_status.json',
      null,
      `The archive is of version ${version}, and versions ${versions.oldest} to ${versions.newest} can be read.`,
      'Upgrade the other server to one of them and export again.',
    );
  return version === undefined ? 'Zulip' : `Zulip ${version}`;
}

/** @throws ImportRefused when a file without which nothing can be imported cannot be read */
function necessaryTables(name: string, json: string, report: ReportProblem): Tables {
  const read = parseTables(name, json, report);
  if (read.tables === undefined) throw refusal(name, read.line, read.what, 'Copy the file or export the team again.');
  return read.tables;
}

class Counter {
  #realm: Tables | undefined;
  #version: string | undefined;
  #isHearth = false;
  #files = 0;
  #fileBytes = 0;
  #lastTime = 0;
  #oldest: number | null = null;
  readonly #byRecipient = new Map<number, number>();
  readonly report: ReportProblem;
  readonly #problems: Problem[] = [];

  constructor(report: ReportProblem) {
    this.report = (problem) => {
      // Named in the preview; the caller keeps them all.
      if (this.#problems.length < 20) this.#problems.push(problem);
      report(problem);
    };
  }

  async take(entry: ArchivedEntry): Promise<void> {
    const { name, bytes } = entry;
    if (ofBackup.test(name))
      throw refusal(name, null, 'This is a backup of Hearth, not an export.', 'Use npm run restore for it.');
    if (name === 'notes.txt') this.#isHearth = true;
    else if (name === realmFile) this.#realm = necessaryTables(name, await entry.text(), this.report);
    else if (name === 'migration_status.json')
      this.#version = text(necessaryTables(name, await entry.text(), this.report)['zulip_version']);
    else if (/^messages-\d+\.json$/.test(name)) this.#messages(name, await entry.text());
    else if (/^uploads\/(?!records\.json$)/.test(name)) {
      this.#files += 1;
      this.#fileBytes += bytes;
    }
  }

  preview(): TeamPreview & { title: string; origin: string } {
    const realm = this.#realm;
    if (realm === undefined) throw withoutRealm();
    const title = titleOf(this.#isHearth, this.#version);
    const people = this.#people(realm);
    const channels = this.#channels(realm);
    const [organization] = this.#rows(realm, 'zerver_realm');
    if (organization === undefined) throw withoutOrganization();
    const inChannels = channels.reduce((sum, { messages }) => sum + (messages ?? 0), 0);
    const messages = [...this.#byRecipient.values()].reduce((sum, count) => sum + count, 0);
    const { row } = organization;
    return {
      title,
      origin: originOf(row),
      organization: text(row['name']) ?? '',
      counts: {
        ...userCounts(people),
        channels: channels.length,
        private_channels: channels.filter(({ isPrivate }) => isPrivate).length,
        messages,
        direct_messages: messages - inChannels,
        files: this.#files,
      },
      fileBytes: this.#fileBytes,
      people,
      channels,
      oldest: this.#oldest,
      retention: {
        organization: retentionOf([row]),
        channels: retentionOf(rowsOf(realmFile, realm, 'zerver_stream', () => undefined).map((one) => one.row)),
      },
      notCarriedOver: notCarriedOver(realm, this.#isHearth),
      problems: this.#problems,
    };
  }

  #messages(name: string, json: string): void {
    const tables = tablesOf(name, json, messageTables, this.report);
    for (const { row, line } of rowsOf(name, tables, 'zerver_message', this.report)) {
      const recipient = number(row['recipient']);
      const problem = (what: Phrase, done: Problem['done']): void => this.report({ file: name, line, what, done });
      if (number(row['id']) === undefined || number(row['sender']) === undefined || recipient === undefined) {
        problem(phrase('The message has no id, sender or recipient.'), 'left out');
        continue;
      }
      if (text(row['content']) === undefined) {
        problem(phrase('The message has no content.'), 'left out');
        continue;
      }
      const at = secondsOf(number(row['date_sent']));
      if (at === undefined)
        problem(phrase(`The message has no time; that of the message before it is used.`), 'changed');
      this.#lastTime = at ?? this.#lastTime;
      if (at !== undefined) this.#oldest = Math.min(at, this.#oldest ?? at);
      this.#byRecipient.set(recipient, (this.#byRecipient.get(recipient) ?? 0) + 1);
    }
  }

  #rows(realm: Tables, table: string): { row: Row; line: number }[] {
    const seen = new Set<number>();
    return rowsOf(realmFile, realm, table, this.report).filter(({ row, line }) => {
      const id = number(row['id']);
      const what =
        id === undefined ? phrase(`A record of ${table} has no id.`) : phrase(`Two records of ${table} have one id.`);
      const isGood = id !== undefined && !seen.has(id);
      if (!isGood) this.report({ file: realmFile, line, what, done: 'left out' });
      seen.add(id ?? 0);
      return isGood;
    });
  }

  #people(realm: Tables): TeamPreview['people'] {
    const addresses = new Set<string>();
    const own = new Map(
      rowsOf(realmFile, realm, 'hearth_userprofile', this.report).map(({ row }) => [row['user_profile'], row]),
    );
    return this.#rows(realm, 'zerver_userprofile').map(({ row, line }) => {
      const changed = (what: Phrase): void => this.report({ file: realmFile, line, what, done: 'changed' });
      const id = number(row['id']) ?? 0;
      const given = text(row['full_name'])?.trim() ?? '';
      if (given === '') changed(phrase('The user has no name; their number is used.'));
      else if ([...given].length > maxName) changed(phrase('The name of the user is too long and is cut.'));
      const name = given === '' ? `User ${id}` : [...given].slice(0, maxName).join('');
      const address = text(own.get(id)?.['delivery_email'] ?? row['delivery_email']) ?? '';
      const isUsed = addresses.has(address.toLowerCase());
      if (isUsed) changed(phrase('Two users have one address; the second needs another one.'));
      addresses.add(address.toLowerCase());
      return {
        id,
        name,
        email: address === '' || isUsed || placeholder.test(address) ? null : address,
        role: strictRole(row['role']),
        isBot: row['is_bot'] === true,
        isActive: row['is_active'] === true,
      };
    });
  }

  #channels(realm: Tables): TeamPreview['channels'] {
    const recipients = new Map(
      this.#rows(realm, 'zerver_recipient')
        .filter(({ row }) => row['type'] === kinds.channel)
        .map(({ row }) => [number(row['type_id']), number(row['id'])]),
    );
    const names = new Set<string>();
    return this.#rows(realm, 'zerver_stream').map(({ row, line }) => {
      const id = number(row['id']) ?? 0;
      const given = text(row['name'])?.trim() ?? '';
      const isFree = given !== '' && !names.has(given.toLowerCase());
      const name = isFree ? given : `${given === '' ? 'channel' : given} (${id})`;
      if (!isFree)
        this.report({
          file: realmFile,
          line,
          what: phrase('The channel has no name of its own; its number is added.'),
          done: 'changed',
        });
      names.add(name.toLowerCase());
      return {
        id,
        name,
        isPrivate: row['invite_only'] !== false,
        isArchived: row['deactivated'] === true,
        messages: this.#byRecipient.get(recipients.get(id) ?? 0) ?? 0,
      };
    });
  }
}

/** @returns the least days for which messages are kept; null for ever. */
function retentionOf(rows: readonly Row[]): number | null {
  const days = rows.flatMap((row) => number(row['message_retention_days']) ?? []).filter((one) => one >= 0);
  return days.length === 0 ? null : Math.min(...days);
}
