// Search highlights: `<span class="highlight">` around what was searched for, in text only, never inside tags,
// attributes or entities (api-v1.md, GET /messages/matches_narrow: match_content and match_subject).

import { element, escapeHtml, unescapeHtml } from './html.ts';

const wordPattern = /[\p{L}\p{N}\p{M}]+/gu;
const tagPattern = /<[^>]*>/g;
/** Spans that clients take apart themselves: a formula or an emoji is shown whole or not at all. */
const opaque = /^<span[^>]* class="(?:katex|katex-display|emoji [^"]*)"/;

/** A search term as words that follow each other; `isPrefix` lets the last one be the beginning of a word. */
interface Phrase {
  words: readonly string[];
  isPrefix: boolean;
}

/**
 * Message HTML with every occurrence of the terms highlighted. A term is a word, a phrase of several, or with a
 * trailing `*` the beginning of one; case and accents do not matter.
 */
export function highlightHtml(html: string, terms: readonly string[]): string {
  const phrases = parseTerms(terms);
  if (phrases.length === 0) return html;
  let result = '';
  let end = 0;
  let opaqueDepth = 0;
  const addText = (text: string): void => {
    result += opaqueDepth > 0 ? text : highlightPhrases(unescapeHtml(text), phrases);
  };
  for (const match of html.matchAll(tagPattern)) {
    addText(html.slice(end, match.index));
    const tag = match[0];
    if (opaqueDepth > 0 ? tag.startsWith('<span') : opaque.test(tag)) opaqueDepth++;
    else if (opaqueDepth > 0 && tag === '</span>') opaqueDepth--;
    result += tag;
    end = match.index + tag.length;
  }
  addText(html.slice(end));
  return result;
}

/** A topic as HTML, escaped, with the terms highlighted as in `highlightHtml`. */
export function highlightText(text: string, terms: readonly string[]): string {
  return highlightPhrases(text, parseTerms(terms));
}

function parseTerms(terms: readonly string[]): Phrase[] {
  return terms
    .map((term) => ({ words: wordsOf(term).map(({ folded }) => folded), isPrefix: term.trimEnd().endsWith('*') }))
    .filter(({ words }) => words.length > 0);
}

interface Word {
  folded: string;
  start: number;
  end: number;
}

function wordsOf(text: string): Word[] {
  return [...text.matchAll(wordPattern)].map((match) => ({
    folded: fold(match[0]),
    start: match.index,
    end: match.index + match[0].length,
  }));
}

function fold(word: string): string {
  return word.normalize('NFKD').replace(/\p{M}/gu, '').toLowerCase();
}

function highlightPhrases(text: string, phrases: readonly Phrase[]): string {
  const words = wordsOf(text);
  let result = '';
  let end = 0;
  for (let at = 0; at < words.length;) {
    const length = Math.max(0, ...phrases.map((phrase) => matchLength(words, at, phrase)));
    const first = words[at];
    const last = words[at + length - 1];
    if (length > 0 && first !== undefined && last !== undefined) {
      result += escapeHtml(text.slice(end, first.start));
      result += element('span', { class: 'highlight' }, escapeHtml(text.slice(first.start, last.end)));
      end = last.end;
    }
    at += Math.max(1, length);
  }
  return result + escapeHtml(text.slice(end));
}

/** How many words from `at` on the phrase covers; 0 when it is not there. */
function matchLength(words: readonly Word[], at: number, { words: wanted, isPrefix }: Phrase): number {
  const matches = wanted.every((word, index) => {
    const candidate = words[at + index]?.folded;
    return candidate === word || (isPrefix && index === wanted.length - 1 && candidate?.startsWith(word) === true);
  });
  return matches ? wanted.length : 0;
}
