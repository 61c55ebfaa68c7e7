/** Records of the posts of a bulk export of Mattermost, and of their reactions: each thread is a topic. */
import type { Say } from '../../texts.ts';
import { phrase, type Phrase } from '../../translation.ts';
import { flagAt, numberAt, rowAt, rowsAt, secondsOf, textAt, textsAt } from './fields.ts';
import type { Row } from './json-rows.ts';
import { attachmentsText } from './mattermost-attachments.ts';
import { postsOf, type Post } from './mattermost-posts.ts';
import { isWanted, pathsOf, type MattermostReading } from './mattermost-records.ts';
import { fromMattermost, type MattermostNames } from './mattermost-text.ts';
import { channelKey } from './mattermost-users.ts';
import { standardEmoji } from './other-emoji.ts';
import type { SourceId } from './personal-records.ts';
import type { MessageRecord, TeamRecord } from './records.ts';
import { messageParts, repliesLink, TopicNames } from './threads.ts';

/** Yields posts by time: replies in the topic of their thread, all others in the main topic of the channel. */
export async function* mattermostMessages(reading: MattermostReading): AsyncGenerator<MessageRecord> {
  const { team, choices, path, report } = reading;
  const names = new TopicNames(choices.mainTopic);
  const topics = new Map<number, string>();
  for await (const post of postsOf(path, team, isWanted(reading))) {
    const mentioned = new Set<SourceId>();
    const content = contentOf(reading, post, mentioned);
    const made = { reading, post, mentioned };
    if ('users' in post.place) {
      const users = post.place.users.filter((user) => user !== post.sender);
      yield* parts({ ...made, content, to: { users } });
      continue;
    }
    const { channel: key } = post.place;
    const topicOf = (): string => {
      const known = topics.get(post.line);
      if (known !== undefined) return known;
      const words = fromMattermost(textAt(post.root, 'message'), plainNames);
      const topic = names.take(key, words, pathsOf({ row: post.root })[0]?.split('/').at(-1) ?? 'Thread');
      topics.set(post.line, topic);
      return topic;
    };
    const channel = team.channels.get(key);
    const id = reading.references.idOf('channel', key);
    const link =
      post.isReply || post.replies === 0 || channel === undefined || id === undefined
        ? ''
        : repliesLink(reading.references.say, { id, name: channel.name }, topicOf(), post.replies);
    const topic = post.isReply ? topicOf() : choices.mainTopic;
    yield* parts({ ...made, content: `${content}${link}`, to: { channel: key, topic } });
    if (content === '')
      report({
        file: team.file,
        line: post.line,
        what: phrase('The post has no text and no files.'),
        done: 'left out',
      });
  }
}

const plainNames: MattermostNames = { user: () => undefined, channel: () => undefined, isCustomEmoji: () => true };

function contentOf(reading: MattermostReading, post: Post, mentioned: Set<SourceId>): string {
  const { team, references, report } = reading;
  const teamName = 'channel' in post.place ? team.channels.get(post.place.channel)?.team : undefined;
  const names: MattermostNames = {
    user(name) {
      const made = references.user(name);
      if (made !== undefined) mentioned.add(name);
      return made;
    },
    channel: (name) => (teamName === undefined ? undefined : references.channel(channelKey(teamName, name))),
    isCustomEmoji: (name) => references.idOf('emoji', name) !== undefined,
  };
  const text = fromMattermost(textAt(post.row, 'message'), names);
  const files = pathsOf(post).map((path) => {
    const name = path.slice(path.lastIndexOf('/') + 1).replaceAll(/[[\]\\]/g, '');
    const own = references.file(path);
    if (own !== undefined) return `[${name}](${own})`;
    report({
      file: team.file,
      line: post.line,
      what: phrase('The file of a post is not in the export; its name is kept.'),
      done: 'changed',
    });
    return name;
  });
  const attached = attachmentsText(rowsAt(rowAt(post.row, 'props'), 'attachments'), names);
  // Calls have the same text twice.
  const attachments = attached === text ? '' : attached;
  const content = [text, attachments, callText(references.say, post.row), ...files]
    .filter((part) => part !== '')
    .join('\n');
  return textAt(post.row, 'type') === 'me' ? `/me ${content.replace(/^\*(.*)\*$/s, '$1')}` : content;
}

/** @returns how long a call was; '' for other posts. */
function callText(t: Say, row: Row): string {
  if (textAt(row, 'type') !== 'custom_calls') return '';
  const props = rowAt(row, 'props');
  const [start, end] = [numberAt(props, 'start_at') ?? 0, numberAt(props, 'end_at') ?? 0];
  const count = Math.max(1, Math.round((end - start) / 60_000));
  return start > 0 && end > start ? t('{{count}} minutes', { count, defaultValue_one: '{{count}} minute' }) : '';
}

interface Making {
  reading: MattermostReading;
  post: Post;
  mentioned: ReadonlySet<SourceId>;
  content: string;
  to: MessageRecord['to'];
}

/** One record, or several for a text that is longer than a message. */
function* parts({ reading: { team, report }, post, mentioned, content, to }: Making): Generator<MessageRecord> {
  const texts = content === '' ? [] : messageParts(content);
  const place = { file: team.file, line: post.line };
  if (texts.length > 1)
    report({ ...place, what: phrase('The message is too long; it is several messages.'), done: 'changed' });
  const starred = textsAt(post.row, 'flagged_by').map((name) => name.toLowerCase());
  for (const [i, text] of texts.entries())
    yield {
      kind: 'message',
      ...place,
      id: i === 0 ? post.id : `${post.id}/part ${i + 1}`,
      sender: post.sender,
      to,
      content: text,
      at: post.at / 1000,
      client: 'Mattermost',
      edited: secondsOf(numberAt(post.row, 'edit_at')) ?? null,
      history: [],
      flags: [
        ...[...mentioned].map((user) => ({ user, flags: ['mentioned' as const] })),
        ...(i === 0 ? starred : [])
          .filter((user) => team.users.has(user))
          .map((user) => ({ user, flags: ['starred' as const] })),
      ],
      receivedBy: null,
      // The export does not say who pinned it.
      ...(i === 0 && flagAt(post.row, 'is_pinned') && { pin: { by: post.sender, isToChannel: true } }),
    };
}

/** Yields reactions by user. */
export async function* mattermostReactions(reading: MattermostReading): AsyncGenerator<TeamRecord> {
  const { team, references, path, report } = reading;
  if (team.reactions === 0) return;
  for await (const post of postsOf(path, team, isWanted(reading))) {
    if (references.idOf('message', post.id) === undefined) continue;
    const given = new Set<string>();
    for (const reaction of rowsAt(post.row, 'reactions')) {
      const [user, name] = [textAt(reaction, 'user').toLowerCase(), textAt(reaction, 'emoji_name')];
      const problem = (what: Phrase): void => report({ file: team.file, line: post.line, what, done: 'left out' });
      const isCustom = references.idOf('emoji', name) !== undefined;
      const known = isCustom ? { name, code: name } : reactionEmoji(name);
      if (known === undefined) problem(phrase('The emoji of a reaction is not in the export.'));
      else if (user === '') problem(phrase('The reaction has no user.'));
      else if (!given.has(`${user} ${known.code}`)) {
        given.add(`${user} ${known.code}`);
        const emojiType = isCustom ? 'realm_emoji' : 'unicode_emoji';
        yield {
          kind: 'reaction',
          file: team.file,
          line: post.line,
          message: post.id,
          user,
          emojiName: known.name,
          emojiCode: known.code,
          emojiType,
        };
      }
    }
  }
}

const tones = ['light', 'medium_light', 'medium', 'medium_dark', 'dark'];

/** Mattermost writes skin tones as words: `wave_medium_dark_skin_tone`. */
function reactionEmoji(name: string): { name: string; code: string } | undefined {
  const [, plain = name, tone = ''] = /^(.+?)_(light|medium_light|medium|medium_dark|dark)_skin_tone$/.exec(name) ?? [];
  return standardEmoji(plain, tone === '' ? 0 : tones.indexOf(tone) + 2);
}
