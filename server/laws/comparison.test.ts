/** The comparison of the chat with others (renderer/chat/README.md) names a test that is there, for each line that is here. */
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';

const root = join(import.meta.dirname, '../..');
const lines = readFileSync(join(root, 'renderer/chat/README.md'), 'utf8')
  .split('\n')
  .map((line) => line.split('|').map((cell) => cell.trim()))
  // What, four others, here, test: with an empty cell at each end.
  .filter((cells) => cells.length === 9 && !/^(?:What|-+)$/.test(cells[1] ?? ''));

test('every line that is here, in full or in part, names tests that exist', () => {
  expect(lines.length).toBeGreaterThan(30);
  const wrong = lines.filter(([, , , , , , here = '', tests = '']) => {
    const named = [...tests.matchAll(/`([^`]+)`/g)].map(([, path]) => path ?? '');
    const isThere =
      named.length > 0 && named.every((path) => /\.(?:test|spec)\.ts$/.test(path) && existsSync(join(root, path)));
    return here.startsWith('no') ? named.length > 0 : !isThere;
  });
  expect(wrong.map(([, what]) => what)).toEqual([]);
});
