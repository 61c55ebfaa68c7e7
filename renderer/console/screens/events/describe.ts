/** One line about an event: what it says in short, and who is informed. Pure. */
import { folded } from '../../../client/fold.ts';
import { t } from '../../../client/text.ts';
import type { EventEntry } from '../../activity/activity.ts';

export type NameOf = (id: number) => string;

/** "message", "reaction add". */
export const titleOf = ({ type, op }: EventEntry): string => (op === null ? type : `${type} ${op}`);

/** Who is informed, in words. */
export function audienceOf({ audience }: EventEntry, nameOf: NameOf): string {
  const { everyone, public_channel: isPublic, user_count: count, user_ids: ids, except } = audience;
  if (everyone)
    return except.length === 0
      ? t('everyone')
      : t('everyone except {{except}}', { except: except.map(nameOf).join(', ') });
  const who = count > 3 ? t('{{count}} users', { count, defaultValue_one: '1 user' }) : ids.map(nameOf).join(', ');
  if (isPublic) return t('{{value}}, public channel', { value: who === '' ? t('no subscribers') : who });
  return who === '' ? t('no one') : who;
}

/** What it says, as far as it fits a line. */
export function gistOf(entry: EventEntry, nameOf: NameOf): string {
  const { event } = entry;
  const { message } = event as { message?: Record<string, unknown> };
  if (entry.type === 'message' && message !== undefined) {
    const sender = String(message['sender_full_name'] ?? '');
    if (entry.envelope_only) return t('{{sender}}: private, content hidden', { sender });
    const place =
      message['type'] === 'stream'
        ? `#${String(message['display_recipient'])} > ${String(message['subject'])}`
        : t('a direct message');
    return t('{{sender}} in {{place}}: {{message}}', { sender, place, message: String(message['content']) });
  }
  const told = entry.envelope_only ? undefined : gists[entry.type]?.(event, nameOf);
  if (told !== undefined) return told;
  const { type: _type, op: _op, id: _id, ...rest } = event;
  const text = JSON.stringify(rest);
  if (entry.envelope_only) return t('private, content hidden {{value}}', { value: text === '{}' ? '' : text });
  return text.slice(0, 400);
}

type Gist = (event: Record<string, unknown>, nameOf: NameOf) => string | undefined;

/** Of what happens most, in words; of the rest the JSON is short enough. undefined: not in the usual form. */
const gists: Record<string, Gist> = {
  reaction: ({ user_id: id, emoji_name: emoji, message_id: message }, nameOf) =>
    typeof id === 'number'
      ? t('{{name}} :{{emoji}}: on message {{message}}', {
          name: nameOf(id),
          emoji: String(emoji),
          message: String(message),
        })
      : undefined,
  console: ({ about }) =>
    typeof about === 'string' ? t('consoles reload: {{about}}', { about: about.replaceAll('_', ' ') }) : undefined,
  typing: ({ sender, topic }, nameOf) => {
    const { user_id: id } = (sender ?? {}) as { user_id?: unknown };
    if (typeof id !== 'number') return undefined;
    return typeof topic === 'string' ? t('{{name}} in the topic {{topic}}', { name: nameOf(id), topic }) : nameOf(id);
  },
  presence: ({ presences }, nameOf) =>
    typeof presences === 'object' && presences !== null
      ? Object.keys(presences)
          .map((id) => nameOf(Number(id)))
          .join(', ')
      : undefined,
  update_message: ({ user_id: id, message_id: message, content, subject, new_stream_id: moved }, nameOf) => {
    const changed = [
      ...(typeof content === 'string' ? [t('edited: {{content}}', { content })] : []),
      ...(typeof subject === 'string' ? [t('topic changed to {{subject}}', { subject })] : []),
      ...(typeof moved === 'number' ? [t('moved to another channel')] : []),
    ];
    if (changed.length === 0) return undefined;
    const by = typeof id === 'number' ? `${nameOf(id)}: ` : '';
    return t('{{by}}message {{message}} {{changed}}', { by, message: String(message), changed: changed.join(', ') });
  },
  restart: () => t('the server restarted or its data was replaced'),
  user_status: ({ user_id: id, status_text: text }, nameOf) =>
    typeof id === 'number' && typeof text === 'string'
      ? `${nameOf(id)}: ${text === '' ? t('no status') : text}`
      : undefined,
};

export interface EventFilter {
  /** None: all. */
  types: readonly string[];
  channelId: number | null;
  /** With what only asks consoles to read again, which comes of looking at the server. */
  withConsole: boolean;
  /** Folded, as texts are found. */
  text: string;
}

/** What entries are searched by, made once each. */
const searchTexts = new WeakMap<EventEntry, string>();
const channels = new WeakMap<EventEntry, ReadonlySet<number>>();

export function passes(entry: EventEntry, { types, channelId, withConsole, text }: EventFilter): boolean {
  if (entry.type === 'console' && !withConsole && !types.includes('console')) return false;
  if (types.length > 0 && !types.includes(entry.type)) return false;
  if (channelId !== null && !channelsOf(entry).has(channelId)) return false;
  if (text === '') return true;
  const known = searchTexts.get(entry) ?? folded(JSON.stringify(entry.event));
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
