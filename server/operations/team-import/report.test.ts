/** The report of an import counts everything and lists a bounded number of places. */
import { expect, test } from 'vitest';
import { readingIn } from '../../texts.ts';
import { phrase } from '../../translation.ts';
import { ImportRefused, Problems, refusal, reportIn } from './report.ts';

test('lists problems by kind with file and line, and counts those beyond the first 200', () => {
  const problems = new Problems();
  for (let line = 1; line <= 201; line += 1)
    problems.report({ file: 'messages.json', line, what: phrase('The message has no sender.'), done: 'left out' });
  problems.report({ file: 'realm.json', line: null, what: phrase('The name is empty.'), done: 'changed' });
  const lines = problems.lines();
  expect(problems.count).toBe(202);
  expect(lines[0]).toBe('The message has no sender. Left out: 201.');
  expect(lines[1]).toBe('  messages.json, line 1');
  expect(lines.slice(-3)).toEqual(['  More places: 1', 'The name is empty. Changed: 1.', '  realm.json']);
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

test('translates a report line by line, and keeps file names and indents', () => {
  const problems = new Problems();
  problems.report({ file: 'users.json', line: 2, what: phrase('The user has no id.'), done: 'left out' });
  problems.report({ file: 'odd name', line: null, what: phrase('The file is empty.'), done: 'changed' });
  expect(reportIn(problems.lines(), readingIn('de').ofError)).toEqual([
    'Der Benutzer hat keine ID. Ausgelassen: 1.',
    '  users.json, Zeile 2',
    'Die Datei ist leer. Geändert: 1.',
    '  odd name',
  ]);
  expect(reportIn(['Added:', '  Users: 3'], readingIn('ar').ofError)).toEqual(['أُضيف:', '  المستخدمون: 3']);
});
