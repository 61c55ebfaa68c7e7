/** Records of the messages of an export of Slack, and of their reactions: each thread is a topic. */
import { phrase, type Phrase } from '../../translation.ts';
import { numberAt, rowAt, rowsAt, secondsOf, textAt, textsAt } from './fields.ts';
import { standardEmoji } from './other-emoji.ts';
import type { SourceId } from './personal-records.ts';
import type { MessageRecord, ReactionRecord } from './records.ts';
import type { ReportProblem } from './report.ts';
import { callText, filesOf, goneFilesOf, slackMessages, type SlackMessage } from './slack-messages.ts';
import { isWanted, type SlackReading } from './slack-records.ts';
import { accountOf, threadKey } from './slack-scan.ts';
import type { SlackTeam } from './slack-team.ts';
import { slackContent, slackNames, topicNames, type TextContext } from './slack-text.ts';
import { messageParts, repliesLink, TopicNames } from './threads.ts';

const quietly: ReportProblem = () => undefined;

/** Yields messages by time: replies in the topic of their thread, its first message and all others in the main topic. */
export async function* slackMessageRecords(reading: SlackReading): AsyncGenerator<MessageRecord> {
  const { archive, team, choices, references, report } = reading;
  const threads = new Threads(reading);
  for await (const message of slackMessages({ archive, team, report, isWanted: (one) => isWanted(choices, one) })) {
    const mentioned = new Set<SourceId>();
    const context = textContext(reading);
    const call = callText(
      references.say,
      message,
      (user) => references.user(user, true) ?? context.nameOf(user) ?? user,
    );
    const text = call || slackContent(message.row, slackNames(context, mentioned));
    const content = [text.trimEnd(), ...fileLines(reading, message)].filter((part) => part !== '').join('\n');
    if (content === '') {
      const what = phrase('The message has no text and no files.');
      report({ file: message.file, line: message.line, what, done: 'left out' });
      continue;
    }
    const made = { reading, message, mentioned };
    const { conversation, thread } = message;
    const id = threadKey(conversation.id, message.ts);
    if (conversation.kind === 'direct') {
      const users = conversation.members.filter((user) => user !== accountOf(team, message.sender));
      yield* parts({ ...made, id, content, to: { users } });
      continue;
    }
    const main = { channel: conversation.id, topic: choices.mainTopic };
    if (thread === undefined)
      yield* parts({ ...made, id, content: `${content}${threads.linkFrom(message)}`, to: main });
    else {
      yield* parts({ ...made, id, content, to: { channel: conversation.id, topic: threads.topicOf(message, thread) } });
      if (message.isBroadcast) yield* parts({ ...made, id: `${id}/channel`, content, to: main });
    }
  }
}

function textContext({ team, references }: SlackReading): TextContext {
  return {
    references,
    nameOf: (id) => team.users.get(id)?.name ?? team.conversations.get(id)?.name,
    emojiNamed: (name) => aliasOf(team, name),
    isCustomEmoji: (name) => references.idOf('emoji', name) !== undefined,
  };
}

/** An alias of an alias leads on; one that leads in a circle is its own name. */
function aliasOf({ emoji }: SlackTeam, given: string): string {
  let name = given;
  for (let step = 0; step < 5; step += 1) {
    const next = /^alias:(.+)$/.exec(emoji.get(name) ?? '')?.[1];
    if (next === undefined) return name;
    name = next;
  }
  return given;
}

/** Links to files that were imported, and to Slack for the others. */
function fileLines({ references, report }: SlackReading, message: SlackMessage): string[] {
  const { file, line } = message;
  for (let gone = goneFilesOf(message); gone > 0; gone -= 1)
    report({ file, line, what: phrase('The file was deleted in Slack, or is hidden there.'), done: 'left out' });
  return filesOf(message).map(({ id, name, page }) => {
    const shown = name.replaceAll(/[[\]\\]/g, '');
    const own = references.file(id);
    if (own !== undefined) return `[${shown}](${own})`;
    report({
      file,
      line,
      what: phrase('The file is not in the export; the message links to it in Slack.'),
      done: 'changed',
    });
    return /^https:\/\/\S+$/.test(page) ? `[${shown}](${page.replaceAll('(', '%28').replaceAll(')', '%29')})` : shown;
  });
}

/** Topics of threads, named when their first message comes. */
class Threads {
  readonly #reading: SlackReading;
  readonly #names: TopicNames;
  readonly #topics = new Map<string, string>();

  constructor(reading: SlackReading) {
    this.#reading = reading;
    this.#names = new TopicNames(reading.choices.mainTopic);
  }

  /** @param thread the time of its first message. */
  topicOf(message: SlackMessage, thread: string): string {
    const key = threadKey(message.conversation.id, thread);
    const known = this.#topics.get(key);
    if (known !== undefined) return known;
    const words = slackContent(message.row, topicNames(textContext(this.#reading)));
    const day = new Date(Number(thread) * 1000 || 0).toISOString().slice(0, 10);
    const name = filesOf(message)[0]?.name ?? `Thread of ${day}`;
    const topic = this.#names.take(message.conversation.id, words, name);
    this.#topics.set(key, topic);
    return topic;
  }

  /** @returns lines behind the first message of a thread that lead to its topic; '' for other messages */
  linkFrom(message: SlackMessage): string {
    const { scan, references } = this.#reading;
    const { id, name } = message.conversation;
    const count = scan.replies.get(threadKey(id, message.ts)) ?? 0;
    const channel = references.idOf('channel', id);
    if (count === 0 || channel === undefined) return '';
    return repliesLink(references.say, { id: channel, name }, this.topicOf(message, message.ts), count);
  }
}

interface Making {
  reading: SlackReading;
  message: SlackMessage;
  mentioned: ReadonlySet<SourceId>;
  id: string;
  content: string;
  to: MessageRecord['to'];
}

/** One record, or several for a text that is longer than a message. */
function* parts({ reading, message, mentioned, id, content, to }: Making): Generator<MessageRecord> {
  const { team, report } = reading;
  const { file, line, at, row, conversation } = message;
  const texts = messageParts(content);
  if (texts.length > 1)
    report({ file, line, what: phrase('The message is too long; it is several messages.'), done: 'changed' });
  const pinnedBy = textAt(rowAt(row, 'pinned_info'), 'pinned_by') || conversation.pins.get(message.ts);
  const isPinned = pinnedBy !== undefined && pinnedBy !== '';
  // Direct messages have no pins here.
  const starrer = isPinned && 'users' in to && team.users.has(pinnedBy) ? [pinnedBy] : [];
  for (const [i, text] of texts.entries())
    yield {
      kind: 'message',
      file,
      line,
      id: i === 0 ? id : `${id}/${i + 1}`,
      sender: accountOf(team, message.sender),
      to,
      content: text,
      at,
      client: 'Slack',
      edited: secondsOf(numberAt(rowAt(row, 'edited'), 'ts')) ?? null,
      history: [],
      flags: [
        ...[...mentioned].map((user) => ({ user, flags: ['mentioned' as const] })),
        ...(i === 0 ? starrer : []).map((user) => ({ user, flags: ['starred' as const] })),
      ],
      receivedBy: null,
      ...(i === 0 && isPinned && 'channel' in to && { pin: { by: pinnedBy, isToChannel: true } }),
    };
}

/** Yields reactions by user; an alias is the emoji that it stands for. */
export async function* slackReactions(reading: SlackReading): AsyncGenerator<ReactionRecord> {
  const { archive, team, scan, choices, references, report } = reading;
  if (scan.reactions === 0) return;
  for await (const message of slackMessages({
    archive,
    team,
    report: quietly,
    isWanted: (one) => isWanted(choices, one),
  })) {
    const id = threadKey(message.conversation.id, message.ts);
    if (references.idOf('message', id) === undefined) continue;
    const given = new Set<string>();
    for (const reaction of rowsAt(message.row, 'reactions')) {
      const problem = (what: Phrase): void =>
        report({ file: message.file, line: message.line, what, done: 'left out' });
      const emoji = reactionEmoji(reading, textAt(reaction, 'name'));
      if (emoji === undefined) problem(phrase('The emoji of a reaction is not in the export.'));
      const users = textsAt(reaction, 'users');
      if ((numberAt(reaction, 'count') ?? 0) > users.length)
        problem(phrase('The export does not name all users of a reaction.'));
      for (const user of emoji === undefined ? [] : users) {
        const key = `${user} ${emoji?.emojiCode ?? ''}`;
        if (!given.has(key) && emoji !== undefined)
          yield { kind: 'reaction', file: message.file, line: message.line, message: id, user, ...emoji };
        given.add(key);
      }
    }
  }
}

function reactionEmoji(
  { team, references }: SlackReading,
  given: string,
): Pick<ReactionRecord, 'emojiName' | 'emojiCode' | 'emojiType'> | undefined {
  const [, plain = given, tone = '0'] = /^(.+?)::skin-tone-([2-6])$/.exec(given) ?? [];
  const name = aliasOf(team, plain);
  if (references.idOf('emoji', name) !== undefined)
    return { emojiName: name, emojiCode: name, emojiType: 'realm_emoji' };
  const known = standardEmoji(name, Number(tone));
  return known && { emojiName: known.name, emojiCode: known.code, emojiType: 'unicode_emoji' };
}
