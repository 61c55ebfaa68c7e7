/** Info strings of code fences: attributes of many programs are not shown as code, and no code is lost. */
import { expect, it } from 'vitest';
import { readInfo } from './fence-info.ts';

const js = { language: 'js', firstLine: '' };

it.each([
  'title="x"',
  'title="a b.js"',
  "title='x y'",
  'title=x.js',
  'title="a \\"b\\""',
  'title=“x”',
  'title="日本語"',
  '{1,3}',
  '{1, 3-5} title="a" showLineNumbers',
  '{1-3} {5}',
  'highlight={1,3}',
  'ins={1} del={2-3}',
  'lines=1-3',
  'hl_lines="1 3"',
  'linenums="1"',
  'startLine=3',
  'focus=2:4',
  'lineNumbers=true',
  'theme={null}',
  '{.line-numbers}',
  'showLineNumbers',
  'showLineNumbers{3}',
  'line-numbers',
  'twoslash',
  'live noInline',
  'copy',
  'no-copy',
  '[a b.js]',
])('shows js %s as JavaScript without its attributes', (rest) => {
  expect(readInfo(`js ${rest}`)).toEqual(js);
});

it.each([
  'js:line',
  'js:10',
  'js:12:20',
  'js:title="x"',
  'js:file.js{1,3}',
  'js:line-numbers {1}',
  'js:no-line-numbers',
  'js,ignore',
  'js;title',
  'js|title.js',
  'js{1,3}',
  'js{1, 3-5} copy',
  'js:src/index.js',
  '{js}',
  '{ js }',
  '{js, echo=FALSE}',
  '{js title="x"}',
  '{.js}',
  '{ .js #id .numberLines startFrom="10" }',
])('reads the language of %s', (info) => {
  expect(readInfo(info)).toEqual(js);
});

it.each([
  ['mermaid title="x"', 'mermaid'],
  ['unknown {1,3}', 'unknown'],
  ['title="a b"', ''],
  ['{1,3}', ''],
  ['unknown', 'unknown'],
  ['c:\\path\\file', 'c:\\path\\file'],
  ['http://host.example/a', 'http://host.example/a'],
])('shows no line for %s without a known language', (info, language) => {
  expect(readInfo(info)).toEqual({ language, firstLine: '' });
});

it.each([
  ['js const a = 1', 'js', 'const a = 1'],
  ['js title="x" const a', 'js', 'title="x" const a'],
  ['js {1,3} foo()', 'js', '{1,3} foo()'],
  ['js "use strict"', 'js', '"use strict"'],
  ['bash FOO=1 ./run', 'bash', 'FOO=1 ./run'],
  ['sh $ ls -la', 'sh', '$ ls -la'],
  ['let x = 1', '', 'let x = 1'],
  ['export A="b"', '', 'export A="b"'],
  ['please copy', '', 'please copy'],
  ['note:this is text', '', 'note:this is text'],
])('shows %s behind a fence as the first line of code', (info, language, firstLine) => {
  expect(readInfo(info)).toEqual({ language, firstLine });
});

it('reads long lines of half attributes without backtracking', () => {
  const parts = ['a=a', 'title="', '{1 ', 'a="\\', '{.a ', '[a.a', 'copy', 'x=1 ', 'x=1,', '“'];
  for (const start of ['js ', 'js:', '{.js ', ''])
    for (const part of parts) {
      const begun = performance.now();
      readInfo(`${start}${part.repeat(20_000)}!`);
      expect([start, part, performance.now() - begun < 500]).toEqual([start, part, true]);
    }
});
