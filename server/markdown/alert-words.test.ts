/** Alert words: found as whole words and phrases; the flags of messages and the marks of the chat have the same occurrences. */
import { describe, expect, it } from 'vitest';
import { AlertWords, alertOccurrences } from '../alert-words.ts';
import { cpuCost } from '../testing/cpu-cost.ts';

describe('flags of messages', () => {
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
    ['Japanese without spaces', '日本語の設定を変更', ['設定'], ['設定']],
    ['Korean with a particle', '고양이는', ['고양이'], ['고양이']],
    ['kana beside Han', 'サーバー停止', ['サーバー', '停止'], ['サーバー', '停止']],
    ['Thai without spaces', 'เซิร์ฟเวอร์ล่ม', ['ล่ม'], ['ล่ม']],
    ['Latin letters within Japanese', 'このserverは', ['server', 'serve'], ['server']],
    ['nothing', '', ['server', ''], []],
    ['each once', 'a b', ['b', 'a', 'b'], ['b', 'a']],
  ])('%s', (_name, text, words, expected) => {
    expect(new AlertWords(words).foundIn(text)).toEqual(expected);
  });
});

const marked = (text: string, words: readonly string[]): string[] =>
  alertOccurrences(text, words).map(([from, to]) => text.slice(from, to));

describe('marks', () => {
  it.each<[string[], string, string[]]>([
    [['deploy'], 'We Deploy now, no redeployment.', ['Deploy']],
    [['c++', 'a.b'], 'c++ and axb or a.b', ['c++', 'a.b']],
    [['設定'], '日本語の設定を変更', ['設定']],
    [['고양이'], '고양이는', ['고양이']],
    [['고양이'], '고양이는'.normalize('NFD'), ['고양이'.normalize('NFD')]],
    [['API'], 'このAPIを使う。APIs', ['API']],
    [['ㄅㄆ'], 'xㄅㄆy', ['ㄅㄆ']],
    [['c++'], 'c++11', ['c++']],
    [['on call', 'call'], 'who is on call?', ['on call']],
    [['on', 'on call'], 'on call, on', ['on call', 'on']],
    [['über'], 'Über, überall', ['Über']],
    [['foo bar'], 'foo\nbar and foo \u00a0 bar', ['foo\nbar', 'foo \u00a0 bar']],
    [['caf\u00e9'], 'un cafe\u0301!', ['cafe\u0301']],
    [[''], 'a', []],
    [[], 'a', []],
  ])('%j in %j', (words, text, expected) => {
    expect(marked(text, words)).toEqual(expected);
  });
});

it.each([
  ['on-call', 'The ON-CALL engineer', true],
  ['-x', 'a -x b', true],
  [String.raw`a\b|c/d`, String.raw`see a\b|c/d`, true],
  ['caf\u00e9', 'un cafe\u0301 ici', true],
  ['cafe\u0301', 'un caf\u00e9 ici', true],
  ['cafe', 'un cafe\u0301 ici', false],
  ['cafe', 'un caf\u00e9 ici', false],
  [' deploy ', 'deploy now', true],
  ['हिन्द', 'हिन्दी', false],
  ['काम', 'सेकाम', false],
  ['हिन्दी', 'हिन्दी है', true],
  ['كتب', 'كتبَ', false],
  ['سلام', 'سلام، دنیا', true],
  ['ship', '❤️ship', true],
  ['❤', 'a ❤️ b', true],
  ['❤️', 'a ❤ b', true],
  ['ล่ม', 'เซิร์ฟเวอร์ล่ม', true],
  ['istanbul', 'İSTANBUL’da', true],
  ['İstanbul', 'istanbul', true],
  ['ISTANBUL', 'İstanbul', true],
  ['ışık', 'IŞIK', true],
  ['IŞIK', 'ışık', true],
  ['i̇stanbul', 'İSTANBUL', true],
  ['straße', 'STRASSE', true],
  ['STRAẞE', 'straße', true],
  ['stras', 'straße', false],
  ['λόγος', 'ΛΌΓΟΣ', true],
  ["don't", 'I don’t know', true],
  ['don’t', "I DON'T know", true],
  ['"big" deal', 'a “big” deal', true],
  ['foo bar', 'foo-bar', false],
  ['foo bar', 'foobar', false],
  ['release 2.0', 'Release  2.0!', true],
  ['release 2.0', 'release 2.01', false],
  ['@ops', '(@ops)', true],
  ['#42', 'see #42.', true],
  ['#42', 'see #421', false],
  ['服务器', '我们的服务器坏了', true],
  ['サーバ', 'サーバーが', true],
  ['👍🏽', 'ok 👍🏽', true],
  ['👍', 'ok 👍🏽', false],
  ['👩', 'a 👩\u200d💻 b', false],
  ['👩\u200d💻', 'a 👩\u200d💻 b', true],
  ['❤\u200d🔥', 'a ❤️\u200d🔥 b', true],
  ['🇩🇪', '🇫🇷🇩🇪', true],
  ['🇷🇩', '🇫🇷🇩🇪', false],
  ['1', '1️⃣ first', false],
  ['abc', 'ＡＢＣ', true],
  ['ＡＢＣ', 'abc', true],
  ['サーバ', 'ｻｰﾊﾞが停止', true],
  ['ハ', 'ｻｰﾊﾞ', false],
  ['می\u200cخواهم', 'میخواهم', true],
  ['میخواهم', 'می\u200cخواهم بروم', true],
  ['سلام', 'ســلام', true],
  ['naive', 'na\u00adive', true],
  ['server', '\u200eserver\u200e!', true],
  ['on-call', 'on\u2011call now', true],
  ["don't", 'I don\u00b4t', true],
  ['Hearth', 'Hearth™ №5', true],
  ['5', 'Hearth™ №5', true],
])('%j in %j is found by both: %s', (word, text, isFound) => {
  expect([new AlertWords([word]).foundIn(text).length > 0, marked(text, [word]).length > 0]).toEqual([
    isFound,
    isFound,
  ]);
});

describe('words of many users', () => {
  const lengths = Array.from({ length: 100 }, (_, index) => index + 1);
  const arabic = (count: number): string =>
    String.fromCharCode(...Array.from({ length: count }, (_, at) => 0x627 + ((at * 7 + count) % 30)));
  it.each<[string, string[], string, number]>([
    [
      'repeat, as the text does',
      lengths.flatMap((count) => ['ab'.repeat(count), 'ba'.repeat(count)]),
      'ab'.repeat(5000),
      1,
    ],
    ['are signs', lengths.flatMap((count) => ['!'.repeat(count), `${'!'.repeat(count)}?`]), '!'.repeat(10_000), 100],
    ['are long and of another script', lengths.map((count) => arabic(100) + count), 'hello', 0],
    ['are not in a long text of another script', lengths.map((count) => arabic(count) + count), arabic(10_000), 0],
  ])('are found in bounded time where they %s', (_name, words, text, count) => {
    const alerts = new AlertWords([...words, text.slice(0, 1) === 'a' ? text : 'never']);
    const cost = cpuCost(() => expect(alerts.foundIn(text)).toHaveLength(count), { enough: 50_000 });
    expect(cost).toBeLessThan(50_000);
  });
});
