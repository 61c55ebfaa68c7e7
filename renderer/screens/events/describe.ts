/** One line about an event: what it says in short, and who is told. Pure. */
import type { EventEntry } from '../../activity.ts';

/** "message", "reaction add". */
export const titleOf = ({ type, op }: EventEntry): string => (op === null ? type : `${type} ${op}`);

/** Who is told, in words. */
export function audienceOf({ audience }: EventEntry, nameOf: (id: number) => string): string {
  const { everyone, public_channel: isPublic, user_count: count, user_ids: ids, except } = audience;
  if (everyone) return except.length === 0 ? 'everybody' : `everybody but ${except.map(nameOf).join(', ')}`;
  const who = count > 3 ? `${count} users` : ids.map(nameOf).join(', ');
  if (isPublic) return `${who === '' ? 'no subscriber' : who}, public channel`;
  return who === '' ? 'nobody' : who;
}

/** What it says, as far as it fits a line. */
export function gistOf(entry: EventEntry): string {
  const { event } = entry;
  const { message } = event as { message?: Record<string, unknown> };
  if (entry.type === 'message' && message !== undefined) {
    const sender = String(message['sender_full_name'] ?? '');
    if (entry.envelope_only) return `${sender}: private, content not shown`;
    const place =
      message['type'] === 'stream'
        ? `#${String(message['display_recipient'])} > ${String(message['subject'])}`
        : 'direct';
    return `${sender} in ${place}: ${String(message['content'])}`;
  }
  const { type: _type, op: _op, id: _id, ...rest } = event;
  const text = JSON.stringify(rest);
  if (entry.envelope_only) return `private, content not shown ${text === '{}' ? '' : text}`;
  return text.slice(0, 400);
}

export interface EventFilter {
  type: string | null;
  /** Lower case. */
  text: string;
}

/** Texts of entries for searching, made once each. */
const searchTexts = new WeakMap<EventEntry, string>();

export function passes(entry: EventEntry, { type, text }: EventFilter): boolean {
  if (type !== null && entry.type !== type) return false;
  if (text === '') return true;
  const known = searchTexts.get(entry) ?? JSON.stringify(entry.event).toLowerCase();
  searchTexts.set(entry, known);
  return known.includes(text);
}
