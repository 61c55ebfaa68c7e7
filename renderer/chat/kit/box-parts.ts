/**
 * Message box parts: quotations before the text and files behind it, which the box shows as strips and chips. The Markdown of the
 * whole is what drafts keep and what is sent; what is not in exactly this form stays text. Pure.
 */
import { asLinkText } from '../../client/link-text.ts';
import { appended, isInFence } from './compose-text.ts';

export interface QuotePart {
  /** Its Markdown, with the line ends behind it. */
  raw: string;
  sender: string;
  /** The first words of what is quoted, without marks. */
  excerpt: string;
}

export interface FilePart {
  /** Line ends before it. */
  gap: string;
  /** The text of its link, as Markdown. */
  label: string;
  /** A path of this server, below `/user_uploads/`. */
  url: string;
}

export interface BoxParts {
  quotes: readonly QuotePart[];
  text: string;
  files: readonly FilePart[];
}

const fileLine = /^\[((?:\\.|[^\\[\]\n])+)\]\((\/user_uploads\/[^\s()]+)\)$/;
const quoteStart = /@_\*\*([^*|\n]+)(?:\|\d+)?\*\* \[[^\]\n]*\]\(\S+\):\n(`{3,})quote\n/y;
const shownOfQuote = 240;

/** @param content of a message, as Markdown. @returns its parts; `contentOf` makes the same message of them. */
export function partsOf(content: string): BoxParts {
  const quotes: QuotePart[] = [];
  let start = 0;
  for (let quote = quoteAt(content, 0); quote !== null; quote = quoteAt(content, start)) {
    quotes.push(quote);
    start += quote.raw.length;
  }
  const parts = { quotes, ...filesAtEnd(content.slice(start)) };
  // What these parts would change stays text. Blanks at its end are no part of a message.
  return contentOf(parts).trimEnd() === content.trimEnd() ? parts : { quotes: [], text: content, files: [] };
}

function quoteAt(content: string, start: number): QuotePart | null {
  quoteStart.lastIndex = start;
  const found = quoteStart.exec(content);
  if (found === null) return null;
  const [head, sender = '', fence = ''] = found;
  const inside = content.slice(start + head.length);
  // The fence is longer than any in the quotation: the first line that is this one ends it.
  const end = new RegExp(`(?:^|\\n)${fence}(?:\\n+|$)`).exec(inside);
  if (end === null) return null;
  const raw = content.slice(start, start + head.length + end.index + end[0].length);
  return { raw, sender, excerpt: excerptOf(inside.slice(0, end.index)) };
}

function filesAtEnd(content: string): Omit<BoxParts, 'quotes'> {
  const lines = content.trimEnd().split('\n');
  let first = lines.length;
  for (let index = lines.length - 1; index >= 0; index -= 1) {
    const line = lines[index] ?? '';
    if (fileLine.test(line)) first = index;
    else if (line !== '') break;
  }
  const before = lines.slice(0, first).join('\n');
  if (first === lines.length || isInFence(content, before.length + 1)) return { text: content, files: [] };
  const text = before.replace(/\n+$/, '');
  let gap = first === 0 ? '' : `${before.slice(text.length)}\n`;
  const files: FilePart[] = [];
  for (const line of lines.slice(first)) {
    const [, label, url] = fileLine.exec(line) ?? [];
    if (label !== undefined && url !== undefined) files.push({ gap, label, url });
    gap = label === undefined ? `${gap}\n` : '\n';
  }
  return { text, files };
}

/** @returns the Markdown of a message of these parts. */
export function contentOf({ quotes, text, files }: BoxParts): string {
  const isFollowed = (index: number): boolean => index < quotes.length - 1 || text !== '' || files.length > 0;
  const head = quotes.map(({ raw }, index) => (isFollowed(index) && !raw.endsWith('\n') ? `${raw}\n` : raw)).join('');
  // The first one is apart from the text, in whatever order they are now.
  const tail = files.map(({ gap, label, url }, index) => {
    const between =
      index > 0 ? gap || '\n' : text.trim() === '' ? '' : text.endsWith('\n') || gap !== '' ? gap : '\n\n';
    return `${between}[${label}](${url})`;
  });
  return head + text + tail.join('');
}

/** @returns a message with a file more, behind the others or before those that were chosen after it. */
export function withFile(
  content: string,
  { name, url }: { name: string; url: string },
  isLater: (url: string) => boolean,
): string {
  const parts = partsOf(content);
  // A page that closed in between hears a second time that it arrived.
  if (parts.files.some((file) => file.url === url)) return content;
  const at = parts.files.findIndex((file) => isLater(file.url));
  const files = parts.files.toSpliced(at === -1 ? parts.files.length : at, 0, {
    gap: '',
    label: asLinkText(name),
    url,
  });
  return contentOf({ ...parts, files: apart(files) });
}

/** @returns files in another order: the first keeps its distance from the text. */
export function moved(files: readonly FilePart[], from: number, to: number): FilePart[] {
  const file = files[from];
  if (file === undefined || to < 0 || to >= files.length) return [...files];
  return apart(files.toSpliced(from, 1).toSpliced(to, 0, file));
}

/** A blank line before the first, and a line for each. */
const apart = (files: readonly FilePart[]): FilePart[] =>
  files.map((file, index) => ({ ...file, gap: index === 0 ? '\n\n' : '\n' }));

/** @param words behind the text of a message, in its line. */
export function withWords(content: string, words: string): string {
  const parts = partsOf(content);
  const gap = parts.text === '' || /\s$/.test(parts.text) ? '' : ' ';
  return contentOf({ ...parts, text: parts.text + gap + words });
}

/** @returns one message of two: quotations first, unless they are in the middle of the text then; files last. */
export function merged(content: string, more: string): string {
  const [one, other] = [partsOf(content), partsOf(more)];
  const files = one.files.length === 0 ? other.files : apart([...one.files, ...other.files]);
  if (one.text.trim() === '' || other.text.trim() === '')
    return contentOf({
      quotes: [...one.quotes, ...other.quotes],
      text: one.text.trim() === '' ? other.text : one.text,
      files,
    });
  const quoted = contentOf({ ...other, files: [] });
  return contentOf({ quotes: one.quotes, text: appended(one.text, quoted), files });
}

/** The name of a file, as its address has it. */
export function nameOf({ url }: Pick<FilePart, 'url'>): string {
  const name = url.slice(url.lastIndexOf('/') + 1);
  try {
    return decodeURIComponent(name);
  } catch {
    return name;
  }
}

/** What is written under a file; empty where that is its name. */
export function captionOf(file: FilePart): string {
  const caption = plainLabel(file.label);
  return caption === nameOf(file) ? '' : caption;
}

/** @param caption empty for none. */
export function withCaption(file: FilePart, caption: string): FilePart {
  const words = caption.replaceAll(/\s+/g, ' ').trim();
  return { ...file, label: asLinkText(words === '' ? nameOf(file) : words) };
}

/** Undoes `asLinkText`. */
const plainLabel = (label: string): string =>
  label.replaceAll(/\\(.)/g, '$1').replaceAll(/&#(\d+);/g, (_, code: string) => String.fromCodePoint(Number(code)));

function excerptOf(content: string): string {
  return content
    .split('\n')
    .filter((line) => !/^\s*(?:`{3,}|~{3,})/.test(line) && line.trim() !== '')
    .join('\n')
    .slice(0, shownOfQuote * 2)
    .replaceAll(/!?\[([^\]\n]*)\]\([^)\n]*\)/g, '$1')
    .replaceAll(/@_?\*\*([^*|\n]+)(?:\|\d+)?\*\*/g, '@$1')
    .replaceAll(/#\*\*([^*\n]+)\*\*/g, '#$1')
    .replaceAll(/^(?:\s*>)+ ?|^#{1,6} /gm, '')
    .replaceAll(/\*\*|~~|`/g, '')
    .slice(0, shownOfQuote);
}
