// How addresses end. The parser's finder of addresses reads them, but for three things: marks at the end belong to the sentence,
// a user's name may stand before the host, and parentheses inside of an address may be nested as deep as somebody likes.

import type { MarkdownIt } from 'markdown-it';

type Match = NonNullable<ReturnType<MarkdownIt['linkify']['matchAtStart']>>;

/** How much of an address may follow from where its parentheses are nested too deep for the finder, in characters. */
const longestRest = 300;
const finalMarks = /[.,:;!?]+$/;

/** Changes how the parser's finder of addresses reads a text. */
export function readAddresses({ linkify }: MarkdownIt): void {
  linkify.set({ urlAuth: true });
  const { match, matchAtStart } = {
    match: linkify.match.bind(linkify),
    matchAtStart: linkify.matchAtStart.bind(linkify),
  };
  linkify.match = (text) => match(flat(text))?.map((found) => asTyped(found, text)) ?? null;
  linkify.matchAtStart = (text) => {
    const found = matchAtStart(text);
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
