/**
 * Search highlights: `<span class="highlight">` around what was searched for, in text and around emoji, never inside tags,
 * attributes or entities (contract: check-messages-match-narrow: match_content and match_subject).
 */
import { analyse } from './analyser.ts';
import { textOfHtml, type Piece } from './html-text.ts';
import type { PhraseTable } from './phrases.ts';
import { unitsOfAnalysis, type Work } from './work.ts';

const open = '<span class="highlight">';
const close = '</span>';

/**
 * Message HTML, or escaped text, with every occurrence of the phrases highlighted; a word over several elements in parts.
 * Yields when the units of `work` are used up.
 */
export function* highlightHtml(
  html: string,
  table: PhraseTable,
  languages: readonly string[],
  work: Work,
): Generator<void, string> {
  if (table.phrases.length === 0) return html;
  const { text, pieces } = textOfHtml(html);
  const words = analyse(text, languages);
  if (work.did(text.length * unitsOfAnalysis + html.length)) yield;
  const found = (yield* table.placesIn(words, work)).flatMap(({ at, length }): Mark[] => {
    const [first, last] = [words[at], words[at + length - 1]];
    return first === undefined || last === undefined ? [] : [{ from: first.start, to: last.end }];
  });
  const parts: string[] = [];
  let end = 0;
  for (const { from, to } of inHtml(found, pieces)) {
    parts.push(html.slice(end, from), open, html.slice(from, to), close);
    end = to;
  }
  return parts.join('') + html.slice(end);
}

interface Mark {
  from: number;
  to: number;
}

/** Places in the text as places in the HTML, cut where elements begin and end. */
function inHtml(found: readonly Mark[], pieces: readonly Piece[]): Mark[] {
  const places: Mark[] = [];
  let next = 0;
  for (const piece of pieces) {
    const { start, htmlStart } = piece;
    const end = start + piece.text.length;
    while ((found[next]?.to ?? Infinity) <= start) next += 1;
    for (let index = next; index < found.length && (found[index]?.from ?? 0) < end; index += 1) {
      const { from, to } = found[index] as Mark;
      if (htmlStart === undefined) continue;
      if (piece.isElement === true) addPlace(places, htmlStart, htmlStart + piece.htmlLength);
      else addPlace(places, htmlOf(piece, Math.max(from, start)), htmlOf(piece, Math.min(to, end)));
    }
  }
  return places;
}

/** Pieces that touch in the HTML are marked as one; several may be of one element. */
function addPlace(places: Mark[], from: number, to: number): void {
  const last = places.at(-1);
  if (last !== undefined && from <= last.to) last.to = to;
  else places.push({ from, to });
}

/** A piece is its text in the HTML, or one character written as an entity. */
function htmlOf({ start, text, htmlStart = 0, htmlLength }: Piece, place: number): number {
  return htmlStart + (place - start >= text.length ? htmlLength : place - start);
}
