/** Lists of addresses as mail programs, spreadsheets and people write them. */
import { expect, test } from 'vitest';
import { readAddressList } from '../address-list.ts';

/** The addresses; what was not understood in braces. */
const read = (list: string): string[] => readAddressList(list).map(({ email, written }) => email ?? `{${written}}`);

test.each([
  ['Ann <a@x.com>; Ben <b@x.com>; Cleo <c@x.com>', ['a@x.com', 'b@x.com', 'c@x.com']],
  ['a@x.com,b@x.com;c@x.com d@x.com\te@x.com\r\nf@x.com', ['a', 'b', 'c', 'd', 'e', 'f'].map((one) => `${one}@x.com`)],
  ['"Last, First" <a@x.com>, b@x.com', ['a@x.com', 'b@x.com']],
  ["'Last, First' <a@x.com>; O'Brien <o'b@x.com>", ['a@x.com', "o'b@x.com"]],
  ['Doe, Jane <j@x.com>; Roe, Rick <r@x.com>', ['j@x.com', 'r@x.com']],
  ['Doe, Jane <j@x.com>, Roe, Rick <r@x.com>', ['j@x.com', 'r@x.com']],
  ['de Boer, Jan <j@x.com>; 山田, 太郎 <t@x.com>', ['j@x.com', 't@x.com']],
  ['Ann (Sales) <a@x.com>, Ben (b@x.com), Cleo [c@x.com]', ['a@x.com', 'b@x.com', 'c@x.com']],
  ['Ann "The Boss" Bee <a@x.com>', ['a@x.com']],
  ['a@x.com <a@x.com>, b@x.com<mailto:B@x.com>', ['a@x.com', 'b@x.com']],
  ['mailto:a@x.com?subject=hi%20there, <mailto:b%40x.com>, [Cleo](mailto:c@x.com)', ['a@x.com', 'b@x.com', 'c@x.com']],
  ['Team: a@x.com, b@x.com; c@x.com', ['a@x.com', 'b@x.com', 'c@x.com']],
  ['To: a@x.com\nCc:b@x.com', ['a@x.com', 'b@x.com']],
  ['Please invite a@x.com, b@x.com and c@x.com.', ['a@x.com', 'b@x.com', 'c@x.com']],
  ['• a@x.com\n- b@x.com\n3. c@x.com!', ['a@x.com', 'b@x.com', 'c@x.com']],
  ['["a@x.com", "b@x.com"]', ['a@x.com', 'b@x.com']],
  ['"Ann <a@x.com>, Ben <b@x.com>"', ['a@x.com', 'b@x.com']],
  ['Ann Bee\u00a0a@x.com\u200b，Ben＜b＠x.com＞、c＠x.com；d@x.com', ['a@x.com', 'b@x.com', 'c@x.com', 'd@x.com']],
  ['Ann\r\n <a@x.com>', ['a@x.com']],
  ['a@x.com؛ b@x.com، c@x.com', ['a@x.com', 'b@x.com', 'c@x.com']],
  ['‹a@x.com›, 「b@x.com」、【c@x.com】。', ['a@x.com', 'b@x.com', 'c@x.com']],
  ['a@x.com (Ann; Boss), "Bee, Ben" b@x.com', ['a@x.com', 'b@x.com']],
  ['“Ann” <a@x.com>, <b@x.com, c@x.com>>', ['a@x.com', 'b@x.com', 'c@x.com']],
  ['A@X.com, a@x.com,a@ünï.de, a@xn--n-nga1b.de', ['A@X.com', 'a@ünï.de']],
  ['a@x.com|b@x.com, c@x.com / d@x.com/e@x.com', ['a', 'b', 'c', 'd', 'e'].map((one) => `${one}@x.com`)],
  ['| Ann | a@x.com |\n| Ben | b@x.com |', ['a@x.com', 'b@x.com']],
  ['a/b@x.com, a|b@x.com', ['a/b@x.com', 'a|b@x.com']],
  [' ,;\n\t', []],
])('reads %j', (list, expected) => {
  expect(read(list)).toEqual(expected);
});

test.each([
  ['Ann <a@x.com>, nonsense', ['a@x.com', '{nonsense}']],
  ['one, two, Cleo <c@x.com>', ['{one}', '{two}', 'c@x.com']],
  ['nonsense, Ben <b@x.com>', ['{nonsense}', 'b@x.com']],
  ['not an address\nb@x.com', ['{not an address}', 'b@x.com']],
  ['Ann <>', ['{Ann <>}']],
  ['"a,b"@x.com', ['{"a,b"@x.com}']],
  ['undisclosed-recipients:;', ['{undisclosed-recipients:}']],
  // Which of the two is meant?
  ['a@x.com <b@x.com>', ['{a@x.com <b@x.com>}']],
  // Malformed addresses are refused by the rule of addresses, not dropped.
  ['a@@x b@', ['a@@x', 'b@']],
  ['https://x.com/?u=a@x.com', ['https://x.com/?u=a@x.com']],
])('names the parts of %j that it does not understand', (list, expected) => {
  expect(read(list)).toEqual(expected);
});

test('an address that it gave is read as itself', () => {
  const list = 'Ann <a.b+c@x.com>; =x@y.example; "Q, R" <q-r_s@ünï.de>; 1@2.example';
  const addresses = read(list);
  expect(addresses).toHaveLength(4);
  expect(read(addresses.join('\n'))).toEqual(addresses);
});

test('long lists of marks are read in linear time', () => {
  const marks = ['"', '<', "'", '("', '"\\', 'a@', '.', 'mailto:', '\n ', 'a,', '"<\'('];
  // Processor time, in microseconds: on a busy machine the clock says nothing of the work. Quadratic time takes minutes.
  const started = process.cpuUsage();
  for (const mark of marks) readAddressList(`a${mark.repeat(100_000)}@x.com`);
  expect(process.cpuUsage(started).user).toBeLessThan(5_000_000);
});
