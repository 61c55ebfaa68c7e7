/** Number on a badge, in the colour of what is for the reader and of the rest. */
import { createElement } from 'react';
import { renderToStaticMarkup } from 'react-dom/server';
import { expect, test } from 'vitest';
import { Count } from './count.tsx';

const shown = (props: Parameters<typeof Count>[0]): string => renderToStaticMarkup(createElement(Count, props));
const texts = (html: string): string => html.replaceAll(/<[^>]+>/g, '|').replaceAll(/\|+/g, '|');

test('counts one mention among fifteen other messages apart from them', () => {
  const html = shown({ count: 16, calls: 1 });
  expect(html).toContain('count split');
  expect(texts(html)).toBe('|1|15| 16 unread, 1 for you|');
});

test('is amber as a whole only where every message is for the reader', () => {
  expect(shown({ count: 3, calls: 3 })).toContain('count calls');
  expect(shown({ count: 3 })).not.toContain('calls');
  expect(texts(shown({ count: 3, calls: 3 }))).toBe('|3| 3 unread|');
});

test('is empty without messages, short for many, and quiet for what is not unread', () => {
  expect(shown({ count: 0, calls: 0 })).toBe('');
  // The number is grouped as the language of the process does.
  expect(texts(shown({ count: 1556, calls: 2 }))).toMatch(/^\|2\|999\+\| 1\D?556 unread, 2 for you\|$/u);
  expect(shown({ count: 2, isUnread: false })).toContain('quiet');
});
