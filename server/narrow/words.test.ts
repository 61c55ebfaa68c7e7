/** Analyser words of many languages, found by all of its readers, or missed with a reason in README.md. */
import { readFileSync } from 'node:fs';
import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import { describe, expect, it } from 'vitest';
import { findEmojiCharacter } from '../markdown/emoji.ts';
import { renderMessage } from '../markdown/render.ts';
import { testContext } from '../testing/markdown-context.ts';
import { analyse } from './analyser.ts';
import { PhraseSearch, type BucketReader } from './bucket-search.ts';
import { highlightHtml } from './highlight.ts';
import { textOfHtml } from './html-text.ts';
import { parseSearch, PhraseTable } from './phrases.ts';
import { BucketBuilder, readWords, writeWords } from './postings.ts';
import { matchesNarrow } from './predicate.ts';
import { stemmedLanguages } from './stems.ts';
import words from './words.json' with { type: 'json' };
import { complete, Work } from './work.ts';

/** A bucket in memory. */
function bucketOf(rows: readonly [string, string][]): BucketReader {
  const postings = rows.map(([word, places]) => ({ word, places }));
  return {
    word: (asked) => postings.find(({ word }) => word === asked),
    beginningWith: (prefix, after) =>
      postings.filter(({ word }) => word.startsWith(prefix) && word > after).slice(0, 2),
  };
}

const quiet = {
  id: 1,
  senderId: 1,
  timestamp: 1,
  channelId: null,
  topic: '',
  userIds: [1],
  flags: [],
  hasLink: false,
  hasImage: false,
  hasAttachment: false,
  hasReaction: false,
  isFollowed: false,
  isMuted: false,
};

/** Whether the message is found: by the narrow of events, the index, the text of one message, and the highlight. */
function ways(text: string, search: string, languages: string[]): boolean[] {
  const { html } = renderMessage(text, testContext);
  const phrases = parseSearch(search, languages, findEmojiCharacter);
  const read = analyse(textOfHtml(html).text, languages);
  const builder = new BucketBuilder();
  builder.add(7, analyse('another message', languages));
  builder.add(4000, read);
  const bucket = bucketOf(complete(builder.rows()));
  const work = new Work();
  const filter = { operator: 'search', phrases, languages, negated: false } as const;
  return [
    matchesNarrow([filter], { ...quiet, renderedContent: html }),
    phrases.length > 0 &&
      phrases.every((phrase) => complete(new PhraseSearch(phrase, work).inBucket(bucket)).sure.has(4000)),
    phrases.length > 0 &&
      complete(new PhraseTable(phrases).heldBy([readWords(writeWords(read))], work)).size === phrases.length,
    phrases.every((phrase) => complete(highlightHtml(html, new PhraseTable([phrase]), languages, work)) !== html),
  ];
}

describe('the analyser', () => {
  it('keeps what it worked out of words, and not of what is as long as a message', () => {
    setFlagsFromString('--expose-gc');
    const collect = runInNewContext('gc') as () => void;
    const analyseMany = (count: number): void => {
      for (let number = 0; number < count; number += 1) analyse(`x${number}${'y'.repeat(50_000)}`, ['en']);
      collect();
    };
    analyseMany(3);
    const before = process.memoryUsage().heapUsed;
    analyseMany(100);
    expect(process.memoryUsage().heapUsed - before).toBeLessThan(2_500_000);
  });

  it.each(words)('finds words of $language', ({ tag, text, found, missed }) => {
    const languages = stemmedLanguages([tag]);
    expect(found.filter((word) => !ways(text, word, languages).every(Boolean))).toEqual([]);
    expect(missed.filter((word) => ways(text, word, languages).some((way, index) => way && index < 3))).toEqual([]);
  });

  it('finds over 95 % of at least 300 words of 30 languages', () => {
    const found = words.flatMap((row) => row.found).length;
    const missed = words.flatMap((row) => row.missed).length;
    expect(words.length).toBeGreaterThanOrEqual(30);
    expect(found + missed).toBeGreaterThanOrEqual(300);
    expect(found / (found + missed)).toBeGreaterThan(0.95);
  });

  it('names the reason for each missed word', () => {
    const reasons = readFileSync(new URL('README.md', import.meta.url), 'utf8').toLowerCase();
    const missed = words.flatMap((row) => row.missed).filter((word) => !['katex', 'mrow'].includes(word));
    expect(missed.filter((word) => !reasons.includes(`\`${word.toLowerCase()}\``))).toEqual([]);
  });

  it('reads the text that is shown: no addresses of links, no machinery of quotes', () => {
    const quote =
      '@_**Ada Lovelace|5** [said](https://hearth.example/#narrow/channel/4/topic/x/near/99):\n```quote\nlet us deploy\n```\nyes';
    for (const word of ['quote', 'narrow', 'https', 'near', '99', '5'])
      expect([word, ways(quote, `"${word}"`, ['en']).slice(0, 3)]).toEqual([word, [false, false, false]]);
    for (const word of ['deploy', 'said', 'yes', 'lovelace'])
      expect([word, ways(quote, word, ['en'])]).toEqual([word, [true, true, true, true]]);
  });

  it('reads any letters in every language', () => {
    const tags = 'da de es fi fr ga hu id it lt nb nl pt ro ru sr sv tr uk'.split(' ');
    const all = Array.from({ length: 0x3000 }, (_, code) => String.fromCharCode(code)).filter((char) =>
      /\p{L}/u.test(char),
    );
    for (const tag of tags) {
      for (let at = 0; at < 3000; at += 1) {
        const length = 3 + (at % 9);
        const start = (at * 7919) % all.length;
        const word = Array.from(
          { length },
          (_, index) => all[(start + index * index * (1 + (at % 13))) % all.length],
        ).join('');
        expect(analyse(word, stemmedLanguages([tag])).length).toBeGreaterThan(0);
      }
    }
  });

  it('reads a text of ASCII alone as it reads it beside another letter', () => {
    const signs = [..."aZ7+#-.'_ "];
    let texts = [''];
    for (let length = 1; length <= 4; length += 1) {
      texts = texts.flatMap((text) => signs.map((sign) => text + sign));
      const other = texts.filter((text) => {
        const beside = analyse(`${text} ж`, ['en']).slice(0, -1);
        return JSON.stringify(analyse(`${text} `, ['en'])) !== JSON.stringify(beside);
      });
      expect(other).toEqual([]);
    }
  });

  it('keeps quoted phrases exact, and the beginning of a word for the last one', () => {
    const text = 'They were running the planet';
    expect(ways(text, '"run"', ['en']).slice(0, 3)).toEqual([false, false, false]);
    expect(ways(text, '"were the"', ['en']).slice(0, 3)).toEqual([false, false, false]);
    expect(ways(text, '"running the"', ['en'])).toEqual([true, true, true, true]);
    expect(ways(text, 'running plan', ['en'])).toEqual([true, true, true, true]);
    expect(ways(text, 'plan running', ['en']).slice(0, 3)).toEqual([false, false, false]);
  });
});

it.each([
  ['half-width kana', 0xff66, 0xff9f],
  ['Hangul in parts', 0x1100, 0x11ff],
])('finds the same characters in a run of %s alone as beside other letters', (_, first, last) => {
  let seed = 1;
  const next = (most: number): number => (seed = (seed * 48_271) % 2_147_483_647) % most;
  for (let round = 0; round < 300; round += 1) {
    const codes = Array.from({ length: 1 + next(9) }, () => first + next(last - first + 1));
    const run = String.fromCharCode(...codes);
    const alone = analyse(run, ['en']);
    const beside = analyse(`${run}漢`, ['en']);
    expect([run, beside.slice(0, -2)]).toEqual([run, alone.slice(0, -1)]);
    expect(beside.at(-2)).toMatchObject({ start: alone.at(-1)?.start, forms: [`${alone.at(-1)?.forms[0] ?? ''}漢`] });
  }
});
