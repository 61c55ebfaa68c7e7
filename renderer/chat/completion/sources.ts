/** What can be completed, of what is known: people, groups and wildcards, channels, topics, emoji, commands. Pure. */
import type { ClientState } from '../../client/state/state.ts';
import { t } from '../../client/text.ts';
import type { AvatarPerson } from '../components/avatar.tsx';
import type { EmojiEntry } from '../emoji/emoji-data.ts';
import { clockOf, laterChoices, readFieldText, timeTag } from '../later/times.ts';
import { isInGroup } from '../model/permissions.ts';
import { avatarPerson } from '../model/use-chat.ts';
import { fenceNames } from './languages.ts';
import type { Candidate } from './ranking.ts';

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
}

type Needed = Pick<ClientState, 'me' | 'users' | 'groups' | 'channels' | 'organization'>;

const tiers = { wildcard: 0, person: 1, bot: 2 } as const;

/** @param isInChannel wildcards call the subscribers of a channel, and nobody elsewhere. */
export function peopleSource({ me, users, groups }: Needed, isInChannel: boolean): Candidate<Completion>[] {
  const all = [...users.users.values()].filter(({ is_active: isActive }) => isActive !== false);
  const namesakes = new Set(
    all.map(({ full_name: name }) => name).filter((name, index, names) => names.indexOf(name) !== index),
  );
  const people = all.map((user): Candidate<Completion> => {
    const { user_id: id, full_name: name } = user;
    const called = namesakes.has(name) ? `${name}|${id}` : name;
    const picture = { kind: 'person', person: avatarPerson(user, id) } as const;
    return {
      value: {
        ...bare,
        key: `user ${id}`,
        insert: `@**${called}**`,
        name,
        note: id === me ? t('you') : '',
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
    const note = t('groupOf', {
      count: members.length,
      defaultValue_one: 'group of {{count}}',
      defaultValue_other: 'group of {{count}}',
    });
    const picture = { kind: 'icon', name: 'users' } as const;
    return {
      value: { ...bare, key: `group ${id}`, insert: `@*${name}*`, name, note, picture },
      names: [name],
      tier: tiers.person,
    };
  });
  const wildcards = isInChannel
    ? [
        { name: 'all', note: t('everybody in the channel'), names: ['all', 'everyone', 'channel'] },
        { name: 'topic', note: t('everybody who wrote in the topic'), names: ['topic'] },
      ]
    : [];
  const called = wildcards.map(({ name, note, names }): Candidate<Completion> => {
    const picture = { kind: 'icon', name: 'bell' } as const;
    return { value: { ...bare, key: name, insert: `@**${name}**`, name, note, picture }, names, tier: tiers.wildcard };
  });
  return [...called, ...people, ...grouped];
}

export function channelSource({ channels }: Needed): Candidate<Completion>[] {
  return [...channels.channels.values()]
    .filter(({ is_archived: isArchived }) => !isArchived)
    .map(({ stream_id: id, name, invite_only: isPrivate }) => ({
      value: {
        ...bare,
        key: `channel ${id}`,
        insert: `#**${name}**`,
        name,
        note: channels.subscriptions.has(id) ? '' : t('not joined'),
        picture: { kind: 'icon', name: isPrivate ? 'lock' : 'channel' } as const,
        channelId: id,
      },
      names: [name],
      tier: 0,
    }));
}

export function topicSource(channel: string, topics: readonly string[], emptyName: string): Candidate<Completion>[] {
  return topics.map((topic) => ({
    value: {
      ...bare,
      key: `topic ${topic}`,
      insert: `#**${channel}>${topic}**`,
      name: topic === '' ? emptyName : topic,
      picture: { kind: 'text', text: '›' } as const,
    },
    names: [topic],
    tier: 0,
  }));
}

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

export function commandSource(): Candidate<Completion>[] {
  const commands = [
    ['me', t('say what you do')],
    ['poll', t('ask everybody')],
    ['todo', t('keep a list together')],
  ] as const;
  return commands.map(([name, note]) => ({
    value: {
      ...bare,
      key: name,
      insert: `/${name}`,
      name: `/${name}`,
      note,
      picture: { kind: 'text', text: '/' } as const,
    },
    names: [name],
    tier: 0,
  }));
}

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
    { value: last, names: [other, written], tier: 2 },
  ];
}

const bare = { note: '', userId: null, channelId: null };
