// The dialect by cases: what each text becomes, what it must not become, and that no text is harmful, slow or lost.

import { beforeAll, describe, expect, it } from 'vitest';
import { cpuCost } from '../testing/cpu-cost.ts';
import { testContext } from '../testing/markdown-context.ts';
import casesData from './cases.json' with { type: 'json' };
import type { RenderContext } from './context.ts';
import { unescapeHtml } from './html.ts';
import { renderDescription, renderMessage } from './render.ts';
import securityCases from './security-cases.json' with { type: 'json' };

/** `settings` are those of the organization or the writer that differ from the office's. */
interface Case {
  name: string;
  markdown: string;
  html: string;
  text: string;
  settings?: Partial<RenderContext>;
}
const cases: readonly Case[] = casesData;

const render = (markdown: string, settings: Partial<RenderContext> = {}) =>
  renderMessage(markdown, { ...testContext, ...settings });

/** Every element that a message may hold, with its attributes. Formulas are looked at apart. */
const allowedTable: Readonly<Record<string, readonly string[]>> = {
  p: [],
  br: [],
  hr: [],
  strong: [],
  em: [],
  del: [],
  code: [],
  pre: [],
  blockquote: [],
  ul: [],
  ol: ['start'],
  li: [],
  h1: [],
  h2: [],
  h3: [],
  h4: [],
  h5: [],
  h6: [],
  table: [],
  thead: [],
  tbody: [],
  tr: [],
  th: ['style'],
  td: ['style'],
  div: ['class', 'data-code-language', 'aria-hidden'],
  span: ['class', 'data-user-id', 'data-user-group-id', 'aria-label', 'role', 'title', 'style', 'aria-hidden'],
  a: ['class', 'data-stream-id', 'href', 'title'],
  img: ['alt', 'class', 'src', 'title', 'data-animated', 'data-original-content-type', 'data-original-dimensions'],
  time: ['datetime'],
  video: ['preload', 'src'],
  audio: ['controls', 'preload', 'src', 'title'],
};
const formulaElement = /^(?:math|semantics|annotation|m[a-z]+|svg|path|line)$/;
const formulaAttribute =
  /^(?:xmlns|display|encoding|stretchy|mathcolor|mathvariant|class|style|aria-hidden|width|height|viewBox|preserveAspectRatio|d|[a-z]+)$/i;
const safeAddress = /^(?:https?:|ftp:|mailto:|tel:|sms:|xmpp:|sip:|\/(?![/\\])|#|\?)/;

/** Walks the tags of a message and complains about anything a reader's client might trip or act on. */
function findHarm(html: string): string[] {
  const harm: string[] = [];
  const open: string[] = [];
  for (const [tag, closing, name = '', attributes = ''] of html.matchAll(/<(\/?)([a-z][a-z0-9]*)((?: [^<>]*)?)>/g)) {
    if (closing === '/') {
      if (open.pop() !== name) harm.push(`${tag} closes something else`);
      continue;
    }
    const isFormula = formulaElement.test(name);
    if (allowedTable[name] === undefined && !isFormula) harm.push(`element ${name}`);
    if (!['br', 'hr', 'img', 'path', 'line'].includes(name)) open.push(name);
    const rest = attributes.replace(/ ([A-Za-z-]+)="([^"<>]*)"/g, (_whole, attribute: string, value: string) => {
      if (!(isFormula ? formulaAttribute.test(attribute) : allowedTable[name]?.includes(attribute))) harm.push(tag);
      if (/^on/i.test(attribute)) harm.push(tag);
      // Pictures, videos and sound come from this server alone.
      if (attribute === 'src' && !/^\/(?![/\\])/.test(unescapeHtml(value))) harm.push(tag);
      if (['href', 'src'].includes(attribute) && !safeAddress.test(unescapeHtml(value))) harm.push(tag);
      return '';
    });
    if (rest.replaceAll('/', '').trim() !== '') harm.push(`attributes of ${tag}`);
  }
  if (open.length > 0) harm.push(`never closed: ${open.join(' ')}`);
  const text = html.replace(/<\/?[a-z][a-z0-9]*(?: [^<>]*)?>/g, '');
  if (/[<>]/.test(text)) harm.push(`a bare angle bracket in ${text}`);
  return harm;
}

describe('the dialect', () => {
  it.each(cases)('$name', ({ markdown, html, text, settings }) => {
    const rendered = render(markdown, settings);
    expect(rendered.html).toBe(html);
    expect(rendered.plainText).toBe(text);
    expect(findHarm(rendered.html)).toEqual([]);
  });

  it('gives every case a name of its own', () => {
    expect(new Set(cases.map(({ name }) => name)).size).toBe(cases.length);
  });
});

describe('text that tries to become markup', () => {
  it.each<Pick<Case, 'markdown' | 'html' | 'settings'>>(securityCases)('$markdown', ({ markdown, html, settings }) => {
    const rendered = render(markdown, settings);
    expect(rendered.html).toBe(html);
    expect(findHarm(rendered.html)).toEqual([]);
    expect(findHarm(renderDescription(markdown, testContext))).toEqual([]);
  });

  it('would be noticed if it did', () => {
    const bad = [
      '<script>',
      '<p onclick="x">a</p>',
      '<a href="javascript:x">a</a>',
      '<img src="//evil.example">',
      '<p>',
      '<b x',
      '<a href="a" href=b>x</a>',
    ];
    expect(bad.filter((html) => findHarm(html).length === 0)).toEqual([]);
  });

  it('never comes through, whatever pieces are put together', () => {
    const pieces = [
      ...cases.map(({ markdown }) => markdown),
      ...securityCases.map(({ markdown }) => markdown),
      ...' \n*_~`[]()<>#@$:|\\"\'&-=+!'.split(''),
      '```',
      '**',
      '\n\n',
      '\n- ',
      '> ',
      '\ud83d',
      '😀',
    ];
    let seed = 7;
    const next = (below: number): number => {
      seed = (seed * 48271) % 2147483647;
      return seed % below;
    };
    const texts = Array.from({ length: 1500 }, () =>
      Array.from({ length: 1 + next(12) }, () => pieces[next(pieces.length)]).join(''),
    );
    expect(texts.filter((text) => findHarm(render(text).html).length > 0)).toEqual([]);
  });
});

describe('long and deep text', () => {
  const LENGTH = 10_000;
  const units = [
    Array.from('[*>_`~<&!|#@$:\\("\n-é中😀{%+'),
    ['> ', '- ', '1. ', '~~', '![', '[](', '[a](', '](', '@**', '@*', '#**', '#**a>', '**a *b ', 'a**', '- - '],
    ['$$', '$$x$$', ':a', '<time:', 'http://', 'http://a.b ', 'www.', 'a@', 'a@b.co ', '```\n', '```quote\n'],
    [
      'http://a.b/(',
      'http://a.b/((',
      'http://です',
      'http://a.b/xです',
      '(x)',
      '>\n',
      '`|',
      '|`a|b`\n',
      'a|`\n-|-\n',
      '~~~',
      '<time:1 jan 2017>',
      '@**a|1**',
    ],
    ['```spoiler x\n', '|a|\n|-|\n', 'a|b\n', '&#x41;', '#1 ', '//', '\u200d', '\ud83d', '\u00a0', '\t', '    '],
  ].flat();
  const texts = [
    ...units.map((unit) => unit.repeat(Math.ceil(LENGTH / unit.length)).slice(0, LENGTH)),
    `${'*a '.repeat(1600)}${'a* '.repeat(1600)}`,
    `${'['.repeat(2000)}${'](x)'.repeat(2000)}`,
    `\`\`\`${' '.repeat(LENGTH)}\``,
    `$$${'{'.repeat(700)}${'}'.repeat(700)}$$`,
    Array.from({ length: 140 }, (_unused, index) => '`'.repeat(index)).join(' '),
  ];

  const cost = (text: string, enough = 0): number =>
    cpuCost(() => void render(text, { highlightBudget: {} }), { enough });
  const ordinary = 'Some words, a *stressed* one, and `code` now and then.\n'.repeat(LENGTH / 50).slice(0, LENGTH);

  let dear = 0;
  beforeAll(() => {
    // Measured here; what grows with the square of the length would be thousands of times dearer.
    dear = 300 * Math.max(cost(ordinary), 1000);
  });

  it.each(texts.map((text) => [JSON.stringify(text.slice(0, 20)), text]))(
    'costs little more with %s…',
    (_name, text) => {
      expect(findHarm(render(text).html)).toEqual([]);
      expect(cost(text, dear)).toBeLessThan(dear);
    },
  );

  it('grows to 200 kB at most, or says that it is too large', () => {
    const wide = `${'|a'.repeat(100)}|\n${'|-'.repeat(100)}|\n`;
    const tables = [`${wide}${'|\n'.repeat(4500)}`, `x\n${wide}${'|\n'.repeat(30)}`, `> ${wide.replace('\n', '\n> ')}`];
    for (const text of [...texts, ...tables]) {
      const { html, isTooLarge } = render(text.slice(0, LENGTH));
      expect(isTooLarge || Buffer.byteLength(html) <= 200_000).toBe(true);
    }
    expect(tables.map((text) => render(text).isTooLarge)).toEqual([true, false, false]);
    expect(render(ordinary).isTooLarge).toBe(false);
  });

  it('keeps what is nested too deep as text', () => {
    const { html, plainText } = render(`${'> '.repeat(500)}bottom`);
    expect(plainText).toContain('bottom');
    expect(html.match(/<blockquote>/g)?.length).toBeLessThanOrEqual(30);
  });

  it('bounds how deep emphasis nests', () => {
    const { html, plainText } = render(`${'*a '.repeat(200)}${'a* '.repeat(200)}`);
    expect(html.match(/<em>/g)).toHaveLength(20);
    expect(plainText.match(/a/g)).toHaveLength(400);
  });

  it('breaks off colours that take too long, and leaves the code plain', () => {
    const code = 'a_'.repeat(4900);
    const { html } = render(`\`\`\`cpp\n${code}\n\`\`\``, { highlightBudget: { milliseconds: 1 } });
    expect(html).toContain(`<code>${code}\n</code>`);
    expect(render('```cpp\nint a;\n```').html).toContain('<span class="');
  });

  it('bounds the markup that colours blow up to', () => {
    const { html } = render(`\`\`\`js\n${'a(1);'.repeat(1900)}\n\`\`\``, { highlightBudget: { markup: 50_000 } });
    expect(html.length).toBeLessThan(60_000);
  });

  it('bounds the markup that formulas blow up to', () => {
    const { html } = render('$$x$$ '.repeat(1600));
    expect(html.length).toBeLessThan(350_000);
    expect(html).toContain('tex-error');
  });
});

describe('what a message is found to hold', () => {
  it('names who is called, once each, and no one who is only spoken of', () => {
    const { mentionedUserIds, mentionedGroupIds } = render(
      '@**Ada Lovelace** @**Ada Lovelace|5** @_**Sam Twin|7** @*support*\n> @**Sam Twin|8**\n\n`@**Sam Twin**`',
    );
    expect(mentionedUserIds).toEqual([5]);
    expect(mentionedGroupIds).toEqual([3]);
  });

  it('distinguishes channel wildcards from topic wildcards, and silent ones from both', () => {
    expect(render('@**everyone**')).toMatchObject({ hasChannelWildcard: true, hasTopicWildcard: false });
    expect(render('@**topic**')).toMatchObject({ hasChannelWildcard: false, hasTopicWildcard: true });
    expect(render('@_**all** @_**topic**')).toMatchObject({ hasChannelWildcard: false, hasTopicWildcard: false });
  });

  it('has no topic to call in a direct message', () => {
    const rendered = renderMessage('@**topic**', { ...testContext, isDirect: true });
    expect(rendered).toMatchObject({ hasTopicWildcard: false, html: '<p>@<strong>topic</strong></p>' });
  });

  it('lists links, uploads and pictures', () => {
    const rendered = render(
      '#12 https://a.example [f](/user_uploads/2/ab/a%20b.pdf) [f](/user_uploads/2/ab/a%20b.pdf)',
    );
    expect(rendered.links).toEqual(['https://tickets.example/12', 'https://a.example', '/user_uploads/2/ab/a%20b.pdf']);
    expect(rendered.uploadPaths).toEqual(['/user_uploads/2/ab/a b.pdf']);
    expect(rendered).toMatchObject({ hasLink: true, hasAttachment: true, hasImage: false });
    expect(render('![x](/user_uploads/2/ab/c.PNG)')).toMatchObject({ hasImage: true, hasAttachment: true });
    expect(render('#**design team**')).toMatchObject({ hasLink: false, hasAttachment: false, hasImage: false });
  });

  it('takes no path that climbs out of the uploads for one', () => {
    expect(render('[a](/user_uploads/2/%2e%2e/%2e%2e/x.png)').uploadPaths).toEqual([]);
  });

  it('knows /me only in one paragraph and only where it is allowed', () => {
    expect(render('/me waves *wildly*\nagain').isMeMessage).toBe(true);
    expect(render('/me waves\n\nand more').isMeMessage).toBe(false);
    expect(render('/meat').isMeMessage).toBe(false);
    expect(render('/me\nwaves').isMeMessage).toBe(false);
    expect(renderMessage('/me waves', { ...testContext, isMeAllowed: false }).isMeMessage).toBe(false);
  });

  it('keeps spoilers out of notifications and marks quotes there', () => {
    const rendered = render('```quote\nhe said\n```\n```spoiler who\nthe butler\n```');
    expect(rendered.plainText).toBe('he said\nwho\nthe butler');
    expect(rendered.notificationText).toBe('> he said\nwho\n(…)');
  });

  it('shows a thumbnail when the context has one, and nothing for a picture it does not know', () => {
    const src = '/user_uploads/thumbnail/2/ab/a.png/840x560.webp';
    const picture = { src, width: 1920, height: 1080, isAnimated: false };
    const uploads = new Map([['/user_uploads/2/ab/a.png', { contentType: 'image/png', picture }]]);
    const context = { ...testContext, findUpload: (path: string) => uploads.get(path) };
    expect(renderMessage('[a](/user_uploads/2/ab/a.png)', context).html).toContain(
      '<img data-original-content-type="image/png" data-original-dimensions="1920x1080" src="/user_uploads/thumbnail/2/ab/a.png/840x560.webp">',
    );
    expect(renderMessage('[b](/user_uploads/2/ab/b.png)', context).html).not.toContain('<img');
  });

  it('shows moving pictures moving, and knows players by the content rather than the name', () => {
    const src = '/user_uploads/thumbnail/2/ab/a.gif/840x560-anim.webp';
    const picture = { src, width: 30, height: 20, isAnimated: true };
    const uploads = new Map([
      ['/user_uploads/2/ab/a.gif', { contentType: 'image/gif', picture }],
      ['/user_uploads/2/ab/film', { contentType: 'video/webm' }],
      ['/user_uploads/2/ab/text.mp4', { contentType: 'text/plain' }],
    ]);
    const shown = (content: string) =>
      renderMessage(content, { ...testContext, findUpload: (path: string) => uploads.get(path) }).html;
    expect(shown('[a](/user_uploads/2/ab/a.gif)')).toContain(
      `<img data-animated="true" data-original-content-type="image/gif" data-original-dimensions="30x20" src="${src}">`,
    );
    expect(shown('[b](/user_uploads/2/ab/film)')).toContain('<video preload="metadata" src="/user_uploads/2/ab/film">');
    expect(shown('[c](/user_uploads/2/ab/text.mp4)')).not.toContain('<video');
    expect(shown('[d](/user_uploads/2/ab/unknown.mp3)')).not.toContain('<audio');
  });

  it('keeps naming those who have other names since it was written', () => {
    const former = {
      ...testContext,
      findUserByName: (name: string) => (name === 'Ada Byron' ? { id: 5, fullName: name } : undefined),
      findGroupByName: (name: string) => (name === 'helpers' ? { id: 3, name } : undefined),
      findChannelByName: (name: string) => (name === 'look > feel' ? { id: 9, name } : undefined),
    };
    const source = '@**Ada Byron** @**Ada Byron|5** @*helpers* #**look > feel** #**look > feel>a** :old: @**Nobody**';
    const before = renderMessage(source, {
      ...former,
      findCustomEmoji: () => ({ url: '/user_avatars/2/emoji/old.png' }),
    });
    const { html, mentionedUserIds, mentionedGroupIds } = render(source, { earlierHtml: before.html });
    expect(mentionedUserIds).toEqual([5]);
    expect(mentionedGroupIds).toEqual([3]);
    expect(html).toBe(before.html.replaceAll('@Ada Byron', '@Ada Lovelace'));
    expect(render(source).html).not.toContain('data-');
    // A name that is someone's now is theirs.
    const taken = { findUserByName: () => ({ id: 6, fullName: 'Ada Byron' }), earlierHtml: before.html };
    expect(render('@**Ada Byron**', taken).mentionedUserIds).toEqual([6]);
  });

  it('keeps the emoji that a name meant when the message was written', () => {
    const face = (code: string): string =>
      `<span aria-label="smile" class="emoji emoji-${code}" role="img" title="smile">:smile:</span>`;
    expect(render(':smile:').html).toBe(`<p>${face('1f604')}</p>`);
    expect(render(':smile: edited', { earlierHtml: `<p>${face('1f642')}</p>` }).html).toBe(
      `<p>${face('1f642')} edited</p>`,
    );
  });

  it('makes mentions of deactivated users and groups silent', () => {
    const { html, mentionedUserIds, mentionedGroupIds } = render('@**Ada Lovelace** @**|5** @*support*', {
      findUserByName: (fullName) => ({ id: 5, fullName, isDeactivated: true }),
      findUserById: (id) => ({ id, fullName: 'Ada Lovelace', isDeactivated: true }),
      findGroupByName: (name) => ({ id: 3, name, isDeactivated: true }),
    });
    const user = '<span class="user-mention silent" data-user-id="5">Ada Lovelace</span>';
    const group = '<span class="user-group-mention silent" data-user-group-id="3">support</span>';
    expect(html).toBe(`<p>${user} ${user} ${group}</p>`);
    expect([...mentionedUserIds, ...mentionedGroupIds]).toEqual([]);
  });

  it('finds mentions and emoticons right behind letters of scripts without spaces, and behind no others', () => {
    for (const text of [
      '田中さん@**Ada Lovelace**さん',
      '请@**Ada Lovelace**看',
      '안녕@**Ada Lovelace**',
      'สวัสดี@**Ada Lovelace**',
      'ל@**Ada Lovelace**',
      'و@**Ada Lovelace** شكرا',
    ])
      expect([text, render(text).mentionedUserIds]).toEqual([text, [5]]);
    for (const text of [
      'ada@**Ada Lovelace**',
      'größe@**Ada Lovelace**',
      'привет@**Ada Lovelace**',
      '7@**Ada Lovelace**',
    ])
      expect([text, render(text).mentionedUserIds]).toEqual([text, []]);
    expect(render('你好:)', { translatesEmoticons: true }).html).toContain('emoji-1f642');
    expect(render('hello:)', { translatesEmoticons: true }).html).toBe('<p>hello:)</p>');
  });

  it('links channels and topics with stars in their names', () => {
    const names = ['ab*cd', 'star*', '*star', 'a*b*c', 'a#b', 'a>b'];
    const starred = {
      findChannelByName: (name: string) => (names.includes(name) ? { id: names.indexOf(name) + 20, name } : undefined),
    };
    for (const [index, name] of names.entries()) {
      expect(render(`see #**${name}** there`, starred).html).toContain(`data-stream-id="${index + 20}"`);
      expect(render(`#**${name}>a*b star**!`, starred).html).toContain('/topic/a.2Ab.20star"');
    }
    expect(render('#**nowhere** and **bold**', starred).html).toBe(
      '<p>#<strong>nowhere</strong> and <strong>bold</strong></p>',
    );
  });

  it('links an address that touches a script without spaces, without the text beside it', () => {
    const linksOf = (text: string): string[] =>
      [...render(text).html.matchAll(/href="([^"]*)"/g)].map(([, url]) => url ?? '');
    const x = 'https://a.example/x';
    for (const [text, links] of [
      [`${x}です`, [x]],
      [`${x}を見てOKなら`, [x]],
      [`詳細は${x}を、または${x}?y=1です。`, [x, `${x}?y=1`]],
      [`${x}请看`, [x]],
      [`${x}를 보세요`, [x]],
      [`ดู${x}ครับ`, [x]],
      [`${x}です${x}/2`, [x, `${x}/2`]],
      ['https://a.exampleです', ['https://a.example']],
      ['https://a.example:8080です', ['https://a.example:8080']],
      ['見てwww.example.comです', ['http://www.example.com']],
      [`（${x}）です`, [x]],
      [`(${x}です)`, [x]],
      [`**${x}**です`, [x]],
    ] as const)
      expect([text, linksOf(text)]).toEqual([text, links]);
    // Letters behind a mark, and names of files, are a part of the address.
    for (const text of [
      'https://ja.example/wiki/日本語',
      'https://ja.example/s?q=日本',
      'https://a.example/2024年報告.pdf',
      'https://a.example/C言語/index',
      'https://例え.example/x',
      'https://a.example/überx',
      'https://archive.example/web/https://a.example/x',
    ])
      expect([text, linksOf(text)]).toEqual([
        text,
        [encodeURI(text).replace(/^https:\/\/%[^/]*/, 'https://xn--r8jz45g.example')],
      ]);
    expect(render(`${x}です`).html).toBe(`<p><a href="${x}">${x}</a>です</p>`);
  });

  it('links an address with blanks that is written as a link', () => {
    expect(render('see [a *b*](https://x.example/a b c) d').html).toBe(
      '<p>see <a href="https://x.example/a%20b%20c">a <em>b</em></a> d</p>',
    );
    for (const target of ['/user_uploads/a b', 'user_uploads/a b'])
      expect(render(`[a b](${target})`).html).toBe('<p><a href="/user_uploads/a%20b">a b</a></p>');
    expect(render('[a](/user_uploads/../a b)').html).not.toContain('<img');
    for (const target of ['/not a link', '//host.example/a b', '\\\\host\\a b', 'user_uploadsx/a b'])
      expect(render(`[a](${target})`).html).not.toContain('<a');
    expect(render('[a](javascript:alert 1)').html).toBe('<p>[a](javascript:alert 1)</p>');
    expect(render('[a](https://x.example "a title")').html).toContain('title="a title"');
  });

  it('shows no attributes of a fence as code', () => {
    for (const rest of ['title="x"', '{1,3-5}', 'showLineNumbers', "title='a b' {2}", 'filename=a/b.js copy'])
      expect([rest, render(`\`\`\`js ${rest}\na\n\`\`\``).plainText.trim()]).toEqual([rest, 'a']);
    for (const [opening, language] of [
      ['```JS title="a b.js"', 'JavaScript'],
      ['~~~Js title="a b.js" {1}', 'JavaScript'],
      ['``` JavaScript', 'JavaScript'],
      ['```js{1,3-5}', 'JavaScript'],
      ['```js{1, 3-5} copy', 'JavaScript'],
      ['```ts:src/app.test.ts', 'TypeScript'],
      ['```TS:app.ts title=x', 'TypeScript'],
      ['```{.PY}', 'Python'],
      ['```C++', 'C++'],
      ['```C#', 'C#'],
      ['```YML title="x"', 'YAML'],
      ['```Dockerfile', 'Docker'],
      ['```SH   ', 'Bash'],
    ] as const) {
      const { html, plainText } = render(`${opening}\na\n${opening.startsWith('~') ? '~~~' : '```'}`);
      expect([opening, /data-code-language="([^"]*)"/.exec(html)?.[1], plainText]).toEqual([opening, language, 'a']);
    }
    // What is neither a language nor an attribute is shown: nothing that was typed is dropped.
    for (const [opening, shown] of [
      ['```JS Title', 'Title\na'],
      ['```note:this is text', 'note:this is text\na'],
      ['```hello world', 'hello world\na'],
    ])
      expect([opening, render([opening, 'a', '```', ''].join('\n')).plainText]).toEqual([opening, shown]);
    expect(render('```js let x = 1;\na\n```').plainText).toContain('let x = 1;');
    expect(render(`\`\`\`js ${'a=a'.repeat(5000)}!\n\`\`\``).plainText).toContain('!');
  });

  it('shows two dozen previews at most', () => {
    const pictures = Array.from({ length: 40 }, (_unused, index) => `[p](/user_uploads/2/ab/${index}.png)`).join(' ');
    expect(render(pictures).html.match(/<img/g)).toHaveLength(24);
  });

  it('calls the empty topic by the organization’s name for it', () => {
    const { html } = renderMessage('#**design team>**', { ...testContext, emptyTopicName: 'misc <1>' });
    expect(html).toContain('<em>misc &lt;1&gt;</em>');
  });
});

describe('descriptions', () => {
  it('name people without calling them and show pictures as links', () => {
    expect(renderDescription('by @**Ada Lovelace**, *see* [p](/user_uploads/2/ab/p.png) #12', testContext)).toBe(
      '<p>by <span class="user-mention silent" data-user-id="5">Ada Lovelace</span>, <em>see</em> ' +
        '<a href="/user_uploads/2/ab/p.png">p</a> <a href="https://tickets.example/12">#12</a></p>',
    );
  });
});
