/** `backup`, `restore`, `recover` and `move`: what a person does with a data folder from outside a server. */
import { existsSync, statSync } from 'node:fs';
import { basename, join } from 'node:path';
import { ownerWithoutPassword } from '../domain/accounts/owner-password.ts';
import { setCause } from '../domain/audit/cause.ts';
import { audit, type AuditEntry } from '../domain/audit/record.ts';
import { sayLackingCounts } from '../operations/backups/lacking-texts.ts';
import { backupQueries, outsideRules } from '../operations/backups/queries.ts';
import { revokeSessionsAndLinks } from '../operations/backups/revoke.ts';
import { strayUploadsName, systemClock, systemRandom } from '../options.ts';
import { backupFolder, type BackupCounts } from '../storage/backup.ts';
import { openStorage, type Storage, type StorageOptions } from '../storage/database.ts';
import { outputRefusal, StartRefusedError } from '../storage/errors.ts';
import { describeLacking, describeLackingFile, type LackingFile } from '../storage/lacking.ts';
import { discardMove, moveFolder } from '../storage/move.ts';
import { refuseOldCopy } from '../storage/moved-note.ts';
import { recover as recoverFolder } from '../storage/recover.ts';
import { restore as restoreFile } from '../storage/restore.ts';
import type { Command } from './command.ts';
import { andMore, counted } from './counted.ts';
import { ofError, t } from './language.ts';
import { onShell } from './parent-port.ts';
import { needsPasswordLink } from './password-link.ts';
import { anywayFlag, dataDirFlag, dataDirOf, setting, type Flags } from './settings.ts';
import { tellProgress, tellFinished } from './shell.ts';
import { sizeOf } from './sizes.ts';
import { table } from './table.ts';
import { UsageError } from './usage.ts';

type Say = (line: string) => void;

export const backup: Command = {
  summary: () => t('write a backup file; the server may be running'),
  options: { ...dataDirFlag, ...anywayFlag, out: { type: 'string', help: () => t('the file to write') } },
  async run(flags, say) {
    const dataDir = await folderInUse(flags);
    const out = required(flags, 'out');
    const {
      lacking = [],
      isEndUnknown = false,
      ...counts
    } = await backupFolder(dataDir, out, backupQueries).catch((error: unknown) => {
      throw outputRefusal(error, out);
    });
    say(t('Backed up {{dataDir}} to {{out}} ({{size}}).', { dataDir, out, size: sizeOf(statSync(out).size) }));
    sayCounts(counts, say);
    sayLacking(lacking, say);
    sayEndUnknown(isEndUnknown, say);
  },
};

export const restore: Command = {
  summary: () => t('restore a backup into an empty folder and verify it'),
  options: { ...dataDirFlag, from: { type: 'string', help: () => t('the file that backup wrote') } },
  async run(flags, say) {
    const from = required(flags, 'from');
    if (!existsSync(from)) throw new UsageError(`There is no file ${from}.`);
    const dataDir = dataDirOf(flags);
    onStopSignal();
    let owner: string | null = null;
    const { restored, madeAt, leftOut, lacking } = await restoreFile(from, dataDir, {
      filesSql: backupQueries.filesSql,
      outside: outsideRules(false),
      onProgress: tellOrStop,
      settle: async (folder) => {
        owner = await settleIn(folder, from);
      },
    });
    const files = sayLackingCounts(describeLacking(lacking), t);
    const time = new Date(madeAt).toISOString();
    const summary =
      files === ''
        ? t("Restored the backup of {{time}} into {{dataDir}}; every count matches the backup's own.", {
            time,
            dataDir,
          })
        : t('Restored the backup of {{time}} into {{dataDir}}; but {{files}}.', { time, dataDir, files });
    say(summary);
    sayCounts(restored, say);
    sayLacking(lacking, say);
    if (leftOut.length > 0)
      say(
        t('Left out, as no data of Hearth: {{names}}', {
          names: `${leftOut.slice(0, 10).join(', ')}${leftOut.length > 10 ? ' …' : ''}`,
        }),
      );
    say(t('Passwords and API keys keep working. Sessions and emailed links have ended.'));
    if (owner !== null) say(needsPasswordLink(dataDir, owner));
    await tellFinished({ summary, made_at: madeAt });
  },
};

/** @returns the owner who needs a password link to get in; null when no one does. */
async function settleIn(dataDir: string, from: string): Promise<string | null> {
  return workIn({ dataDir, isRestoring: true }, async (storage) => {
    await revokeSessionsAndLinks(storage, systemRandom);
    await noteCommand(storage, { kind: 'backup', action: 'restored', subject: basename(from) });
    return storage.read(ownerWithoutPassword);
  });
}

async function workIn<T>(
  options: Pick<StorageOptions, 'dataDir' | 'isRestoring'>,
  work: (storage: Storage) => Promise<T>,
): Promise<T> {
  const storage = await openStorage(options);
  try {
    return await work(storage);
  } finally {
    await storage.close();
  }
}

/** The audit log says of a command that it was one. */
async function noteCommand(storage: Storage, entry: AuditEntry): Promise<void> {
  await storage.transaction((tx) => {
    setCause(tx, { via: 'command_line' });
    audit({ tx, now: Math.floor(systemClock() / 1000) }, entry);
  });
}

export const recover: Command = {
  summary: () => t('return a damaged folder to its last good state; damaged files are kept'),
  options: { ...dataDirFlag, ...anywayFlag },
  async run(flags, say) {
    const dataDir = await folderInUse(flags);
    const report = await recoverFolder(dataDir);
    if (!report.recovered) {
      const summary = t('No damage found ({{count}} transactions). Nothing changed.', {
        count: report.lastTransaction,
        defaultValue_one: 'No damage found ({{count}} transaction). Nothing changed.',
      });
      say(summary);
      return tellFinished({ summary: `${summary}${sayEndUnknown(report.isEndUnknown, say)}` });
    }
    await workIn({ dataDir }, async (storage) => noteCommand(storage, { kind: 'backup', action: 'recovered' }));
    for (const { file, offset, what } of report.damage)
      say(t('{{file}} {{what}} at byte {{offset}}.', { file, what: ofError(what), offset }));
    const summary = t('Recovered up to transaction {{last}}. Later transactions that are lost: at least {{lost}}.', {
      last: report.lastTransaction,
      lost: report.lostTransactions,
    });
    say(summary);
    const aside =
      report.asideFolder === undefined
        ? ''
        : t('The replaced files are in {{folder}}.', { folder: report.asideFolder });
    if (aside !== '') say(aside);
    const strays = t(
      'Uploaded files without a record may belong to the lost transactions: the server moves them to {{folder}} after a day and keeps them for 90 days.',
      { folder: join(dataDir, strayUploadsName) },
    );
    say(strays);
    const unknown = sayEndUnknown(report.isEndUnknown, say);
    await tellFinished({ summary: `${summary} ${aside} ${strays}${unknown}`.replaceAll('  ', ' ') });
  },
};

export const move: Command = {
  summary: () => t('copy the data folder to an empty folder and verify it; the old folder is kept'),
  options: {
    ...dataDirFlag,
    ...anywayFlag,
    to: { type: 'string', help: () => t('the new folder, missing or empty') },
    discard: { type: 'boolean', help: () => t('only removes the leftovers of an interrupted move') },
    unused: { type: 'boolean', help: () => t('with --discard: confirms that no server ran on the new folder') },
  },
  async run(flags, say) {
    const dataDir = existingFolder(flags);
    const to = required(flags, 'to');
    if (flags['discard'] === true) {
      const summary = ofError(await discardMove(dataDir, to, flags['unused'] === true));
      say(summary);
      return tellFinished({ summary });
    }
    await folderInUse(flags);
    onStopSignal();
    const { files, bytes, lacking } = await moveFolder(dataDir, to, tellOrStop, backupQueries.filesSql);
    await workIn({ dataDir: to }, async (storage) =>
      noteCommand(storage, { kind: 'backup', action: 'moved', subject: basename(dataDir) }),
    );
    const missed = sayLackingCounts(describeLacking(lacking), t);
    const size = sizeOf(bytes);
    const summary =
      missed === ''
        ? t('Moved to {{to}}: {{files}}, {{size}}, verified.', { to, files: counted.files(files), size })
        : t('Moved to {{to}}: {{files}}, {{size}}, verified; but {{missed}}.', {
            to,
            files: counted.files(files),
            size,
            missed,
          });
    say(summary);
    sayLacking(lacking, say);
    say(
      t('{{dataDir}} is kept as it was, and no longer used; start the server with --data-dir {{to}}.', { dataDir, to }),
    );
    await tellFinished({ summary });
  },
};

function tellOrStop(done: number, total: number): void {
  stopIfAsked();
  tellProgress(done, total);
}

/** Files that are named, of those that lack. */
const mostNamed = 20;
/** The exit code of a command that is done and lacks something. */
const exitIncomplete = 3;

/** Names the files that are not there as recorded, and makes the exit code say so. */
export function sayLacking(lacking: readonly LackingFile[], say: Say): void {
  if (lacking.length === 0) return;
  say(
    t('Not everything that was uploaded is there: {{files}}.', {
      files: sayLackingCounts(describeLacking(lacking), t),
    }),
  );
  for (const file of lacking.slice(0, mostNamed)) say(`  ${ofError(describeLackingFile(file))}`);
  if (lacking.length > mostNamed) say(`  ${andMore(lacking.length - mostNamed)}`);
  process.exitCode = exitIncomplete;
}

/** Says when nothing is left that knows how far the data reached, and makes the exit code say so. @returns the sentence, or '' */
function sayEndUnknown(isEndUnknown: boolean, say: Say): string {
  if (!isEndUnknown) return '';
  const line = t(
    'The file that notes how far the data reaches is missing or damaged. The newest changes may be missing too.',
  );
  say(line);
  process.exitCode = exitIncomplete;
  return ` ${line}`;
}

function sayCounts({ tables, files, fileBytes }: BackupCounts, say: Say): void {
  const rows = Object.values(tables).reduce((sum, count) => sum + count, 0);
  const number = (name: string): string => String(tables[name] ?? 0);
  const lines = table([
    [t('users'), number('users')],
    [t('channels'), number('streams')],
    [t('messages'), number('messages')],
    [t('attachments'), number('attachments')],
    [t('all tables'), t('{{rows}} rows in {{tables}} tables', { rows, tables: Object.keys(tables).length })],
    [t('files'), `${files} (${sizeOf(fileBytes)})`],
  ]);
  for (const line of lines) say(line);
}

export function required(flags: Flags, flag: string): string {
  const value = setting(flags, flag);
  if (value === undefined) throw new UsageError(`--${flag} is missing. Try --help.`);
  return value;
}

function existingFolder(flags: Flags): string {
  const dataDir = dataDirOf(flags);
  if (!existsSync(dataDir)) throw new UsageError(`There is no data folder ${dataDir}.`);
  return dataDir;
}

/** @returns the data folder. @throws UsageError when there is none; StartRefusedError `moved` for an old copy that is not meant */
export async function folderInUse(flags: Flags): Promise<string> {
  const dataDir = existingFolder(flags);
  if (flags['anyway'] !== true) await refuseOldCopy(dataDir);
  return dataDir;
}

/** Whether the task is to end: between two pieces of work, so that what is half done is taken back. */
let isStopAsked = false;

/** From now on the system's wish to end, or the desktop app's, is remembered. A second signal ends at once. */
function onStopSignal(): void {
  const ask = (): void => {
    if (!isStopAsked && process.stderr.isTTY) process.stderr.write(`${t('Stopping …')}\n`);
    isStopAsked = true;
  };
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.once(signal, ask);
  onShell(({ type }) => {
    if (type === 'stop') ask();
  });
}

/** @throws StartRefusedError `interrupted` once someone wants the task to end */
function stopIfAsked(): void {
  if (isStopAsked) throw new StartRefusedError('interrupted', 'The command was interrupted. Nothing was changed.');
}
