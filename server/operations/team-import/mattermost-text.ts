/** Markdown of Mattermost as ours: marks, mentions, channels and emoji that are written in another way. Code stays as it is. */
import { quiet } from '../../integrations/integration.ts';
import { standardEmoji } from './other-emoji.ts';

/** What a text refers to, by names of Mattermost. Each method returns Markdown; undefined leaves the text as it is. */
export interface MattermostNames {
  user(name: string): string | undefined;
  channel(name: string): string | undefined;
  isCustomEmoji(name: string): boolean;
}

const code =
  /(^|\n)([^\S\n]*)(`{3,}(?!`)|~{3,}(?!~))([^\n]*)\n([\s\S]*?)(?:\n[^\S\n]*\3[^\S\n]*(?=\n|$)|$)|(?<!`)(`+)(?!`)[\s\S]*?[^`]\6(?!`)/g;

/** Parts in which an underscore is no mark, and what refers to something. */
const tokens = new RegExp(
  [
    String.raw`!\[(?<alt>[^\]\n]*)\]\(\s*<?(?<image>[^\s)>]+)>?(?:\s+"[^"\n]*")?(?:\s*=\d*x?\d*)?\s*\)`,
    String.raw`\]\([^)\n]{0,2000}\)`,
    String.raw`https?:\/\/[^\s<>]+`,
    String.raw`(?<![\p{L}\p{N}@/.])@(?<user>[a-z0-9][a-z0-9._-]*)`,
    String.raw`(?<![\p{L}\p{N}~])~(?<channel>[a-z0-9][a-z0-9_-]*)(?!~)`,
    String.raw`(?<![\p{L}\p{N}:]):(?<emoji>[\p{L}\d_+-]+):`,
  ].join('|'),
  'giu',
);
const word = String.raw`[\p{L}\p{N}_\\]`;
const strong = new RegExp(String.raw`(?<!${word})__(?=\S)([^\n]*?[^\s_])__(?!${word})`, 'gu');
const emphasis = new RegExp(String.raw`(?<!${word})_(?=[^\s_])([^\n_]*?[^\s_]|[^\s_])_(?!${word})`, 'gu');

/** Posts have at most 16,383 characters there: what is longer was not written by a person, and is kept as it is. */
const longestPost = 40_000;

/** @param text of a post. @returns Markdown that shows the same here */
export function fromMattermost(text: string, names: MattermostNames): string {
  if (text.length > longestPost) return quiet(text).trim();
  let made = '';
  let end = 0;
  for (const match of text.matchAll(code)) {
    made += plainText(text.slice(end, match.index), names) + codeText(match);
    end = match.index + match[0].length;
  }
  return (made + plainText(text.slice(end), names)).replaceAll('\0', '').trim();
}

/** A formula is code of a language there. */
function codeText([whole, begin = '', indent = '', fence, language = '']: RegExpExecArray): string {
  if (fence === undefined || !/^\s*(?:latex|tex)\s*$/i.test(language)) return whole;
  return `${begin}${indent}${fence}math${whole.slice(begin.length + indent.length + fence.length + language.length)}`;
}

function plainText(text: string, names: MattermostNames): string {
  const found: string[] = [];
  const flat = text.replaceAll(tokens, (whole: string, ...rest: unknown[]) => {
    const groups = rest.at(-1) as Readonly<Record<string, string | undefined>>;
    return `\ue000${String(found.push(tokenText(whole, groups, names)) - 1)}\ue001`;
  });
  const marked = flat
    .replaceAll(strong, '**$1**')
    .replaceAll(emphasis, '*$1*')
    .replaceAll(/\\([_@~:])/g, '$1');
  return quiet(marked).replaceAll(/\ue000(\d+)\ue001/g, (_whole, at: string) => found[Number(at)] ?? '');
}

function tokenText(
  whole: string,
  { alt, image, user, channel, emoji }: Readonly<Record<string, string | undefined>>,
  names: MattermostNames,
): string {
  if (image !== undefined) return `[${alt === undefined || alt === '' ? image : alt}](${image})`;
  if (user !== undefined) return mention(user, names);
  if (channel !== undefined) return names.channel(channel.toLowerCase()) ?? whole;
  if (emoji === undefined || names.isCustomEmoji(emoji)) return whole;
  const known = standardEmoji(emoji.toLowerCase());
  return known === undefined ? whole : `:${known.name}:`;
}

/** A name ends before the signs that end a sentence. */
function mention(written: string, names: MattermostNames): string {
  const lower = written.toLowerCase();
  for (let end = lower.length; end > 0; end -= 1) {
    if (end < lower.length && !/[._-]/.test(lower[end] ?? '')) break;
    const name = lower.slice(0, end);
    const made = name === 'all' || name === 'channel' || name === 'here' ? wildcard(name) : names.user(name);
    if (made !== undefined) return `${made}${written.slice(end)}`;
  }
  return `@${written}`;
}

const wildcard = (name: string): string => (name === 'all' ? '@**all**' : '@**channel**');
