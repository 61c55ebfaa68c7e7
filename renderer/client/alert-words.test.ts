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

it('finds nothing where there are no words', () => expect(alertPattern([''])).toBeNull());
