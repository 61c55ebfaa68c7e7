/**
 * Odd values, drawn by a seed: what no list of mistakes thinks of. The same seed makes the same calls.
 */

const oddTexts = [
  'e\u0301\u0301\u0301\u0323'.repeat(20),
  '\u202Etxet desrever\u202C',
  '👩‍👩‍👧‍👦🏳️‍🌈'.repeat(5),
  '\uFEFF\u200B\u200D\u2060',
  '\uFFFE\uFFFF',
  '\u2028\u2029\u0085',
  'İıſK',
  'ﷺ'.repeat(30),
  '\t\r\n \v\f',
  '\u0001\u0008\u001B[31m\u007F',
  "' OR 1=1; DROP TABLE users; --",
  '"; SELECT * FROM users WHERE "a"="a',
  '%s%n%x ${7*7} {{7*7}} <%= 7*7 %>',
  '<script>alert(1)</script><img src=x onerror=alert(1)>',
  '../../../../etc/passwd',
  '..\\..\\windows\\win.ini',
  'a\r\nSet-Cookie: x=1\r\n\r\n',
  '@**all** @**everyone** @_**no one|999** #**nowhere>topic**',
  '$$\\frac{1}{$$ ```'.repeat(10),
  '('.repeat(200),
  '(a+)+$',
  '*'.repeat(300),
  '>'.repeat(300),
  '- '.repeat(300),
  '[x]('.repeat(200),
  'https://example.com/'.repeat(20),
  '__proto__',
  'constructor',
  'toString',
  'NaN',
  'Infinity',
  '-0',
  '0x10',
  '1_000',
  '٣',
  ' 1 ',
  '+1',
  '00000000000000001',
  '1970-01-01',
  'null',
  'undefined',
  'a@b@c',
  '@',
  ':',
  ',',
  '\u{10FFFF}',
];

const oddNumbers = [0, -0, -1, 1, 2, 0.5, 1e21, 1e308, -1e308, 2 ** 31, 2 ** 32, 2 ** 53, 2 ** 63, Number.MIN_VALUE];

/** Any JSON value, often near to what endpoints take. */
function oddJson(random: () => number, depth: number): unknown {
  const pick = <T>(list: readonly T[]): T => list[Math.floor(random() * list.length)] as T;
  const leaf = (): unknown => pick([() => pick(oddTexts), () => pick(oddNumbers), () => pick([true, false, null])])();
  if (depth <= 0 || random() < 0.3) return leaf();
  const size = Math.floor(random() * 4);
  const inner = (): unknown => oddJson(random, depth - 1);
  if (random() < 0.5) return Array.from({ length: size }, inner);
  const keys = [
    'id',
    'name',
    'type',
    'to',
    'new',
    'old',
    'operator',
    'operand',
    'direct_members',
    'value',
    '__proto__',
    '',
  ];
  return Object.fromEntries(Array.from({ length: size }, () => [pick(keys), inner()]));
}

/** One value as a request would carry it in a form. */
export function oddValue(random: () => number): string {
  const text = oddTexts[Math.floor(random() * oddTexts.length)] ?? '';
  const kind = random();
  if (kind < 0.4) return text;
  if (kind < 0.5) return String(oddNumbers[Math.floor(random() * oddNumbers.length)]);
  // A lone surrogate passes through JSON as an escape, and through nothing else.
  if (kind < 0.55) return '["\\ud800","\\udfff\\ud800"]';
  if (kind < 0.6) return '"\\ud83d"';
  return JSON.stringify(oddJson(random, 4));
}
