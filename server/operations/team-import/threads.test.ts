/** Names of topics that threads become, and long messages in parts. */
import { expect, test } from 'vitest';
import { firstWords, messageParts, TopicNames } from './threads.ts';

test('names a thread after its first words, within the limit of a topic', () => {
  const names = new TopicNames('general');
  expect(names.take('C1', '**Lunch** on `Friday`?\nMore', '')).toBe('Lunch on Friday?');
  const long = names.take('C1', 'word '.repeat(40), '');
  expect([...long].length).toBeLessThanOrEqual(60);
  expect(long).toMatch(/^(?:word ){3,}word…$/);
  expect(names.take('C1', '👍🏽'.repeat(60), '')).toMatch(/…$/);
  expect(names.take('C1', '\n\n> quoted', 'x')).toBe('quoted');
  expect(names.take('C1', ' \u200b ', 'Thread of 2024-05-22')).toBe('Thread of 2024-05-22');
});

test('gives each name once in a channel, also when names differ in capitals or are cut', () => {
  const names = new TopicNames('general');
  expect(['Lunch', 'lunch', 'LUNCH', 'General'].map((text) => names.take('C1', text, ''))).toEqual([
    'Lunch',
    'lunch (2)',
    'LUNCH (3)',
    'General (2)',
  ]);
  expect(names.take('C2', 'Lunch', '')).toBe('Lunch');
  const [one = '', two = ''] = [1, 2].map(() => names.take('C3', 'x'.repeat(99), ''));
  expect([[...one].length, [...two].length]).toEqual([60, 60]);
  expect(two).toMatch(/… \(2\)$/);
  expect(firstWords('a b', 2)).toBe('a…');
});

test('cuts a text that is longer than a message at the end of a line, and loses nothing', () => {
  const text = `${'line of words\n'.repeat(1500)}${'🎉'.repeat(11_000)}`;
  const parts = messageParts(text);
  expect(parts.every((part) => [...part].length <= 10_000)).toBe(true);
  expect(parts.join('').replaceAll('\n', '')).toBe(text.replaceAll('\n', ''));
  expect(messageParts('short')).toEqual(['short']);
});
