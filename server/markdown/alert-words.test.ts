// Alert words: found as whole words, in text only.

import { describe, expect, it } from 'vitest';
import { findAlertWords } from './alert-words.ts';

describe('alert words', () => {
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
    expect(findAlertWords(text, words)).toEqual(expected);
  });

  // The cases of renderer/client/alert-words.test.ts: the marks of the chat and the flags of messages agree.
  it.each<[string, string, boolean]>([
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
  ])('%j in %j as the chat marks it: %s', (word, text, isFound) => {
    expect(findAlertWords(text, [word]).length > 0).toBe(isFound);
  });
});
