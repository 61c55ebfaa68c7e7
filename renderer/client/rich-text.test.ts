/** Sentences with elements in them. */
import { createElement } from 'react';
import { renderToStaticMarkup } from 'react-dom/server';
import { afterEach, expect, test } from 'vitest';
import { richText } from './rich-text.ts';
import { setLanguage } from './text.ts';

afterEach(() => setLanguage('en', {}));

const sentence = 'Ask <b>{{name}}</b> at <time/>, or read the <link>guide</link>.';
const shown = (name: string): string =>
  renderToStaticMarkup(
    richText(
      sentence,
      { name },
      {
        b: createElement('b'),
        time: createElement('time', null, 'noon'),
        link: createElement('a', { href: '/help' }),
      },
    ),
  );

test('shows the elements where the sentence has them', () => {
  expect(shown('Ada')).toBe('Ask <b>Ada</b> at <time>noon</time>, or read the <a href="/help">guide</a>.');
});

test('lets a translation change their order', () => {
  setLanguage('de', { [sentence]: 'Die <link>Anleitung</link> lesen, oder um <time/> <b>{{name}}</b> fragen.' });
  expect(shown('Ada')).toBe('Die <a href="/help">Anleitung</a> lesen, oder um <time>noon</time> <b>Ada</b> fragen.');
});

test('keeps tags in values as text', () => {
  expect(shown('<link>x</link>')).toContain('<b>&lt;link&gt;x&lt;/link&gt;</b>');
});
