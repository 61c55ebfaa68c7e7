/** `import`: brings a team from another chat into a data folder, or shows what that would bring (operations/team-import). */
import { statSync } from 'node:fs';
import { mkdtemp } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { ownerWithoutPassword } from '../domain/accounts/owner-password.ts';
import { rm } from '../file-access.ts';
import { importIntoFolder } from '../operations/team-import/import-folder.ts';
import { previewTeam } from '../operations/team-import/open-source.ts';
import { sharedNames } from '../operations/team-import/preview-wire.ts';
import { ImportRefused, Problems, reportIn } from '../operations/team-import/report.ts';
import { retentionNotes, type TeamPreview } from '../operations/team-import/source.ts';
import { systemClock } from '../options.ts';
import { refuseOldCopy } from '../storage/moved-note.ts';
import { readFolder } from '../storage/read-folder.ts';
import { required } from './backup.ts';
import type { Command } from './command.ts';
import { andMore, counted } from './counted.ts';
import { ofError, t } from './language.ts';
import { needsPasswordLink, passwordLinkCommand } from './password-link.ts';
import { anywayFlag, dataDirFlag, dataDirOf, setting, type Flags } from './settings.ts';
import { sizeOf } from './sizes.ts';
import { UsageError } from './usage.ts';

/** Lines of a list that are shown. */
const most = 50;

export const importCommand: Command = {
  summary: () =>
    t('bring a team from an export of Zulip, Slack, Mattermost or Hearth into a data folder on which no server runs'),
  options: {
    from: {
      type: 'string',
      help: () => t('the exported file: .tar.gz of Zulip or Hearth, .zip of Slack or Mattermost'),
    },
    ...dataDirFlag,
    ...anywayFlag,
    preview: { type: 'boolean', help: () => t('only shows the contents of the file') },
    'leave-out': {
      type: 'string',
      help: () => t('names of public channels that are not imported, separated by commas'),
    },
    'leave-out-private': { type: 'boolean', help: () => t('import no private channels') },
    'leave-out-direct': { type: 'boolean', help: () => t('import no direct messages') },
    'main-topic': { type: 'string', help: () => t('topic of messages outside threads, of chats without topics') },
    team: { type: 'string', help: () => t('of a Mattermost export with several teams the one to take') },
    'slack-token': {
      type: 'string',
      help: () => t('of the workspace: downloads files that an export of Slack only links to'),
    },
    'owner-email': {
      type: 'string',
      help: () => t('of the owner, where the folder is empty: of a user in the file, or a new one'),
    },
    'owner-name': { type: 'string', help: () => t('of an owner who is not in the file') },
  },
  async run(flags, say) {
    const from = required(flags, 'from');
    if (statSync(from, { throwIfNoEntry: false })?.isFile() !== true) throw new UsageError(`There is no file ${from}.`);
    try {
      await (flags['preview'] === true ? showPreview(from, say) : importTeam(from, flags, say));
    } catch (error) {
      if (error instanceof ImportRefused) throw new UsageError(error.message);
      throw error;
    }
  },
};

async function showPreview(from: string, say: (line: string) => void): Promise<void> {
  const problems = new Problems();
  const work = await mkdtemp(join(tmpdir(), 'hearth-import-'));
  try {
    const { signal } = new AbortController();
    const preview = await previewTeam(from, { work, report: problems.report, signal });
    for (const line of [...previewLines(preview), ...reportIn(problems.lines(), ofError)]) say(line);
  } finally {
    await rm(work, { recursive: true, force: true });
  }
}

const phases = {
  reading: () => t('Reading the file'),
  backing_up: () => t('Backing up the current data'),
  unpacking: () => t('Unpacking'),
  writing: () => t('Writing'),
} as const;

async function importTeam(from: string, flags: Flags, say: (line: string) => void): Promise<void> {
  const dataDir = dataDirOf(flags);
  if (flags['anyway'] !== true) await refuseOldCopy(dataDir);
  const email = setting(flags, 'owner-email');
  const stop = new AbortController();
  const cancel = (): void => stop.abort(new UsageError('The import was cancelled. Nothing was changed.'));
  for (const signal of ['SIGINT', 'SIGTERM'] as const) process.once(signal, cancel);
  const progress = new ProgressLine();
  try {
    const { report, safetyCopy } = await importIntoFolder({
      dataDir,
      file: from,
      owner:
        email === undefined ? null : { email, fullName: setting(flags, 'owner-name') ?? 'Owner', passwordHash: null },
      slackToken: setting(flags, 'slack-token'),
      nowMs: systemClock(),
      signal: stop.signal,
      onPhase: (phase) => progress.begin(phases[phase]()),
      onProgress: ({ done, total, messages }) => progress.show(done, total, messages),
      choose: (channels) => chosen(channels, flags),
    });
    progress.end();
    for (const line of reportIn(report, ofError)) say(line);
    if (safetyCopy !== null)
      say(t('What was here before is in {{path}}.', { path: join(dataDir, 'backups', safetyCopy) }));
    say(t('Users have no passwords yet. Start the server: owners make sign-in links under Organization > Import.'));
    if (email !== undefined)
      say(
        t('The owner gets in with: {{command}}', {
          command: passwordLinkCommand(dataDir, email),
        }),
      );
    else {
      const owner = await readFolder(dataDir, async (db) => ownerWithoutPassword(db));
      if (owner !== null) say(needsPasswordLink(dataDir, owner));
    }
  } finally {
    progress.end();
    for (const signal of ['SIGINT', 'SIGTERM'] as const) process.off(signal, cancel);
  }
}

type Chosen = Parameters<Parameters<typeof importIntoFolder>[0]['choose']>[0];

/** @throws UsageError for a name that no public channel has */
function chosen(channels: Chosen, flags: Flags): ReturnType<Parameters<typeof importIntoFolder>[0]['choose']> {
  const names = (setting(flags, 'leave-out') ?? '')
    .split(',')
    .map((name) => name.trim().replace(/^#/, ''))
    .filter((name) => name !== '');
  const unknown = names.find((name) => !channels.some((one) => !one.isPrivate && one.name === name));
  if (unknown !== undefined) throw new UsageError(`The file has no public channel ${unknown}.`);
  const isLeft = ({ name, isPrivate }: Chosen[number]): boolean =>
    isPrivate ? flags['leave-out-private'] === true : names.includes(name);
  return {
    leaveOutChannels: channels.filter(isLeft).map(({ id }) => id),
    leaveOutDirectMessages: flags['leave-out-direct'] === true,
    mainTopic: setting(flags, 'main-topic') ?? '',
    team: setting(flags, 'team') ?? null,
  };
}

/** One line of a terminal: the phase, how far it is, and how long it still takes. */
class ProgressLine {
  #phase = '';
  #begunMs = 0;
  #shownMs = -Infinity;

  begin(phase: string): void {
    this.#phase = phase;
    this.#begunMs = performance.now();
    this.#shownMs = -Infinity;
    this.show(0, 0, 0);
  }

  show(done: number, total: number, messages: number): void {
    const now = performance.now();
    if (!process.stderr.isTTY || now - this.#shownMs < 200) return;
    this.#shownMs = now;
    const seconds = Math.ceil((((now - this.#begunMs) / Math.max(1, done)) * (total - done)) / 1000);
    const parts = [
      this.#phase,
      ...(total > 0 ? [`${Math.floor((100 * done) / total)} %`] : []),
      ...(messages > 0 ? [counted.messages(messages)] : []),
      ...(done > 0 && total > 0 ? [t('{{seconds}} s left', { seconds })] : []),
    ];
    process.stderr.write(`\r\u001b[K${parts.join(', ')}`);
  }

  end(): void {
    if (this.#phase !== '' && process.stderr.isTTY) process.stderr.write('\r\u001b[K');
    this.#phase = '';
  }
}

/** Private channels and direct messages are counted, never listed. */
function previewLines({
  title,
  organization,
  counts,
  fileBytes,
  people,
  channels,
  notCarriedOver,
  retention,
  oldest,
}: TeamPreview & { title: string }): string[] {
  const open = channels.filter(({ isPrivate }) => !isPrivate);
  const lacking = people.filter(({ email, isBot }) => email === null && !isBot);
  return [
    `${organization} (${title})`,
    `  ${t('{{users}}, {{bots}}, of both {{number}} deactivated', { users: counted.users(counts.users), bots: counted.bots(counts.bots), number: counts.deactivated })}`,
    `  ${t('{{channels}}, {{number}} of them private', { channels: counted.channels(counts.channels), number: counts.private_channels })}`,
    `  ${t('{{messages}}, {{number}} of them direct', { messages: counted.messages(counts.messages), number: counts.direct_messages })}`,
    `  ${counted.files(counts.files)} (${sizeOf(fileBytes)})`,
    ...listed(
      t('Public channels:'),
      open.map(({ name, messages }) => `${name}: ${counted.messages(messages ?? 0)}`),
    ),
    ...listed(
      t('Users without an address, who need one to sign in:'),
      lacking.map(({ name }) => name),
    ),
    ...listed(
      t('Duplicate names:'),
      sharedNames(people).map(({ name, count }) => `${name} (${count})`),
    ),
    ...listed(t('Not imported:'), [
      ...retentionNotes([retention.organization, retention.channels], oldest, systemClock() / 1000).map(ofError),
      ...notCarriedOver.map(ofError),
    ]),
  ];
}

function listed(title: string, lines: readonly string[]): string[] {
  if (lines.length === 0) return [];
  const rest = lines.length > most ? [`  ${andMore(lines.length - most)}`] : [];
  return [title, ...lines.slice(0, most).map((line) => `  ${line}`), ...rest];
}
