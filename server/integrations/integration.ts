/**
 * What services send when something happens there, made into messages: one file a service, one declaration each. Pure: who may post,
 * and where, is decided by the user who calls (domain/webhooks/incoming.ts).
 */
import type { IncomingHttpHeaders } from 'node:http';
import { z } from 'zod';

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

/** What others wrote mentions no one here loudly, and ends no block of ours. */
export function quiet(text: string): string {
  return text.replaceAll(/@(\*{1,2}[^*\n]+\*{1,2})/g, '@_$1').replaceAll('\0', '');
}

/** The first line with words of someone else's text. */
export const oneLine = (text: string): string =>
  quiet(
    text
      .trim()
      .split(/[\r\n\u2028\u2029]/, 1)[0]
      ?.trim() ?? '',
  );

/** @returns a link; the text alone where there is no address. */
export function link(text: string, url: string): string {
  const line = oneLine(text);
  const shown = mayHaveBrackets(line) ? line : line.replaceAll(/[[\]]/g, '');
  return /^https?:\/\/\S+$/.test(url) ? `[${shown}](${url.replaceAll('(', '%28').replaceAll(')', '%29')})` : shown;
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

/** All lines of a text from elsewhere, inside a list item. */
export const itemText = (text: string): string =>
  quiet(text.trim())
    .split(/\r?\n/)
    .map((line, at) => (at === 0 || line.trim() === '' ? line.trim() : `  ${line.trimEnd()}`))
    .join('\n');

/** Someone else's text as a quotation; '' stays ''. */
export function quoted(text: string): string {
  const trimmed = quiet(text.trim());
  if (trimmed === '') return '';
  return `\n${fence(trimmed)} quote\n${trimmed}\n${fence(trimmed)}`;
}

/** A fence that the text does not hold. */
export function fence(text: string): string {
  const longest = Math.max(2, ...[...text.matchAll(/`+|~+/g)].map(([run]) => run.length));
  return '~'.repeat(longest + 1);
}

/** Text between backticks, whatever is in it. */
export const code = (text: string): string => `\`${oneLine(text).replaceAll('`', "'")}\``;

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

export const headerOf = (headers: IncomingHttpHeaders, name: string): string => {
  const value = headers[name];
  return typeof value === 'string' ? value : '';
};
