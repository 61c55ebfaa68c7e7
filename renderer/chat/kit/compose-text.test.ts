/** Text edits by keys and buttons of the message box. */
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import {
  appended,
  asLink,
  callsEverybody,
  isInCode,
  lengthOf,
  linked,
  newLine,
  prefixed,
  quoted,
  type Edit,
  type Selection,
} from './compose-text.ts';
import { asCode, wrapped } from './marks.ts';

/** A text with its selection: "one |two| three"; one bar is a caret. */
function at(marked: string): Selection {
  const [before = '', inside = '', rest] = marked.split('|');
  return rest === undefined
    ? { text: before + inside, start: before.length, end: before.length }
    : { text: before + inside + rest, start: before.length, end: before.length + inside.length };
}

function written({ text }: Selection, edit: Edit | null): string {
  if (edit === null) return 'nothing';
  const changed = text.slice(0, edit.from) + edit.insert + text.slice(edit.to);
  const caret = edit.from + edit.insert.length;
  const [start, end] = edit.select ?? [caret, caret];
  const bar = start === end ? '' : '|';
  return `${changed.slice(0, start)}|${changed.slice(start, end)}${bar}${changed.slice(end)}`;
}

const run = (marked: string, edit: (selection: Selection) => Edit | null): string =>
  written(at(marked), edit(at(marked)));

describe('a new line', () => {
  it.each([
    ['- milk|', '- milk\n- |'],
    ['text\n  * milk|', 'text\n  * milk\n  * |'],
    ['9. nine|', '9. nine\n10. |'],
    ['2) two|', '2) two\n3) |'],
    ['> said|', '> said\n> |'],
    ['- [x] done|', '- [x] done\n- [ ] |'],
    ['- mi|lk', '- mi\n- |lk'],
    ['- |milk', '- \n- |milk'],
    ['> > q|', '> > q\n> > |'],
    ['>> q|', '>> q\n>> |'],
    ['>q|', '>q\n>|'],
    ['> > |q', '> > \n> > |q'],
    ['> - milk|', '> - milk\n> - |'],
    ['> > 3. three|', '> > 3. three\n> > 4. |'],
    ['>   * [X] done|', '>   * [X] done\n>   * [ ] |'],
    ['1. [x] done|', '1. [x] done\n2. [ ] |'],
    ['+ plus|', '+ plus\n+ |'],
    ['999999999. last|', '999999999. last\n999999999. |'],
    ['```quote\n- said|', '```quote\n- said\n- |'],
  ])('goes on with %j', (before, expected) => expect(run(before, newLine)).toBe(expected));

  it('ends a list at an item without words', () => {
    expect(run('- milk\n- |', newLine)).toBe('- milk\n|');
    expect(run('1. one\n2. |', newLine)).toBe('1. one\n|');
    expect(run('- [x] a\n- [ ] |', newLine)).toBe('- [x] a\n|');
    expect(run('> - a\n> - |', newLine)).toBe('> - a\n> |');
    expect(run('- |\nnext', newLine)).toBe('|\nnext');
  });

  it('ends the innermost quotation at a line without words', () => {
    expect(run('> a\n> |', newLine)).toBe('> a\n|');
    expect(run('> > a\n> > |', newLine)).toBe('> > a\n> |');
    expect(run('>> a\n>>|', newLine)).toBe('>> a\n>|');
  });

  it('is left to the browser elsewhere, and in a block of code', () => {
    for (const text of ['plain|', '-no list|', '```\n- code|', '|a| selection'])
      expect(run(text, newLine)).toBe('nothing');
  });
});

describe('marks around words', () => {
  it('are put and taken away', () => {
    expect(run('a |word| here', (s) => wrapped(s, '**'))).toBe('a **|word|** here');
    expect(run('a **|word|** here', (s) => wrapped(s, '**'))).toBe('a |word| here');
    expect(run('a **|word|** here', (s) => wrapped(s, '*'))).toBe('a ***|word|*** here');
    expect(run('a| word |here', (s) => wrapped(s, '**'))).toBe('a **|word|** here');
    expect(run('|- one\n- two \n\nthree|', (s) => wrapped(s, '**'))).toBe('|- **one**\n- **two** \n\n**three**|');
    expect(run('|- **one**\n\n**two**|', (s) => wrapped(s, '**'))).toBe('|- one\n\ntwo|');
    expect(run('an |old line\nand new| one', (s) => wrapped(s, '*'))).toBe('an |*old line*\n*and new*| one');
    expect(run('|a ` b|', asCode)).toBe('``|a ` b|``');
    expect(run('|', (s) => wrapped(s, '**'))).toBe('**|**');
  });

  it.each([
    // The marks are selected, too.
    ['a |**word**| b', '**', 'a |word| b'],
    ['|*word*|', '*', '|word|'],
    ['|~~word~~|', '~~', '|word|'],
    ['|***word***|', '**', '|*word*|'],
    ['|***word***|', '*', '|**word**|'],
    ['|**word**|', '*', '*|**word**|*'],
    // Nested marks.
    ['***|word|***', '**', '*|word|*'],
    ['***|word|***', '*', '**|word|**'],
    ['**|word|**', '*', '***|word|***'],
    ['*|word|*', '**', '***|word|***'],
    ['a |**b** c| d', '**', 'a **|b c|** d'],
    ['|b ~~c~~|', '~~', '~~|b c|~~'],
    ['|**a** and **b**|', '**', '**|a and b|**'],
    ['|*a* and **b**|', '*', '*|a and **b**|*'],
    ['|`a ** b` c|', '**', '**|`a ** b` c|**'],
    ['|**one**\n**two**|', '*', '|***one***\n***two***|'],
    // A line of a list, and spaces and a line end that are selected with it.
    ['|- item|', '**', '- **|item|**'],
    ['|> said |', '*', '> *|said|* '],
    ['|# Head|', '~~', '# ~~|Head|~~'],
    ['|word\n|next', '**', '**|word|**\nnext'],
    ['one\n|two|\nthree', '**', 'one\n**|two|**\nthree'],
    ['a **|** b', '**', 'a | b'],
    // The stars of names are no marks, and stay.
    ['hi |@**Ann Bee** there|', '**', 'hi **|@**Ann Bee** there|**'],
    ['|a @*desi* b|', '*', '*|a @*desi* b|*'],
    ['|@**Ann** and **b**|', '**', '**|@**Ann** and b|**'],
    ['**|@**Ann** there|**', '**', '|@**Ann** there|'],
    ['|**@**Ann****|', '**', '|@**Ann**|'],
    ['@**|Ann Bee|**', '**', '**|@**Ann Bee**|**'],
    ['see #**gen|eral>x**', '*', 'see *|#**general>x**|*'],
    ['@_**An|n Bee|**', '~~', '~~|@_**Ann Bee**|~~'],
    ['@**Ann Bee**|**hi**', '**', '@**Ann Bee****|****hi**'],
    ['@**Ann** **|**', '**', '@**Ann** |'],
    ['**|**@**Ann**', '**', '|@**Ann**'],
    ['**@**Ann**|**', '**', '**@**Ann****|'],
    ['@**|**', '**', '@**|**'],
    ['#**|', '*', '#**|'],
    // At the end of marked words the caret leaves them.
    ['**bold|**', '**', '**bold**|'],
    ['a *it|* b', '*', 'a *it*| b'],
    ['~~x|~~', '~~', '~~x~~|'],
    ['**a *b|* c**', '*', '**a *b*| c**'],
    ['**bo|ld**', '**', '**bo**|**ld**'],
    ['**a** b|**c**', '**', '**a** b**|****c**'],
  ])('%j with %s becomes %j', (before, mark, expected) => expect(run(before, (s) => wrapped(s, mark))).toBe(expected));

  it('make code of a line or of several', () => {
    expect(run('a |b| c', asCode)).toBe('a `|b|` c');
    expect(run('say `co|`', asCode)).toBe('say `co`|');
    expect(run('|a\nb|', asCode)).toBe('```\na\nb\n```|');
    expect(run('say |a\n```\nb| c', asCode)).toBe('say \n````\na\n```\nb\n````\n| c');
  });

  it('stand before every line that is touched, and go again', () => {
    expect(run('a\n|b\nc|', (s) => prefixed(s, () => '- '))).toBe('a\n|- b\n- c|');
    expect(run('|- b\n- c|', (s) => prefixed(s, () => '- '))).toBe('|b\nc|');
    expect(run('|a\nb|', (s) => prefixed(s, (index) => `${index + 1}. `))).toBe('|1. a\n2. b|');
    expect(run('|', (s) => prefixed(s, () => '> '))).toBe('> |');
  });
});

describe('links', () => {
  it('are made of words by pasting an address onto them', () => {
    expect(run('see |the plan| now', (s) => linked(s, ' https://a.example/x_(1) '))).toBe(
      'see [the plan](https://a.example/x_%281%29)| now',
    );
    expect(run('|a [b]|', (s) => linked(s, 'https://a.example'))).toBe('[a \\[b\\]](https://a.example)|');
  });

  it('are not made without words, of an address, or by other text', () => {
    for (const [text, pasted] of [
      ['|', 'https://a.example'],
      ['|https://b.example|', 'https://a.example'],
      ['|words|', 'other words'],
      ['|words|', 'javascript:alert(1)'],
    ] as const)
      expect(run(text, (s) => linked(s, pasted))).toBe('nothing');
  });

  it('wait for their address, or for their words', () => {
    expect(run('|plan|', asLink)).toBe('[plan](|url|)');
    expect(run('|', asLink)).toBe('[|text|](url)');
  });
});

describe('code', () => {
  it.each([
    ['`a|', true],
    ['`a`|', false],
    ['```\na|', true],
    ['```\na\n```\n|', false],
    ['~~~ts\na\n```\n|', true],
    ['```quote\n@|', false],
    ['`a\n|', false],
    ['```quote\nx\n```\nan|', false],
    ['````quote\n```\nx\n```\n````\nan|', false],
    ['```spoiler Who?\nx\n```\nan|', false],
    ['```quote\n```js\nx|', true],
    ['```quote\n```js\nx\n```\nan|', false],
    ['```js\n```quote\nx|', true],
  ])('is known at %j', (text, expected) => expect(isInCode(at(text).text, at(text).start)).toBe(expected));
});

it('calls everyone only where the mention is reported', () => {
  for (const text of [
    '@**all** now',
    'hi @**everyone**',
    'x\n```\ncode\n```\n@**channel**',
    '`a` @**stream**',
    '@**All**',
  ])
    expect(callsEverybody(text), text).toBe(true);
  for (const text of ['@_**all**', '`@**all**`', '```\n@**all**\n```', '```\n@**all**', '@**Allan**', '@all'])
    expect(callsEverybody(text), text).toBe(false);
});

describe('the question about a mention of everyone comes where the server would notify', async () => {
  // Of another project, and found by their paths.
  const server = join(import.meta.dirname, '../../../server');
  const { renderMessage } = (await import(/* @vite-ignore */ join(server, 'markdown/render.ts'))) as {
    renderMessage: (content: string, context: unknown) => { hasChannelWildcard: boolean };
  };
  const { testContext } = (await import(/* @vite-ignore */ join(server, 'testing/markdown-context.ts'))) as {
    testContext: unknown;
  };

  it.each([
    '@**all**',
    String.raw`\@**all**`,
    String.raw`\\@**all**`,
    'mail@**all**',
    'grün@**all**',
    '田中さん@**all**',
    'ל@**all**',
    '(@**all**)',
    '$$@**all**$$',
    '$$x$$ @**all** $$y$$',
    '5$$ @**all**',
    '5$$ and @**all** 6$$',
    '$$5 @**all** $$6',
    'は$$@**all**$$です',
    '$$$@**all**$$',
    '`a``@**all**`',
    '`a @**all**',
    '- @**all**',
    '**@**all****',
    '[@**all**](https://x.example)',
    '@_**all** @**All**',
    '| a |\n| --- |\n| @**all** |',
    '# @**everyone**',
    '~~@**stream**~~',
  ])('%j', (text) => expect(callsEverybody(text)).toBe(renderMessage(text, testContext).hasChannelWildcard));
});

it('calls everyone in spoilers, and not in quotations', () => {
  const quotation = '```quote\nx\n```\n';
  for (const text of [`${quotation}@**all**`, '```spoiler x\n@**all**\n```', '```spoiler @**all**\nx\n```'])
    expect(callsEverybody(text), text).toBe(true);
  for (const text of ['```quote\n@**all**\n```', '> @**all**', '``a ` @**all**``', `${quotation}\`@**all**\``])
    expect(callsEverybody(text), text).toBe(false);
});

it('counts what people see as characters of Unicode', () => {
  expect(lengthOf('aé👍')).toBe(3);
});

it('quotes with a fence longer than any within', () => {
  const quote = quoted({ name: 'Ada', userId: 7, link: '#narrow/near/1', content: 'a\n```\nb\n```', said: 'said' });
  expect(quote).toBe('@_**Ada|7** [said](#narrow/near/1):\n````quote\na\n```\nb\n```\n````\n');
  expect(appended('', quote)).toBe(quote);
  expect(appended('mine\n', 'more')).toBe('mine\n\nmore');
});
