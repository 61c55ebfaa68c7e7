/** Records of an export of Slack (records.ts): users, channels, emoji, files and subscriptions. */
import { standardEmoji } from './other-emoji.ts';
import { textField, unsaidOfOrganization, type TakeFile, type TeamRecord, type UserRecord } from './records.ts';
import type { ReportProblem } from './report.ts';
import { customFields } from './slack-fields.ts';
import { emojiPicture } from './slack-layout.ts';
import { filesOf, slackMessages, type SlackFile } from './slack-messages.ts';
import { accountOf, type SlackScan } from './slack-scan.ts';
import type { Conversation, SlackTeam } from './slack-team.ts';
import type { SlackUser } from './slack-users.ts';
import type { Downloads, ImportChoices, References } from './source.ts';
import { keepingDamaged, type ZipArchive } from './zip-archive.ts';

export interface SlackReading {
  archive: ZipArchive;
  team: SlackTeam;
  scan: SlackScan;
  choices: ImportChoices;
  references: References;
  report: ReportProblem;
  /** Files and pictures that the archive only links to; undefined where they stay links. */
  downloads: Downloads | undefined;
}

const quietly: ReportProblem = () => undefined;

/** The importing person may leave channels out, and direct messages. */
export const isWanted = (
  { leaveOutChannels, leaveOutDirectMessages }: ImportChoices,
  { id, kind }: Conversation,
): boolean => (kind === 'direct' ? !leaveOutDirectMessages : !leaveOutChannels.has(id));

/** Yields what comes before messages. */
export function* slackPeople(reading: SlackReading, name: string): Generator<TeamRecord> {
  const { team, scan, choices } = reading;
  const fields = (['title', 'phone'] as const).filter((field) =>
    [...team.users.values()].some(({ profile }) => profile[field] !== ''),
  );
  const created = Math.min(
    ...[...team.conversations.values()].map((one) => one.created || Infinity),
    scan.firstTime ?? Infinity,
  );
  yield {
    kind: 'organization',
    file: 'channels.json',
    line: null,
    name,
    description: '',
    created: Number.isFinite(created) ? created : 0,
    ...unsaidOfOrganization,
    profileFields: [
      ...fields.map((id) => textField(id, id === 'title' ? 'Title' : 'Phone')),
      ...customFields(team.users.values()),
    ],
  };
  for (const user of team.users.values()) yield userRecord(user);
  const channels = [...team.conversations.values()].filter((one) => one.kind !== 'direct' && isWanted(choices, one));
  yield* folderRecords(channels);
  for (const channel of channels) yield channelRecord(channel, team, choices.mainTopic);
}

/** Each workspace of an organization is a folder of channels. */
function* folderRecords(channels: readonly Conversation[]): Generator<TeamRecord> {
  const names = new Set(channels.map(({ workspace }) => workspace).filter((name) => name !== ''));
  for (const [position, name] of [...names].entries())
    yield {
      kind: 'folder',
      file: `teams/${name}`,
      line: null,
      id: name,
      name,
      description: '',
      position,
      isArchived: false,
      creator: null,
      created: 0,
    };
}

function userRecord(user: SlackUser): UserRecord {
  const emoji = user.status === null ? undefined : standardEmoji(user.status.emoji);
  return {
    kind: 'user',
    file: user.file,
    line: user.line,
    id: user.id,
    name: user.name,
    email: user.email,
    role: user.role,
    isActive: user.isActive,
    isReconstructed: user.isReconstructed,
    bot: user.isBot ? { type: 1, owner: null } : null,
    joined: user.joined,
    timezone: user.timezone,
    settings: {},
    profile: [
      ...(['title', 'phone'] as const).flatMap((field) =>
        user.profile[field] === '' ? [] : [{ field, value: user.profile[field] }],
      ),
      ...[...user.custom].map(([field, { value }]) => ({ field, value })),
    ],
    picture: null,
    status: user.status && {
      text: user.status.text,
      emojiName: emoji?.name ?? '',
      emojiCode: emoji?.code ?? '',
      emojiType: emoji === undefined ? '' : 'unicode_emoji',
      at: user.status.at,
    },
  };
}

const channelRecord = (channel: Conversation, { users }: SlackTeam, mainTopic: string): TeamRecord => ({
  kind: 'channel',
  file: channel.file,
  line: channel.line,
  id: channel.id,
  name: channel.name,
  description: channel.description,
  created: channel.created,
  creator: users.has(channel.creator) ? channel.creator : null,
  isPrivate: channel.kind !== 'public',
  isWebPublic: false,
  historyForNewSubscribers: true,
  isArchived: channel.isArchived,
  isDefault: channel.isGeneral,
  folder: channel.workspace === '' ? null : channel.workspace,
  properties: mainTopic === '' ? { topics_policy: 'allow_empty_topic' } : {},
  permissions: {},
});

/** Yields custom emoji whose pictures can be had. */
export async function* slackEmoji({ team, archive, downloads }: SlackReading): AsyncGenerator<TeamRecord> {
  const pictures = new Map(
    [...archive.names].flatMap((path) => {
      const name = emojiPicture.exec(path)?.[1];
      return name === undefined ? [] : [[name, path] as const];
    }),
  );
  const names = new Set([...pictures.keys(), ...team.emoji.keys()]);
  for (const name of names) {
    const url = team.emoji.get(name) ?? '';
    if (url.startsWith('alias:')) continue;
    const path = pictures.get(name);
    const place = { file: path ?? 'emoji.json', line: 1 };
    const take = path === undefined ? downloads?.take(url, 'image') : archive.take(path);
    if (take !== undefined) yield { kind: 'emoji', ...place, id: name, name, author: null, isDeactivated: false, take };
  }
}

/** Yields the files of the archive that messages show, each once, and with a token those that Slack has. */
export async function* slackFiles(reading: SlackReading): AsyncGenerator<TeamRecord> {
  const { archive, team, scan, choices, report, downloads } = reading;
  if (scan.files.archived === 0 && (downloads === undefined || scan.files.linked === 0)) return;
  const seen = new Set<string>();
  for await (const message of slackMessages({
    archive,
    team,
    report: quietly,
    isWanted: (one) => isWanted(choices, one),
  }))
    for (const file of filesOf(message)) {
      if (seen.has(file.id)) continue;
      seen.add(file.id);
      const take = takeOf(reading, file);
      if (take !== undefined)
        yield {
          kind: 'file',
          file: message.file,
          line: message.line,
          id: file.id,
          name: file.name,
          contentType: file.contentType,
          owner: accountOf(team, message.sender),
          created: file.created,
          take: keepingDamaged(take, message, report),
        };
    }
}

/** @returns undefined for a file that is neither in the archive nor to be had from Slack. */
const takeOf = ({ archive, team, downloads }: SlackReading, file: SlackFile): TakeFile | undefined => {
  const path = team.files.get(file.id);
  return path === undefined ? downloads?.take(file.url, file.contentType) : archive.take(path);
};

/** Yields who reads each channel. */
export function* slackSubscriptions({ team, choices }: SlackReading): Generator<TeamRecord> {
  const notifications = { desktop: null, audible: null, push: null, email: null, wildcard: null };
  for (const channel of team.conversations.values())
    if (channel.kind !== 'direct' && isWanted(choices, channel))
      for (const user of channel.members)
        if (team.users.has(user))
          yield {
            kind: 'subscription',
            file: channel.file,
            line: channel.line,
            user,
            channel: channel.id,
            isActive: true,
            color: null,
            isPinned: false,
            isMuted: false,
            notifications,
          };
}
