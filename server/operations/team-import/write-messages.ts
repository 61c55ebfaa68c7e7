/** Writes messages with their past, flags and files; reactions, votes, and what is sent later. Everything is read, nobody is notified. */
import { findAttachmentByPath, pathIdOf, shareInMessage } from '../../domain/attachments/rows.ts';
import { findChannel, type ChannelRow } from '../../domain/channels/rows.ts';
import { flagBits } from '../../domain/messages/flags.ts';
import { foldedHistory, maxEdits, maxHistoryLength, type HistoryEntry } from '../../domain/messages/history-rules.ts';
import { findDirectRecipient } from '../../domain/messages/direct-recipients.ts';
import { markdownContext } from '../../domain/messages/markdown-context.ts';
import { fenced } from '../../domain/messages/quotes.ts';
import { insertImported, setHasReaction, type MessageRow } from '../../domain/messages/rows.ts';
import { insertDirectRecipient } from '../../domain/recipients/rows.ts';
import { insertScheduled, markFailed } from '../../domain/scheduled/rows.ts';
import { findUser, type UserRow } from '../../domain/users/rows.ts';
import { topicFromRequest } from '../../events/topic-name.ts';
import { renderMessage, type RenderedMessage } from '../../markdown/render.ts';
import { isSeen, withoutUnreadable } from '../../names.ts';
import { resolvedPrefix } from '../../narrow/predicate.ts';
import type { FlagName, MessageRecord, ReactionRecord, ScheduledRecord, SubmessageRecord } from './records.ts';
import type { SpanWriter } from './spans.ts';
import { pastTime, type Team } from './team.ts';
import { sourceNumber } from './write-people.ts';

/** Of one message, in characters: longer ones of other chats are whole, up to this. */
const mostContent = 100_000;

type Where = { channel: ChannelRow; topic: string } | { users: number[]; recipient: number };

export class MessageWriter {
  readonly #team: Team;
  readonly #spans: SpanWriter;
  /** The newest message before this import. */
  readonly #newest: number;

  constructor(team: Team, spans: SpanWriter, newest: number) {
    this.#team = team;
    this.#spans = spans;
    this.#newest = newest;
  }

  write(record: MessageRecord): void {
    const team = this.#team;
    const known = team.ids.find('message', record.id);
    if (known !== undefined) {
      if (known > this.#newest) team.problem(record, 'Two messages have one id.', 'left out');
      return;
    }
    const sender = this.#user(record.sender);
    if (sender === undefined) {
      team.problem(record, 'The sender of the message is not in the file.', 'left out');
      return;
    }
    const where = this.#where(record, sender);
    const content = this.#content(record);
    if (where === undefined || content === undefined) return;
    const rendered = this.#render(record, content, sender, where);
    const row = this.#row(record, sender, where, rendered);
    const id = insertImported(team.tx, row, team.ids.wanted('messages', record.id));
    team.ids.noteMessage(record.id, id);
    team.counts.messages += 1;
    if ('channel' in where) this.#receive(record, where.channel.id, id);
    else team.counts.direct_messages += 1;
    this.#writeFlags(record, id);
    for (const file of this.#filesOf(record, rendered.rendered, sender)) shareInMessage(team.tx, file, id);
  }

  #user(source: MessageRecord['sender']): UserRow | undefined {
    const id = this.#team.ids.find('user', source);
    return id === undefined ? undefined : findUser(this.#team.tx, id);
  }

  #where({ to, ...place }: Pick<MessageRecord, 'to' | 'file' | 'line'>, sender: UserRow): Where | undefined {
    const team = this.#team;
    if ('channel' in to) {
      const id = team.ids.find('channel', to.channel);
      const channel = id === undefined ? undefined : findChannel(team.tx, id);
      if (channel === undefined) team.problem(place, 'The channel of the message is not in the file.', 'left out');
      return channel && { channel, topic: this.#topic(to.topic, place) };
    }
    const users = to.users.map((user) => team.ids.find('user', user));
    const all = [...new Set([...users.filter((id) => id !== undefined), sender.id])].toSorted((a, b) => a - b);
    if (users.includes(undefined)) {
      team.problem(place, 'A recipient of the direct message is not in the file.', 'left out');
      return undefined;
    }
    const recipient = findDirectRecipient(team.tx, all) ?? insertDirectRecipient(team.tx, all.join(','), all);
    return { users: all, recipient };
  }

  #topic(given: string, place: Pick<MessageRecord, 'file' | 'line'>): string {
    const most = this.#team.services.options.limits.maxTopicLength;
    const topic = topicFromRequest(given);
    if (topic === '') return '';
    const repaired = [...withoutUnreadable(topic)].slice(0, most).join('').trim();
    if (repaired !== topic) this.#team.problem(place, 'The topic of the message is too long or cannot be read; it is shortened.', 'changed');
    return isSeen(repaired) ? repaired : '';
  }

  #content(record: Pick<MessageRecord, 'content' | 'file' | 'line'>): string | undefined {
    const content = record.content.replaceAll('\0', '').trimEnd().replace(/^\n+/, '');
    if (!isSeen(content)) {
      this.#team.problem(record, 'The message has no content.', 'left out');
      return undefined;
    }
    if (content.length <= mostContent) return content;
    this.#team.problem(record, 'The message is too long, and is cut.', 'changed');
    return [...content.slice(0, mostContent * 2)].slice(0, mostContent).join('');
  }

  #render(
    record: Pick<MessageRecord, 'earlierHtml' | 'file' | 'line'>,
    content: string,
    sender: UserRow,
    where: Where,
  ): { content: string; rendered: RenderedMessage } {
    const viewing = { ...this.#team.acting, user: sender };
    const place = 'channel' in where ? { channelId: where.channel.id } : { isDirect: true };
    const context = markdownContext(viewing, place);
    const earlier = record.earlierHtml === undefined ? {} : { earlierHtml: record.earlierHtml };
    const rendered = renderMessage(content, { ...context, ...earlier });
    if (!rendered.isTooLarge) return { content, rendered };
    this.#team.problem(record, 'The message is too large to be shown; it is shown as code.', 'changed');
    const code = fenced('text', content);
    return { content: code, rendered: renderMessage(code, context) };
  }

  #row(
    record: MessageRecord,
    sender: UserRow,
    where: Where,
    { content, rendered }: { content: string; rendered: RenderedMessage },
  ): Omit<MessageRow, 'id' | 'topic_key' | 'has_reaction'> {
    const topic = 'channel' in where ? where.topic : '';
    const history = this.#history(record, sender, where, topic);
    // A history says more than the time of the last change, which may have been a move.
    const edited =
      history.length === 0
        ? timeOrNull(record.edited)
        : (history.find((entry) => entry.prev_content !== undefined)?.timestamp ?? null);
    const moved = history.find(isMoved)?.timestamp ?? null;
    const text = JSON.stringify(history);
    const isLong = history.length > maxEdits || text.length > maxHistoryLength;
    return {
      sender_id: sender.id,
      recipient_id: 'channel' in where ? where.channel.recipient_id : where.recipient,
      stream_id: 'channel' in where ? where.channel.id : null,
      topic,
      content,
      rendered_content: rendered.html,
      timestamp: pastTime(record.at, this.#team.now),
      client: record.client === '' ? 'Import' : record.client,
      is_me_message: Number(rendered.isMeMessage),
      has_link: Number(rendered.hasLink),
      has_image: Number(rendered.hasImage),
      has_attachment: Number(this.#filesOf(record, rendered, sender).length > 0),
      last_edit_timestamp: edited,
      last_moved_timestamp: moved,
      edit_history: history.length === 0 ? null : isLong ? foldedHistory(text) : text,
    };
  }

  #history(record: MessageRecord, sender: UserRow, where: Where, topic: string): HistoryEntry[] {
    const { ids } = this.#team;
    let after = topic;
    return record.history.flatMap((edit) => {
      const user = edit.user === null ? undefined : ids.find('user', edit.user);
      const [from, to] = [edit.previousChannel, edit.channel].map((id) =>
        id === undefined ? undefined : ids.find('channel', id),
      );
      const previous = edit.previousTopic;
      const entry: HistoryEntry = {
        user_id: user ?? sender.id,
        timestamp: pastTime(edit.at, this.#team.now),
        ...(edit.previousContent !== undefined && {
          prev_content: edit.previousContent,
          prev_rendered_content: this.#render(record, edit.previousContent, sender, where).rendered.html,
        }),
        ...(from !== undefined && to !== undefined && { prev_stream: from, stream: to }),
        ...(previous !== undefined && { prev_topic: previous, topic: edit.topic ?? after }),
      };
      if (previous !== undefined) after = previous;
      return Object.keys(entry).length > 2 ? [entry] : [];
    });
  }

  #receive(record: MessageRecord, channel: number, id: number): void {
    const users = record.receivedBy?.flatMap((user) => this.#team.ids.find('user', user) ?? []) ?? null;
    this.#spans.receive(channel, id, users);
  }

  #writeFlags(record: MessageRecord, id: number): void {
    const team = this.#team;
    for (const { user, flags } of record.flags) {
      const userId = team.ids.find('user', user);
      const bits = flags.reduce((sum, name) => sum | bitOf(name), 0);
      if (userId !== undefined && bits !== 0)
        team.insert('message_flags', { user_id: userId, message_id: id, flags: bits }, 'OR IGNORE');
    }
  }

  /** Uploads that the source says it shares; without that those of its sender to which it links. */
  #filesOf(record: MessageRecord, rendered: RenderedMessage, sender: UserRow): number[] {
    const { ids, tx } = this.#team;
    const found =
      record.files?.map((file) => ids.find('file', file)) ??
      rendered.uploadPaths.map((path) => {
        const row = findAttachmentByPath(tx, pathIdOf(path));
        return row?.owner_id === sender.id ? row.id : undefined;
      });
    return [...new Set(found.filter((id) => id !== undefined))];
  }

  /** The message of a record that hangs on it; undefined for one that was here before, or is not there. */
  #newMessage(source: ReactionRecord['message']): number | undefined {
    const id = this.#team.ids.find('message', source);
    const isNew = id !== undefined && id > this.#newest;
    return isNew && this.#team.tx.get('SELECT 1 FROM messages WHERE id = ?', id) !== undefined ? id : undefined;
  }

  /** Whether an earlier import brought the message: then it stays as it is here. */
  #isOld(source: ReactionRecord['message']): boolean {
    const id = this.#team.ids.find('message', source);
    return id !== undefined && id <= this.#newest;
  }

  writeReaction(record: ReactionRecord): void {
    const team = this.#team;
    if (this.#isOld(record.message)) return;
    const [message, user] = [this.#newMessage(record.message), team.ids.find('user', record.user)];
    if (message === undefined || user === undefined) {
      team.problem(record, 'The message or the user of a reaction was not imported.', 'left out');
      return;
    }
    const code =
      record.emojiType === 'realm_emoji' ? team.ids.find('emoji', sourceNumber(record.emojiCode)) : record.emojiCode;
    const isGood = record.emojiType === 'realm_emoji' || /^[0-9a-f]+(?:-[0-9a-f]+)*$/.test(record.emojiCode);
    if (code === undefined || !isGood || record.emojiType === 'zulip_extra_emoji') {
      team.problem(record, 'The emoji of a reaction is not known here.', 'left out');
      return;
    }
    const added = team.insert(
      'reactions',
      {
        message_id: message,
        user_id: user,
        emoji_name: record.emojiName,
        emoji_code: String(code),
        reaction_type: record.emojiType,
      },
      'OR IGNORE',
    );
    if (added === undefined) return;
    setHasReaction(team.tx, message, true);
    team.counts.reactions += 1;
  }

  writeSubmessage(record: SubmessageRecord): void {
    const team = this.#team;
    if (this.#isOld(record.message)) return;
    const [message, sender] = [this.#newMessage(record.message), team.ids.find('user', record.sender)];
    if (message === undefined || sender === undefined)
      team.problem(record, 'The message or the user of a vote was not imported.', 'left out');
    else team.insert('submessages', { message_id: message, sender_id: sender, msg_type: record.type, content: record.content });
  }

  writeScheduled(record: ScheduledRecord): void {
    const team = this.#team;
    if (team.ids.find('scheduled', record.id) !== undefined) return;
    const sender = this.#user(record.sender);
    if (sender === undefined) {
      team.problem(record, 'The sender of a scheduled message is not in the file.', 'left out');
      return;
    }
    const where = this.#where(record, sender);
    const content = this.#content(record);
    if (where === undefined || content === undefined) return;
    const { rendered } = this.#render(record, content, sender, where);
    const others = 'users' in where ? where.users.filter((id) => id !== sender.id) : [];
    const id = insertScheduled(team.tx, {
      sender_id: sender.id,
      kind: 'message',
      type: 'channel' in where ? 'stream' : 'private',
      recipients: JSON.stringify('channel' in where ? where.channel.id : others.length > 0 ? others : [sender.id]),
      topic: 'channel' in where ? where.topic : '',
      content,
      rendered_content: rendered.html,
      client: record.client,
      read_by_sender: null,
      scheduled_delivery_timestamp: Math.floor(record.at),
      reminder_target_message_id: null,
      note: null,
    });
    team.ids.note('scheduled', record.id, id, true);
    // An import sends nothing: its author looks at it first.
    if (record.failure !== null) markFailed(team.tx, id, record.failure);
    else if (record.at <= team.now) markFailed(team.tx, id, 'It was due before the team was imported.');
  }
}

const bitOf = (name: FlagName): number => (name === 'historical' ? 0 : flagBits[name]);

const timeOrNull = (at: number | null): number | null => (at === null ? null : Math.floor(at));

/** A change of channel, or of the topic's name beyond the mark of a resolved one. */
const isMoved = ({ prev_stream: from, prev_topic: before, topic }: HistoryEntry): boolean =>
  from !== undefined ||
  (before !== undefined &&
    topic !== undefined &&
    topic !== `${resolvedPrefix}${before}` &&
    before !== `${resolvedPrefix}${topic}`);
