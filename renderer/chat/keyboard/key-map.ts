/** Keyboard shortcuts outside of fields: in the groups in which the sheet lists them. Keys of views and of actions stand in their tables. */
import { t } from '../../client/text.ts';
import type { Action, KeyGroup as GroupId } from '../actions/action.ts';
import { channelActions } from '../actions/channel.ts';
import { messageActions } from '../actions/message.ts';
import { topicActions } from '../actions/topic.ts';
import { viewEntries } from '../routing/views.ts';

/** What a key does that is neither a view nor an action on something. */
export type PageCommand =
  | 'search'
  | 'find-channel'
  | 'find-person'
  | 'filter-sidebar'
  | 'menu'
  | 'sheet'
  | 'close'
  | 'undo'
  | 'next-topic'
  | 'next-followed'
  | 'next-direct'
  | 'channel-before'
  | 'channel-after'
  | 'next'
  | 'previous'
  | 'page-down'
  | 'page-up'
  | 'newest'
  | 'oldest'
  | 'topic-or-channel'
  | 'topics'
  | 'to-box'
  | 'compose'
  | 'edit-last'
  | 'new-direct';

/** By the name of a `PageCommand`, a view or an action. Each returns whether there was something to do; else the key is the browser's. */
export type Handlers = Readonly<Record<string, () => boolean>>;

export interface KeyLine {
  command: string;
  /** As `chordOf` writes them; the first stands on the sheet. */
  chords: readonly string[];
  label: () => string;
}

export interface KeyGroup {
  title: () => string;
  lines: readonly KeyLine[];
}

const line = (command: PageCommand, chords: string, label: () => string): KeyLine => ({
  command,
  chords: chords.split(' '),
  label,
});

const viewLines: readonly KeyLine[] = viewEntries.flatMap(({ id, key, title }) =>
  key === undefined ? [] : [{ command: id, chords: [key], label: title }],
);

/** The keys of one group in a table of actions. */
function actionLines<T>(actions: readonly Action<T>[], group: GroupId): KeyLine[] {
  return actions.flatMap(({ id, key, label }) =>
    key?.group === group ? [{ command: id, chords: key.chords, label: key.label ?? (() => label(false)) }] : [],
  );
}

/** In four groups, as they are learned. "Space" stands for the key that writes a blank. */
export const keyGroups: readonly KeyGroup[] = [
  {
    title: () => t('Navigation'),
    lines: [
      line('search', 'Ctrl+K /', () => t('Search')),
      line('find-channel', 'Q', () => t('Find a channel')),
      line('filter-sidebar', 'Shift+Q', () => t('Filter the sidebar')),
      line('find-person', 'W', () => t('Find a person')),
      ...viewLines,
      line('next-topic', 'N', () => t('Next unread topic')),
      line('next-followed', 'Shift+N', () => t('Next unread followed topic')),
      line('next-direct', 'P', () => t('Next unread direct message')),
      line('channel-before', 'Shift+A', () => t('Previous channel')),
      line('channel-after', 'Shift+D', () => t('Next channel')),
      line('menu', 'G', () => t('Organization menu')),
      line('sheet', '?', () => t('Keyboard shortcuts')),
      line('close', 'Esc Ctrl+[', () => t('Close')),
      line('undo', 'Ctrl+Z', () => t('Undo the last action')),
    ],
  },
  {
    title: () => t('Reading'),
    lines: [
      line('next', 'J ↓', () => t('Next message')),
      line('previous', 'K ↑', () => t('Previous message')),
      line('page-down', 'Space PgDn Shift+J', () => t('Page down')),
      line('page-up', 'PgUp Shift+K Shift+Space', () => t('Page up')),
      line('newest', 'End Shift+G', () => t('Newest message')),
      line('oldest', 'Home', () => t('Oldest message')),
      line('topic-or-channel', 'S', () => t('Go to topic or channel')),
      line('topics', 'Y', () => t('Topics in this channel')),
      ...actionLines(messageActions, 'reading'),
      ...actionLines(topicActions, 'reading'),
      ...actionLines(channelActions, 'reading'),
    ],
  },
  {
    title: () => t('Writing'),
    lines: [
      line('compose', 'C', () => t('New topic')),
      line('new-direct', 'X', () => t('New direct message')),
      ...actionLines(messageActions, 'writing'),
      line('edit-last', '←', () => t('Edit your last message')),
      line('to-box', 'Ctrl+.', () => t('Go to message box')),
    ],
  },
  { title: () => t('Selected message'), lines: actionLines(messageActions, 'message') },
];

interface BoxKey {
  chord: string;
  label: () => string;
}

/** Keys of the message box, which handles them (kit/keys.ts, compose/). @param enterSends the setting `enter_sends`. */
export const boxKeys = (enterSends: boolean): readonly BoxKey[] => [
  { chord: enterSends ? 'Enter' : 'Ctrl+Enter', label: () => t('Send') },
  { chord: enterSends ? 'Shift+Enter' : 'Enter', label: () => t('New line') },
  ...formatKeys,
];

const formatKeys: readonly BoxKey[] = [
  { chord: 'Tab', label: () => t('Accept suggestion') },
  { chord: '↑', label: () => t('Edit your last message (when the box is empty)') },
  { chord: 'Ctrl+B', label: () => t('Bold') },
  { chord: 'Ctrl+I', label: () => t('Italic') },
  { chord: 'Ctrl+Shift+X', label: () => t('Strikethrough') },
  { chord: 'Ctrl+Shift+C', label: () => t('Code') },
  { chord: 'Ctrl+Shift+L', label: () => t('Link') },
  { chord: 'Ctrl+Shift+9', label: () => t('Quote') },
  { chord: 'Ctrl+Shift+8', label: () => t('Bulleted list') },
  { chord: 'Ctrl+Shift+7', label: () => t('Numbered list') },
  { chord: "Ctrl+'", label: () => t('Snippets') },
  { chord: 'Alt+P', label: () => t('Preview') },
];

const commands = new Map(
  keyGroups.flatMap(({ lines }) =>
    lines.flatMap(({ chords, command }) => chords.map((chord) => [chord, command] as const)),
  ),
);

export interface PressedKey {
  key: string;
  code: string;
  ctrlKey: boolean;
  metaKey: boolean;
  altKey: boolean;
  shiftKey: boolean;
}

const named: Readonly<Record<string, string>> = {
  ' ': 'Space',
  Escape: 'Esc',
  ArrowDown: '↓',
  ArrowUp: '↑',
  ArrowLeft: '←',
  PageDown: 'PgDn',
  PageUp: 'PgUp',
};
/** Of a keyboard that writes no Latin letters: what stands on the same keys of one that does, without and with Shift. */
const places: Readonly<Record<string, readonly [string, string]>> = {
  Slash: ['/', '?'],
  Equal: ['=', '+'],
  Semicolon: [';', ':'],
  Digit2: ['2', '@'],
  Digit8: ['8', '*'],
  Minus: ['-', '_'],
  Comma: [',', '<'],
  Period: ['.', '>'],
  BracketLeft: ['[', '{'],
};

/** @returns e.g. "J", "Shift+J", "?", "Ctrl+K", "Esc". @param isMac where the Command key does what Control does elsewhere. */
export function chordOf(press: PressedKey, isMac: boolean): string {
  const { altKey, shiftKey } = press;
  // AltGr, with which many layouts write their signs, comes as both.
  const isAltGr = press.ctrlKey && altKey && press.key.length === 1;
  const hasCtrl = !isAltGr && (isMac ? press.metaKey || press.ctrlKey : press.ctrlKey);
  const hasAlt = !isAltGr && altKey;
  if (!isMac && press.metaKey) return '';
  const key = latin(press);
  // Caps Lock writes capitals, too, but only Shift means one.
  const isLetter = /^[A-Z]$/.test(key);
  const isNamed = key.length > 1;
  const hasShift = shiftKey && (isLetter || isNamed);
  return `${hasCtrl ? 'Ctrl+' : ''}${hasAlt ? 'Alt+' : ''}${hasShift ? 'Shift+' : ''}${key}`;
}

function latin({ key, code, shiftKey }: PressedKey): string {
  if (key in named) return named[key] ?? key;
  if (key.length > 1) return key;
  if (/^[a-z]$/i.test(key)) return key.toUpperCase();
  if (/^[\x20-\x7e]$/.test(key)) return key;
  const letter = /^Key([A-Z])$/.exec(code)?.[1];
  return letter ?? places[code]?.[shiftKey ? 1 : 0] ?? key;
}

export interface KeyPlace {
  isMac: boolean;
  /** Someone writes there: only keys that write nothing count. */
  isInField: boolean;
  /** A button or a link has the focus, which has Enter and Space for itself. */
  isOnControl: boolean;
  /** Keys that are one letter or sign can be switched off (WCAG 2.1.4). */
  hasLetters: boolean;
}

const inFields: ReadonlySet<string> = new Set<PageCommand>(['search', 'close', 'to-box']);

/** @returns what the key means; null = nothing of ours. */
export function commandOf(press: PressedKey, { isMac, isInField, isOnControl, hasLetters }: KeyPlace): string | null {
  const chord = chordOf(press, isMac);
  const command = commands.get(chord);
  if (command === undefined) return null;
  const isPlain = !chord.includes('Ctrl+');
  if (isInField && (!inFields.has(command) || (isPlain && chord !== 'Esc'))) return null;
  if (isOnControl && /^(?:Shift\+)?(?:Space|Enter)$/.test(chord)) return null;
  const writes = isPlain && /^(?:Shift\+)?.$/u.test(chord) && !/[↓↑←]/.test(chord);
  return writes && !hasLetters ? null : command;
}
