/**
 * Views and their addresses: the fragment of the page's address, written as links in messages are, so that they open here and
 * in every other client. Whatever the fragment holds, reading it gives a view: what is unknown is said, never a blank page.
 */
import type { Conversation } from '../../client/state/conversation.ts';
import { dateOperators } from './days.ts';
import { narrowTo, othersIn, type Narrow, type Operand, type Operator, type Term } from './narrow.ts';
import { plainViewNamed, type PlainView } from './views.ts';

export interface NarrowView {
  kind: 'narrow';
  narrow: Narrow;
  /** The message to centre on. */
  near: number | null;
  /** A message of the conversation that is meant, wherever it is now. */
  with: number | null;
  /** Operators that no one here knows, as written. */
  unknown: readonly string[];
}

export type View =
  | { kind: PlainView }
  | { kind: 'topics'; channelId: number }
  | { kind: 'channels' | 'settings'; section: string }
  | { kind: 'user'; userId: number }
  /** Files of a conversation, a channel or a person; of all without terms. */
  | { kind: 'files'; narrow: Narrow }
  | NarrowView;

const aliases: Readonly<Record<string, Operator>> = {
  stream: 'channel',
  streams: 'channels',
  subject: 'topic',
  'pm-with': 'dm',
  from: 'sender',
  'group-pm-with': 'dm-including',
  during: 'on',
};
const operators: ReadonlySet<string> = new Set<Operator>([
  'channel',
  'channels',
  'topic',
  'dm',
  'dm-including',
  'is',
  'has',
  'in',
  'sender',
  'search',
  'id',
  'with',
  ...dateOperators,
]);
const loneSurrogate = /\p{Cs}/gu;
const leadingIds = /^\d+(?:,\d+)*/;

/** Percent-encoded with `.` for `%`, as the server writes it (server/markdown/urls.ts), so that mail programs keep it whole. */
export function encodeHash(text: string): string {
  return encodeURIComponent(text.replace(loneSurrogate, '\ufffd'))
    .replace(/[.!'()*~]/g, (character) => `%${character.charCodeAt(0).toString(16).toUpperCase()}`)
    .replaceAll('%', '.');
}

/** Undoes it; text that was never encoded comes back as it stands. */
function decodeHash(text: string): string {
  try {
    return decodeURIComponent(text.replaceAll('.', '%'));
  } catch {
    try {
      return decodeURIComponent(text);
    } catch {
      return text;
    }
  }
}

/** Undoes what mail programs and cleaners of links do to a fragment as a whole; we write neither a `%2F` before a `/` nor a `=`. */
function uncleaned(fragment: string): string {
  const bare = fragment.replace(/(?:=|%3D)+$/i, '');
  if (!/^(?:%25)*\/?[\w-]*(?:%2F|%252F)/i.test(bare)) return bare;
  try {
    const plain = decodeURIComponent(bare);
    return /^[\w-]*%2F/i.test(plain) ? decodeURIComponent(plain) : plain;
  } catch {
    return bare;
  }
}

/**
 * @param address the page's whole address, or the part from `#`; `location.hash` may be decoded already, `location.href` is not.
 * @param ownId id of the reader, who is left out of the people of a direct message.
 */
export function readAddress(address: string, ownId: number): View {
  const fragment = uncleaned(address.slice(address.indexOf('#') + 1 || address.length)).replace(/^\//, '');
  const [name = '', ...rest] = fragment.split('/');
  if (name === 'narrow') return readNarrow(rest, ownId);
  if (name === 'files') return { kind: 'files', narrow: readNarrow(rest, ownId).narrow };
  const plain = plainViewNamed(name);
  if (plain !== undefined) return { kind: plain };
  const [id] = rest.map((part) => Number.parseInt(part, 10));
  if (name === 'topics' && rest[0] === 'channel') {
    const channelId = Number.parseInt(rest[1] ?? '', 10);
    if (channelId > 0) return { kind: 'topics', channelId };
  }
  if (name === 'user' && id !== undefined && id > 0) return { kind: 'user', userId: id };
  if (name === 'channels' || name === 'streams') return { kind: 'channels', section: rest.join('/') };
  if (name === 'settings') return { kind: 'settings', section: rest.join('/') };
  return { kind: 'home' };
}

function readNarrow(parts: readonly string[], ownId: number): NarrowView {
  const narrow: Term[] = [];
  const unknown: string[] = [];
  let near: number | null = null;
  let withId: number | null = null;
  for (let index = 0; index + 1 < parts.length || parts[index]; index += 2) {
    const written = decodeHash(parts[index] ?? '').toLowerCase();
    const text = parts[index + 1] ?? '';
    const negated = written.startsWith('-');
    const bare = negated ? written.slice(1) : written;
    const operator = aliases[bare] ?? bare;
    const id = /^\d{1,15}/.exec(text)?.[0];
    if (operator === 'near' && id !== undefined) near = Number(id);
    else if (operator === 'with' && id !== undefined) withId = Number(id);
    else if (operators.has(operator)) {
      const operand = readOperand(operator as Operator, text, ownId);
      narrow.push({ operator: operator as Operator, operand, ...(negated && { negated }) });
    } else unknown.push(`${written}:${decodeHash(text)}`);
  }
  return { kind: 'narrow', narrow, near, with: withId, unknown };
}

function readOperand(operator: Operator, text: string, ownId: number): Operand {
  const ids = leadingIds.exec(text)?.[0];
  if (operator === 'dm' || operator === 'dm-including')
    return ids === undefined ? decodeHash(text) : othersIn(ids.split(',').map(Number), ownId);
  // Only digits that end or stand before a dash are an id: a channel may be called "2026.20plans".
  const id = /^(\d{1,15})(?:-|$)/.exec(text)?.[1];
  if (operator === 'channel') return id === undefined ? decodeHash(text) : Number(id);
  if (operator === 'sender') return id === undefined ? decodeHash(text) : Number(id);
  if (operator === 'search') return decodeHash(text).replaceAll('+', ' ');
  return decodeHash(text);
}

/** A channel by its name, as the old form of addresses has it: a dash may stand for a space. */
export function channelNamed(channels: Iterable<{ stream_id: number; name: string }>, name: string): number | null {
  const dashed = (text: string): string => text.normalize('NFC').toLowerCase().replaceAll(' ', '-');
  const alike = [...channels].filter((channel) => dashed(channel.name) === dashed(name));
  return (alike.find((channel) => channel.name === name) ?? alike[0])?.stream_id ?? null;
}

/** @returns the name by which an address calls its channel; null where it has an id, or no channel. */
export function channelNameIn(view: View): string | null {
  const term = view.kind === 'narrow' ? view.narrow.find(isNamed) : undefined;
  return typeof term?.operand === 'string' ? term.operand : null;
}

/** @returns the view as if its address had called its channel by this id. */
export function withChannelId(view: View, id: number | null): View {
  if (view.kind !== 'narrow' || id === null) return view;
  return { ...view, narrow: view.narrow.map((term) => (isNamed(term) ? { ...term, operand: id } : term)) };
}

const isNamed = ({ operator, operand }: Term): boolean => operator === 'channel' && typeof operand === 'string';

/** Names that make addresses readable; ids alone lead to the same place. */
export interface Names {
  channel: (id: number) => string | undefined;
  user: (id: number) => string | undefined;
  /** The reader. */
  me: number;
}

/** @returns the fragment with its `#`. */
export function viewAddress(view: View, names: Names): string {
  switch (view.kind) {
    case 'home':
      return '#';
    case 'topics':
      return `#topics/channel/${channelSlug(view.channelId, names)}`;
    case 'channels':
    case 'settings':
      return view.section === '' ? `#${view.kind}` : `#${view.kind}/${view.section}`;
    case 'user':
      return `#user/${view.userId}`;
    case 'narrow':
      return narrowAddress(view.narrow, names, view);
    case 'files':
      return filesAddress(view.narrow, names);
    default:
      return `#${view.kind}`;
  }
}

/** @returns `#narrow/…`, with `/near/…` or `/with/…` where given. */
export function narrowAddress(
  narrow: Narrow,
  names: Names,
  { near = null, with: withId = null }: Partial<Pick<NarrowView, 'near' | 'with'>> = {},
): string {
  const terms = narrow.map(
    ({ operator, operand, negated }) =>
      `/${negated === true ? '-' : ''}${operator}/${operandSlug(operator, operand, names)}`,
  );
  return `#narrow${terms.join('')}${near === null ? '' : `/near/${near}`}${withId === null ? '' : `/with/${withId}`}`;
}

/** The address of the files of a narrow. */
export const filesAddress = (narrow: Narrow, names: Names): string =>
  narrowAddress(narrow, names).replace('#narrow', '#files');

/** The address of one conversation, at a message where given. */
export function conversationAddress(conversation: Conversation, names: Names, near: number | null = null): string {
  return narrowAddress(narrowTo(conversation), names, { near });
}

function channelSlug(id: number, names: Names): string {
  const name = names.channel(id);
  return name === undefined ? String(id) : `${id}-${encodeHash(name.replaceAll(' ', '-'))}`;
}

function operandSlug(operator: Operator, operand: Operand, names: Names): string {
  if (operator === 'channel' && typeof operand === 'number') return channelSlug(operand, names);
  if (typeof operand === 'object') {
    const [only = names.me] = operand;
    // A group by everyone in it: a user who of them follows the address comes to the same conversation.
    if (operator === 'dm' && operand.length > 1)
      return `${[...operand, names.me].toSorted((a, b) => a - b).join(',')}-group`;
    const name = operand.length === 1 ? names.user(only) : 'group';
    return `${operand.join(',')}-${name === undefined ? 'dm' : encodeHash(name.replaceAll(' ', '-'))}`;
  }
  if (operator === 'sender' && typeof operand === 'number') {
    const name = names.user(operand);
    return name === undefined ? String(operand) : `${operand}-${encodeHash(name.replaceAll(' ', '-'))}`;
  }
  return encodeHash(String(operand));
}
