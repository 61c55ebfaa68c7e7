// Info strings of code fences: the language, attributes that other programs put behind it, and code that was begun too early.
// Attributes are about the block and are not shown. All other text behind a fence is the first line of its code.

import { isLanguage } from './code.ts';

/** The info string of a formula: nothing else follows the fence. */
export const formulaKind = 'math';

const quoted = `"(?:[^"\\\\]|\\\\.)*"|'(?:[^'\\\\]|\\\\.)*'|[“”„«][^“”«»]*[“”»]`;
const lines = String.raw`\{[\d,\s-]*\}`;
const flags =
  'show-?line-?numbers|line-?numbers|line-?nums|no-?line-?numbers|no-?wrap|word-?wrap|wrap|copy|no-?copy|live|no-?inline|' +
  'twoslash|runnable|editable|collapse|collapsed|ignore|no_run|should_panic|compile_fail|playground|v-pre';

/** `title="x"`, `{1,3-5}`, `ins={1}`, `{key=value}`, `{.class}`, `[main.js]`, `showLineNumbers{3}`, `focus=2:4`. */
const attribute = new RegExp(
  [
    `[\\w-]+=(?:${quoted}|\\{[^{}]*\\}|[\\w./:@+,-]+)`,
    lines,
    String.raw`\{[\w-]+=[^{}]*\}`,
    String.raw`\{[.#][\w-]+(?:\s[^{}]*)?\}`,
    String.raw`\[[^\[\]]*\.\w+\]`,
    `(?:${flags})(?:\\{\\d*\\})?`,
  ].join('|'),
  'i',
);
const attributes = new RegExp(`^(?:(?:${attribute.source})(?:\\s+|$))+$`, 'i');

/** The few attributes that are read behind a word that names no known language, or without a language. */
const title = new RegExp(
  `^(?:(?:(?:title|file|filename|name|caption|label|hl_lines|highlight|lines|linenums|start)=(?:${quoted})|${lines})(?:\\s+|$))+$`,
  'i',
);

/** Written on to the language: `js{1,3-5}`, `yaml:app/values`, `js:line`, `js:10`, `rust,no_run`, `js:title="x"`. */
const joined = new RegExp(
  `^([^\\s{}:=,;|]+)(?:${lines}|[:,;|](?!//)(?:(?:${attribute.source})|[\\w@+/.:,=-]+(?:${lines})?))(?:\\s+(.*))?$`,
  'i',
);

/** In braces, as scientific documents have it: `{.python .numberLines}`, `{r, echo=FALSE}`. */
const braced = /^\{\s*\.?([\w+#-]+)(?:[\s,][^{}]*)?\}(?:\s+(.*))?$/;

/** The language of a block, and what it shows before its first line; both may be empty. */
interface Opening {
  language: string;
  firstLine: string;
}

/** @param info text that follows the fence, without blanks around it */
export function readInfo(info: string): Opening {
  const [, language = '', after = ''] = [braced, joined].map((form) => form.exec(info)).find(isKnown) ?? [];
  const typedKind = info.split(/\s/, 1)[0] ?? '';
  const [kind, rest] = language === '' ? [typedKind, info.slice(typedKind.length).trim()] : [language, after.trim()];
  if (isLanguage(kind)) return { language: kind, firstLine: attributes.test(rest) ? '' : rest };
  if (title.test(info)) return { language: '', firstLine: '' };
  if (rest === '' || title.test(rest)) return { language: kind, firstLine: '' };
  return kind === formulaKind ? { language: kind, firstLine: rest } : { language: '', firstLine: info };
}

function isKnown(match: RegExpExecArray | null): boolean {
  return match !== null && isLanguage(match[1] ?? '');
}
