// The emoji table: the names that clients use exist, names and codes agree, and characters are recognised in text.

import { describe, expect, it } from 'vitest';
import {
  allEmojiNames,
  emojiCharacter,
  emojiDataWire,
  findEmojiCode,
  findEmojiName,
  isEmojiName,
  splitAtEmoji,
} from './emoji.ts';

describe('the table', () => {
  it.each([
    ['thumbs_up', '1f44d'],
    ['+1', '1f44d'],
    ['-1', '1f44e'],
    ['tada', '1f389'],
    ['heart', '2764'],
    ['smile', '1f642'],
    ['octopus', '1f419'],
    ['working_on_it', '1f6e0'],
    ['check', '2705'],
    ['check_mark', '2714'],
    ['eyes', '1f440'],
    ['rocket', '1f680'],
    ['joy', '1f602'],
    ['wave', '1f44b'],
    ['fire', '1f525'],
    ['100', '1f4af'],
    ['one', '0031-20e3'],
    ['rainbow_flag', '1f3f3-200d-1f308'],
    ['us', '1f1fa-1f1f8'],
  ])('knows %s', (name, code) => {
    expect(findEmojiCode(name)).toBe(code);
    expect(isEmojiName(name, code)).toBe(true);
  });

  it('gives one code to a name and one canonical name to a code', () => {
    const names = allEmojiNames();
    expect(names.length).toBeGreaterThan(3000);
    expect(new Set(names).size).toBe(names.length);
    expect(findEmojiName('1f44d')).toBe('thumbs_up');
    for (const name of names) {
      const code = findEmojiCode(name) ?? '';
      expect(findEmojiCode(findEmojiName(code) ?? '')).toBe(code);
      expect(name).toMatch(/^[a-z0-9_+-]+$/);
    }
  });

  it('knows no others', () => {
    expect(findEmojiCode('no_such_thing')).toBeUndefined();
    expect(findEmojiCode('constructor')).toBeUndefined();
    expect(findEmojiName('ffff')).toBeUndefined();
    expect(isEmojiName('tada', '1f44d')).toBe(false);
  });

  it('is given to clients by code', () => {
    const { code_to_names: names } = emojiDataWire();
    expect(names['1f44d']?.slice(0, 2)).toEqual(['thumbs_up', '+1']);
    expect(Object.keys(names).length).toBeGreaterThan(1800);
  });
});

describe('emoji as characters', () => {
  it('are found whole, each the longest there is', () => {
    const text = `a${emojiCharacter('1f469-200d-1f4bb')}b🎉`;
    expect(splitAtEmoji(text)).toEqual([
      { text: 'a' },
      { text: emojiCharacter('1f469-200d-1f4bb'), code: '1f469-200d-1f4bb' },
      { text: 'b' },
      { text: '🎉', code: '1f389' },
    ]);
  });

  it('are found with their variation selector', () => {
    expect(splitAtEmoji('❤️')).toEqual([{ text: '❤️', code: '2764' }]);
    expect(splitAtEmoji('1️⃣')).toEqual([{ text: '1️⃣', code: '0031-20e3' }]);
  });

  it('lose nothing: pieces put together are the text', () => {
    for (const text of ['', 'abc', '👍🏽 x', '🎉🎉', '\ud83d', '👨‍👩‍👧‍👦🏴‍☠️', '©®™', '🇩🇪🇩']) {
      expect(
        splitAtEmoji(text)
          .map((piece) => piece.text)
          .join(''),
      ).toBe(text);
    }
  });
});
