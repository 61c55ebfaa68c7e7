/** The steps of an import that take long: reading a file through, unpacking it, writing it. In a thread of a server, or in a process of their own. */
import { statfs } from 'node:fs/promises';
import { pino } from 'pino';
import { setCause } from '../../domain/audit/cause.ts';
import { audit } from '../../domain/audit/record.ts';
import { newestMessageId } from '../../domain/channels/subscriptions/rows.ts';
import { countExpired } from '../../domain/messages/retention.ts';
import { hasOrganization, organizationSetting } from '../../domain/organization/rows.ts';
import { EventQueues } from '../../events/queues.ts';
import { mkdir, rm } from '../../file-access.ts';
import { completeOptions, systemRandom } from '../../options.ts';
import type { Reader } from '../../storage/database.ts';
import { diskReserve } from '../../storage/disk.ts';
import { DamagedDataError } from '../../storage/errors.ts';
import { openOffline, type OfflineStorage } from '../../storage/offline.ts';
import { endReservedIds, isReserved, takeReservedIds, type ReservedIds } from '../../storage/reserved-ids.ts';
import { phrase } from '../../translation.ts';
import { makeServices } from '../services.ts';
import { findOrigin, ImportIds } from './ids.ts';
import type { ChosenParts, FoundTeam, ImportCounts, ImportJob, OnImportProgress, WrittenTeam } from './job-types.ts';
import { KeptDownloads } from './kept-downloads.ts';
import { linkFiles } from './link-files.ts';
import { openTeam, previewTeam } from './open-source.ts';
import { Problems, refusal } from './report.ts';
import { SlackDownloads } from './slack-download.ts';
import type { ImportChoices, TeamSource } from './source.ts';
import { Team } from './team.ts';
import { TeamWriter } from './writer.ts';

interface Hooks {
  signal: AbortSignal;
  onProgress: OnImportProgress;
}

/** Reads a file through. @throws ImportRefused when it cannot be imported */
export async function previewFile(
  job: Pick<ImportJob, 'file' | 'name' | 'work'>,
  { signal, onProgress }: Hooks,
): Promise<FoundTeam> {
  // What an import that was cut off has left there may be of another file.
  await rm(job.work, { recursive: true, force: true });
  await mkdir(job.work, { recursive: true, mode: 0o700 });
  const problems = new Problems();
  const preview = await previewTeam(job.file, {
    work: job.work,
    ...(job.name !== undefined && { name: job.name }),
    signal,
    report: problems.report,
    onProgress: (done, total) => onProgress({ done, total, messages: 0 }),
  });
  return { preview, problemCount: problems.count };
}

/**
 * Unpacks a file, for the writing that follows, and downloads what it only links to: the writing may hold up an organization in use.
 * @throws ImportRefused as `previewFile`
 */
export async function unpackFile(
  job: Pick<Extract<ImportJob, { kind: 'unpack' }>, 'file' | 'name' | 'work' | 'choices' | 'slackToken'>,
  { signal, onProgress }: Hooks,
): Promise<void> {
  await rm(job.work, { recursive: true, force: true });
  await mkdir(job.work, { recursive: true, mode: 0o700 });
  const kept = new KeptDownloads(job.work);
  const source = await openTeam(job.file, {
    work: job.work,
    ...(job.name !== undefined && { name: job.name }),
    signal,
    report: () => undefined,
    onProgress: (done, total) => onProgress({ done, total, messages: 0 }),
    checkRoom: async (bytes) => checkRoom(job.work, bytes),
    ...(job.slackToken !== undefined && { downloads: kept }),
  });
  try {
    if (job.slackToken !== undefined && source.kind === 'slack')
      await kept.fetchAll(source, partsOf(job.choices), new SlackDownloads(job.slackToken, signal), {
        onFile: async (done) => {
          signal.throwIfAborted();
          onProgress({ done, total: 0, messages: 0 });
          await checkRoom(job.work, 0);
        },
      });
  } finally {
    await source.close();
  }
}

const partsOf = (choices: ChosenParts): ImportChoices => ({
  ...choices,
  leaveOutChannels: new Set(choices.leaveOutChannels),
});

/** @throws ImportRefused when the disk has no room for so many bytes more */
async function checkRoom(folder: string, bytes: number): Promise<void> {
  const { bavail, bsize } = await statfs(folder);
  if (bavail * bsize < bytes + diskReserve)
    throw refusal(
      'The archive',
      null,
      'There is too little room on the disk of the server.',
      'Make room and try again.',
    );
}

type WriteJob = Extract<ImportJob, { kind: 'write' }>;

/** A team that is being written. */
interface Writing {
  source: TeamSource;
  storage: OfflineStorage;
  team: Team;
  writer: TeamWriter;
  problems: Problems;
  /** The newest message before the import. */
  newest: number;
  ownerId: number | undefined;
}

/**
 * Writes a team into a folder that no server uses. Where one still writes in `from`, the team is written beside that, and what the server
 * wrote since is taken over after `hold`; where that cannot be done, it is written once more.
 * @throws ImportRefused; the error of the disk
 */
export async function writeFileTeam(
  job: WriteJob,
  hooks: Hooks & { hold?: () => Promise<void> },
): Promise<WrittenTeam> {
  const { reserved, ...once } = job;
  const { from, folder } = job;
  if (reserved === undefined || from === null) return writeOnce(once, hooks, null);
  let conflict = 'the reserved ids are taken';
  const merged = await writing(job, hooks, async (made) => {
    if (!(await made.storage.transaction((tx) => endReservedIds(tx, reserved)))) return null;
    await hooks.hold?.();
    try {
      made.storage.catchUp(from);
    } catch (error) {
      if (!(error instanceof DamagedDataError)) throw error;
      conflict = error.message;
      return null;
    }
    await linkFiles(from, folder);
    made.writer.settle();
    return finished(made, job, null);
  });
  if (merged !== null) return merged;
  await hooks.hold?.();
  await rm(folder, { recursive: true, force: true });
  await mkdir(folder, { recursive: true, mode: 0o700 });
  return writeOnce(once, hooks, conflict);
}

async function writeOnce(job: Omit<WriteJob, 'reserved'>, hooks: Hooks, conflict: string | null): Promise<WrittenTeam> {
  const written = await writing(job, hooks, async (made) => finished(made, job, conflict));
  if (written === null) throw new Error('There is no team without reserved ids.');
  return written;
}

/** Opens a source and the data, writes the team, and closes both after `then`. @returns null where the reserved ids are taken */
async function writing<T>(job: WriteJob, hooks: Hooks, then: (made: Writing) => Promise<T>): Promise<T | null> {
  const problems = new Problems();
  const source = await openTeam(job.file, {
    work: job.work,
    signal: hooks.signal,
    report: problems.report,
    onProgress: (done, total) => hooks.onProgress({ done, total, messages: 0 }),
    ...(job.name !== undefined && { name: job.name }),
    ...(job.slackToken !== undefined && { downloads: new KeptDownloads(job.work) }),
  });
  try {
    const storage = await openData(job);
    try {
      if (job.reserved !== undefined && !(await takes(storage, job.reserved))) return null;
      return await then(await write(job, hooks, { source, storage, problems }));
    } finally {
      await storage.close();
    }
  } finally {
    await source.close();
  }
}

async function openData({ from, folder, nowMs, reserved }: WriteJob): Promise<OfflineStorage> {
  if (from !== null) await linkFiles(from, folder);
  return openOffline(from, folder, nowMs, reserved && ((db) => isReserved(db, reserved)));
}

const takes = (storage: OfflineStorage, reserved: ReservedIds): Promise<boolean> =>
  storage.transaction((tx) => takeReservedIds(tx, reserved));

async function write(
  { folder, nowMs, choices, work, owner, from }: WriteJob,
  { signal, onProgress }: Hooks,
  { source, storage, problems }: Pick<Writing, 'source' | 'storage' | 'problems'>,
): Promise<Writing> {
  const isNew = from === null || !(await storage.read(hasOrganization));
  if (!isNew) await storage.read((db) => refuseOwn(db, source.origin));
  const options = completeOptions(
    { dataDir: folder, clock: () => nowMs, random: systemRandom, logLevel: 'silent' },
    {},
  );
  const services = await makeServices(storage, options, pino({ level: 'silent' }));
  const now = Math.floor(nowMs / 1000);
  const newest = await storage.read(newestMessageId);
  const ids = ImportIds.open(storage, { origin: source.origin, title: source.title, now, keeps: isNew });
  const { report } = problems;
  const team = new Team({ storage, services, ids, isNew, owner, folder, temporary: work, now, report });
  const tell = (): void => onProgress({ ...source.position(), messages: team.counts.messages });
  const writer = new TeamWriter(team);
  const ownerId = await writer.write(source, { choices: partsOf(choices), signal, onProgress: tell });
  return { source, storage, team, writer, problems, newest, ownerId };
}

async function finished(
  { source, storage, team, problems, newest, ownerId }: Writing,
  { nowMs, cause }: Pick<WriteJob, 'nowMs' | 'cause'>,
  conflict: string | null,
): Promise<WrittenTeam> {
  const { title } = source;
  // Event ids go on, but clients have to register again: they know nothing of what was added.
  EventQueues.forgetAll(storage.tx);
  setCause(storage.tx, cause);
  audit({ tx: storage.tx, now: team.now }, { kind: 'organization', action: 'imported', subject: title });
  const organization = await storage.read((db) => organizationSetting(db, 'name'));
  const expired = await storage.read((db) => countExpired({ db, now: team.now }, newest));
  storage.finish(nowMs);
  return {
    title,
    organization,
    counts: team.counts,
    problemCount: problems.count,
    report: [...reportLines(source, organization, team.counts, problems), ...retentionLines(expired)],
    ownerId: ownerId ?? null,
    conflict,
  };
}

const searchLines = ({ messages }: ImportCounts): string[] =>
  messages === 0
    ? []
    : [
        '',
        phrase('Search finds these messages once they are indexed, in the background after the server starts.'),
        phrase('Until then the chat marks results as incomplete, and Organization > Import shows the progress.'),
      ];

const retentionLines = (expired: number): string[] =>
  expired === 0 ? [] : [phrase(`Messages that message retention deletes soon: ${expired}.`)];

/** An export of this very organization would add everything once more. @throws ImportRefused */
function refuseOwn(db: Reader, origin: string): void {
  if (findOrigin(db, origin) !== undefined) return;
  const own = `${organizationSetting(db, 'string_id')} ${organizationSetting(db, 'date_created')}`;
  if (own === origin)
    throw refusal(
      'realm.json',
      null,
      'This is an export of this organization itself.',
      'To go back to it, restore a backup.',
    );
}

/** What was added, a line for each kind. */
const countLines = (counts: ImportCounts): string[] => [
  phrase(`Users: ${counts.users}`),
  phrase(`Bots: ${counts.bots}`),
  phrase(`Deactivated users and bots: ${counts.deactivated}`),
  phrase(`Channels: ${counts.channels}`),
  phrase(`Private channels: ${counts.private_channels}`),
  phrase(`Messages: ${counts.messages}`),
  phrase(`Direct messages: ${counts.direct_messages}`),
  phrase(`Files: ${counts.files}`),
  phrase(`Reactions: ${counts.reactions}`),
];

function reportLines(source: TeamSource, organization: string, counts: ImportCounts, problems: Problems): string[] {
  const { title } = source;
  return [
    phrase(`Import of ${title} into ${organization}`),
    '',
    phrase('Added:'),
    ...countLines(counts).map((line) => `  ${line}`),
    '',
    problems.count === 0
      ? phrase('Nothing was changed or left out.')
      : phrase('Changed or left out, with the place in the export:'),
    ...problems.lines(),
    '',
    phrase('Not carried over:'),
    ...source.notCarriedOver().map((line) => `  ${line}`),
    ...searchLines(counts),
  ];
}
