/** Emoji that are offered, against the server's own table of names. */
import { join } from 'node:path';
import { beforeAll, expect, test } from 'vitest';
import type { EmojiEntry } from '../store/emoji-data.ts';
import { inTone, skinTones } from './emoji-tones.ts';

let codeOf: (name: string) => string | undefined;
let table: Record<string, string>;

beforeAll(async () => {
  // Of another project, and found by its path.
  const markdown = join(import.meta.dirname, '../../../server/markdown');
  const module = (await import(/* @vite-ignore */ join(markdown, 'emoji.ts'))) as {
    findEmojiCode: (name: string) => string | undefined;
  };
  codeOf = module.findEmojiCode;
  ({ default: table } = (await import(/* @vite-ignore */ join(markdown, 'emoji-data.json'))) as {
    default: Record<string, string>;
  });
});

const entriesOf = (): EmojiEntry[] =>
  Object.entries(table).map(([code, words]) => {
    const names = words.split(' ');
    return { name: names[0] ?? '', names, code, type: 'unicode_emoji', glyph: '?', url: null };
  });

test('every emoji in every skin tone has a name and a code that the server knows', () => {
  const toned = entriesOf().flatMap((entry) =>
    skinTones.flatMap(({ tone }) => {
      const changed = inTone(entry, tone);
      return changed === entry ? [] : [changed];
    }),
  );
  expect(toned.length).toBeGreaterThan(1000);
  expect(toned.filter(({ name, code }) => codeOf(name) !== code).map(({ name }) => name)).toEqual([]);
});

test('offers a tone for each emoji of the server that takes one', () => {
  const missing = entriesOf().filter(
    (entry) => codeOf(`${entry.name}_tone3`) !== undefined && inTone(entry, 3) === entry,
  );
  expect(missing.map(({ name }) => name)).toEqual([]);
});
