/** Writes what hangs on messages of an import, reactions and votes, and what is sent later. */
import { z } from 'zod';
import { setHasReaction } from '../../domain/messages/rows.ts';
import { parsedJson } from '../../domain/messages/widget-data.ts';
import { insertScheduled, markFailed, maxReminderNoteLength } from '../../domain/scheduled/rows.ts';
import { phrase } from '../../translation.ts';
import { MessageTexts } from './message-texts.ts';
import type { ReminderRecord } from './personal-records.ts';
import type { ReactionRecord, ScheduledRecord, SubmessageRecord } from './records.ts';
import { sourceNumber, type Team } from './team.ts';

const keyed = z.looseObject({ type: z.enum(['vote', 'strike']), key: z.string() });

export class HangingWriter {
  readonly #team: Team;
  readonly #texts: MessageTexts;
  /** The newest message before this import. */
  readonly #newest: number;
  /** Ids of imported submessages, by those of the source. */
  readonly #submessages = new Map<string, number>();

  constructor(team: Team, newest: number) {
    this.#team = team;
    this.#texts = new MessageTexts(team);
    this.#newest = newest;
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
      team.problem(record, phrase('The message or the user of a reaction was not imported.'), 'left out');
      return;
    }
    const code =
      record.emojiType === 'realm_emoji' ? team.ids.find('emoji', sourceNumber(record.emojiCode)) : record.emojiCode;
    const isGood = record.emojiType === 'realm_emoji' || /^[0-9a-f]+(?:-[0-9a-f]+)*$/.test(record.emojiCode);
    if (code === undefined || !isGood || record.emojiType === 'zulip_extra_emoji') {
      team.problem(record, phrase('The emoji of a reaction is not known here.'), 'left out');
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
      team.problem(record, phrase('The message or the user of a vote was not imported.'), 'left out');
    else {
      const id = team.insert('submessages', {
        message_id: message,
        sender_id: sender,
        msg_type: record.type,
        content: this.#withNewIds(record.content),
      });
      if (record.id !== undefined && id !== undefined) this.#submessages.set(String(record.id), id);
    }
  }

  /**
   * Keys of votes and strikes name the user who added the option or task: "7,1" and "1,7". A third number is the submessage that
   * added it, where its key was taken (widget.ts of the chat).
   */
  #withNewIds(content: string): string {
    const said = parsedJson(content);
    const { data } = keyed.safeParse(said);
    if (data === undefined) return content;
    const { type, key, ...rest } = data;
    const parts = key.split(',');
    const at = type === 'vote' ? 0 : 1;
    const user = this.#team.ids.find('user', sourceNumber(parts[at] ?? ''));
    if (user === undefined) return content;
    const renumbered = parts.with(at, String(user));
    const adding = this.#submessages.get(parts[2] ?? '');
    if (adding !== undefined) renumbered[2] = String(adding);
    return JSON.stringify({ type, key: renumbered.join(','), ...rest });
  }

  writeScheduled(record: ScheduledRecord): void {
    const team = this.#team;
    if (team.ids.find('scheduled', record.id) !== undefined) return;
    const sender = this.#texts.user(record.sender);
    if (sender === undefined) {
      team.problem(record, phrase('The sender of a scheduled message is not in the file.'), 'left out');
      return;
    }
    const where = this.#texts.where(record, sender);
    const content = this.#texts.content(record);
    if (where === undefined || content === undefined) return;
    const { rendered } = this.#texts.render(record, content, sender, where);
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
    this.#settle(id, record);
  }

  writeReminder(record: ReminderRecord): void {
    const team = this.#team;
    if (team.ids.find('reminder', record.id) !== undefined || team.ids.wasImported('user', record.user)) return;
    const user = this.#texts.user(record.user);
    const message = team.ids.find('message', record.message);
    const content = this.#texts.content(record);
    if (user === undefined || message === undefined) {
      team.problem(record, phrase('The message or the user of a reminder was not imported.'), 'left out');
      return;
    }
    if (content === undefined) return;
    const where = { users: [user.id], recipient: 0 };
    const id = insertScheduled(team.tx, {
      sender_id: user.id,
      kind: 'reminder',
      type: 'private',
      recipients: JSON.stringify([user.id]),
      topic: '',
      content,
      rendered_content: this.#texts.render(record, content, user, where).rendered.html,
      client: record.client,
      read_by_sender: 0,
      scheduled_delivery_timestamp: Math.floor(record.at),
      reminder_target_message_id: message,
      note: [...record.note].slice(0, maxReminderNoteLength).join(''),
    });
    team.ids.note('reminder', record.id, id, true);
    this.#settle(id, record);
  }

  /** An import sends nothing: what was due is looked at by its author first. */
  #settle(id: number, { at, failure }: Pick<ScheduledRecord, 'at' | 'failure'>): void {
    const { tx, now } = this.#team;
    if (failure !== null) markFailed(tx, id, failure);
    else if (at <= now) markFailed(tx, id, 'It was due before the team was imported.');
  }
}
