/** Phrases of several words: found as a comparison at each place finds them, in a time that repeated words do not change. */
import { expect, it } from 'vitest';
import { findEmojiCharacter } from '../markdown/emoji.ts';
import { cpuCost } from '../testing/cpu-cost.ts';
import { analyse } from './analyser.ts';
import { parseSearch, PhraseTable, type Phrase } from './phrases.ts';
import { complete, Work } from './work.ts';

const phrasesOf = (text: string): Phrase[] => parseSearch(text, ['en'], findEmojiCharacter);
const held = (text: string, phrases: readonly Phrase[]): ReadonlySet<Phrase> =>
  complete(new PhraseTable(phrases).heldBy([analyse(text, ['en'])], new Work()));

/** Compares each place of a text with each word of a phrase. */
function isHeld(text: string, { words, isPrefix }: Phrase): boolean {
  const found = analyse(text, ['en']);
  return found.some((_, at) =>
    words.every(({ forms }, index) => {
      const isOpen = isPrefix && index === words.length - 1;
      const here = found[at + index]?.forms ?? [];
      return forms.some((form) => here.some((one) => (isOpen ? one.startsWith(form) : one === form)));
    }),
  );
}

let random = 5;
const next = (below: number): number => {
  random = (random * 48_271) % 2_147_483_647;
  return random % below;
};
const someOf = (words: readonly string[], count: number, separator: string): string =>
  Array.from({ length: count }, () => words[next(words.length)]).join(separator);

it.each([
  ['Latin words', ['a', 'b', 'ab', 'abc'], ' '],
  ['words with two spellings', ['müller', 'mueller', 'muller', 'a'], ' '],
  ['Han', ['一', '二', '三'], ''],
  ['Hangul and Latin', ['가', '나', ' a '], ''],
])('finds the same phrases as a comparison at each place: %s', (_name, words, separator) => {
  for (let round = 0; round < 200; round += 1) {
    const text = someOf(words, 40, separator);
    const phrases = phrasesOf(
      `${Array.from({ length: 12 }, () => `"${someOf(words, 2 + next(5), separator)}"`).join(' ')} ${someOf(words, 1, '')}`,
    ).filter((phrase) => phrase.words.length > 1);
    const found = held(text, phrases);
    expect(phrases.filter((phrase) => found.has(phrase))).toEqual(phrases.filter((phrase) => isHeld(text, phrase)));
  }
});

it('reads a text of one repeated word in bounded time, whatever is looked for', () => {
  const text = analyse('a '.repeat(5000), ['en']);
  for (const search of [
    `"${'a '.repeat(198)}b"`,
    Array.from({ length: 99 }, (_, index) => `"a b${index}"`).join(' '),
  ]) {
    const table = new PhraseTable(phrasesOf(search));
    const cost = cpuCost(() => expect(complete(table.heldBy([text], new Work())).size).toBe(0), { enough: 15_000 });
    expect(cost, search.slice(0, 20)).toBeLessThan(15_000);
  }
});
