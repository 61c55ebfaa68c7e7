/** The team of a bulk export of Mattermost: its teams, users, channels and emoji, and where its posts are, found by one reading. */
import { defaultLimits } from '../../options.ts';
import { phrase } from '../../translation.ts';
import { flagAt, numberAt, reportBroken, rowAt, rowsAt, textAt, UniqueNames } from './fields.ts';
import type { Row } from './json-rows.ts';
import { LineIndex } from './lines.ts';
import { checkVersion, recordsOf, type Line } from './mattermost-lines.ts';
import {
  isEmpty,
  isSystem,
  partsOfPosts,
  placeOf,
  repliesOf,
  senderOf,
  timeOf,
  type Place,
} from './mattermost-rows.ts';
import { channelKey, membershipsOf, roleOf, settingsOf, unknownUser, type MattermostUser } from './mattermost-users.ts';
import { refusal, type ReportProblem } from './report.ts';

export interface MattermostChannel {
  key: string;
  team: string;
  /** In addresses and links. */
  handle: string;
  name: string;
  description: string;
  isPrivate: boolean;
  isArchived: boolean;
  line: number;
}

export interface MattermostTeam {
  /** The file of records in the archive. */
  file: string;
  teams: Map<string, { name: string; title: string; description: string; line: number }>;
  users: Map<string, MattermostUser>;
  channels: Map<string, MattermostChannel>;
  emoji: Map<string, { path: string; line: number }>;
  posts: LineIndex;
  counts: Map<string, number>;
  direct: number;
  attachments: Set<string>;
  reactions: number;
  pinned: number;
  schemes: number;
  /** Texts at the top of direct conversations. */
  headers: number;
  /** Users who follow a thread, by thread. */
  followers: number;
  /** What happened in channels and is no post. */
  notices: number;
  firstTime: number | undefined;
}

interface Reading {
  /** The records, unpacked. */
  path: string;
  file: string;
  report: ReportProblem;
  signal: AbortSignal;
}

/** @throws ImportRefused when the file is of another version or has no records */
export async function readMattermostTeam({ path, file, report, signal }: Reading): Promise<MattermostTeam> {
  const team: MattermostTeam = {
    file,
    teams: new Map(),
    users: new Map(),
    channels: new Map(),
    emoji: new Map(),
    posts: new LineIndex(),
    counts: new Map(),
    direct: 0,
    attachments: new Set(),
    reactions: 0,
    pinned: 0,
    schemes: 0,
    headers: 0,
    followers: 0,
    notices: 0,
    firstTime: undefined,
  };
  const reader = new TeamReader(team);
  let records = 0;
  for await (const read of recordsOf(path, file, report)) {
    signal.throwIfAborted();
    if (read.line === 1 && read.kind !== 'version')
      read.problem(phrase('The export does not begin with its version; it is read as version 1.'), 'changed');
    if (read.kind === 'version') checkVersion(file, read);
    else if (reader.take(read)) records += 1;
    else read.problem(phrase(`The record is of a kind that is not known.`), 'left out');
  }
  if (records === 0)
    throw refusal(
      file,
      null,
      'The file has no records of a team.',
      'Choose the .zip file of a bulk export of Mattermost.',
    );
  reader.end(report);
  return team;
}

class TeamReader {
  readonly #team: MattermostTeam;
  readonly #addresses = new Set<string>();
  readonly #channelNames = new UniqueNames();
  /** Where users were found whom no record has. */
  readonly #unknown = new Map<string, { line: number; at: number; isBot: boolean }>();
  #lastTime = 0;

  constructor(team: MattermostTeam) {
    this.#team = team;
  }

  /** @returns false for a record of an unknown kind. */
  take(line: Line): boolean {
    const row = rowAt(line.row, line.kind);
    if (line.kind === 'team') this.#takeTeam(row, line);
    else if (line.kind === 'channel') this.#takeChannel(row, line);
    else if (line.kind === 'user' || line.kind === 'bot') this.#takeUser(row, line);
    else if (line.kind === 'emoji') this.#takeEmoji(row, line);
    else if (line.kind === 'post' || line.kind === 'direct_post') this.#takePost(row, line);
    else if (line.kind === 'scheme' || line.kind === 'role') this.#team.schemes += 1;
    else if (line.kind === 'direct_channel') this.#team.headers += textAt(row, 'header') === '' ? 0 : 1;
    else return false;
    return true;
  }

  /** Makes accounts for users whom no record has: they were deleted. Converters from other chats write no record of the team. */
  end(report: ReportProblem): void {
    const { users, file, teams, channels } = this.#team;
    for (const { team: name, line } of channels.values())
      if (!teams.has(name)) teams.set(name, { name, title: name, description: '', line });
    for (const [name, { line, at, isBot }] of this.#unknown) {
      if (users.has(name)) continue;
      if (!isBot)
        report({
          file,
          line,
          what: phrase('The export lists no such user; a deactivated account is made.'),
          done: 'changed',
        });
      const fullName = isBot ? name.slice(name.indexOf('/') + 1) : name;
      users.set(name, { ...unknownUser, name, fullName, isBot, joined: at, line });
    }
  }

  #takeTeam(row: Row, { line, problem }: Line): void {
    const name = textAt(row, 'name').toLowerCase();
    if (name === '' || this.#team.teams.has(name)) {
      problem(name === '' ? phrase('The team has no name.') : phrase('Two teams have one name.'), 'left out');
      return;
    }
    const title = textAt(row, 'display_name') || name;
    this.#team.teams.set(name, { name, title, description: textAt(row, 'description'), line });
  }

  #takeChannel(row: Row, { line, problem }: Line): void {
    const team = textAt(row, 'team').toLowerCase();
    const handle = textAt(row, 'name').toLowerCase();
    const key = channelKey(team, handle);
    if (team === '' || handle === '' || this.#team.channels.has(key)) {
      const missing = handle === '' ? phrase('The channel has no name.') : phrase('The channel has no team.');
      problem(team === '' || handle === '' ? missing : phrase('Two channels have one name.'), 'left out');
      return;
    }
    const given = textAt(row, 'display_name') || handle;
    const name = this.#channelNames.take(given, defaultLimits.maxChannelNameLength);
    if (name !== given) problem(phrase('The channel has no name of its own; it is changed.'), 'changed');
    const texts = [textAt(row, 'purpose'), textAt(row, 'header')].filter((text) => text !== '');
    this.#team.channels.set(key, {
      key,
      team,
      handle,
      name,
      description: [...new Set(texts)].join(' · '),
      isPrivate: textAt(row, 'type') !== 'O',
      isArchived: (numberAt(row, 'deleted_at') ?? numberAt(row, 'delete_at') ?? 0) > 0,
      line,
    });
  }

  #takeUser(row: Row, { kind, line, problem }: Line): void {
    const name = textAt(row, 'username').toLowerCase();
    if (name === '' || this.#team.users.has(name)) {
      problem(name === '' ? phrase('The user has no name.') : phrase('Two users have one name.'), 'left out');
      return;
    }
    const email = textAt(row, 'email');
    const isUsed = this.#addresses.has(email.toLowerCase());
    if (email !== '' && isUsed) problem(phrase('Two users have one address; the second needs another one.'), 'changed');
    this.#addresses.add(email.toLowerCase());
    const memberships = membershipsOf(row);
    const full = [textAt(row, 'first_name'), textAt(row, 'last_name')].filter((part) => part !== '').join(' ');
    this.#team.users.set(name, {
      ...unknownUser,
      isReconstructed: false,
      name,
      fullName: full || textAt(row, 'display_name') || textAt(row, 'nickname') || name,
      email: email === '' || isUsed ? null : email,
      role: roleOf(row, memberships.teams),
      isBot: kind === 'bot',
      owner: textAt(row, 'owner').toLowerCase(),
      isActive: (numberAt(row, 'delete_at') ?? 0) === 0,
      position: textAt(row, 'position'),
      picture: textAt(row, 'profile_image'),
      settings: settingsOf(row),
      ...memberships,
      line,
    });
  }

  #takeEmoji(row: Row, { line, problem }: Line): void {
    const [name, path] = [textAt(row, 'name'), textAt(row, 'image')];
    if (name === '' || path === '' || this.#team.emoji.has(name))
      problem(phrase('The emoji has no name or no picture of its own.'), 'left out');
    else this.#team.emoji.set(name, { path, line });
  }

  #takePost(row: Row, { kind, line, offset, bytes, problem }: Line): void {
    const place = placeOf(kind, row);
    if (place === undefined) {
      problem(phrase('The post has no channel, or no users who read it.'), 'left out');
      return;
    }
    this.#team.followers += rowsAt(row, 'thread_followers').length;
    if ('users' in place) for (const user of place.users) this.#note(user, line, false);
    else this.#noteChannel(place.channel, row, problem);
    for (const [reply, post] of [row, ...repliesOf(row, problem)].entries()) {
      if (isSystem(post)) {
        this.#team.notices += 1;
        continue;
      }
      const sender = senderOf(post);
      if (sender === undefined || isEmpty(post)) {
        problem(
          sender === undefined ? phrase('The post has no sender.') : phrase('The post has no text and no files.'),
          'left out',
        );
        continue;
      }
      reportBroken(post, partsOfPosts, problem);
      this.#lastTime = timeOf(post, this.#lastTime, problem);
      this.#note(sender, line, sender.includes('/'));
      this.#count(place, post);
      this.#team.posts.add(this.#lastTime, offset, bytes, line, reply);
    }
  }

  /** A channel that no record has: who could read it is unknown. */
  #noteChannel(key: string, row: Row, problem: Line['problem']): void {
    if (this.#team.channels.has(key)) return;
    problem(phrase('The export lists no such channel; it is private.'), 'changed');
    const handle = textAt(row, 'channel').toLowerCase();
    const name = this.#channelNames.take(handle, defaultLimits.maxChannelNameLength);
    const team = textAt(row, 'team').toLowerCase();
    this.#team.channels.set(key, {
      key,
      team,
      handle,
      name,
      description: '',
      isPrivate: true,
      isArchived: false,
      line: 1,
    });
  }

  #count(place: Place, post: Row): void {
    const team = this.#team;
    if ('users' in place) team.direct += 1;
    else team.counts.set(place.channel, (team.counts.get(place.channel) ?? 0) + 1);
    team.firstTime = Math.min(team.firstTime ?? Infinity, this.#lastTime);
    for (const file of rowsAt(post, 'attachments')) team.attachments.add(textAt(file, 'path'));
    if (flagAt(post, 'is_pinned') && 'users' in place) team.pinned += 1;
    for (const reaction of rowsAt(post, 'reactions')) {
      team.reactions += 1;
      this.#note(textAt(reaction, 'user').toLowerCase(), 1, false);
    }
  }

  #note(name: string, line: number, isBot: boolean): void {
    if (name !== '' && !this.#team.users.has(name) && !this.#unknown.has(name))
      this.#unknown.set(name, { line, at: this.#lastTime / 1000, isBot });
  }
}
