/** The `rich_text` of Slack: text that is marked by fields instead of signs. */
import { z } from 'zod';
import { inTicks, markedLink, maybeText, quotation } from './integration.ts';
import { codeBlock, namesAsText, type SlackNames } from './slack-markup.ts';

const mark = z.boolean().nullish();
const richWord = z.object({
  type: z.string(),
  text: maybeText,
  url: maybeText,
  name: maybeText,
  range: maybeText,
  user_id: maybeText,
  channel_id: maybeText,
  usergroup_id: maybeText,
  team_id: maybeText,
  fallback: maybeText,
  value: maybeText,
  skin_tone: z.number().nullish().catch(null),
  timestamp: z.number().nullish().catch(null),
  style: z.object({ bold: mark, italic: mark, strike: mark, code: mark }).nullish(),
});
const richSection = z.object({ elements: z.array(z.unknown()).max(1000).nullish() });
const count = z.number().int().nonnegative().max(1e6).nullish();
const richPart = richSection.extend({ type: z.string(), style: maybeText, indent: count, offset: count });
type Part = z.infer<typeof richPart>;

const indentOfLevel = '    ';

/** @param parts sections, lists, quotations and code. Lists of a higher `indent` are inside of the one before. */
export function fromRichText(parts: readonly unknown[], names = namesAsText): string {
  let made = '';
  let open: number[] = [];
  for (const part of parts) {
    const read = richPart.parse(part);
    const isList = read.type === 'rich_text_list';
    const isAfterList = open.length > 0;
    if (isList) {
      const indent = read.indent ?? 0;
      open = [...open.filter((level) => level < indent), indent];
    } else open = [];
    const text = isList ? listText(read, open.length - 1, names) : partText(read, names);
    if (text.trim() === '') continue;
    // A paragraph right behind a list goes on its last entry, and only a list from 1 can begin right behind a paragraph.
    const isApart = isList ? !isAfterList && /^(?!1\.)\d/.test(text) : isAfterList && !/^(?:~{3}|>)/.test(text);
    made += `${made === '' ? '' : isApart ? '\n\n' : '\n'}${text}`;
  }
  return made;
}

function listText({ elements, style, offset }: Part, level: number, names: SlackNames): string {
  return (elements ?? [])
    .map((item, at) => {
      const marker = style === 'ordered' ? `${(offset ?? 0) + at + 1}.` : '-';
      const words = wordsOf(richSection.parse(item).elements, names).trim();
      const lead = indentOfLevel.repeat(level);
      return `${lead}${marker} ${words.replaceAll(/\n+/g, `\n${lead}${' '.repeat(marker.length + 1)}`)}`;
    })
    .join('\n');
}

function partText({ type, elements }: Part, names: SlackNames): string {
  if (type === 'rich_text_preformatted') {
    const text = (elements ?? []).map((word) => plainWordOf(richWord.parse(word))).join('');
    return text === '' ? '' : codeBlock(text);
  }
  const text = wordsOf(elements, names);
  return type === 'rich_text_quote' ? quotation(text) : text;
}

const wordsOf = (elements: readonly unknown[] | null | undefined, names: SlackNames): string =>
  (elements ?? []).map((word) => wordOf(word, names)).join('');

/** What a word refers to, where it has a name here. */
function nameOf({ type, name, range, ...other }: z.infer<typeof richWord>, names: SlackNames): string | undefined {
  if (type === 'user') return names.user(other.user_id);
  if (type === 'channel') return names.channel(other.channel_id);
  if (type === 'usergroup') return names.group(other.usergroup_id);
  if (type === 'broadcast') return names.broadcast(range);
  if (type === 'date') return names.date(other.timestamp ?? Number.NaN);
  if (type !== 'emoji') return undefined;
  const [, plain = name, tone = 0] = /^(.+?)::skin-tone-([2-6])$/.exec(name) ?? [];
  return names.emoji(plain, other.skin_tone ?? Number(tone));
}

/** Users, channels, dates and colors have no text: what names them is shown, as in marked-up text. */
function plainWordOf({ type, text, url, name, range, ...other }: z.infer<typeof richWord>): string {
  if (type === 'link') return text || url;
  if (type === 'emoji') return name === '' ? '' : `:${name}:`;
  if (type === 'broadcast') return range;
  return (
    text || other.fallback || other.user_id || other.channel_id || other.usergroup_id || other.team_id || other.value
  );
}

function wordOf(word: unknown, names: SlackNames): string {
  const read = richWord.parse(word);
  const { type, text, url, style } = read;
  const shown = plainWordOf(read);
  if (style?.code === true) return inCode(shown);
  const made = nameOf(read, names) ?? (type === 'link' ? linkOf(text, url) : names.literal(shown));
  const sign = `${style?.strike === true ? '~~' : ''}${style?.bold === true ? '**' : ''}${style?.italic === true ? '*' : ''}`;
  const end = [...sign.matchAll(/~~|\*+/g)]
    .map(([one]) => one)
    .toReversed()
    .join('');
  return sign === '' ? made : eachLine(made, (line) => `${sign}${line}${end}`);
}

/** An address that is its own text stays bare. */
const linkOf = (text: string, url: string): string =>
  (text === '' || text === url) && /^https?:\/\/[^\s()]+$/.test(url) ? url : markedLink(text || url, url);

/** Code in a line between more backticks than it has. */
function inCode(text: string): string {
  return eachLine(text.replaceAll('\0', ''), inTicks);
}

/** Marks hold one line, and no blanks at their ends. */
const eachLine = (text: string, marked: (line: string) => string): string =>
  text.replaceAll(/[^\s\n](?:[^\n]*\S)?/g, (line) => marked(line));
