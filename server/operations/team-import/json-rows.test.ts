/** Lists of an export are read with their faults, and each fault is found with its line. */
import { describe, expect, test } from 'vitest';
import type { ExpectedProblem } from '../../testing/collected-records.ts';
import { listOf, tablesOf } from './json-rows.ts';
import type { Problem } from './report.ts';

function read(text: string): { rows: [number, unknown][]; problems: Problem[] } {
  const problems: Problem[] = [];
  const rows = listOf('a.json', text, (problem) => problems.push(problem));
  return { rows: rows.map(({ row, line }) => [line, row]), problems };
}
const leftOut = (line: number, what: string): ExpectedProblem => ({ file: 'a.json', line, what, done: 'left out' });

describe('lists', () => {
  test.each([
    ['[]', []],
    [
      '[{"a":1},{"a":2}]',
      [
        [1, { a: 1 }],
        [1, { a: 2 }],
      ],
    ],
    [
      '\ufeff[\n {"a": "x,\\"]}"},\n\n {"a": [1, {}]}\n]',
      [
        [2, { a: 'x,"]}' }],
        [4, { a: [1, {}] }],
      ],
    ],
  ])('of %j are read with the lines in which records begin', (text, rows) => {
    expect(read(text)).toEqual({ rows, problems: [] });
  });

  test('that are cut off give the records before that', () => {
    expect(read('[\n{"a":1},\n{"a":2')).toEqual({
      rows: [[2, { a: 1 }]],
      problems: [leftOut(3, 'The file ends too early.')],
    });
    expect(read('[\n{"a":1},\n{"a":"x').rows).toEqual([[2, { a: 1 }]]);
  });

  test('with NaN or a record that is no JSON lose that alone', () => {
    const { rows, problems } = read('[\n{"ts": NaN},\n{"a": b},\n{"a": 3},\n7\n]');
    expect(rows).toEqual([
      [2, { ts: null }],
      [4, { a: 3 }],
    ]);
    expect(problems.map(({ line, done }) => [line, done])).toEqual([
      [2, 'changed'],
      [3, 'left out'],
      [5, 'left out'],
    ]);
    expect(read('[{"a":1},7,\n[]]').problems).toEqual([
      leftOut(1, 'A record is no object.'),
      leftOut(2, 'A record is no object.'),
    ]);
  });

  test.each([
    ['', 'The file is empty.'],
    ['  \n', 'The file is empty.'],
    ['{"a": 1}', 'The file holds no list.'],
    ['<html>', 'The file is not valid JSON.'],
  ])('are reported when the file is %j', (text, what) => {
    const { rows, problems } = read(text);
    expect(rows).toEqual([]);
    expect(problems.map((one) => [one.what, one.done])).toEqual([[what, 'left out']]);
  });
});

describe('tables of a damaged file', () => {
  test('have the records that can be read', () => {
    const problems: Problem[] = [];
    const text = '{"one": [{"a": "\\"two\\": ["}, {"a": b}],\n "two": [{"b": 1},\n{"b": 2}, {"b"';
    const tables = tablesOf('a.json', text, ['one', 'two', 'three'], (problem) => problems.push(problem));
    expect(tables).toEqual({ one: [{ a: '"two": [' }], two: [{ b: 1 }, { b: 2 }] });
    expect(problems.map(({ line, what }) => [line, what])).toEqual([
      [1, 'The file is not valid JSON.'],
      [3, 'The file ends too early.'],
    ]);
  });

  test('are none where it has no list of theirs', () => {
    const problems: Problem[] = [];
    expect(tablesOf('a.json', '{"three": [', ['one'], (problem) => problems.push(problem))).toEqual({});
    expect(problems).toMatchObject([{ line: 1, what: 'The file ends too early.', done: 'left out' }]);
  });
});
