/** Alert words are found as the server finds them. */
import { expect, it } from 'vitest';
import { alertPattern } from './alert-words.ts';

it.each([
  [['deploy'], 'We Deploy now, no redeployment.', ['Deploy']],
  [['c++', 'a.b'], 'c++ and axb or a.b', ['c++', 'a.b']],
  [['設定'], '日本語の設定を変更', ['設定']],
  [['고양이'], '고양이는', ['고양이']],
  [['API'], 'このAPIを使う。APIs', ['API']],
  [['ㄅㄆ'], 'xㄅㄆy', ['ㄅㄆ']],
  [['c++'], 'c++11', ['c++']],
  [['on call', 'call'], 'who is on call?', ['on call']],
  [['über'], 'Über, überall', ['Über']],
])('%j in %j', (words, text, found) => {
  expect([...text.matchAll(alertPattern(words) ?? /$^/g)].map(([each]) => each)).toEqual(found);
});

it.each([
  ['on-call', 'The ON-CALL engineer', true],
  ['-x', 'a -x b', true],
  [String.raw`a\b|c/d`, String.raw`see a\b|c/d`, true],
  ['caf\u00e9', 'un cafe\u0301 ici', true],
  ['cafe\u0301', 'un caf\u00e9 ici', true],
  ['cafe', 'un cafe\u0301 ici', false],
  [' deploy ', 'deploy now', true],
  ['हिन्द', 'हिन्दी', false],
  ['काम', 'सेकाम', false],
  ['हिन्दी', 'हिन्दी है', true],
  ['كتب', 'كتبَ', false],
  ['ship', '❤️ship', true],
  ['ล่ม', 'เซิร์ฟเวอร์ล่ม', true],
])('finds %j in %j as the server does: %s', (word, text, isFound) => {
  expect([...text.matchAll(alertPattern([word]) ?? /$^/g)].length > 0).toBe(isFound);
});

it('finds nothing where there are no words', () => expect(alertPattern([''])).toBeNull());
