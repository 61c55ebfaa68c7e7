/** Spelling suggestions for a search without results: words of names, topics and messages that are known here. Pure. */
import { folded } from '../../client/fold.ts';
import { nearestName } from './did-you-mean.ts';

/** Shorter words are near too many others. */
const shortest = 4;

/** @returns the words of texts, without HTML, each once. */
export function wordsIn(texts: Iterable<string>): ReadonlySet<string> {
  const words = new Set<string>();
  for (const text of texts)
    for (const word of text.replaceAll(/<[^>]*>|&\w+;/g, ' ').split(/[^\p{L}\p{M}\p{N}'’]+/u))
      if (word.length >= shortest) words.add(word.toLowerCase());
  return words;
}

/** @returns the text with the nearest known word for each that is unknown; undefined where nothing is nearer. */
export function wordsMeant(text: string, known: ReadonlySet<string>): string | undefined {
  const plain = new Set([...known].map(folded));
  const meant = text
    .split(/\s+/)
    .map((word) => (word.length < shortest || plain.has(folded(word)) ? word : (nearestName(word, known) ?? word)))
    .join(' ');
  return meant === text ? undefined : meant;
}
