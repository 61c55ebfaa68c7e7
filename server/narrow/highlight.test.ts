/** Search highlights: what was searched for, in text only, and nothing else of the HTML changed. */
import { describe, expect, it } from 'vitest';
import { findEmojiCharacter } from '../markdown/emoji.ts';
import { escapeHtml } from '../markdown/html.ts';
import { renderMessage } from '../markdown/render.ts';
import securityCases from '../markdown/security-cases.json' with { type: 'json' };
import { testContext } from '../testing/markdown-context.ts';
import { highlightHtml } from './highlight.ts';
import { parseSearch, PhraseTable } from './phrases.ts';
import { complete, Work } from './work.ts';

/** Highlights what a search in English asks for. */
const highlight = (html: string, search: string): string =>
  complete(highlightHtml(html, new PhraseTable(parseSearch(search, ['en'], findEmojiCharacter)), ['en'], new Work()));

const H = (text: string) => `<span class="highlight">${text}</span>`;

describe('highlights in messages', () => {
  it.each<[string, string, string, string]>([
    ['a word', '<p>the plan is</p>', 'plan', `<p>the ${H('plan')} is</p>`],
    ['every occurrence, whatever the case', '<p>Plan plan</p>', 'PLAN', `<p>${H('Plan')} ${H('plan')}</p>`],
    ['no part of a word in quotes', '<p>planet</p>', '"plan"', '<p>planet</p>'],
    ['no part of a word that is not the last', '<p>planet day</p>', 'plan day', `<p>planet ${H('day')}</p>`],
    ['the beginning of the last word', '<p>planet</p>', 'plan', `<p>${H('planet')}</p>`],
    ['accents do not matter', '<p>Café cafe</p>', 'cafe', `<p>${H('Café')} ${H('cafe')}</p>`],
    ['a phrase', '<p>big red dog, red big</p>', '"big red"', `<p>${H('big red')} dog, red big</p>`],
    ['a phrase over punctuation', '<p>big, red</p>', '"big red"', `<p>${H('big, red')}</p>`],
    ['several terms', '<p>a b c</p>', 'a c', `<p>${H('a')} b ${H('c')}</p>`],
    [
      'not in tags',
      '<p><a href="/plan" title="plan">plan</a></p>',
      '"plan" "href" "p"',
      `<p><a href="/plan" title="plan">${H('plan')}</a></p>`,
    ],
    ['not in entities', '<p>a &amp; b &lt;amp&gt;</p>', '"amp" "lt"', `<p>a &amp; b &lt;${H('amp')}&gt;</p>`],
    ['in code', '<code>x = plan</code>', 'plan', `<code>x = ${H('plan')}</code>`],
    [
      'a word over several elements',
      '<p>de<strong>ploy</strong>ed</p>',
      'deploy',
      `<p>${H('de')}<strong>${H('ploy')}</strong>${H('ed')}</p>`,
    ],
    ['no word over two paragraphs', '<p>de</p><p>ploy</p>', '"deploy"', '<p>de</p><p>ploy</p>'],
    ['a word with an entity in the phrase', '<p>R&amp;D team</p>', '"r d"', `<p>${H('R&amp;D')} team</p>`],
    [
      'a word of the same stem',
      '<p>they were running late</p>',
      'runs late',
      `<p>they were ${H('running')} ${H('late')}</p>`,
    ],
    ['a part of a text without spaces', '<p>東京都庁</p>', '京都', `<p>東${H('京都')}庁</p>`],
    ['nothing to search for', '<p>a</p>', '', '<p>a</p>'],
    ['no words to search for', '<p>a *</p>', '* "', '<p>a *</p>'],
    ['characters of regular expressions', '<p>a.b (c)</p>', '(c)', `<p>a.b (${H('c')})</p>`],
  ])('%s', (_name, html, search, expected) => {
    expect(highlight(html, search)).toBe(expected);
  });

  it('mark formulas and emoji as a whole', () => {
    const { html } = renderMessage('smile :smile: smile $$x$$ x', testContext);
    const emoji = /<span[^>]*class="emoji[^>]*>:smile:<\/span>/.exec(html)?.[0] ?? '';
    const formula = html.slice(html.indexOf('<span class="katex'), html.lastIndexOf('</span>') + '</span>'.length);
    expect(emoji).toContain('title="smile"');
    expect(highlight(html, '"smile" "x"')).toBe(
      `<p>${H('smile')} ${H(emoji)} ${H('smile')} ${H(formula)} ${H('x')}</p>`,
    );
    expect(highlight(html, ':smile:')).toContain(H(emoji));
    const { html: block } = renderMessage('```math\n\\frac{alpha}{2}\n```', testContext);
    expect(highlight(block, 'alpha')).toBe(
      block.replace('<p>', '<p><span class="highlight">').replace('</p>', '</span></p>'),
    );
    expect(highlight(block, 'katex mrow')).toBe(block);
    const own = '<p>a <img alt=":party:" class="emoji" src="/x.png" title="party"> b</p>';
    expect(highlight(own, 'party')).toBe(
      `<p>a ${H('<img alt=":party:" class="emoji" src="/x.png" title="party">')} b</p>`,
    );
  });

  it('run nothing in hostile messages', () => {
    for (const { markdown, html } of securityCases) {
      const highlighted = highlight(html, 'alert script a b x img onclick javascript evil 1 span');
      expect([markdown, highlighted.replaceAll('<span class="highlight">', '').replaceAll('</span>', '')]).toEqual([
        markdown,
        html.replaceAll('</span>', ''),
      ]);
      expect(highlighted.match(/<[^>]*<span class="highlight">/)).toBeNull();
    }
  });

  it('change nothing else in any message', () => {
    const { html } = renderMessage('# A & b\n- "q" <x> `a`\n```py\na > b\n```\n#12 @**Ada Lovelace**', testContext);
    const highlighted = highlight(html, '"a" "b" "ada" "span" "12"');
    expect(highlighted).not.toBe(html);
    expect(highlighted.replace(/<span class="highlight">([^<]*)<\/span>/g, '$1')).toBe(html);
  });
});

describe('highlights in topics', () => {
  it('escape the topic', () => {
    expect(highlight(escapeHtml('<b> & "plan"'), 'plan b')).toBe(`&lt;${H('b')}&gt; &amp; &quot;${H('plan')}&quot;`);
    expect(highlight(escapeHtml('<b>'), '')).toBe('&lt;b&gt;');
  });
});
