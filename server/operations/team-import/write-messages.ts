/** Writes messages with their past, flags and files. Everything is read, no one is notified. */
import { findAttachmentByPath, pathIdOf, shareInMessage } from '../../domain/attachments/rows.ts';
import { linkToPages, removePages } from '../../domain/link-previews/rows.ts';
import { flagBits } from '../../domain/messages/flags/flags.shared.ts';
import { foldedHistory, maxEdits, maxHistoryLength, type HistoryEntry } from '../../domain/messages/history-rules.ts';
import { insertImported } from '../../domain/messages/imported-rows.ts';
import { insertPin } from '../../domain/messages/pin-rows.ts';
import type { MessageRow } from '../../domain/messages/rows.ts';
import type { UserRow } from '../../domain/users/rows.ts';
import type { RenderedMessage } from '../../markdown/render.ts';
import { resolvedPrefix } from '../../narrow/predicate.ts';
import { phrase } from '../../translation.ts';
import { MessageTexts, type Where } from './message-texts.ts';
import type { FlagName, MessageRecord } from './records.ts';
import type { SpanWriter } from './spans.ts';
import { pastTime, type Team } from './team.ts';

export class MessageWriter {
  readonly #team: Team;
  readonly #spans: SpanWriter;
  readonly #texts: MessageTexts;
  /** The newest message before this import. */
  readonly #newest: number;

  constructor(team: Team, spans: SpanWriter, newest: number) {
    this.#team = team;
    this.#spans = spans;
    this.#texts = new MessageTexts(team);
    this.#newest = newest;
  }

  write(record: MessageRecord): void {
    const team = this.#team;
    const known = team.ids.find('message', record.id);
    if (known !== undefined) {
      if (known > this.#newest) team.problem(record, phrase('Two messages have one id.'), 'left out');
      return;
    }
    const sender = this.#texts.user(record.sender);
    if (sender === undefined) {
      team.problem(record, phrase('The sender of the message is not in the file.'), 'left out');
      return;
    }
    const where = this.#texts.where(record, sender);
    const content = this.#texts.content(record);
    if (where === undefined || content === undefined) return;
    const rendered = this.#texts.render(record, content, sender, where);
    const row = this.#row(record, sender, where, rendered);
    const id = insertImported(team.tx, row, team.ids.wanted('messages', record.id));
    team.ids.noteMessage(record.id, id);
    team.counts.messages += 1;
    if ('channel' in where) this.#receive(record, where.channel.id, id);
    else team.counts.direct_messages += 1;
    this.#writeFlags(record, id);
    if ('channel' in where) this.#pin(record, { id, channel: where.channel.id, sender: sender.id });
    const removed = record.removedPreviews ?? [];
    linkToPages(team.tx, id, removed);
    if (removed.length > 0) removePages(team.tx, id);
    for (const file of this.#filesOf(record, rendered.rendered, sender)) shareInMessage(team.tx, file, id);
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
    if (record.at >= this.#team.now + 1)
      this.#team.problem(record, phrase('The message has a time to come; the time of the import is used.'), 'changed');
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
      has_attachment: Number(record.hasAttachment === true || this.#filesOf(record, rendered, sender).length > 0),
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
      const earlier =
        edit.previousContent === undefined ? undefined : this.#texts.earlier(edit.previousContent, record);
      const entry: HistoryEntry = {
        user_id: user ?? sender.id,
        timestamp: pastTime(edit.at, this.#team.now),
        ...(earlier !== undefined && {
          prev_content: earlier,
          prev_rendered_content: this.#texts.render(
            {
              file: record.file,
              line: record.line,
              ...(edit.previousHtml !== undefined && { earlierHtml: edit.previousHtml }),
            },
            earlier,
            sender,
            where,
          ).rendered.html,
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

  #pin(record: MessageRecord, { id, channel, sender }: { id: number; channel: number; sender: number }): void {
    const { pin } = record;
    if (pin === undefined) return;
    insertPin(this.#team.tx, {
      message_id: id,
      stream_id: channel,
      pinned_to: pin.isToChannel ? channel : null,
      pinned_by: this.#team.ids.find('user', pin.by) ?? sender,
      pinned_at: pastTime(pin.at ?? record.at, this.#team.now),
    });
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
