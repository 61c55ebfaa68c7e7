/** The message that begins a poll or a list of tasks. */
import { expect, test } from 'vitest';
import { widgetCommand } from './widget-command.ts';

test('writes a line for each entry that has words, once', () => {
  expect(widgetCommand('poll', ' Lunch? ', ['Soup', '', ' Soup ', 'Bread\nand butter'])).toBe(
    '/poll Lunch?\nSoup\nBread and butter',
  );
});

test('keeps a dash or a star at the beginning of an entry, which the server would drop', () => {
  expect(widgetCommand('poll', 'How cold?', ['-5', '*', '- 3'])).toBe('/poll How cold?\n- -5\n- *\n- - 3');
});

test('writes a list without a title', () => {
  expect(widgetCommand('todo', '', ['Sweep: the yard'])).toBe('/todo\nSweep: the yard');
});
