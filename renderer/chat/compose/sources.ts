/** Completion sources in the client state: people, groups and wildcards, channels, topics, emoji, commands. Pure. */
import { folded } from '../../client/fold.ts';
import { asLinkText } from '../../client/link-text.ts';
import { namesakeMarks } from '../../client/namesakes.ts';
import type { Channel } from '../../client/state/channels.ts';
import { inChannel } from '../../client/state/conversation.ts';
import type { ClientState } from '../../client/state/state.ts';
import { t } from '../../client/text.ts';
import type { AvatarPerson } from '../kit/avatar.tsx';
import type { Candidate } from '../kit/ranking.ts';
import { conversationAddress, narrowAddress, type Names } from '../routing/address.ts';
import type { EmojiEntry } from '../store/emoji-data.ts';
import { isInGroup } from '../store/permissions.ts';
import { clockOf, laterChoices, readFieldText, timeTag } from '../store/times.ts';
import { avatarPerson } from '../store/use-chat.ts';
import { commandsFor, formsFor, type Command, type CommandTarget } from './commands.ts';
import { fenceNames } from './languages.ts';

export interface Completion {
  key: string;
  /** What is written in place of the token; a space follows unless it ends in `>`. */
  insert: string;
  name: string;
  /** What is said beside the name. */
  note: string;
  picture:
    | { kind: 'person'; person: AvatarPerson }
    | { kind: 'icon'; name: 'users' | 'channel' | 'lock' | 'bell' | 'clock' }
    | { kind: 'text'; text: string }
    | { kind: 'image'; url: string }
    | null;
  /** The person, for what is near. */
  userId: number | null;
  channelId: number | null;
  /** A day and a time are asked for first. */
  isAsked?: boolean;
  /** Done in place of writing anything. */
  run?: Command['run'];
}

type Needed = Pick<ClientState, 'me' | 'users' | 'groups' | 'channels' | 'organization'>;

const tiers = { person: 0, group: 1, bot: 2, wildcard: 3 } as const;

/** @param wildcards whom one call can reach here: no one outside of channels, and only so many where more is not allowed. */
export function peopleSource(
  { me, users, groups }: Needed,
  wildcards: { ofChannel: boolean; ofTopic: boolean },
): Candidate<Completion>[] {
  const all = [...users.users.values()].filter(({ is_active: isActive }) => isActive !== false);
  const namesakes = namesakeMarks(users.users);
  const people = all.map((user): Candidate<Completion> => {
    const { user_id: id, full_name: name } = user;
    const called = namesakes.has(id) ? `${name}|${id}` : name;
    const picture = { kind: 'person', person: avatarPerson(user, id) } as const;
    return {
      value: {
        ...bare,
        key: `user ${id}`,
        insert: `@**${called}**`,
        name,
        note: id === me ? t('you') : (namesakes.get(id) ?? ''),
        picture,
        userId: id,
      },
      names: [name],
      tier: user.is_bot ? tiers.bot : tiers.person,
    };
  });
  const mentionable = [...groups.values()].filter(
    (group) => !group.is_system_group && !group.deactivated && isInGroup(groups, group.can_mention_group, me),
  );
  const grouped = mentionable.map(({ id, name, members }): Candidate<Completion> => {
    const note = t('group of {{count}}', {
      count: members.length,
      defaultValue_one: 'group of {{count}}',
    });
    const picture = { kind: 'icon', name: 'users' } as const;
    return {
      value: { ...bare, key: `group ${id}`, insert: `@*${name}*`, name, note, picture },
      names: [name],
      tier: tiers.group,
    };
  });
  const everybody = t('everyone in the channel');
  const calls = [
    ...(wildcards.ofChannel ? ['all', 'everyone', 'channel'].map((name) => ({ name, note: everybody })) : []),
    ...(wildcards.ofTopic ? [{ name: 'topic', note: t('everyone who wrote in the topic') }] : []),
  ];
  const called = calls.map(({ name, note }): Candidate<Completion> => {
    const picture = { kind: 'icon', name: 'bell' } as const;
    const value = { ...bare, key: name, insert: `@**${name}**`, name, note, picture };
    return { value, names: [name], tier: tiers.wildcard, isFoundByStart: true };
  });
  return [...people, ...grouped, ...called];
}

export function channelSource({ channels }: Needed): Candidate<Completion>[] {
  return [...channels.channels.values()]
    .filter(({ is_archived: isArchived }) => !isArchived)
    .map(({ stream_id: id, name, invite_only: isPrivate }) => ({
      value: {
        ...bare,
        key: `channel ${id}`,
        insert: channelLink(id, name),
        name,
        note: channels.subscriptions.has(id) ? '' : t('not joined'),
        picture: { kind: 'icon', name: isPrivate ? 'lock' : 'channel' } as const,
        channelId: id,
      },
      names: [name],
      tier: 0,
    }));
}

/** The channel that is written before a topic: by its exact name, else by one that is typed alike; an archived one last. */
export function channelCalled(channels: Iterable<Channel>, written: string): Channel | undefined {
  const typed = folded(written);
  const rank = ({ name, is_archived: isArchived }: Channel): number =>
    (name === written ? 0 : 1) + (isArchived ? 2 : 0);
  return [...channels].filter(({ name }) => folded(name) === typed).toSorted((a, b) => rank(a) - rank(b))[0];
}

export function topicSource(
  channel: { id: number; name: string },
  topics: readonly string[],
  emptyName: string,
): Candidate<Completion>[] {
  return topics.map((topic) => ({
    value: {
      ...bare,
      key: `topic ${topic}`,
      insert: topicLink(channel, topic),
      name: topic === '' ? emptyName : topic,
      picture: { kind: 'text', text: '›' } as const,
    },
    names: [topic === '' ? emptyName : topic],
    tier: 0,
  }));
}

/** Names that would end what is between the stars too early, or begin something within it. */
const breaksLink = /[*`\n]|\$\$/;

/** What the server would read as another place: the end of the channel's name, and a message's id. */
const misleads = (channel: string, topic: string): boolean => channel.includes('>') || />|@\d+$/.test(topic);

function channelLink(id: number, name: string): string {
  if (!breaksLink.test(name)) return `#**${name}**`;
  return `[#${asLinkText(name)}](${narrowAddress([{ operator: 'channel', operand: id }], namesOf(name))})`;
}

function topicLink({ id, name }: { id: number; name: string }, topic: string): string {
  const isPlain = !breaksLink.test(name) && !breaksLink.test(topic) && !misleads(name, topic);
  if (isPlain) return `#**${name}>${topic}**`;
  return `[#${asLinkText(name)} > ${asLinkText(topic)}](${conversationAddress(inChannel(id, topic), namesOf(name))})`;
}

const namesOf = (channel: string): Names => ({ channel: () => channel, user: () => undefined, me: 0 });

/** @param asText their names alone. */
export function emojiSource(emoji: readonly EmojiEntry[], asText: boolean): Candidate<Completion>[] {
  return emoji.map(({ name, names, glyph, url }) => ({
    value: {
      ...bare,
      key: name,
      insert: `:${name}:`,
      name: `:${name}:`,
      picture: asText ? null : url === null ? { kind: 'text', text: glyph } : { kind: 'image', url },
    },
    names,
    tier: 0,
  }));
}

/** @param target of the commands that are done at once; null in an edit, where all is text. */
export function commandSource(target: CommandTarget | null): Candidate<Completion>[] {
  // The name begins with the slash.
  const picture = null;
  const me = { ...bare, key: 'me', insert: '/me', name: '/me', note: t('Describe an action'), picture };
  const shrug = { ...bare, key: 'shrug', insert: shrugMarkdown, name: '/shrug', note: String.raw`¯\_(ツ)_/¯`, picture };
  const done = (target === null ? [] : [...formsFor(target), ...commandsFor(target)]).map(({ name, note, run }) => ({
    ...bare,
    key: name,
    insert: '',
    name: `/${name}`,
    note,
    picture,
    run,
  }));
  return [me, ...done, shrug].map((value) => ({ value, names: [value.key], tier: 0 }));
}

/** Its signs, and not what they mean in Markdown. */
export const shrugMarkdown = String.raw`¯\\\_(ツ)\_/¯`;

/** @param ticks of the fence. @param others languages that the organization runs code of. */
export function fenceSource(ticks: string, others: readonly string[]): Candidate<Completion>[] {
  const own = Object.fromEntries(others.map((name) => [name.toLowerCase(), []]));
  return Object.entries({ ...own, ...fenceNames }).map(([name, aliases]) => ({
    value: {
      ...bare,
      key: name,
      insert: `${ticks}${name}`,
      name,
      note: aliases.join(', '),
      picture: { kind: 'text', text: '`' } as const,
    },
    names: [name, ...aliases],
    tier: 0,
  }));
}

/** Times by words, the time that is written out, and any other that is asked for. @param written behind the colon. */
export function timeSource(written: string, twentyFourHours: boolean, now = new Date()): Candidate<Completion>[] {
  const typed = readFieldText(written.trim().replace(' ', 'T'));
  const choices = [
    ...(typed === null ? [] : [{ label: written, moment: typed }]),
    { label: t('Now'), moment: now },
    ...laterChoices(now),
  ].map(({ label, moment }) => ({
    ...bare,
    key: label,
    insert: timeTag(moment),
    name: label,
    note: clockOf(moment, now, twentyFourHours),
    picture: { kind: 'icon', name: 'clock' } as const,
  }));
  const other = t('Choose day and time…');
  const asked = { ...bare, key: 'asked', insert: '', name: other, isAsked: true } as const;
  const last: Completion = { ...asked, picture: { kind: 'icon', name: 'clock' } };
  // What is not understood can still be chosen.
  return [
    ...choices.map((value) => ({ value, names: [value.name], tier: 0 })),
    // Within another word: what is understood comes first.
    { value: last, names: [other, `x${written}`], tier: 2 },
  ];
}

const bare = { note: '', userId: null, channelId: null };
