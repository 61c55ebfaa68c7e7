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
  /** None: all. */
  types: readonly string[];
  channelId: number | null;
  /** Lower case. */
  text: string;
}

/** What entries are searched by, made once each. */
const searchTexts = new WeakMap<EventEntry, string>();
const channels = new WeakMap<EventEntry, ReadonlySet<number>>();

export function passes(entry: EventEntry, { types, channelId, text }: EventFilter): boolean {
  if (types.length > 0 && !types.includes(entry.type)) return false;
  if (channelId !== null && !channelsOf(entry).has(channelId)) return false;
  if (text === '') return true;
  const known = searchTexts.get(entry) ?? JSON.stringify(entry.event).toLowerCase();
  searchTexts.set(entry, known);
  return known.includes(text);
}

const channelKeys = /^(stream_id|channel_id|new_stream_id|orig_stream_id|stream_ids|channel_ids)$/;

/** The channels that an event is about: wherever its parts name one. */
export function channelsOf(entry: EventEntry): ReadonlySet<number> {
  const known = channels.get(entry);
  if (known !== undefined) return known;
  const found = new Set<number>();
  const look = (value: unknown): void => {
    if (typeof value !== 'object' || value === null) return;
    for (const [key, part] of Object.entries(value)) {
      if (!channelKeys.test(key)) look(part);
      else for (const id of Array.isArray(part) ? part : [part]) if (typeof id === 'number') found.add(id);
    }
  };
  look(entry.event);
  channels.set(entry, found);
  return found;
}
