/** Slack's markup as Markdown. Code keeps its characters; what refers to users, channels and emoji is named by `SlackNames`. */
import { fence, markedLink, plainLines, quiet } from './integration.ts';

/** What a text refers to, by Slack's ids. Each method returns Markdown, and undefined where the text itself is to be shown. */
export interface SlackNames {
  user(id: string): string | undefined;
  channel(id: string): string | undefined;
  group(id: string): string | undefined;
  /** @param range `here`, `channel` or `everyone` */
  broadcast(range: string): string | undefined;
  /** @param tone of skin, 2 to 6; 0 for none */
  emoji(name: string, tone: number): string | undefined;
  /** @param seconds since 1970 */
  date(seconds: number): string | undefined;
  /** Text without marks, as Markdown that shows it. */
  literal(text: string): string;
}

/** Names become text, so that what services post notifies no one. */
export const namesAsText: SlackNames = {
  user: () => undefined,
  channel: () => undefined,
  group: () => undefined,
  broadcast: () => undefined,
  emoji: () => undefined,
  date: () => undefined,
  literal: plainLines,
};

const blockPattern = /```([\s\S]+?)```/g;
/** Stand-ins for code and references while marks are found: characters that are in no text. */
const [start, end] = ['\ufdd0', '\ufdd1'];
const before = String.raw`(?<=^|[\s(\["'\u201c*_~\ufdd1])`;
const after = String.raw`(?=$|[\s)\]"'\u201d.,:;!?*_~\ufdd0])`;
const strong = new RegExp(String.raw`${before}\*(?=\S)([^*\n]*[^*\s])\*${after}`, 'g');
const emphasis = new RegExp(String.raw`${before}_(?=\S)([^_\n]*[^_\s])_${after}`, 'g');
const struck = new RegExp(String.raw`${before}~(?=\S)([^~\n]*[^~\s])~${after}`, 'g');

/** The rest of the text is a quotation. */
const longQuote = /^(?:>|&gt;){3}\s?([\s\S]*)$/m;

/** @param text with `<address|text>`, `*strong*`, `_emphasis_` and `~struck~` */
export function fromMarkup(text: string, names = namesAsText): string {
  const long = longQuote.exec(text);
  if (long === null || text.slice(0, long.index).split('```').length % 2 === 0) return fromParts(text, names);
  const quoted = fromParts(long[1] ?? '', names).replaceAll(/^/gm, '> ');
  return [fromParts(text.slice(0, long.index), names), quoted].filter((part) => part !== '').join('\n');
}

/** Blocks of code, and the text around them. */
function fromParts(sent: string, names: SlackNames): string {
  const text = sent.replaceAll(/[\ufdd0\ufdd1]/g, '');
  let made = '';
  let at = 0;
  for (const match of text.matchAll(blockPattern)) {
    made += fromText(text.slice(at, match.index), names);
    at = match.index + match[0].length;
    const isAtLineEnd = /^[^\S\n]*(?:\n|$)/.test(text.slice(at));
    made = `${atLineStart(made)}${codeBlock(unescaped(match[1] ?? ''))}${isAtLineEnd ? '' : '\n'}`;
  }
  return (made + fromText(text.slice(at), names)).trim();
}

/** A text without markup. */
export const fromPlain = (text: string, names = namesAsText): string => names.literal(unescaped(text)).trim();

/** Lines of code between fences, each as it is. */
export function codeBlock(text: string): string {
  const lines = text
    .replace(/^[^\S\n]*\n/, '')
    .replace(/\n\s*$/, '')
    .replaceAll('\0', '');
  return `${fence(lines)}\n${lines}\n${fence(lines)}`;
}

/** Ends the last line, without the blanks before its end. */
const atLineStart = (text: string): string => (text === '' || text.endsWith('\n') ? text : `${text.trimEnd()}\n`);

const unescaped = (text: string): string =>
  text.replaceAll('&lt;', '<').replaceAll('&gt;', '>').replaceAll('&amp;', '&');

/**
 * Code in a line, references in angle brackets, and emoji. A backslash before a backtick is text here, and would open the code in
 * Markdown.
 */
const references = /(?<![\\`])`[^`\n]+`(?!`)|<[^<>\n]+>|:[\p{L}\d_+'-]+:(?::skin-tone-[2-6]:)?/gu;

/** Emphasis, links and code in lines. Code, addresses in angle brackets and names of emoji have no marks of emphasis. */
function fromText(text: string, names: SlackNames): string {
  // The marks may be around a reference: they are found in a text that has one character for each.
  const found: string[] = [];
  const flat = text.replaceAll(references, (reference) => {
    const made = fromReference(reference, names);
    return made === undefined ? reference : `${start}${found.push(made) - 1}${end}`;
  });
  const marked = flat
    .replaceAll(bullets, '$1- ')
    .replaceAll(strong, '**$1**')
    .replaceAll(emphasis, '*$1*')
    .replaceAll(struck, '~~$1~~');
  // A line behind a quotation would be part of it.
  const apart = unescaped(marked).replaceAll(/^(>.*)\n(?![>\n]|$)/gm, '$1\n\n');
  return quiet(apart).replaceAll(/\ufdd0(\d+)\ufdd1/g, (_whole, at: string) => found[Number(at)] ?? '');
}

function fromReference(reference: string, names: SlackNames): string | undefined {
  if (reference.startsWith('`')) return unescaped(reference);
  return reference.startsWith('<') ? fromBrackets(reference, names) : fromEmoji(reference, names);
}

/** Lists are typed with these signs. */
const bullets = /^([^\S\n]*)[\u2022\u25e6\u25aa\u25ab]\ufe0e?[^\S\n]+/gm;

/** @param text `:wave:` or `:wave::skin-tone-3:` */
function fromEmoji(text: string, names: SlackNames): string | undefined {
  const [, name = '', tone = '0'] = /^:(.+?):(?::skin-tone-([2-6]):)?$/.exec(text) ?? [];
  return names.emoji(name, Number(tone));
}

function fromBrackets(whole: string, names: SlackNames): string {
  const [target = '', label = ''] = whole.slice(1, -1).split(/\|(.*)/s);
  const shown = plainLines(unescaped(label));
  const address = unescaped(target);
  if (/^https?:[^\s]+$/.test(address)) return shown === '' || shown === address ? address : markedLink(shown, address);
  if (/^mailto:[^\s]+$/.test(address)) return shown || quiet(address);
  const range = /^!(here|channel|everyone)$/.exec(target)?.[1];
  if (range !== undefined) return names.broadcast(range) ?? range;
  const [, sign = '', id = ''] = /^(@|#|!subteam\^|!date\^)([^^]+)/.exec(target) ?? [];
  return named(sign, id, names) ?? (/^[@#!]/.test(target) ? shown || quiet(target.slice(1)) : quiet(unescaped(whole)));
}

function named(sign: string, id: string, names: SlackNames): string | undefined {
  if (sign === '@') return names.user(id);
  if (sign === '#') return names.channel(id);
  if (sign === '!subteam^') return names.group(id);
  return sign === '!date^' ? names.date(Number(id)) : undefined;
}
