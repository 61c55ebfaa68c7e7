/** The steps of an import that take long: reading a file through, unpacking it, writing it. In a thread of a server, or in a process of their own. */
import { readdir, statfs } from 'node:fs/promises';
import { join } from 'node:path';
import { pino } from 'pino';
import { newestMessageId } from '../../domain/channels/subscriptions/rows.ts';
import { countExpired } from '../../domain/messages/retention.ts';
import { hasOrganization, organizationSetting } from '../../domain/organization/rows.ts';
import { EventQueues } from '../../events/queues.ts';
import { copyFile, link, mkdir, rm } from '../../file-access.ts';
import { completeOptions, systemRandom } from '../../options.ts';
import type { Reader } from '../../storage/database.ts';
import { diskReserve } from '../../storage/disk.ts';
import { errorCode } from '../../storage/errors.ts';
import { isData } from '../../storage/file-names.ts';
import { openOffline } from '../../storage/offline.ts';
import { makeServices } from '../services.ts';
import { findOrigin, ImportIds } from './ids.ts';
import type { ChosenParts, FoundTeam, ImportCounts, ImportJob, OnImportProgress, WrittenTeam } from './job-types.ts';
import { KeptDownloads } from './kept-downloads.ts';
import { openTeam, previewTeam } from './open-source.ts';
import { Problems, refusal } from './report.ts';
import { SlackDownloads } from './slack-download.ts';
import type { ImportChoices } from './source.ts';
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

/** Writes a team into a folder that no server uses. @throws ImportRefused; the error of the disk */
export async function writeFileTeam(job: Extract<ImportJob, { kind: 'write' }>, hooks: Hooks): Promise<WrittenTeam> {
  const { file, work, from, folder, nowMs, choices, cause } = job;
  const { signal, onProgress } = hooks;
  const problems = new Problems();
  const source = await openTeam(file, {
    work,
    signal,
    report: problems.report,
    ...(job.name !== undefined && { name: job.name }),
    ...(job.slackToken !== undefined && { downloads: new KeptDownloads(work) }),
  });
  try {
    if (from !== null) await linkFiles(from, folder);
    const storage = await openOffline(from, folder, nowMs);
    try {
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
      // Event ids go on, but clients have to register again: they know nothing of what was added.
      EventQueues.forgetAll(storage.tx);
      const team = new Team({
        storage,
        services,
        ids,
        isNew,
        owner: job.owner,
        folder,
        temporary: work,
        now,
        report: problems.report,
      });
      const tell = (): void => onProgress({ ...source.position(), messages: team.counts.messages });
      const writing = { choices: partsOf(choices), signal, cause, onProgress: tell };
      const ownerId = await new TeamWriter(team).write(source, writing);
      const organization = await storage.read((db) => organizationSetting(db, 'name'));
      const expired = await storage.read((db) => countExpired({ db, now }, newest));
      storage.finish(nowMs);
      return {
        title: source.title,
        organization,
        counts: team.counts,
        problemCount: problems.count,
        report: [...reportLines(source.title, organization, team.counts, problems), ...retentionLines(expired)],
        ownerId: ownerId ?? null,
      };
    } finally {
      await storage.close();
    }
  } finally {
    await source.close();
  }
}

const searchLines = ({ messages }: ImportCounts): string[] =>
  messages === 0
    ? []
    : [
        '',
        'Search finds these messages as it indexes them, in the background from the start of the server on. Until then the chat says above results',
        'that they are incomplete, and Organization > Import shows how far it is.',
      ];

const retentionLines = (expired: number): string[] =>
  expired === 0 ? [] : [`Older than message retention keeps them, and deleted by it soon: messages ${expired}.`];

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

/** Files beside the database share their bytes with those of before, where the disk can. */
async function linkFiles(from: string, to: string): Promise<void> {
  const visit = async (path: string): Promise<void> => {
    const entries = await readdir(join(from, path), { withFileTypes: true });
    await mkdir(join(to, path), { recursive: true, mode: 0o700 });
    for (const entry of entries) {
      const inside = join(path, entry.name);
      if (path === '' && (!isData(entry.name) || ofDatabase.test(entry.name))) continue;
      if (entry.isDirectory()) await visit(inside);
      else if (entry.isFile()) await linkOrCopy(join(from, inside), join(to, inside));
    }
  };
  await visit('');
}

const ofDatabase = /^(?:journal|journal-end\.json|damaged-\d+|snapshot-\d+\..*)$/;

async function linkOrCopy(from: string, to: string): Promise<void> {
  try {
    await link(from, to);
  } catch (error) {
    if (!['EXDEV', 'EPERM', 'ENOTSUP', 'EMLINK'].includes(errorCode(error) ?? '')) throw error;
    await copyFile(from, to);
  }
}

const kinds: Readonly<Record<keyof ImportCounts, string>> = {
  users: 'Users',
  bots: 'Bots',
  deactivated: 'Of both deactivated',
  channels: 'Channels',
  private_channels: 'Of them private',
  messages: 'Messages',
  direct_messages: 'Of them direct',
  files: 'Files',
  reactions: 'Reactions',
};

function reportLines(title: string, organization: string, counts: ImportCounts, problems: Problems): string[] {
  return [
    `Import of ${title} into ${organization}`,
    '',
    'Added:',
    ...(Object.keys(kinds) as (keyof ImportCounts)[]).map((kind) => `  ${kinds[kind]}: ${counts[kind]}`),
    '',
    problems.count === 0 ? 'Nothing was changed or left out.' : 'Changed or left out, with the place in the export:',
    ...problems.lines(),
    ...searchLines(counts),
  ];
}
