/** Message box parts: split and joined without a change of the message. */
import { expect, test } from 'vitest';
import { captionOf, contentOf, merged, moved, nameOf, partsOf, withCaption, withFile, withWords } from './box-parts.ts';
import { quoted } from './compose-text.ts';

const photo = '[photo.jpg](/user_uploads/1/ab/photo.jpg)';
const plan = '[plan.pdf](/user_uploads/1/cd/plan.pdf)';
const quote = quoted({
  name: 'Layla Haddad',
  userId: 5,
  link: 'http://h/#narrow/dm/5/near/9',
  content: '**Glass** at [F-204](http://x)\n```\ncode\n```\n> third',
  said: 'said',
});

test.each([
  ['text alone', 'Hello\n', 0, 0],
  ['nothing', '', 0, 0],
  ['a file alone', photo, 0, 1],
  ['text and files', `Hello\n\n${photo}\n${plan}`, 0, 2],
  ['files with a blank line between them', `Hello\n${photo}\n\n${plan}`, 0, 2],
  ['a quotation, text and a file', `${quote}Yes.\n\n${photo}`, 1, 1],
  ['two quotations', `${quote}${quote}Yes.`, 2, 0],
  ['a quotation and a file', `${quote}${photo}`, 1, 1],
  ['a file in a sentence', `See ${photo}`, 0, 0],
  ['a file between texts', `${photo}\nsee above`, 0, 0],
  ['a file in code', `\`\`\`\n${photo}`, 0, 0],
  ['a quotation in the middle', `Yes:\n\n${quote}`, 0, 0],
  ['a quotation without an end', quote.trimEnd().slice(0, -3), 0, 0],
  ['blanks and a file', `  \n${photo}`, 0, 0],
  ['blanks, a line end and files', ` \n\n${photo}\n${plan}`, 0, 0],
  ['a name with signs', String.raw`[a \[b\] \*c.txt](/user_uploads/1/ab/a-b-c.txt)`, 0, 1],
])('splits %s, and joins it to the same message', (_, content, quotes, files) => {
  const parts = partsOf(content);
  expect([parts.quotes.length, parts.files.length]).toEqual([quotes, files]);
  expect(contentOf(parts)).toBe(content);
  expect(contentOf(partsOf(contentOf(parts)))).toBe(content);
});

test('shows the sender and the first words of a quotation without marks', () => {
  expect(partsOf(quote).quotes[0]).toMatchObject({ sender: 'Layla Haddad', excerpt: 'Glass at F-204\ncode\nthird' });
});

test('adds files behind the text, in the order in which they were chosen', () => {
  const one = withFile('Hello', { name: 'b.txt', url: '/user_uploads/1/b/b.txt' }, () => false);
  expect(one).toBe('Hello\n\n[b.txt](/user_uploads/1/b/b.txt)');
  const two = withFile(one, { name: 'a[1].txt', url: '/user_uploads/1/a/a1.txt' }, (url) => url.endsWith('b.txt'));
  expect(two).toBe('Hello\n\n[a\\[1\\].txt](/user_uploads/1/a/a1.txt)\n[b.txt](/user_uploads/1/b/b.txt)');
});

test('moves and captions a file', () => {
  const { files } = partsOf(`Hello\n\n${photo}\n${plan}`);
  expect(contentOf({ quotes: [], text: 'Hello', files: moved(files, 1, 0) })).toBe(`Hello\n\n${plan}\n${photo}`);
  expect(moved(files, 0, 2)).toEqual(files);
  const [file] = files;
  if (file === undefined) throw new Error('no file');
  const captioned = withCaption(file, 'The *north* side ');
  expect(contentOf({ quotes: [], text: '', files: [captioned] })).toBe(
    String.raw`[The \*north\* side](/user_uploads/1/ab/photo.jpg)`,
  );
  expect([captionOf(file), captionOf(captioned), nameOf(captioned)]).toEqual(['', 'The *north* side', 'photo.jpg']);
  expect(withCaption(captioned, ' ')).toEqual(file);
});

test('puts words behind the text, before the files', () => {
  expect(withWords(`Hello\n\n${photo}`, '@**Mia** ')).toBe(`Hello @**Mia** \n\n${photo}`);
  expect(withWords(photo, 'Hi')).toBe(`Hi\n\n${photo}`);
});

test('merges two messages without losing a part of either', () => {
  expect(merged(`Hello\n\n${photo}`, `more\n\n${plan}`)).toBe(`Hello\n\nmore\n\n${photo}\n${plan}`);
  expect(merged('Hello', quote)).toBe(`${quote}Hello`);
  expect(merged('', 'text')).toBe('text');
  expect(merged('Hello', `${quote}No.`)).toBe(`Hello\n\n${quote}No.`);
});
