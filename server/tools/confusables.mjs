/**
 * Writes server/confusables.json, the characters that look alike, from the table of Unicode UTS 39:
 * `node server/tools/confusables.mjs confusables.txt` (https://www.unicode.org/Public/security/latest/confusables.txt).
 * Characters that compatibility normalization (NFKC) replaces are left out: names are normalized before they are compared.
 */
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

/** @param {string} points code points in hexadecimal */
const textOf = (points) =>
  String.fromCodePoint(
    ...points
      .trim()
      .split(' ')
      .map((point) => Number.parseInt(point, 16)),
  );

const table = readFileSync(process.argv[2] ?? 'confusables.txt', 'utf8');
const pairs = table
  .split('\n')
  .map((line) => line.replace(/#.*/, '').split(';'))
  .filter((fields) => fields.length === 3)
  .map(([source = '', target = '']) => ({ source: textOf(source), target: textOf(target) }))
  // "rn" for "m" would keep the names "modern" and "modem" apart from each other in one script.
  .filter(({ source, target }) => source !== 'm' && source.normalize('NFKC') === source && !/\s/.test(source + target))
  .map(({ source, target }) => source + target.replaceAll('rn', 'm'))
  .toSorted();
const data = {
  source: `Unicode UTS 39, version ${/^# Version: (.*)$/m.exec(table)?.[1]}`,
  license: '© 1991-2025 Unicode, Inc. Unicode License v3 (Unicode-3.0): resources/unicode-license.txt',
  pairs: pairs.join(' '),
};
writeFileSync(join(import.meta.dirname, '../confusables.json'), `${JSON.stringify(data, null, 2)}\n`);
