/**
 * Law: a test judges what it waited for. A page that is read once shows how quick the machine was, and a test that measures the time
 * fails on a busy one: what is true in the end is asserted with what looks again (`expect(locator)`, `expect.poll`, `toPass`).
 */
import { expect, test } from 'vitest';
import { sourceFiles, type SourceFile } from './tree.ts';

/** What reads a page or a part of it once, without waiting for what is expected. */
const read =
  /\.(?:count|isVisible|isHidden|isEnabled|isDisabled|isChecked|isEditable|innerText|textContent|inputValue|boundingBox|allInnerTexts|allTextContents|all)\(\)|\.(?:evaluate|evaluateAll|getAttribute)\(/;

interface Offence {
  path: string;
  text: string;
}

/** Each with the reason why it is right as it is. Parts of the code, as they are written. */
const allowed: readonly (Offence & { why: string })[] = [
  {
    path: 'e2e/chat-bench.spec.ts',
    text: 'const idOf = ()',
    why: 'looks again with each frame, until enough has passed',
  },
  { path: 'e2e/chat-bench.spec.ts', text: "'.view-header h1'", why: 'looks again with each frame, until it is there' },
  {
    path: 'e2e/chat-connection.spec.ts',
    text: 'seen.evaluate(({ removed }) => removed)',
    why: 'a count of all that was removed since',
  },
  {
    path: 'e2e/chat-content.spec.ts',
    text: "performance.getEntriesByType('resource')",
    why: 'what must not have been loaded by then',
  },
  { path: 'e2e/chat-joining.spec.ts', text: 'isSecureContext', why: 'the same from the first moment of a page on' },
  { path: 'e2e/chat-scrolling.spec.ts', text: 'const view = ', why: 'asked again after each swipe, until it is so' },
  { path: 'e2e/chat-scrolling.spec.ts', text: 'const box = ', why: 'asked again after each swipe, until it is so' },
  { path: 'e2e/chat-security.spec.ts', text: "'hacked' in window", why: 'what must not have happened by then' },
  {
    path: 'e2e/chat-writing.spec.ts',
    text: 'await drop(',
    why: 'what the page made of an event, which dispatchEvent returns',
  },
  {
    path: 'e2e/console-backups.spec.ts',
    text: 'watched.evaluate(({ next }) => next)',
    why: 'waits in the page, for the frame that is meant',
  },
  { path: 'e2e/console-dialogs.spec.ts', text: 'place.isVisible()', why: 'within expect.poll, which asks again' },
  {
    path: 'e2e/desktop-files.spec.ts',
    text: "Reflect.get(window, 'desktop')",
    why: 'what a page has from its first script on',
  },
  {
    path: 'e2e/desktop-shell.spec.ts',
    text: 'typeof Reflect.get(window, name)',
    why: 'what a page has from its first script on',
  },
  { path: 'e2e/desktop-shell.spec.ts', text: 'Notification.requestPermission()', why: 'an answer of the browser' },
  {
    path: 'e2e/desktop.spec.ts',
    text: "typeof Reflect.get(window, 'require')",
    why: 'what a page has from its first script on',
  },
  {
    path: 'server/spec/statements/13-errors-and-limits.test.ts',
    text: 'toBeLessThan(timeout * 1000)',
    why: 'ninety seconds, which is longer than a test may take',
  },
  { path: 'e2e/languages.spec.ts', text: 'field.isConnected', why: 'whether it was ever taken from the page' },
];

const isAllowed = ({ path, text }: Offence): boolean =>
  allowed.some((one) => one.path === path && text.includes(one.text));

const files = sourceFiles();
const ofBrowser = files.filter(({ path }) => path.startsWith('e2e/'));

/** @returns what stands between a bracket at this place and the one that closes it */
function inBrackets(text: string, start: number): string {
  let depth = 0;
  for (let at = start; at < text.length; at += 1) {
    if ('([{'.includes(text[at] ?? '')) depth += 1;
    if (')]}'.includes(text[at] ?? '')) depth -= 1;
    if (depth === 0) return text.slice(start + 1, at);
  }
  return '';
}

/** Functions of one file that do nothing but read a page: `const top = (page) => page.evaluate(...)`. */
const readersIn = ({ text }: SourceFile): string[] =>
  [...text.matchAll(/^ *(?:export )?const (\w+) = (?:async )?\([^=]*=>\s*([^;]*);$/gm)].flatMap(
    ([, name = '', body = '']) => (read.test(body) && !/\bexpect\b/.test(body) ? [name] : []),
  );

/** What is asserted of a value that was read once. */
function readOnce(file: SourceFile): Offence[] {
  const readers = readersIn(file);
  const calls = readers.length === 0 ? /^(?!)/ : new RegExp(`\\bawait (?:${readers.join('|')})\\(`);
  return [...file.text.matchAll(/\bexpect(?:\.soft)?(?=\()/g)].flatMap(({ 0: found, index }) => {
    const judged = inBrackets(file.text, index + found.length);
    const isOnce = /\bawait\b/.test(judged) && !/^\s*async /.test(judged) && (read.test(judged) || calls.test(judged));
    return isOnce ? [{ path: file.path, text: judged.replaceAll(/\s+/g, ' ') }] : [];
  });
}

const linesLike = (some: readonly SourceFile[], pattern: RegExp): Offence[] =>
  some.flatMap(({ path, text }) =>
    text.split('\n').flatMap((line) => (pattern.test(line) ? [{ path, text: line.trim() }] : [])),
  );

const named = ({ path, text }: Offence): string => `${path}: ${text}`;
const broken = (found: readonly Offence[]): string[] => found.filter((one) => !isAllowed(one)).map(named);

test('nothing is asserted of a page that was read once', () => {
  expect(broken(ofBrowser.flatMap(readOnce))).toEqual([]);
});

test('a part of a page is found by a locator, which waits for it, and not by a script that finds it or does not', () => {
  expect(broken(linesLike(ofBrowser, /document\.querySelector(?:<[^>]*>)?\([^)]*\)(?:\?\.|!)/))).toEqual([]);
});

test('no test goes another way because of what a page shows at one moment', () => {
  expect(broken(linesLike(ofBrowser, /\bif \(.*\bawait\b.*\.(?:count|isVisible|isHidden|isEnabled)\(\)/))).toEqual([]);
});

test('no test of the browser waits for a time, or until the network is quiet', () => {
  expect(broken(linesLike(ofBrowser, /\bwaitForTimeout\(|['"]networkidle['"]|\bwaitForSelector\(|\.\$\$?\(/))).toEqual(
    [],
  );
});

test('no test fails because something took long', () => {
  const tests = files.filter(({ path }) => /\.(?:test|spec)\.tsx?$/.test(path) && !path.startsWith('server/laws/'));
  expect(broken(linesLike(tests, /\bexpect\(.*\b(?:Date|performance)\.now\(\) - .*\)\.toBeLessThan/))).toEqual([]);
});

test('every place that is allowed is there', () => {
  const gone = allowed.filter(
    ({ path, text }) => !files.some((file) => file.path === path && file.text.replaceAll(/\s+/g, ' ').includes(text)),
  );
  expect(gone).toEqual([]);
});
