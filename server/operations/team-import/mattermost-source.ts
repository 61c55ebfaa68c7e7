/** Source of an import from Mattermost: the zip file of a bulk export, records as JSON lines and files below `data/`. */
import { join } from 'node:path';
import { mkdir, open, readFile, writeFile } from '../../file-access.ts';
import { phrase } from '../../translation.ts';
import { utf16Of } from './export-text.ts';
import { fileOf, type MattermostFiles } from './mattermost-files.ts';
import { mattermostMessages, mattermostReactions } from './mattermost-message-records.ts';
import { mattermostPeople, mattermostThings } from './mattermost-records.ts';
import { readMattermostTeam, type MattermostTeam } from './mattermost-team.ts';
import type { TeamRecord } from './records.ts';
import { refusal, type Problem, type ReportProblem } from './report.ts';
import {
  keptForever,
  userCounts,
  type ImportChoices,
  type OpenSource,
  type References,
  type SourceTools,
  type TeamPreview,
  type TeamSource,
} from './source.ts';
import { notThere } from './unpacked.ts';
import { reportUnused } from './unused-files.ts';
import { DamagedEntry, ZipArchive } from './zip-archive.ts';

/** The file of records lies at the top. */
export const mattermostRoot = /^[^/]+\.jsonl$/;

/** @throws ImportRefused when the file is no bulk export of Mattermost */
export const openMattermost: OpenSource = async (file, tools) => {
  const { work, report, signal } = tools;
  const archive = await ZipArchive.open(file, mattermostRoot, tools);
  try {
    const names = new Set(archive.names);
    const [records, ...more] = [...names].filter((name) => mattermostRoot.test(name)).toSorted();
    if (records === undefined)
      throw refusal(
        'The archive',
        null,
        'The archive has no file of records that ends in .jsonl, so it is no bulk export of Mattermost.',
        'Choose the .zip file that Mattermost exported, as it is.',
      );
    for (const name of more)
      report({ file: name, line: null, what: phrase('The archive has a second file of records.'), done: 'left out' });
    const path = join(work, 'records.jsonl');
    await unpack(archive, records, path, tools);
    await refuseUtf16(path, records);
    const team = await readMattermostTeam({ path, file: records, report: () => undefined, signal });
    return new MattermostSource({ archive, names }, { path, records, team, tools });
  } catch (error) {
    await archive.close();
    throw error;
  }
};

/** Records are read by their lines. @throws ImportRefused */
async function refuseUtf16(path: string, name: string): Promise<void> {
  const handle = await open(path, 'r').catch(notThere);
  const { buffer } = (await handle?.read(Buffer.alloc(2), 0, 2, 0)) ?? { buffer: Buffer.alloc(0) };
  await handle?.close();
  if (utf16Of(buffer) !== undefined)
    throw refusal(name, 1, 'The file is encoded as UTF-16.', 'Save it as UTF-8, or choose the export as it was made.');
}

/** Written last: records without it were not unpacked to their end. */
interface Unpacked {
  name: string;
  bytes: number;
  problems: Problem[];
}

/** Unpacks the records, unless that was done before: they are read by time. Each opening reports what was wrong with them. */
async function unpack(archive: ZipArchive, name: string, path: string, tools: SourceTools): Promise<void> {
  const { work, report, checkRoom } = tools;
  const bytes = archive.bytes(name) ?? 0;
  const done = await unpackedBefore(`${path}.json`);
  if (done?.name === name && done.bytes === bytes) {
    for (const problem of done.problems) report(problem);
    return;
  }
  await mkdir(work, { recursive: true, mode: 0o700 });
  await checkRoom?.(bytes);
  const problems: Problem[] = [];
  try {
    await archive.take(name)(path);
  } catch (error) {
    if (!(error instanceof DamagedEntry)) throw error;
    problems.push({
      file: name,
      line: null,
      what: phrase('The file is damaged; the records before that are taken.'),
      done: 'left out',
    });
  }
  for (const problem of problems) report(problem);
  await writeFile(`${path}.json`, JSON.stringify({ name, bytes, problems } satisfies Unpacked));
}

async function unpackedBefore(note: string): Promise<Unpacked | undefined> {
  const text = await readFile(note, 'utf8').catch(notThere);
  return text === undefined ? undefined : (JSON.parse(text) as Unpacked);
}

class MattermostSource implements TeamSource {
  readonly kind = 'mattermost';
  readonly title = 'Mattermost';
  readonly origin: string;
  readonly #files: MattermostFiles;
  readonly #path: string;
  readonly #records: string;
  readonly #tools: SourceTools;
  #done = 0;
  #total = 1;
  #notCarriedOver: string[] = [];

  constructor(
    files: MattermostFiles,
    { path, records, team, tools }: { path: string; records: string; team: MattermostTeam; tools: SourceTools },
  ) {
    this.#files = files;
    this.#path = path;
    this.#records = records;
    this.#tools = tools;
    this.origin = `mattermost ${[...team.teams.keys()].toSorted().join(',')}`;
  }

  async preview(signal: AbortSignal): Promise<TeamPreview> {
    const problems: Problem[] = [];
    const report = (problem: Problem): void => {
      if (problems.length < 20) problems.push(problem);
      this.#tools.report(problem);
    };
    const team = await this.#read(report, signal);
    const people = [...team.users.values()].map(({ name, fullName, ...user }) => ({
      id: name,
      name: fullName,
      email: user.email,
      role: user.role,
      isBot: user.isBot,
      isActive: user.isActive,
    }));
    const channels = [...team.channels.values()];
    const inChannels = channels.reduce((sum, { key }) => sum + (team.counts.get(key) ?? 0), 0);
    const files = this.#archived(team);
    return {
      organization: [...team.teams.values()].map(({ title }) => title).join(', '),
      counts: {
        ...userCounts(people),
        channels: channels.length,
        private_channels: channels.filter(({ isPrivate }) => isPrivate).length,
        messages: inChannels + team.direct,
        direct_messages: team.direct,
        files: files.length,
      },
      fileBytes: files.reduce((sum, name) => sum + (this.#files.archive.bytes(name) ?? 0), 0),
      people,
      channels: channels.map(({ key, name, isPrivate, isArchived }) => ({
        id: key,
        name,
        isPrivate,
        isArchived,
        messages: team.counts.get(key) ?? 0,
      })),
      teams: [...team.teams.values()].map(({ name, title }) => ({ name, title })),
      oldest: team.firstTime === undefined ? null : team.firstTime / 1000,
      retention: keptForever,
      notCarriedOver: notCarriedOver(team, files.length),
      problems,
    };
  }

  async *records(choices: ImportChoices, references: References, report: ReportProblem): AsyncGenerator<TeamRecord> {
    const team = await this.#read(report, this.#tools.signal);
    const one = choices.team?.toLowerCase() ?? null;
    const names = [...team.teams.keys()].join(', ');
    if (one !== null && !team.teams.has(one))
      throw refusal(this.#records, null, 'The export has no such team.', `Choose one of the teams ${names}.`);
    const wanted = { ...choices, team: one };
    const reading = { files: this.#files, path: this.#path, team, choices: wanted, references, report };
    const messages = [...team.counts.values()].reduce((sum, count) => sum + count, team.direct);
    [this.#done, this.#total] = [0, Math.max(1, messages)];
    this.#notCarriedOver = notCarriedOver(team, this.#archived(team).length);
    yield* mattermostPeople(reading);
    yield* mattermostThings(reading);
    for await (const message of mattermostMessages(reading)) {
      this.#done += 1;
      yield message;
    }
    yield* mattermostReactions(reading);
  }

  async #read(report: ReportProblem, signal: AbortSignal): Promise<MattermostTeam> {
    const team = await readMattermostTeam({ path: this.#path, file: this.#records, report, signal });
    const named = [
      team.attachments,
      [...team.users.values()].map(({ picture }) => picture),
      [...team.emoji.values()].map(({ path }) => path),
    ];
    const used = new Set(named.flatMap((paths) => [...paths]).map((path) => fileOf(this.#files, path)));
    reportUnused(this.#files.names, (name) => used.has(name) || mattermostRoot.test(name), report);
    return team;
  }

  /** Names of the files of posts that are in the archive. */
  #archived(team: MattermostTeam): string[] {
    return [...team.attachments].flatMap((path) => fileOf(this.#files, path) ?? []);
  }

  notCarriedOver(): string[] {
    return this.#notCarriedOver;
  }

  position(): { done: number; total: number } {
    return { done: Math.min(this.#done, this.#total), total: this.#total };
  }

  close(): Promise<void> {
    return this.#files.archive.close();
  }
}

function notCarriedOver(team: MattermostTeam, files: number): string[] {
  const missing = team.attachments.size - files;
  const strangers = [...team.users.values()].filter(({ isReconstructed, isBot }) => isReconstructed && !isBot).length;
  return [
    phrase('Passwords and sessions: users choose a new password'),
    phrase('Who has read what: all messages are read'),
    ...(missing > 0 ? [phrase(`Files that are not in the export: ${missing}; the messages keep their names`)] : []),
    ...(strangers > 0
      ? [phrase(`Users whom the export does not list: ${strangers}; they are deactivated and known by their messages`)]
      : []),
    ...(team.schemes > 0 ? [phrase('Schemes of permissions')] : []),
    ...(team.notices > 0 ? [phrase(`Notices of joins, renames and the like: ${team.notices}`)] : []),
    ...(team.headers > 0 ? [phrase(`Headers of direct conversations: ${team.headers}`)] : []),
    ...(team.followers > 0 ? [phrase(`Users who follow a thread: ${team.followers}`)] : []),
    ...(team.pinned > 0 ? [phrase(`Pins of direct messages: ${team.pinned}`)] : []),
    phrase('Themes and notification settings of users'),
  ];
}
