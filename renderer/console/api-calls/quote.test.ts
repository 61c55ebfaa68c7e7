/** Quoting for the three shells: what a program gets is what was meant, whatever stands in the text. */
import { describe, expect, test } from 'vitest';
import { isSafeForCmd, isSafeForPowerShell, percentEncode, quoteBash, quoteCmd, quotePowerShell } from './quote.ts';

const nasty = [
  'plain',
  '',
  'two words',
  "it's",
  '"quoted"',
  'a "b" & c | d > e < f ^ g',
  '100% %PATH% !x!',
  '$HOME `whoami` $(id)',
  String.raw`C:\temp\ `,
  String.raw`ends with \ `.trim(),
  String.raw`\"tricky\\"`,
  'semi;colon, (paren) #hash ~ * ? [x] {y}',
  'two\nlines',
  'Grüße, 日本語, 🔥',
  '‘typographic’ “quotes”',
  '-starts with a dash',
];

/** Every text of up to three of the characters that shells act on. */
const special = ['"', "'", '\\', '%', '^', '&', '!', ' ', 'a'];
const short = special.flatMap((a) => special.flatMap((b) => special.map((c) => a + b + c)));

test('bash: single quotes keep everything', () => {
  expect(quoteBash('plain-text_1.2')).toBe('plain-text_1.2');
  expect(quoteBash("it's")).toBe(String.raw`'it'\''s'`);
  for (const text of [...nasty, ...short]) expect(readByBash(quoteBash(text))).toBe(text);
});

describe('PowerShell', () => {
  test('doubles single quotes, and what goes through as text arrives in 5.1 and 7', () => {
    expect(quotePowerShell("it's")).toBe("'it''s'");
    for (const text of [...nasty, ...short].filter(isSafeForPowerShell)) {
      const value = readByPowerShell(quotePowerShell(`name=${text}`));
      expect(readByProgram(passedByOldPowerShell(value))).toEqual([`name=${text}`]);
    }
  });

  test('knows what does not go through', () => {
    for (const text of ['"', '\\', 'a\nb', 'é', '’']) expect(isSafeForPowerShell(text), text).toBe(false);
  });
});

describe('cmd', () => {
  test('a caret stands before everything that cmd would act on', () => {
    expect(quoteCmd('two words & more')).toBe('"two words & more"');
    expect(quoteCmd('say "hi" & 100%')).toBe(String.raw`^"say \^"hi\^" ^& 100^%^"`);
    for (const text of [...nasty, ...short].filter(isSafeForCmd)) {
      const { line, isAlone } = readByCmd(quoteCmd(`name=${text}`));
      expect(isAlone, text).toBe(true);
      expect(readByProgram(line), text).toEqual([`name=${text}`]);
    }
  });

  test('knows what does not go through', () => {
    for (const text of ['a\nb', 'é', '’']) expect(isSafeForCmd(text), text).toBe(false);
  });
});

test('what cannot be quoted is percent-encoded, and read by the server as it was', () => {
  for (const text of nasty) {
    expect(percentEncode(text)).toMatch(/^[\w.~%-]*$/);
    expect(decodeURIComponent(percentEncode(text))).toBe(text);
  }
  expect(percentEncode('half \ud83d')).toBe('half%20%EF%BF%BD');
});

/** How bash reads one word: single quotes, and a backslash outside of them. */
function readByBash(word: string): string {
  let text = '';
  let isQuoted = false;
  for (let i = 0; i < word.length; i += 1) {
    if (word[i] === "'") isQuoted = !isQuoted;
    else if (word[i] === '\\' && !isQuoted) text += word[(i += 1)];
    else if (isQuoted || /[\w@%+=:,./-]/.test(word[i] ?? '')) text += word[i];
    else throw new Error(`bash acts on ${word[i]}`);
  }
  return text;
}

function readByPowerShell(word: string): string {
  return word.startsWith("'") ? word.slice(1, -1).replaceAll("''", "'") : word;
}

/** 5.1 puts an argument with spaces between quotes and changes nothing in it. */
function passedByOldPowerShell(value: string): string {
  return /\s/.test(value) || value === '' ? `"${value}"` : value;
}

/** What cmd does to a line: outside of quotes a caret is taken away and keeps the next character from being acted on. */
function readByCmd(word: string): { line: string; isAlone: boolean } {
  let line = '';
  let isQuoted = false;
  let isAlone = !/%[^%^\s]+%/.test(word);
  for (let i = 0; i < word.length; i += 1) {
    const char = word[i] ?? '';
    if (char === '^' && !isQuoted) line += word[(i += 1)] ?? '';
    else {
      if (char === '"') isQuoted = !isQuoted;
      else if (!isQuoted && /[&|<>()]/.test(char)) isAlone = false;
      line += char;
    }
  }
  return { line, isAlone };
}

/** How programs on Windows split their command line: backslashes count before quotes only. */
function readByProgram(line: string): string[] {
  const found: string[] = [];
  let text: string | null = null;
  let isQuoted = false;
  let i = 0;
  while (i < line.length) {
    const slashes = /^\\*/.exec(line.slice(i))?.[0].length ?? 0;
    i += slashes;
    if (line[i] === '"') {
      text = (text ?? '') + '\\'.repeat(Math.floor(slashes / 2));
      if (slashes % 2 === 1) text += '"';
      else isQuoted = !isQuoted;
      i += 1;
      continue;
    }
    if (slashes > 0) text = (text ?? '') + '\\'.repeat(slashes);
    if (i >= line.length) break;
    if (/\s/.test(line[i] ?? '') && !isQuoted) {
      if (text !== null) found.push(text);
      text = null;
    } else text = (text ?? '') + (line[i] ?? '');
    i += 1;
  }
  if (text !== null) found.push(text);
  return found;
}
