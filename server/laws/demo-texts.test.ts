/** Texts of the demo: every language has those of English, line for line. */
import { mkdirSync, mkdtempSync, rmSync, writeFileSync, cpSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, expect, test } from 'vitest';
import { demoTags, problemsOfDemo } from '../tools/languages/demo-texts.ts';
import { readLanguages } from '../tools/languages/language-files.ts';
import { root } from './tree.ts';

const tags = demoTags(
  root,
  readLanguages(root).map(({ tag }) => tag),
);
const copy = mkdtempSync(join(tmpdir(), 'hearth-demo-texts-'));
afterAll(() => rmSync(copy, { recursive: true }));

test('a translation of the demo has the lines, speakers and marks of the English', () => {
  const problems = tags.flatMap((tag) => problemsOfDemo(root, tag));
  expect(problems.map(({ path, line, message }) => `${path}:${line}: ${message}`)).toEqual([]);
});

test('names file and line of what differs', () => {
  const [english, german] = [join(copy, 'server/demo/transcripts'), join(copy, 'resources/languages/de/demo')];
  cpSync(join(root, 'server/demo/transcripts'), english, { recursive: true });
  mkdirSync(german, { recursive: true });
  writeFileSync(
    join(english, 'talk.txt'),
    '## general > Cake\nat 3 09:00\namara> Cake for @jonas!\n  + tada mei\nresolved\n',
  );
  const write = (...lines: string[]): string[] => {
    writeFileSync(join(german, 'talk.txt'), `${lines.join('\n')}\n`);
    return problemsOfDemo(copy, 'de')
      .filter(({ path }) => path.endsWith('talk.txt'))
      .map(({ line, message }) => `${line}: ${message}`);
  };
  const heading = '## general > Kuchen';
  const end = ['  + tada mei', 'resolved'];
  expect(write(heading, 'at 3 09:00', 'amara> Kuchen für @jonas!', ...end)).toEqual([]);
  expect(write('## lunch > Kuchen', 'at 3 09:00', 'amara> Kuchen für @jonas!', ...end)).toEqual([
    '1: does not start with "## general > ", or names no topic',
  ]);
  expect(write(heading, 'at 4 09:00', 'amara> Kuchen für @jonas!', ...end)).toEqual(['2: is not "at 3 09:00"']);
  expect(write(heading, 'at 3 09:00', 'mei> Kuchen für @jonas!', ...end)).toEqual([
    '3: does not start with "amara> ", or has no text behind it',
  ]);
  expect(write(heading, 'at 3 09:00', 'amara> Kuchen für Jonas!', ...end)).toEqual([
    '3: mentions: none, the English @jonas',
  ]);
  expect(write(heading, 'at 3 09:00', 'amara> Kuchen für @jonas!', 'resolved')).toEqual([
    '4: is not "  + tada mei"',
    '5: has 5 lines, the English 6',
  ]);
});
