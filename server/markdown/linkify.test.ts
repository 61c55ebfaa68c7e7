// Linkifiers: what is accepted, what is refused and with which sentence, where they match, and that none can hang.

import { describe, expect, it } from 'vitest';
import { cpuCost } from '../testing/cpu-cost.ts';
import { testContext } from '../testing/markdown-context.ts';
import { compileLinkifier, findLinkifierMatches, LinkifierError, renderTopicLinks } from './linkify.ts';
import { renderMessage } from './render.ts';

const linkifier = (pattern: string, urlTemplate: string) => compileLinkifier({ id: 1, pattern, urlTemplate });
const ticket = linkifier('#(?P<id>[0-9]+)', 'https://t.example/{id}');

const texts = (text: string) => findLinkifierMatches(text, [ticket]).map((match) => match.text);

function refusal(pattern: string, urlTemplate: string): { problem: string; message: string } {
  try {
    linkifier(pattern, urlTemplate);
  } catch (error) {
    if (error instanceof LinkifierError) return { problem: error.problem, message: error.message };
    throw error;
  }
  throw new Error(`${pattern} was accepted`);
}

describe('patterns and templates', () => {
  it.each([
    ['#(?P<id>[0-9]+)', 'https://t.example/{id}', '#12', 'https://t.example/12'],
    ['#(?<id>[0-9]+)', 'https://t.example/{id}', '#12', 'https://t.example/12'],
    [
      '(?P<org>\\w+)/(?P<repo>\\w+)#(?P<id>\\d+)',
      'https://g.example/{org}/{repo}/{id}',
      'a/b#7',
      'https://g.example/a/b/7',
    ],
    ['(?i)bug (?P<id>\\d+)', 'https://t.example/{?id}', 'BUG 3', 'https://t.example/?id=3'],
    ['find:(?P<words>[a-z ]+)!', 'https://s.example/?q={words}', 'find:a b!', 'https://s.example/?q=a%20b'],
    ['f:(?P<path>[a-z/]+)', 'https://s.example/{+path}', 'f:a/b', 'https://s.example/a/b'],
    ['x(?P<a>\\d)(?P<b>-\\d)?', 'https://s.example/{a}{b}', 'x1', 'https://s.example/1'],
    ['wiki', 'https://w.example/', 'wiki', 'https://w.example/'],
    ['W-(?P<word>\\pL+)', 'https://w.example/{word}', 'W-Größe', 'https://w.example/Gr%C3%B6%C3%9Fe'],
  ])('%s with %s', (pattern, urlTemplate, text, url) => {
    expect(renderTopicLinks(text, [linkifier(pattern, urlTemplate)])).toEqual([{ text, url }]);
  });

  it.each([
    [
      '#(?P<id>[0-9]+',
      'bad_pattern',
      'The pattern is not a valid regular expression: missing closing ): `#(?P<id>[0-9]+`.',
    ],
    ['[z-a]', 'bad_pattern', 'The pattern is not a valid regular expression: invalid character class range: `z-a`.'],
    ['', 'bad_pattern', 'The pattern is empty.'],
    ['a)(b', 'bad_pattern', 'The pattern is not a valid regular expression: unexpected ): `a)(b`.'],
    [
      '(?=x)y',
      'unsupported_pattern',
      'The pattern uses "(?=": look-around, back-references and atomic groups are not supported.',
    ],
    [
      '(?!x)y',
      'unsupported_pattern',
      'The pattern uses "(?!": look-around, back-references and atomic groups are not supported.',
    ],
    [
      '(?<=x)y',
      'unsupported_pattern',
      'The pattern uses "(?<=": look-around, back-references and atomic groups are not supported.',
    ],
    [
      '(?<!x)y',
      'unsupported_pattern',
      'The pattern uses "(?<!": look-around, back-references and atomic groups are not supported.',
    ],
    [
      '(a)\\1',
      'unsupported_pattern',
      'The pattern uses "\\1": look-around, back-references and atomic groups are not supported.',
    ],
    [
      '(?P<a>x)(?P=a)',
      'unsupported_pattern',
      'The pattern uses "(?P=": look-around, back-references and atomic groups are not supported.',
    ],
    ['a'.repeat(501), 'pattern_too_long', 'The pattern is longer than 500 characters.'],
    ['(a|b){900}c', 'pattern_too_complex', 'The pattern is too complex: its repetitions multiply to too many steps.'],
  ])('refuses the pattern %s', (pattern, problem, message) => {
    expect(refusal(pattern, 'https://t.example/')).toEqual({ problem, message });
  });

  it.each([
    ['https://t.example/{id', 'bad_template', 'The URL template is not valid: A "{" is never closed.'],
    ['https://t.example/id}', 'bad_template', 'The URL template is not valid: A "}" has no "{" before it.'],
    ['https://t.example/{{id}}', 'bad_template', 'The URL template is not valid: A "{" stands inside another "{".'],
    ['https://t.example/{}', 'bad_template', 'The URL template is not valid: "{}" is not an expression of RFC 6570.'],
    [
      'https://t.example/{=id}',
      'bad_template',
      'The URL template is not valid: "{=id}" is not an expression of RFC 6570.',
    ],
    [
      'https://t.example/{i d}',
      'bad_template',
      'The URL template is not valid: "{i d}" is not an expression of RFC 6570.',
    ],
    [
      'https://t.example/{id:0}',
      'bad_template',
      'The URL template is not valid: "{id:0}" is not an expression of RFC 6570.',
    ],
    ['{+id}', 'bad_template', 'The URL template must begin with http:// or https:// and a host.'],
    ['https://{id}', 'bad_template', 'The URL template must begin with http:// or https:// and a host.'],
    ['javascript:alert({id})', 'bad_template', 'The URL template must begin with http:// or https:// and a host.'],
    ['//t.example/{id}', 'bad_template', 'The URL template must begin with http:// or https:// and a host.'],
    [
      'https://t.example/{id}/{x}',
      'unknown_variable',
      'The URL template uses "x", but the pattern has no group of that name.',
    ],
    ['https://t.example/', 'unused_group', 'The pattern has a group "id" that the URL template does not use.'],
  ])('refuses the template %s', (urlTemplate, problem, message) => {
    expect(refusal('#(?P<id>[0-9]+)', urlTemplate)).toEqual({ problem, message });
  });

  it('remembers what it compiled, whatever the id', () => {
    const again = compileLinkifier({ id: 99, pattern: ticket.pattern, urlTemplate: ticket.urlTemplate });
    expect(again.id).toBe(99);
    expect(again.regexp).toBe(ticket.regexp);
  });
});

describe('where a linkifier matches', () => {
  it.each([
    ['#1', ['#1']],
    ['#1 #2,#3', ['#1', '#2', '#3']],
    ['(#1)', ['#1']],
    ['[#1]', ['#1']],
    ['"#1" \'#2\'', ['#1', '#2']],
    ['see:#1.', ['#1']],
    ['#1-#2', ['#1']],
    ['a#1', []],
    ['é#1', []],
    ['#1a', []],
    ['#1é', []],
    ['#1_', []],
    ['😀 #1 😀', ['#1']],
    ['#', []],
  ])('%s', (text, expected) => {
    expect(texts(text)).toEqual(expected);
  });

  it.each([
    ['チケット、#2222を見てください', ['#2222']],
    ['（#1）「#2」：#3。#4', ['#1', '#2', '#3', '#4']],
    ['票#2222已经关闭', ['#2222']],
    ['サーバー#12の件', ['#12']],
    ['か\u3099#12は', ['#12']],
    ['이슈#12를 고쳤습니다', ['#12']],
    ['ดูที่#12นะครับ', ['#12']],
    ['全角\u3000#12\u3000空白', ['#12']],
    ['انظر،#12؛ ثم «#13»', ['#12', '#13']],
    ['و#12', ['#12']],
    ['\u200f#12\u200f', ['#12']],
    ['“#1” „#2“ — #3—#4', ['#1', '#2', '#3', '#4']],
    ['✅#1 ✔️#2 → #3', ['#1', '#2', '#3']],
    ['nbsp\u00a0#1', ['#1']],
  ])('after marks outside ASCII, and beside letters of scripts without spaces: %s', (text, expected) => {
    expect(texts(text)).toEqual(expected);
  });

  it.each([
    ['café#1'],
    ['cafe\u0301#1'],
    ['ключ#1'],
    ['１#1'],
    ['ａ#1'],
    ['a‿#1'],
    ['a-#1'],
    ['a.#1'],
    ['a)#1'],
    ['#1a日本'],
    ['#1ключ'],
    ['#1ريال'],
  ])('not within a word, whatever its script: %s', (text) => {
    expect(texts(text)).toEqual([]);
  });

  it('says where, in UTF-16 units', () => {
    expect(findLinkifierMatches('😀 #12!', [ticket])).toEqual([
      { start: 3, end: 6, text: '#12', url: 'https://t.example/12' },
    ]);
  });

  it('lets the first of two that overlap win', () => {
    const word = linkifier('(?P<all>#[0-9]+-x)', 'https://w.example/{all}');
    expect(renderTopicLinks('#1-x #2', [word, ticket]).map(({ url }) => url)).toEqual([
      'https://w.example/%231-x',
      'https://t.example/2',
    ]);
    expect(renderTopicLinks('#1-x #2', [ticket, word]).map(({ url }) => url)).toEqual([
      'https://t.example/1',
      'https://t.example/2',
    ]);
  });

  it('makes no link of nothing', () => {
    expect(texts('')).toEqual([]);
    expect(findLinkifierMatches('a b c', [linkifier('x*', 'https://t.example/')])).toEqual([]);
  });

  it('cannot be led to another scheme or a broken address by what people type', () => {
    const open = linkifier('go:(?P<rest>\\S+)', 'https://t.example/{+rest}');
    expect(renderTopicLinks('go:javascript:alert(1)', [open])[0]?.url).toBe('https://t.example/javascript:alert(1)');
    expect(renderTopicLinks('go:\ud83d', [open])[0]?.url).toBe('https://t.example/%EF%BF%BD');
    expect(renderTopicLinks(`go:${'a'.repeat(3000)}`, [open])).toEqual([]);
  });

  it('wins over an address that it covers and loses to one that contains it', () => {
    const whole = linkifier('at (?P<host>[a-z.]+) now', 'https://w.example/{host}');
    const html = renderMessage('at plan.example.com now', { ...testContext, linkifiers: [whole] }).html;
    expect(html).toBe('<p><a href="https://w.example/plan.example.com">at plan.example.com now</a></p>');
    expect(renderMessage('https://a.example/x,#12', testContext).links).toEqual(['https://a.example/x,#12']);
    expect(renderMessage('票https://a.example/x、#12を', testContext).links).toEqual([
      'https://a.example/x',
      'https://tickets.example/12',
    ]);
  });
});

describe('time', () => {
  it.each([
    ['(a+)+$', 'a'.repeat(50_000) + '!'],
    ['(a+)+$', 'a '.repeat(5000)],
    ['(a|a)*b', 'a'.repeat(50_000)],
    ['(.*a){20}', 'a'.repeat(10_000)],
    ['(x+x+)+y', 'x'.repeat(50_000)],
    ['(a*)*(b*)*c', 'ab'.repeat(20_000)],
    ['a(.*z)?', 'a '.repeat(5000)],
    ['(.{0,25}){15}[0-9]', 'abcd '.repeat(2000)],
  ])('%s costs in proportion to the length of a text', (pattern, text) => {
    const compiled = linkifier(pattern, 'https://t.example/');
    const cost = (searched: string, enough = 0): number =>
      cpuCost(() => void findLinkifierMatches(searched, [compiled]), { runs: 3, enough });
    // Measured side by side. An engine that backtracks would not end at all; what is this cheap is too short to compare.
    const dear = 10 * Math.max(cost(text), 2000);
    expect(cost(text + text, dear)).toBeLessThan(dear);
  });

  it('finds no more than the budget of a message allows', () => {
    const { links } = renderMessage(
      Array.from({ length: 1000 }, (_unused, index) => `#${index}`).join(' '),
      testContext,
    );
    expect(links).toHaveLength(200);
  });
});
