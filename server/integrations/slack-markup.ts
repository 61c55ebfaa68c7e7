/** Slack's markup as Markdown. Code keeps its characters; names of people and groups become text, so that they notify no one. */
import { fence, link, quiet } from './integration.ts';

/** A block of code, or code in a line. A backslash before a backtick is text here, and would open the code in Markdown. */
const codePattern = /```([\s\S]+?)```|(?<![\\`])`([^`\n]+)`(?!`)/g;
const before = String.raw`(?<=^|[\s(\["'\u201c*_~])`;
const after = String.raw`(?=$|[\s)\]"'\u201d.,:;!?*_~])`;
const strong = new RegExp(String.raw`${before}\*(?=\S)([^*\n]*[^*\s])\*${after}`, 'g');
const emphasis = new RegExp(String.raw`${before}_(?=\S)([^_\n]*[^_\s])_${after}`, 'g');
const struck = new RegExp(String.raw`${before}~(?=\S)([^~\n]*[^~\s])~${after}`, 'g');

/** @param text with `<address|text>`, `*strong*`, `_emphasis_` and `~struck~` */
export function fromMarkup(text: string): string {
  let made = '';
  let end = 0;
  for (const match of text.matchAll(codePattern)) {
    made += fromText(text.slice(end, match.index));
    end = match.index + match[0].length;
    const [, lines, inLine] = match;
    if (lines === undefined) made += `\`${unescaped(inLine ?? '')}\``;
    else
      made = `${atLineStart(made)}${codeBlock(unescaped(lines))}${/^[^\S\n]*(?:\n|$)/.test(text.slice(end)) ? '' : '\n'}`;
  }
  return (made + fromText(text.slice(end))).trim();
}

/** A text without markup. */
export const fromPlain = (text: string): string => quiet(unescaped(text)).trim();

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

/** Emphasis and links outside of code. An address in angle brackets has no marks of emphasis. */
function fromText(text: string): string {
  const parts = text.split(/(<[^<>\n]+>)/);
  const marks = (part: string): string =>
    part.replaceAll(strong, '**$1**').replaceAll(emphasis, '*$1*').replaceAll(struck, '~~$1~~');
  // The marks may be around what is in brackets: they are found in a text that has one character for each.
  const inBrackets: string[] = [];
  const flat = parts
    .map((part, at) => (at % 2 === 1 ? `\ue000${String(inBrackets.push(part) - 1)}\ue001` : part))
    .join('');
  const marked = marks(flat).replaceAll(/\ue000(\d+)\ue001/g, (_whole, at: string) =>
    fromBrackets(inBrackets[Number(at)] ?? ''),
  );
  return quiet(unescaped(marked));
}

function fromBrackets(whole: string): string {
  const [target = '', shown = ''] = whole.slice(1, -1).split(/\|(.*)/s);
  if (/^https?:[^\s]+$/.test(target)) return shown === '' ? target : link(shown, target);
  if (/^mailto:[^\s]+$/.test(target)) return shown || target;
  const call = /^!(here|channel|everyone)$/.exec(target)?.[1];
  if (call !== undefined) return call;
  return /^[@#!]/.test(target) ? shown || target.slice(1) : whole;
}
