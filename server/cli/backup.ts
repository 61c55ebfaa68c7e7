/** `backup`, `restore`, `recover` and `move`: what a person does with a data folder from outside a server. */
import { existsSync, statSync } from 'node:fs';
import { basename, join } from 'node:path';
import { setCause } from '../domain/audit/cause.ts';
import { audit, type AuditEntry } from '../domain/audit/record.ts';
import { backupQueries, outsideRules } from '../operations/backups/queries.ts';
import { revokeSessionsAndLinks } from '../operations/backups/revoke.ts';
import { strayUploadsName, systemClock, systemRandom } from '../options.ts';
import { backupFolder, type BackupCounts } from '../storage/backup.ts';
import { openStorage, type Storage, type StorageOptions } from '../storage/database.ts';
import { outputRefusal, StartRefusedError } from '../storage/errors.ts';
import { describeLacking, describeLackingFile, type LackingFile } from '../storage/lacking.ts';
import { discardMove, moveFolder, refuseOldCopy } from '../storage/move.ts';
import { recover as recoverFolder } from '../storage/recover.ts';
import { restore as restoreFile } from '../storage/restore.ts';
import type { Command } from './command.ts';
import { onShell } from './parent-port.ts';
import { anywayFlag, dataDirFlag, dataDirOf, setting, type Flags } from './settings.ts';
import { tellProgress, tellFinished } from './shell.ts';
import { sizeOf } from './sizes.ts';
import { UsageError } from './usage.ts';

type Say = (line: string) => void;

export const backup: Command = {
  summary: 'write a backup file; the server may be running',
  options: { ...dataDirFlag, ...anywayFlag, out: { type: 'string', help: 'the file to write' } },
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
    say(`Backed up ${dataDir} to ${out} (${sizeOf(statSync(out).size)}).`);
    sayCounts(counts, say);
    sayLacking(lacking, say);
    sayEndUnknown(isEndUnknown, say);
  },
};

export const restore: Command = {
  summary: 'restore a backup into an empty folder and verify it',
  options: { ...dataDirFlag, from: { type: 'string', help: 'the file that backup wrote' } },
  async run(flags, say) {
    const from = required(flags, 'from');
    if (!existsSync(from)) throw new UsageError(`There is no file ${from}.`);
    const dataDir = dataDirOf(flags);
    onStopSignal();
    const { restored, madeAt, leftOut, lacking } = await restoreFile(from, dataDir, {
      filesSql: backupQueries.filesSql,
      outside: outsideRules(false),
      onProgress: tellOrStop,
      settle: async (folder) => settleIn(folder, from),
    });
    const missed = describeLacking(lacking);
    const summary = `Restored the backup of ${new Date(madeAt).toISOString()} into ${dataDir}; ${missed === '' ? "every count matches the backup's own" : `but ${missed}`}.`;
    say(summary);
    sayCounts(restored, say);
    sayLacking(lacking, say);
    if (leftOut.length > 0)
      say(`Left out, as no data of Hearth: ${leftOut.slice(0, 10).join(', ')}${leftOut.length > 10 ? ' …' : ''}`);
    say('Passwords and API keys keep working. Sessions and emailed links have ended.');
    await tellFinished({ summary, made_at: madeAt });
  },
};

async function settleIn(dataDir: string, from: string): Promise<void> {
  await workIn({ dataDir, isRestoring: true }, async (storage) => {
    await revokeSessionsAndLinks(storage, systemRandom);
    await noteCommand(storage, { kind: 'backup', action: 'restored', subject: basename(from) });
  });
}

async function workIn(
  options: Pick<StorageOptions, 'dataDir' | 'isRestoring'>,
  work: (storage: Storage) => Promise<void>,
): Promise<void> {
  const storage = await openStorage(options);
  try {
    await work(storage);
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
  summary: 'return a damaged folder to its last good state; damaged files are kept',
  options: { ...dataDirFlag, ...anywayFlag },
  async run(flags, say) {
    const dataDir = await folderInUse(flags);
    const report = await recoverFolder(dataDir);
    if (!report.recovered) {
      const summary = `No damage found (${report.lastTransaction.toLocaleString('en')} transactions). Nothing changed.`;
      say(summary);
      return tellFinished({ summary: `${summary}${sayEndUnknown(report.isEndUnknown, say)}` });
    }
    await workIn({ dataDir }, async (storage) => noteCommand(storage, { kind: 'backup', action: 'recovered' }));
    for (const { file, offset, what } of report.damage) say(`${file} ${what} at byte ${offset}.`);
    const summary = `Recovered up to transaction ${report.lastTransaction}; at least ${report.lostTransactions} later transactions are lost.`;
    say(summary);
    const aside = report.asideFolder === undefined ? '' : `The replaced files are in ${report.asideFolder}.`;
    if (aside !== '') say(aside);
    const strays = `Uploaded files without a record may belong to the lost transactions: the server moves them to ${join(dataDir, strayUploadsName)} after a day and keeps them for 90 days.`;
    say(strays);
    const unknown = sayEndUnknown(report.isEndUnknown, say);
    await tellFinished({ summary: `${summary} ${aside} ${strays}${unknown}`.replaceAll('  ', ' ') });
  },
};

export const move: Command = {
  summary: 'copy the data folder to an empty folder and verify it; the old folder is kept',
  options: {
    ...dataDirFlag,
    ...anywayFlag,
    to: { type: 'string', help: 'the new folder, missing or empty' },
    discard: { type: 'boolean', help: 'only removes the leftovers of an interrupted move' },
    unused: { type: 'boolean', help: 'with --discard: confirms that no server ran on the new folder' },
  },
  async run(flags, say) {
    const dataDir = existingFolder(flags);
    const to = required(flags, 'to');
    if (flags['discard'] === true) {
      const summary = await discardMove(dataDir, to, flags['unused'] === true);
      say(summary);
      return tellFinished({ summary });
    }
    await folderInUse(flags);
    onStopSignal();
    const { files, bytes, lacking } = await moveFolder(dataDir, to, tellOrStop, backupQueries.filesSql);
    await workIn({ dataDir: to }, async (storage) =>
      noteCommand(storage, { kind: 'backup', action: 'moved', subject: basename(dataDir) }),
    );
    const missed = describeLacking(lacking);
    const summary = `Moved to ${to}: ${files} files, ${sizeOf(bytes)}, verified${missed === '' ? '' : `; but ${missed}`}.`;
    say(summary);
    sayLacking(lacking, say);
    say(`${dataDir} is kept as it was, and no longer used; start the server with --data-dir ${to}.`);
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
  say(`Not everything that was uploaded is there: ${describeLacking(lacking)}.`);
  for (const file of lacking.slice(0, mostNamed)) say(`  ${describeLackingFile(file)}`);
  if (lacking.length > mostNamed) say(`  and ${lacking.length - mostNamed} more`);
  process.exitCode = exitIncomplete;
}

/** Says when nothing is left that knows how far the data reached, and makes the exit code say so. @returns the sentence, or '' */
function sayEndUnknown(isEndUnknown: boolean, say: Say): string {
  if (!isEndUnknown) return '';
  const line =
    'The file that notes how far the data reaches is missing or damaged. The newest changes may be missing too.';
  say(line);
  process.exitCode = exitIncomplete;
  return ` ${line}`;
}

function sayCounts({ tables, files, fileBytes }: BackupCounts, say: Say): void {
  for (const table of ['users', 'streams', 'messages', 'attachments'])
    say(`  ${(table === 'streams' ? 'channels' : table).padEnd(12)} ${tables[table] ?? 0}`);
  const rows = Object.values(tables).reduce((sum, count) => sum + count, 0);
  say(`  ${'all tables'.padEnd(12)} ${rows} rows in ${Object.keys(tables).length} tables`);
  say(`  ${'files'.padEnd(12)} ${files} (${sizeOf(fileBytes)})`);
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
    if (!isStopAsked && process.stderr.isTTY) process.stderr.write('Stopping …\n');
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
