/** The report of an import counts everything and lists a bounded number of places. */
import { expect, test } from 'vitest';
import { readingIn } from '../../texts.ts';
import { ImportRefused, Problems, refusal } from './report.ts';

test('lists problems by kind with file and line, and counts those beyond the first 200', () => {
  const problems = new Problems();
  for (let line = 1; line <= 201; line += 1)
    problems.report({ file: 'messages.json', line, what: 'The message has no sender.', done: 'left out' });
  problems.report({ file: 'realm.json', line: null, what: 'The name is empty.', done: 'changed' });
  const lines = problems.lines();
  expect(problems.count).toBe(202);
  expect(lines[0]).toBe('The message has no sender. Left out: 201.');
  expect(lines[1]).toBe('  messages.json, line 1');
  expect(lines.slice(-3)).toEqual(['  and 1 more', 'The name is empty. Changed: 1.', '  realm.json']);
});

test('names file, line and advice when it refuses a file', () => {
  const error = refusal('realm.json', 3, 'The JSON ends too early.', 'Export the team again.');
  expect(error).toBeInstanceOf(ImportRefused);
  expect(error.message).toBe(
    'realm.json, line 3: The JSON ends too early. Export the team again. Nothing was imported.',
  );
});

test('translates the refusal of an import with its place and its sentences', () => {
  const empty = refusal('The archive', null, 'The archive is empty.', 'Choose the .zip file of an export.');
  expect(readingIn('de').ofError(empty.message)).toBe(
    'Das Archiv: Das Archiv ist leer. Wähle die .zip-Datei eines Exports. Nichts wurde importiert.',
  );
  const placed = refusal('a: b.jsonl', 3, 'The file is not valid JSON.', 'Copy the file or export the team again.');
  expect(readingIn('ja').ofError(placed.message)).toBe(
    'a: b.jsonl、3 行目：ファイルは正しい JSON ではありません。ファイルをもう一度コピーするか、チームをもう一度エクスポートしてください。何もインポートされませんでした。',
  );
});
