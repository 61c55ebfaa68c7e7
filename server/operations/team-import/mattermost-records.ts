/** Records of a bulk export of Mattermost (records.ts) that come before messages: several teams are folders of channels. */
import { phrase } from '../../translation.ts';
import { rowsAt, textAt } from './fields.ts';
import type { Row } from './json-rows.ts';
import { fileOf, type MattermostFiles } from './mattermost-files.ts';
import { postsOf } from './mattermost-posts.ts';
import type { Place } from './mattermost-rows.ts';
import type { MattermostChannel, MattermostTeam } from './mattermost-team.ts';
import type { MattermostUser } from './mattermost-users.ts';
import { textField, unsaidOfOrganization, type TeamRecord } from './records.ts';
import type { ReportProblem } from './report.ts';
import type { ImportChoices, References } from './source.ts';
import { keepingDamaged } from './zip-archive.ts';

export interface MattermostReading {
  files: MattermostFiles;
  path: string;
  team: MattermostTeam;
  choices: ImportChoices;
  references: References;
  report: ReportProblem;
}

/** The importing person may take one team, and leave channels out. */
const isWantedChannel = ({ choices }: MattermostReading, { key, team }: MattermostChannel): boolean =>
  (choices.team === null || team === choices.team) && !choices.leaveOutChannels.has(key);

export const isWanted =
  (reading: MattermostReading) =>
  (place: Place): boolean => {
    if ('users' in place) return !reading.choices.leaveOutDirectMessages;
    const channel = reading.team.channels.get(place.channel);
    return channel !== undefined && isWantedChannel(reading, channel);
  };

/** Users of other teams than the chosen one come only where they wrote, which is seen when messages are read: all come. */
export function* mattermostPeople(reading: MattermostReading): Generator<TeamRecord> {
  const { team, choices } = reading;
  const titles = [...team.teams.values()].filter(({ name }) => choices.team === null || name === choices.team);
  const hasPositions = [...team.users.values()].some(({ position }) => position !== '');
  const place = { file: team.file, line: null };
  yield {
    kind: 'organization',
    ...place,
    name: titles[0]?.title ?? 'Mattermost',
    description: titles.length === 1 ? (titles[0]?.description ?? '') : '',
    created: (team.firstTime ?? 0) / 1000,
    ...unsaidOfOrganization,
    profileFields: hasPositions ? [textField('position', 'Position')] : [],
  };
  for (const user of team.users.values()) yield userRecord(reading, user);
  const folders = titles.length > 1 ? titles : [];
  for (const [position, { name, title, description, line }] of folders.entries())
    yield {
      kind: 'folder',
      file: team.file,
      line,
      id: name,
      name: title,
      description,
      position,
      isArchived: false,
      creator: null,
      created: 0,
    };
  const inFolders = new Set(folders.map(({ name }) => name));
  for (const channel of team.channels.values())
    if (isWantedChannel(reading, channel)) yield channelRecord(reading, channel, inFolders.has(channel.team));
}

function userRecord({ team, files }: MattermostReading, user: MattermostUser): TeamRecord {
  const picture = fileOf(files, user.picture);
  return {
    kind: 'user',
    file: team.file,
    line: user.line,
    id: user.name,
    name: user.fullName,
    email: user.email,
    role: user.role,
    isActive: user.isActive,
    isReconstructed: user.isReconstructed,
    bot: user.isBot ? { type: 1, owner: team.users.has(user.owner) ? user.owner : null } : null,
    joined: user.joined,
    timezone: '',
    settings: user.settings,
    profile: user.position === '' ? [] : [{ field: 'position', value: user.position }],
    picture: picture === undefined ? null : { take: files.archive.take(picture) },
    status: null,
  };
}

const channelRecord = (
  { team, choices }: MattermostReading,
  channel: MattermostChannel,
  isInFolder: boolean,
): TeamRecord => ({
  kind: 'channel',
  file: team.file,
  line: channel.line,
  id: channel.key,
  name: channel.name,
  description: channel.description,
  created: (team.firstTime ?? 0) / 1000,
  creator: null,
  isPrivate: channel.isPrivate,
  isWebPublic: false,
  historyForNewSubscribers: true,
  isArchived: channel.isArchived,
  isDefault: channel.handle === 'town-square',
  folder: isInFolder ? channel.team : null,
  properties: choices.mainTopic === '' ? { topics_policy: 'allow_empty_topic' } : {},
  permissions: {},
});

/** Yields custom emoji, files of posts and subscriptions. */
export async function* mattermostThings(reading: MattermostReading): AsyncGenerator<TeamRecord> {
  const { team, files, path, report } = reading;
  for (const [name, { path: picture, line }] of team.emoji) {
    const found = fileOf(files, picture);
    const place = { file: team.file, line };
    if (found === undefined)
      report({ ...place, what: phrase('The picture of an emoji is not in the export.'), done: 'left out' });
    else
      yield {
        kind: 'emoji',
        ...place,
        id: name,
        name,
        author: null,
        isDeactivated: false,
        take: files.archive.take(found),
      };
  }
  const seen = new Set<string>();
  if (team.attachments.size > 0)
    for await (const post of postsOf(path, team, isWanted(reading)))
      for (const attached of pathsOf(post)) {
        const found = fileOf(files, attached);
        if (found === undefined || seen.has(attached)) continue;
        seen.add(attached);
        yield {
          kind: 'file',
          file: team.file,
          line: post.line,
          id: attached,
          name: attached.slice(attached.lastIndexOf('/') + 1),
          contentType: null,
          owner: post.sender,
          created: post.at / 1000,
          take: keepingDamaged(files.archive.take(found), { file: team.file, line: post.line }, report),
        };
      }
  yield* subscriptions(reading);
}

/** @returns paths of the files of a post. */
export const pathsOf = ({ row }: { row: Row }): string[] =>
  rowsAt(row, 'attachments').flatMap((file) => {
    const path = textAt(file, 'path');
    return path === '' ? [] : [path];
  });

function* subscriptions(reading: MattermostReading): Generator<TeamRecord> {
  const { team } = reading;
  const notifications = { desktop: null, audible: null, push: null, email: null, wildcard: null };
  for (const user of team.users.values())
    for (const [key, { isMuted, isFavorite }] of user.channels) {
      const channel = team.channels.get(key);
      if (channel !== undefined && isWantedChannel(reading, channel))
        yield {
          kind: 'subscription',
          file: team.file,
          line: user.line,
          user: user.name,
          channel: key,
          isActive: true,
          color: null,
          isPinned: isFavorite,
          isMuted,
          notifications,
        };
    }
}
