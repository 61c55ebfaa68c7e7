/**
 * Integration of a service: its webhook calls become messages; one file for each service, one declaration each. Pure: who may post,
 * and where, is decided by the user who calls (domain/webhooks/incoming.ts).
 */
import type { IncomingHttpHeaders } from 'node:http';
import { z } from 'zod';
import { asTyped } from '../markdown/written.ts';

/** What a service's call becomes. */
export interface Post {
  topic: string;
  /** Markdown. */
  content: string;
}

export interface Integration {
  /** In the address: "/external/github". */
  name: string;
  /** As its people write it. */
  displayName: string;
  /** Where in the service the address is entered, and which of its calls become messages; a sentence for a person. */
  hint: string;
  /** The form in which callers expect the answer, beside that of the API: Slack's clients look for `ok`. */
  answer?: 'slack';
  /** @returns null for what is nothing to tell people of. @throws ZodError for what the service does not send. */
  format(payload: unknown, headers: IncomingHttpHeaders): Post | null;
}

/** A text that may be missing, or null: both are ''. */
export const maybeText = z
  .union([z.string(), z.number(), z.boolean()])
  .nullish()
  .transform((value) => String(value ?? ''));

/** A text on which it depends what a call says: without it the call is not understood. */
export const word = z.string().min(1);

/** The refusal of a call in which a part is missing. @param path of the part, as the service writes it */
export const incomplete = (...path: string[]): z.ZodError =>
  new z.ZodError([{ code: 'custom', path, message: 'is missing', input: undefined }]);

/** @returns the entry of a table; undefined for all names that are not in it, such as those that every object has. */
export const entryOf = <T>(table: Readonly<Record<string, T>>, name: string): T | undefined =>
  Object.hasOwn(table, name) ? table[name] : undefined;

/** Markdown that others wrote mentions no one here loudly, and ends no block of ours. */
export function quiet(text: string): string {
  return text.replaceAll(/@(\*{1,2}[^*\n]+\*{1,2})/g, '@_$1').replaceAll('\0', '');
}

/** What breaks lines, turns the direction of text, or shows nothing. */
const unreadable = /[\p{Cc}\u2028-\u202e\u2066-\u2069]+/gu;

/** The first line with words of someone else's text, without marks: for topics. In content it is `plain`. */
export const oneLine = (text: string): string =>
  (text.trim().split(/[\r\n\u2028\u2029]/, 1)[0] ?? '').replaceAll(unreadable, ' ').trim();

/** Someone else's name or title as Markdown that shows it as it is, on one line. */
export function plain(text: string): string {
  const line = oneLine(text);
  // Pairs of brackets are in many names ("renovate[bot]"), and mean nothing alone.
  const shown = mayHaveBrackets(line)
    ? line
        .split(/([[\]])/)
        .map((part, at) => (at % 2 === 1 ? part : asTyped(part)))
        .join('')
    : asTyped(line);
  // What begins a quotation, a heading or an entry of a list.
  return shown.replace(/^(?:>|#+(?=\s|$)|[+-](?=[\s-]|$)|\d+(?=[.)](?:\s|$)))/, (sign) =>
    [...sign].map((one) => `&#${one.charCodeAt(0)};`).join(''),
  );
}

/** Signs that are marks in Markdown, in a text that has no marks. */
const risky =
  /\*[^*\n]+\*|`[^`\n]+`|`{3}|\\[!-/:-@[-`{-~]|\]\(|\$\$|~~|[@#]_?\*\*|(?<![\p{L}\p{N}])_[^_\n]+_(?![\p{L}\p{N}])|<time:|&#?\w+;/u;

/** Lines of someone else's text without marks, as Markdown that shows them. What needs no change keeps its signs. */
export const plainLines = (text: string): string =>
  (risky.test(text) ? asTyped(text) : quiet(text)).replaceAll('\0', '');

const addressed = (shown: string, url: string): string =>
  /^https?:\/\/\S+$/.test(url) ? `[${shown}](${url.replaceAll('(', '%28').replaceAll(')', '%29')})` : shown;

/** @returns a link by a name or title of the service; the text alone where there is no address. */
export const link = (text: string, url: string): string => addressed(plain(text), url);

/** A link whose text is Markdown. @returns the text alone where there is no address. */
export function markedLink(markdown: string, url: string): string {
  const line = quiet(oneLine(markdown));
  return addressed(mayHaveBrackets(line) ? line : line.replaceAll(/[[\]]/g, ''), url);
}

/** Whether the brackets of a text are pairs that make no link of their own: then they may be in the text of a link. */
function mayHaveBrackets(line: string): boolean {
  let open = 0;
  for (const one of line.match(/[[\]]/g) ?? []) {
    open += one === '[' ? 1 : -1;
    if (open < 0) return false;
  }
  return open === 0 && !/\][([]|\\/.test(line);
}

/** All lines of Markdown from elsewhere, inside a list item. */
export const itemText = (markdown: string): string =>
  quiet(markdown.trim())
    .split(/\r?\n/)
    .map((line, at) => (at === 0 || line.trim() === '' ? line.trim() : `  ${line.trimEnd()}`))
    .join('\n');

/** The same for a text without marks. */
export const plainItem = (text: string): string => itemText(plainLines(text));

/** What people wrote at a service is a beginning here: the message links to all of it. In Unicode code points. */
const mostQuoted = 4000;

/** @param left characters, in Unicode code points */
export const shortenedNote = (left: number): string => `*Shortened: the last ${left} characters are left out.*`;

/** HTML comments, which templates of issues hold and no reader sees there; and code, in which they are text. */
const commentsAndCode = /^(`{3,}|~{3,})[\s\S]*?(?:^\1|(?![\s\S]))|`[^`\n]*`|<!--[\s\S]*?(?:-->|(?![\s\S]))/gm;

/** Markdown as a quotation; '' stays ''. */
export function quotation(markdown: string): string {
  const text = quiet(markdown.trim());
  return text === '' ? '' : `${fence(text)} quote\n${text}\n${fence(text)}`;
}

/** The quotation of what someone wrote at a forge, in a paragraph of its own: without HTML comments, and not longer than a page. */
export function quoted(markdown: string): string {
  const seen = markdown.replaceAll(commentsAndCode, (whole) => (whole.startsWith('<!--') ? '' : whole));
  const letters = [...seen.replaceAll(/\n(?:[^\S\n]*\n){2,}/g, '\n\n').trim()];
  if (letters.length === 0) return '';
  const shown = letters.slice(0, mostQuoted).join('').trimEnd();
  const left = letters.length - mostQuoted;
  return left <= 0 ? `\n${quotation(shown)}` : `\n${quotation(`${shown}…`)}\n\n${shortenedNote(left)}`;
}

/** The length of the longest match; a text may have more of them than a call takes arguments. */
function longestOf(text: string, pattern: RegExp): number {
  let longest = 0;
  for (const [run] of text.matchAll(pattern)) longest = Math.max(longest, run.length);
  return longest;
}

/** A fence that the text does not hold. */
export function fence(text: string): string {
  return '~'.repeat(Math.max(2, longestOf(text, /`+|~+/g)) + 1);
}

/** The first line of a text as code: between more backticks than it has. */
export const code = (text: string): string => (oneLine(text) === '' ? '' : inTicks(oneLine(text)));

/** @param line not empty */
export function inTicks(line: string): string {
  const ticks = '`'.repeat(1 + longestOf(line, /`+/g));
  const blank = ticks.length > 1 ? ' ' : '';
  return `${ticks}${blank}${line}${blank}${ticks}`;
}

/** Of a long list the first, and how many more there are. @param all where the service sends fewer than there are. */
export function firstOf<T>(items: readonly T[], most: number, line: (item: T) => string, all = items.length): string {
  const shown = items.slice(0, most);
  const more = all > shown.length ? [`- and ${all - shown.length} more`] : [];
  return [...shown.map(line), ...more].join('\n');
}

/** What a service sends as JSON in a field of a form, which some do unless they are informed otherwise. @returns anything else as it is. */
export function inForm(sent: unknown, field: string): unknown {
  const form = z.object({ [field]: z.string() }).safeParse(sent);
  if (!form.success) return sent;
  try {
    return JSON.parse(form.data[field] ?? '');
  } catch {
    return sent;
  }
}

/** What a call is about, in the service's own names: "issues (labeled)"; '' where it does not say. */
export function eventOf(headers: IncomingHttpHeaders, payload: unknown): string {
  const names = ['x-github-event', 'x-gitea-event', 'sentry-hook-resource'].map((name) => headerOf(headers, name));
  const name = z.string().max(100).optional().catch(undefined);
  const fields = z.object({ object_kind: name, event_name: name, webhookEvent: name, action: name, status: name });
  const { data } = fields.safeParse(inForm(payload, 'payload'));
  const event = [...names, data?.object_kind, data?.event_name, data?.webhookEvent].find((one) => one);
  const action = data?.action ?? data?.status;
  return event === undefined || event === '' ? '' : `${oneLine(event)}${action ? ` (${oneLine(action)})` : ''}`;
}

export const headerOf = (headers: IncomingHttpHeaders, name: string): string => {
  const value = headers[name];
  return typeof value === 'string' ? value : '';
};
