// Search highlights and alert words: found as whole words, in text only.

import { describe, expect, it } from 'vitest';
import { findAlertWords } from './alert-words.ts';
import { highlightHtml, highlightText } from './match.ts';
import { renderMessage } from './render.ts';
import { testContext } from './test-context.ts';

const H = (text: string) => `<span class="highlight">${text}</span>`;

describe('highlights in messages', () => {
  it.each<[string, string, string[], string]>([
    ['a word', '<p>the plan is</p>', ['plan'], `<p>the ${H('plan')} is</p>`],
    ['every occurrence, whatever the case', '<p>Plan plan</p>', ['PLAN'], `<p>${H('Plan')} ${H('plan')}</p>`],
    ['no part of a word', '<p>planet</p>', ['plan'], '<p>planet</p>'],
    ['the beginning of a word when asked', '<p>planet</p>', ['plan*'], `<p>${H('planet')}</p>`],
    ['accents do not matter', '<p>Café cafe</p>', ['cafe'], `<p>${H('Café')} ${H('cafe')}</p>`],
    ['a phrase', '<p>big red dog, red big</p>', ['big red'], `<p>${H('big red')} dog, red big</p>`],
    ['a phrase over punctuation', '<p>big, red</p>', ['big red'], `<p>${H('big, red')}</p>`],
    ['several terms', '<p>a b c</p>', ['a', 'c'], `<p>${H('a')} b ${H('c')}</p>`],
    [
      'not in tags',
      '<p><a href="/plan" title="plan">plan</a></p>',
      ['plan', 'href', 'p'],
      `<p><a href="/plan" title="plan">${H('plan')}</a></p>`,
    ],
    ['not in entities', '<p>a &amp; b &lt;amp&gt;</p>', ['amp', 'lt'], `<p>a &amp; b &lt;${H('amp')}&gt;</p>`],
    ['in code', '<code>x = plan</code>', ['plan'], `<code>x = ${H('plan')}</code>`],
    ['nothing to search for', '<p>a</p>', [], '<p>a</p>'],
    ['no words to search for', '<p>a *</p>', ['*', ' ', '"'], '<p>a *</p>'],
    ['characters of regular expressions', '<p>a.b (c)</p>', ['(c)'], `<p>a.b (${H('c')})</p>`],
  ])('%s', (_name, html, terms, expected) => {
    expect(highlightHtml(html, terms)).toBe(expected);
  });

  it('leave emoji and formulas whole', () => {
    const { html } = renderMessage('smile :smile: smile $$x$$ x', testContext);
    const highlighted = highlightHtml(html, ['smile', 'x']);
    expect(highlighted.match(/highlight/g)).toHaveLength(3);
    expect(highlighted).toContain('title="smile">:smile:</span>');
    expect(highlighted.replace(/<span class="highlight">([^<]*)<\/span>/g, '$1')).toBe(html);
  });

  it('change nothing else in any message', () => {
    const { html } = renderMessage('# A & b\n- "q" <x> `a`\n```py\na > b\n```\n#12 @**Ada Lovelace**', testContext);
    const highlighted = highlightHtml(html, ['a', 'b', 'ada', 'span', '12']);
    expect(highlighted).not.toBe(html);
    expect(highlighted.replace(/<span class="highlight">([^<]*)<\/span>/g, '$1')).toBe(html);
  });
});

describe('highlights in topics', () => {
  it('escape the topic', () => {
    expect(highlightText('<b> & "plan"', ['plan', 'b'])).toBe(`&lt;${H('b')}&gt; &amp; &quot;${H('plan')}&quot;`);
    expect(highlightText('<b>', [])).toBe('&lt;b&gt;');
  });
});

describe('alert words', () => {
  it.each<[string, string, string[], string[]]>([
    ['a word', 'The server is down', ['server'], ['server']],
    ['whatever the case', 'SERVER', ['Server'], ['Server']],
    ['next to punctuation', '(server)!', ['server'], ['server']],
    ['no part of a word', 'servers', ['server'], []],
    ['a later occurrence', 'servers server', ['server'], ['server']],
    ['a phrase', 'the office is on fire', ['on fire'], ['on fire']],
    ['a word that ends in a sign', 'I like c++ much', ['c++'], ['c++']],
    ['letters outside the alphabet', 'große größe', ['größ', 'groß', 'größe'], ['größe']],
    ['an emoji', 'ship it 🚀🚀', ['🚀'], ['🚀']],
    ['nothing', '', ['server', ''], []],
    ['each once', 'a b', ['b', 'a', 'b'], ['b', 'a']],
  ])('%s', (_name, text, words, expected) => {
    expect(findAlertWords(text, words)).toEqual(expected);
  });
});
