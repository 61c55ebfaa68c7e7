/** Rows of drafts, scheduled messages and reminders. Pure. */
import { direct, inChannel, type Conversation } from '../../client/state/conversation.ts';
import type { Draft, Reminder, ScheduledMessage } from '../../client/state/own.ts';
import { draftConversation, type LocalDrafts } from './drafts.ts';

export interface DraftRow {
  key: string;
  /** null: a user who wrote it has not said yet where it goes. */
  conversation: Conversation | null;
  text: string;
  /** UNIX seconds. */
  changedAt: number;
  /** Of the server's draft; null where only this browser has it. */
  id: number | null;
  /** It stands in the box of its conversation. */
  isInBox: boolean;
}

/** Every draft once: those that stand in a box here, and those of the server that stand in none. The newest first. */
export function draftRows(drafts: ReadonlyMap<number, Draft>, locals: LocalDrafts, me: number): DraftRow[] {
  const boxed = new Set([...locals.values()].map(({ serverId }) => serverId));
  const here = [...locals].flatMap(([key, { conversation, text, changedAt, serverId }]): DraftRow[] =>
    text.trim() === ''
      ? []
      : [{ key, conversation, text, changedAt: Math.floor(changedAt / 1000), id: serverId, isInBox: true }],
  );
  const elsewhere = [...drafts].flatMap(([id, draft]): DraftRow[] =>
    boxed.has(id)
      ? []
      : [
          {
            key: `draft ${id}`,
            conversation: draftConversation(draft, me),
            text: draft.content,
            changedAt: draft.timestamp ?? 0,
            id,
            isInBox: false,
          },
        ],
  );
  return [...here, ...elsewhere].toSorted((a, b) => b.changedAt - a.changedAt);
}

/** @returns where a message will go. */
export function scheduledConversation({ type, to, topic = '' }: ScheduledMessage, me: number): Conversation {
  const [first = 0, ...rest] = Array.isArray(to) ? to : [to];
  return type === 'stream' ? inChannel(first, topic) : direct([first, ...rest], me);
}

/** The next first; what failed stands before them, as it waits for its writer. */
export function scheduledRows(scheduled: ReadonlyMap<number, ScheduledMessage>): ScheduledMessage[] {
  return [...scheduled.values()].toSorted(
    (a, b) => Number(b.failed) - Number(a.failed) || a.scheduled_delivery_timestamp - b.scheduled_delivery_timestamp,
  );
}

/** The next first. */
export function reminderRows(reminders: ReadonlyMap<number, Reminder>): Reminder[] {
  return [...reminders.values()].toSorted((a, b) => a.scheduled_delivery_timestamp - b.scheduled_delivery_timestamp);
}

/** The note that a reminder was asked for with: its text begins with it (server/domain/scheduled/reminders.ts). */
export function noteOf({ content }: Reminder): string {
  const [, quoted = ''] = /^[^\n]* Note:\n((?:> [^\n]*\n?)+)/.exec(content) ?? [];
  return quoted.replaceAll(/^> /gm, '').trim();
}

const remindersByMessage = new WeakMap<ReadonlyMap<number, Reminder>, ReadonlyMap<number, number>>();

/** @returns when each message comes back next that does, in UNIX seconds, by its id; made once of the same reminders. */
export function nextReminders(reminders: ReadonlyMap<number, Reminder>): ReadonlyMap<number, number> {
  const known = remindersByMessage.get(reminders);
  if (known !== undefined) return known;
  const next = new Map<number, number>();
  for (const { reminder_target_message_id: id, scheduled_delivery_timestamp: at, failed } of reminders.values())
    if (!failed) next.set(id, Math.min(at, next.get(id) ?? at));
  remindersByMessage.set(reminders, next);
  return next;
}
