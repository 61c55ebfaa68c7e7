/** Completable token before the caret. Pure. */
import { lettersBeforeMention, unspacedLetters } from '../../../server/scripts.ts';
import { isInCode, isInFence } from '../kit/compose-text.ts';

export type TokenKind = 'person' | 'channel' | 'topic' | 'emoji' | 'command' | 'time' | 'fence';

export interface Token {
  kind: TokenKind;
  /** As written, without its sign. */
  query: string;
  /** The range that the completion takes the place of. */
  from: number;
  to: number;
  /** Of a person: mentioned without a call. */
  isSilent: boolean;
  /** Of a topic: the channel before it, as written. */
  channel: string;
  /** Of a fence: its ticks. */
  fence: string;
}

/**
 * Before a sign stands the start, a space, a bracket, any sign that addresses of mail and web do not have within them, or a letter
 * of a language that writes no spaces between words.
 */
const behind = (letters: string): string =>
  String.raw`(?<=^|[\s([{*_>"'/,;!?|-]|(?![\x00-\x7f])[\p{P}\p{S}\p{Cf}\p{M}]|[${letters}])`;
const before = behind(unspacedLetters);
/** What is bold holds signs, too: all but two stars. */
const boldly = (characters: string): string => String.raw`(?:(?!\*\*)${characters})`;
const forms: readonly { kind: TokenKind; form: RegExp }[] = [
  {
    kind: 'person',
    form: new RegExp(
      `${behind(lettersBeforeMention)}@(?<silent>_?)(?<stars>\\*\\*?)?(?<query>(?![\\s*])[^@*\\n]{0,80}|)$`,
      'u',
    ),
  },
  {
    kind: 'topic',
    form: new RegExp(
      `${before}#(?<stars>\\*\\*)(?<channel>${boldly('[^>\\n]')}{1,60})>(?<query>(?![\\s])${boldly('[^\\n]')}{0,60}|)$`,
      'u',
    ),
  },
  { kind: 'topic', form: new RegExp(`${before}#\\*?(?<channel>[^#>*\\n]{1,60})>(?<query>[^#*\\n]{0,60})$`, 'u') },
  { kind: 'channel', form: new RegExp(`${before}#(?<stars>\\*\\*)(?<query>(?!\\s)${boldly('[^>\\n]')}{0,60}|)$`, 'u') },
  { kind: 'channel', form: new RegExp(`${before}#\\*?(?<query>(?![\\s*])[^#>*\\n]{0,60}|)$`, 'u') },
  // A face is none: `:-p`, `:DD` and `:xD` are sent as they are.
  {
    kind: 'emoji',
    form: new RegExp(
      `${before}:(?<query>(?!([dpoxDPOX3])\\2+$|[xX][dD]+$)(?:[\\p{L}\\p{N}_]|[+-]1)[\\p{L}\\p{M}\\p{N}_+-]{1,39}|[+-]1)$`,
      'u',
    ),
  },
  { kind: 'command', form: /^\/(?<query>[a-z]{0,10})$/u },
  { kind: 'time', form: /<time:(?<query>[^<>\n]{0,40})$/u },
];
/** With a letter at least: Enter behind ticks alone is a new line. */
const fenceForm = /^ {0,3}(?<fence>`{3,}|~{3,}) ?(?<query>[\w+#-]{1,30})$/u;
const longest = 300;
/** An address of the web that is being written: its signs begin nothing. */
const inAddress = /(?:^|[^\p{L}])(?:https?|ftp):\/\/[^\s<>]*$/iu;

/** @returns null where nothing is to be completed: in code, and behind more words than any name has. */
export function tokenAt(text: string, caret: number): Token | null {
  const start = Math.max(text.lastIndexOf('\n', caret - 1) + 1, caret - longest);
  const head = text.slice(start, caret);
  const opened = fenceForm.exec(head)?.groups;
  if (opened !== undefined && !isInFence(text, caret)) {
    const { fence = '', query = '' } = opened;
    return { kind: 'fence', query, from: start + head.indexOf(fence), to: caret, isSilent: false, channel: '', fence };
  }
  if (inAddress.test(head)) return null;
  for (const { kind, form } of forms) {
    const found = form.exec(head);
    if (found === null) continue;
    if (kind === 'command' && start !== 0) continue;
    const { query = '', silent = '', channel = '', stars = '' } = found.groups ?? {};
    if (query.split(' ').length > mostWords[kind] || isInCode(text, caret)) return null;
    const from = start + found.index;
    // A name that is changed within its stars is closed already.
    const to = stars !== '' && text.startsWith(stars, caret) ? caret + stars.length : caret;
    return { kind, query, from, to, isSilent: silent !== '', channel, fence: '' };
  }
  return null;
}

const mostWords: Readonly<Record<TokenKind, number>> = {
  person: 8,
  channel: 12,
  topic: 15,
  emoji: 1,
  command: 1,
  time: 4,
  fence: 1,
};
