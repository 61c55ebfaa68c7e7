/** Messages of plain words, which are not parsed, are what the parser would make of them. */
import { expect, test } from 'vitest';
import { testContext } from '../testing/markdown-context.ts';
import type { RenderContext, RenderedMessage } from './context.ts';
import { compileLinkifier } from './linkify.ts';
import { pipeline } from './pipeline.ts';
import { renderMessage } from './render.ts';

const context: RenderContext = { ...testContext, translatesEmoticons: true };

/** A line that ends is no message of plain words, and ends no otherwise for the parser. */
const parsed = (text: string): RenderedMessage => renderMessage(`${text}\n`, context);

/** Texts that differ from what the parser makes of them. */
const differing = (texts: Iterable<string>): string[] =>
  [...texts].filter((text) => JSON.stringify(renderMessage(text, context)) !== JSON.stringify(parsed(text)));

/** All sequences of so many of these parts. */
function* sequences(parts: readonly string[], length: number): Generator<string> {
  if (length === 0) yield '';
  else for (const part of parts) for (const rest of sequences(parts, length - 1)) yield part + rest;
}

/** Whether a text is rendered without the parser. */
function isPlain(text: string): boolean {
  const { parse } = pipeline;
  let isParsed = false;
  pipeline.parse = (source, environment) => {
    isParsed = true;
    return parse.call(pipeline, source, environment);
  };
  renderMessage(text, context);
  pipeline.parse = parse;
  return !isParsed;
}

test('usual sentences are not parsed, and whatever may be markup is', () => {
  const plain = ["Yes, that's well-known (to us).", 'Was meinst du, Jörg?', 'Да!', 'Wait... what?!', 'ok'];
  const marked = [
    '*so*',
    'a.de',
    'see a.de, please',
    '1. one',
    ' in',
    'two\nlines',
    'ok ',
    '#5',
    'a  \nb',
    ':)',
    'ℹ',
    'a & b',
  ];
  expect(plain.filter((text) => !isPlain(text))).toEqual([]);
  expect(marked.filter(isPlain)).toEqual([]);
});

test('every character between and behind words is the same', () => {
  const texts: string[] = [];
  for (let code = 1; code < 0x10000; code += 16) {
    const characters = Array.from({ length: 16 }, (_, index) => String.fromCodePoint(code + index));
    // Those that are no words alone would send the others past what is tested.
    const plain = characters.filter((each) => isPlain(`a${each}`));
    if (plain.length > 0) texts.push(`${plain.join('')} a${plain.join('')}b ${plain.join(' ')}`);
  }
  expect(texts.length).toBeGreaterThan(2500);
  expect(differing(texts)).toEqual([]);
});

test('every order of letters, digits, spaces and marks is the same', () => {
  const parts = ['a', 'D', '1', ' ', '.', ',', '!', '?', '-', "'", '(', ')'];
  expect(differing(sequences(parts, 4))).toEqual([]);
});

test('every order of words that mean something beside marks is the same', () => {
  const words = [
    'www',
    'localhost',
    'com',
    'me',
    'http',
    'all',
    'o',
    'p',
    'XD',
    'HTTP',
    '10',
    'ß',
    '. ',
    '.',
    ' ',
    ' - ',
    '--',
  ];
  expect(differing(sequences(words, 3))).toEqual([]);
});

test('words that a linkifier asks for become links', () => {
  const { linkifiers } = testContext;
  expect(linkifiers.length).toBeGreaterThan(0);
  const { hasLink } = renderMessage('see TICKET-12 there', {
    ...context,
    linkifiers: [compileLinkifier({ id: 1, pattern: 'TICKET-(?P<id>[0-9]+)', urlTemplate: 'https://t.example/{id}' })],
  });
  expect(hasLink).toBe(true);
});
