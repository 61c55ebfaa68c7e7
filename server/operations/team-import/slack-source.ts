/** Source of an import from Slack: one zip file of its export, or of slackdump, with the same lists and days. */
import { basename } from 'node:path';
import { phrase } from '../../translation.ts';
import { standardEmoji } from './other-emoji.ts';
import type { TeamRecord } from './records.ts';
import type { Problem, ReportProblem } from './report.ts';
import { customFields } from './slack-fields.ts';
import { slackRoot } from './slack-layout.ts';
import { slackMessageRecords, slackReactions } from './slack-message-records.ts';
import { slackEmoji, slackFiles, slackPeople, slackSubscriptions, type SlackReading } from './slack-records.ts';
import { scanSlack, type SlackScan } from './slack-scan.ts';
import { readSlackTeam, type SlackTeam } from './slack-team.ts';
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
import { ZipArchive } from './zip-archive.ts';

/** Readings of all messages that an import needs: to count, for files, for messages and for reactions. */
const readings = 4;

/** @throws ImportRefused when the file is no export of Slack */
export const openSlack: OpenSource = async (file, tools) => {
  const archive = await ZipArchive.open(file, slackRoot, tools);
  try {
    const { id } = await readSlackTeam(archive, () => undefined);
    return new SlackSource(archive, { name: nameOf(tools.name ?? file), id, tools });
  } catch (error) {
    await archive.close();
    throw error;
  }
};

/** Slack names the file "Office Slack export Jan 1 2024 - Feb 1 2024.zip". */
const nameOf = (file: string): string => /^(.+?) Slack export /.exec(basename(file))?.[1] ?? 'Slack';

class SlackSource implements TeamSource {
  readonly kind = 'slack';
  readonly title = 'Slack';
  readonly origin: string;
  readonly #archive: ZipArchive;
  readonly #name: string;
  readonly #tools: SourceTools;
  #total = 0;
  #notCarriedOver: string[] = [];

  constructor(archive: ZipArchive, { name, id, tools }: { name: string; id: string; tools: SourceTools }) {
    this.#archive = archive;
    this.#name = name;
    this.#tools = tools;
    this.origin = `slack ${id === '' ? name : id}`;
  }

  async preview(signal: AbortSignal): Promise<TeamPreview> {
    const problems: Problem[] = [];
    const report = (problem: Problem): void => {
      if (problems.length < 20) problems.push(problem);
      this.#tools.report(problem);
    };
    const archive = this.#archive;
    archive.read = 0;
    const team = await readSlackTeam(archive, report);
    const total = bytesOf(archive, team);
    const onProgress = (): void => this.#tools.onProgress?.(Math.min(archive.read, total), total);
    const scan = await scanSlack(archive, team, { report, reportUser: report, signal, onProgress });
    const people = [...team.users.values()].map(({ id, name, email, role, isBot, isActive }) => ({
      id,
      name,
      email,
      role,
      isBot,
      isActive,
    }));
    const channels = [...team.conversations.values()].filter(({ kind }) => kind !== 'direct');
    const messages = [...scan.counts.values()].reduce((sum, count) => sum + count, 0);
    const inChannels = channels.reduce((sum, { id }) => sum + (scan.counts.get(id) ?? 0), 0);
    return {
      organization: this.#name,
      counts: {
        ...userCounts(people),
        channels: channels.length,
        private_channels: channels.filter(({ kind }) => kind === 'private').length,
        messages,
        direct_messages: messages - inChannels,
        files: scan.files.archived,
      },
      fileBytes: scan.files.archivedBytes,
      people,
      channels: channels.map(({ id, name, kind, isArchived }) => ({
        id,
        name,
        isPrivate: kind !== 'public',
        isArchived,
        messages: scan.counts.get(id) ?? 0,
      })),
      oldest: scan.firstTime ?? null,
      retention: keptForever,
      notCarriedOver: notCarriedOver(team, scan),
      problems,
    };
  }

  async *records(choices: ImportChoices, references: References, report: ReportProblem): AsyncGenerator<TeamRecord> {
    const archive = this.#archive;
    archive.read = 0;
    const team = await readSlackTeam(archive, report);
    const bytes = bytesOf(archive, team);
    this.#total = bytes * readings;
    const scan = await scanSlack(archive, team, {
      report: () => undefined,
      reportUser: report,
      signal: this.#tools.signal,
      onProgress: () => this.#tools.onProgress?.(Math.min(archive.read, this.#total), this.#total),
    });
    this.#total =
      bytes * (readings - (scan.files.archived === 0 ? 1 : 0) - (scan.reactions === 0 ? 1 : 0)) +
      scan.files.archivedBytes;
    this.#notCarriedOver = notCarriedOver(team, scan);
    const { downloads } = this.#tools;
    const emoji = new Map([...((await downloads?.emoji()) ?? []), ...team.emoji]);
    const reading: SlackReading = { archive, team: { ...team, emoji }, scan, choices, references, report, downloads };
    yield* slackPeople(reading, this.#name);
    yield* slackEmoji(reading);
    yield* slackFiles(reading);
    yield* slackSubscriptions(reading);
    yield* slackMessageRecords(reading);
    yield* slackReactions(reading);
  }

  notCarriedOver(): string[] {
    return this.#notCarriedOver;
  }

  position(): { done: number; total: number } {
    return { done: Math.min(this.#archive.read, this.#total), total: this.#total };
  }

  close(): Promise<void> {
    return this.#archive.close();
  }
}

/** Bytes of all messages, unpacked. */
const bytesOf = (archive: ZipArchive, { days }: SlackTeam): number =>
  days.flatMap(([, files]) => files).reduce((sum, { path }) => sum + (archive.bytes(path) ?? 0), 0);

function notCarriedOver(team: SlackTeam, { files, emojiNames, noMessages }: SlackScan): string[] {
  const isLost = (name: string): boolean => standardEmoji(name) === undefined && !team.emoji.has(name);
  const lost = [...emojiNames].filter(isLost).length;
  const strangers = [...team.users.values()].filter(({ isReconstructed, isBot }) => isReconstructed && !isBot).length;
  const unnamed = customFields(team.users.values()).filter(({ name }) => /^Custom field \d+$/.test(name)).length;
  return [
    phrase('Passwords and sessions: users choose a new password'),
    phrase('Who has read what: all messages are read'),
    ...(files.linked > 0
      ? [phrase(`Files that the export only links to: ${files.linked}; the messages keep the links`)]
      : []),
    ...(lost > 0
      ? [phrase(`Custom emoji without pictures in the export: ${lost}; reactions with them are left out`)]
      : []),
    ...(strangers > 0
      ? [phrase(`Users whom the export does not list: ${strangers}; they are deactivated and known by their messages`)]
      : []),
    ...(unnamed > 0
      ? [phrase(`Names of custom profile fields: ${unnamed}; they are not in the export, so the fields are numbered`)]
      : []),
    ...(noMessages.notices > 0 ? [phrase(`Notices of joins, renames and the like: ${noMessages.notices}`)] : []),
    ...(noMessages.deleted > 0 ? [phrase(`Marks of deleted messages: ${noMessages.deleted}`)] : []),
    phrase('Pins of direct messages: the message is starred for the user who pinned it'),
    ...team.unknown,
  ];
}
