// Addresses in text: where they begin and end. The parser's finder reads them, but for five things: marks at the end belong to
// the sentence, a user's name may come before the host, parentheses may be nested to any depth, typographic marks end an address,
// and text in a script without spaces may touch it on both sides.
//
// Text behind an address, in this order:
// 1. Full-width marks, quotation marks, ellipses and arrows end it everywhere: browsers copy them percent-encoded.
// 2. Letters of a script without spaces that follow an ASCII letter, a digit, a closing parenthesis or a mark of a sentence are text.
// 3. Behind a slash such letters are a path, unless they begin with a word that continues a sentence, as particles do.
// 4. By 2 and 3 they are not text where a slash, a query, or the ending of a file's name follows in the same word.
// Behind `=`, `#`, `-`, `_` and other letters of such a script the address includes them: the two cannot be told apart there.

import type { MarkdownIt } from 'markdown-it';
import { sentenceWords, unspacedLetters } from '../../scripts.ts';

type Match = NonNullable<ReturnType<MarkdownIt['linkify']['matchAtStart']>>;

/** How much of an address may follow from where its parentheses are nested too deep for the finder, in characters. */
const longestRest = 300;
/** Emphasis may end behind them. */
const finalMarks = /[.,:;!?]+\**$/;
const addressBegin = String.raw`(?:(?:https?|ftp):\/\/|www\.)`;
const hasAddress = new RegExp(addressBegin, 'i');
/** Where an address begins right behind a letter of a script without spaces. */
const betweenLetterAndAddress = new RegExp(`(?<=[${unspacedLetters}])(?=${addressBegin})`, 'iu');
const endsInUnspaced = new RegExp(`[${unspacedLetters}]$`, 'u');
const hasUnspaced = new RegExp(`[${unspacedLetters}]`, 'u');
/** Marks that an address holds percent-encoded alone. */
const textMarks = String.raw`\u00a1\u00ab\u00bb\u00bf\u060c\u061b\u061f\u06d4\u0964\u0965\u2014\u2015\u2018-\u201f\u2022\u2025\u2026\u2039\u203a\u2190-\u21ff\u3001-\u3003\u3008-\u3011\u3014-\u301f\uff01-\uff0f\uff1a-\uff20\uff3b-\uff40\uff5b-\uff64`;
const textMark = new RegExp(`[${textMarks}]`);
/** With the longest parts that mail allows, so that each place of a text is read a bounded number of times. */
const mailAddress = String.raw`[a-z0-9._%+-]{1,64}@(?:[a-z0-9-]{1,63}\.){1,8}[a-z]{2,63}`;
/** The letter of a script without spaces, or the mark, that touches a mail address. */
const besideMail = new RegExp(
  `[${unspacedLetters}${textMarks}](?=${mailAddress})|(?<=${mailAddress})[${unspacedLetters}${textMarks}]`,
  'giu',
);
const asciiRun = /[\x21-\x7e]*/y;
const restOfWord = new RegExp(`[${unspacedLetters}][\\x21-\\x7e${unspacedLetters}]*`, 'uy');
/** Behind these, letters are text. Emphasis may end between an address and the text. */
const endsAddress = /(?:[A-Za-z0-9)][.,:;!?'"]{0,3}\*{0,3}|\/(?:[.,:;!?'"]{1,3}\*{0,3}|\*{1,3}))$/;
const continuesSentence = new RegExp(`^(?:${sentenceWords})`, 'u');
/** What makes such letters a part of the address: it goes on behind them, or they are in the name of a file. */
const addressGoesOn = /[/?#=&%]|\.[a-z0-9]{1,5}$/i;

/** Changes how the parser's finder of addresses reads a text. */
export function readAddresses({ linkify }: MarkdownIt): void {
  linkify.set({ urlAuth: true });
  const { match, matchAtStart } = {
    match: linkify.match.bind(linkify),
    matchAtStart: linkify.matchAtStart.bind(linkify),
  };
  const withoutTextBehind = (found: Match | null, text: string): Match | null => {
    const typed = found === null ? '' : text.slice(0, found.lastIndex);
    if (!hasUnspaced.test(typed) && !textMark.test(typed)) return found;
    return matchAtStart(withoutGluedText(typed.split(betweenLetterAndAddress, 1)[0] ?? ''));
  };
  linkify.match = (text) => match(flat(apart(withoutGluedMail(text))))?.map((found) => asTyped(found, text)) ?? null;
  linkify.matchAtStart = (text) => {
    const found = withoutTextBehind(matchAtStart(text), text);
    if (found === null || text[found.lastIndex] !== '(') return found === null ? null : asTyped(found, text);
    // The finder stopped at parentheses that are nested too deep for it, or at one that is never closed.
    const near = text.slice(0, found.lastIndex + longestRest);
    const further = matchAtStart(flat(near));
    return asTyped(further === null || further.lastIndex === near.length ? found : further, text);
  };
}

/**
 * The text with the inner ones of nested parentheses as letters, so that the finder meets one pair and knows where it ends.
 * Nothing moves.
 */
function flat(text: string): string {
  if (!text.includes('(')) return text;
  const characters = text.split('');
  const open: number[] = [];
  let inner: number[] = [];
  for (const [at, character] of characters.entries()) {
    if (character === '(') open.push(at);
    else if (character === ')' && open.length > 0) {
      const start = open.pop() ?? at;
      if (open.length > 0) inner.push(start, at);
      else {
        for (const each of inner) characters[each] = 'x';
        inner = [];
      }
    } else if (/\s/.test(character)) {
      open.length = 0;
      inner = [];
    }
  }
  return characters.join('');
}

/**
 * The text with a space for the letter that touches an address: Japanese is written right behind one. Letters behind a slash or
 * another mark are a part of the address. Nothing moves.
 */
function apart(text: string): string {
  if (!(hasUnspaced.test(text) || textMark.test(text)) || !hasAddress.test(text)) return text;
  return text.replaceAll(/\S+/g, (word) => {
    const parts = word.split(betweenLetterAndAddress).map(withoutGluedText);
    const last = parts.length - 1;
    return parts.map((part, at) => (at < last && endsInUnspaced.test(part) ? `${part.slice(0, -1)} ` : part)).join('');
  });
}

/** The text with spaces for the letters that touch a mail address. Nothing moves. */
const withoutGluedMail = (text: string): string =>
  text.includes('@') && (hasUnspaced.test(text) || textMark.test(text))
    ? text.replaceAll(besideMail, ({ length }) => ' '.repeat(length))
    : text;

/** The text with a space for what ends its address. Each step reads a part of the text once, whatever it is. */
function withoutGluedText(part: string): string {
  const begin = part.search(hasAddress);
  if (begin === -1) return part;
  const mark = part.slice(begin).search(textMark);
  if (mark === -1) return withoutGluedLetters(part, begin);
  const end = begin + mark;
  return `${withoutGluedLetters(part.slice(0, end), begin)} ${part.slice(end + 1)}`;
}

function withoutGluedLetters(part: string, begin: number): string {
  asciiRun.lastIndex = begin;
  asciiRun.exec(part);
  const end = asciiRun.lastIndex;
  restOfWord.lastIndex = end;
  const rest = restOfWord.exec(part)?.[0];
  if (rest === undefined || addressGoesOn.test(rest)) return part;
  const isText =
    endsAddress.test(part.slice(Math.max(begin, end - 8), end)) ||
    (part[end - 1] === '/' && continuesSentence.test(rest));
  return isText ? `${part.slice(0, end)} ${part.slice(end + 1)}` : part;
}

/** What was found, with the text that stands there, without the marks at its end. */
function asTyped(found: Match, text: string): Match {
  const typed = text.slice(found.index, found.lastIndex);
  const kept = typed.replace(finalMarks, '');
  const prefix = found.url.slice(0, found.url.length - found.text.length);
  return Object.assign(found, {
    text: kept,
    raw: kept,
    url: prefix + kept,
    lastIndex: found.index + kept.length,
  });
}
