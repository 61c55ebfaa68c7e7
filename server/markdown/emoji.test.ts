// The emoji table: the names that clients use exist, names and codes agree, and characters are recognised in text.

import { describe, expect, it } from 'vitest';
import tableNames from './emoji-names.json' with { type: 'json' };
import { emojiCharacter, emojiDataWire, findEmojiCode, findEmojiName, findNamedEmoji, splitAtEmoji } from './emoji.ts';

describe('the table', () => {
  it.each([
    ['thumbs_up', '1f44d'],
    ['+1', '1f44d'],
    ['-1', '1f44e'],
    ['tada', '1f389'],
    ['heart', '2764'],
    ['smile', '1f604'],
    ['big_smile', '1f604'],
    ['slight_smile', '1f642'],
    ['folded_hands', '1f64f'],
    ['pray', '1f64f'],
    ['thank_you', '1f64f'],
    ['like', '1f44d'],
    ['fever', '1f912'],
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
    expect(findNamedEmoji(name, code)).toBe(findEmojiCode(name));
  });

  it('gives one code to a name and one canonical name to a code', () => {
    const names = Object.values(emojiDataWire().code_to_names).flat();
    expect(names.length).toBeGreaterThan(3000);
    expect(new Set(names).size).toBe(names.length);
    expect(findEmojiName('1f44d')).toBe('+1');
    for (const name of names) {
      const code = findEmojiCode(name) ?? '';
      expect(findEmojiCode(findEmojiName(code) ?? '')).toBe(code);
      expect(name).toMatch(/^[\p{Ll}\p{Lo}\p{M}\d_+-]+$/u);
    }
  });

  it('has every code, name and alias of the table that clients bring along', () => {
    for (const [code, names] of Object.entries<string>(tableNames)) {
      expect(findEmojiName(code)).toBe(names.split(' ')[0]);
      for (const name of names.split(' ')) expect([name, findEmojiCode(name)]).toEqual([name, code]);
    }
    expect(new Set(Object.values<string>(tableNames).flatMap((names) => names.split(' '))).size).toBeGreaterThan(3300);
  });

  it('takes each of these names with each spelling of its code, and shows the code under its first name', () => {
    for (const [code, names] of Object.entries<string>(tableNames))
      for (const spelled of new Set([code, code.replaceAll('-fe0f', ''), `${code.replaceAll('-fe0f', '')}-fe0f`])) {
        for (const name of names.split(' ')) expect([name, findNamedEmoji(name, spelled)]).toEqual([name, code]);
        expect(findEmojiName(spelled)).toBe(names.split(' ')[0]);
      }
  });

  it.each([
    ['dollar', '1fa99', '1f4b5'],
    ['hugging', '1fac2', '1f917'],
    ['de', '1fa85', '1f1e9-1f1ea'],
    ['smile', '1f604', '1f642'],
  ])('gives %s to %s, and takes it with the code that it had once', (name, code, former) => {
    expect(findEmojiCode(name)).toBe(code);
    expect(findNamedEmoji(name, code)).toBe(code);
    expect(findNamedEmoji(name, former)).toBe(former);
  });

  it.each([
    ['gold', '1f947'],
    ['cat', '1f408'],
    ['holiday_tree', '1f384'],
    ['transgender_flag', '1f3f3-fe0f-200d-26a7-fe0f'],
    ['transgender_flag', '1f3f3-200d-26a7'],
    ['piñata', '1fa85'],
    ['+1_tone3', '1f44d-1f3fd'],
    ['man_detective_tone1', '1f575-1f3fb-200d-2642'],
    ['man_detective_tone1', '1f575-1f3fb-200d-2642-fe0f'],
    // Names that this server gave before.
    ['heavy_check_mark', '2714'],
    ['thumbsup', '1f44d'],
  ])('takes %s with %s', (name, code) => {
    expect(findNamedEmoji(name, code)).toBe(findEmojiCode(name));
    expect(findNamedEmoji(findEmojiName(code) ?? '', code)).toBe(findEmojiCode(name));
  });

  it.each(['+1_tone0', '+1_tone6', 'tada_tone3', '_tone3', 'no_such_thing_tone1'])('has no %s', (name) => {
    expect(findEmojiCode(name)).toBeUndefined();
  });

  it('knows no others', () => {
    expect(findEmojiCode('no_such_thing')).toBeUndefined();
    expect(findEmojiCode('constructor')).toBeUndefined();
    expect(findEmojiName('ffff')).toBeUndefined();
    expect(findNamedEmoji('tada', '1f44d')).toBeUndefined();
  });

  it('is given to clients by code', () => {
    const { code_to_names: names } = emojiDataWire();
    expect(names['1f44d']?.slice(0, 2)).toEqual(['+1', 'thumbs_up']);
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

  it('are found without it, unless they are signs of writing or asked for in black and white', () => {
    expect(splitAtEmoji('❤')).toEqual([{ text: '❤', code: '2764' }]);
    expect(splitAtEmoji('🏳\u200d🌈')).toEqual([{ text: '🏳\u200d🌈', code: '1f3f3-200d-1f308' }]);
    expect(splitAtEmoji('👩\u200d❤\u200d👨')[0]?.code).toBe('1f469-200d-2764-200d-1f468');
    expect(splitAtEmoji('❤\ufe0e © ↔ 1')).toEqual([{ text: '❤\ufe0e © ↔ 1' }]);
    expect(splitAtEmoji('©\ufe0f')).toEqual([{ text: '©\ufe0f', code: '00a9' }]);
  });

  it('are found with skin tones', () => {
    expect(splitAtEmoji('👍🏽')).toEqual([{ text: '👍🏽', code: '1f44d-1f3fd' }]);
    expect(splitAtEmoji('👩🏽\u200d💻')).toEqual([{ text: '👩🏽\u200d💻', code: '1f469-1f3fd-200d-1f4bb' }]);
  });

  it.each<[string, string, (string | undefined)[]]>([
    ['a selector between a sign and its tone', '☝\ufe0f🏽', ['261d-1f3fd']],
    ['a tone on what takes none', '😀🏻', ['1f600', '1f3fb']],
    [
      'a family whose members have tones',
      '👨🏻\u200d👩🏻\u200d👧',
      ['1f468-1f3fb', undefined, '1f469-1f3fb', undefined, '1f467'],
    ],
    ['a family', '👨\u200d👩\u200d👧\u200d👦', ['1f468-200d-1f469-200d-1f467-200d-1f466']],
    ['two flags and a half', '🇩🇪🇫🇷🇺', ['1f1e9-1f1ea', '1f1eb-1f1f7', undefined]],
    ['a flag of no country', '🇽🇽', [undefined]],
    ['the flag of a region', '🏴󠁧󠁢󠁳󠁣󠁴󠁿', ['1f3f4-e0067-e0062-e0073-e0063-e0074-e007f']],
    ['the flag of a region that has no picture', '🏴󠁵󠁳󠁴󠁸󠁿', [undefined]],
    ['keycaps', '#⃣*️⃣12️⃣', ['0023-20e3', '002a-20e3', undefined, '0032-20e3']],
    ['somebody who walks to the right', '🚶🏽\u200d♀️\u200d➡️', ['1f6b6-1f3fd-200d-2640-200d-27a1']],
    ['a joiner at the end', '👩\u200d', ['1f469', undefined]],
  ])('reads %s', (_name, text, codes) => {
    expect(splitAtEmoji(text).map(({ code }) => code)).toEqual(codes);
  });

  it('are found one by one where their joining is none', () => {
    expect(splitAtEmoji('🎉\u200d🎉').map(({ code }) => code)).toEqual(['1f389', undefined, '1f389']);
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

describe('emoji of two people with skin tones', () => {
  const tones = ['\u{1f3fb}', '\u{1f3fc}', '\u{1f3fd}', '\u{1f3fe}', '\u{1f3ff}'];
  const [person, man, woman] = ['\u{1f9d1}', '\u{1f468}', '\u{1f469}'];
  const heart = '\u2764\ufe0f';
  const pairs = [
    ...[
      [person, person],
      [woman, man],
      [man, man],
      [woman, woman],
    ].map(([a, b]) => [a, ['\u{1f91d}'], b]),
    ...[
      [person, person],
      [woman, man],
      [man, man],
      [woman, woman],
    ].map(([a, b]) => [a, [heart], b]),
    ...[
      [person, person],
      [woman, man],
      [man, man],
      [woman, woman],
    ].map(([a, b]) => [a, [heart, '\u{1f48b}'], b]),
    ['\u{1faf1}', [], '\u{1faf2}'],
    // Bunny ears, and wrestlers.
    ...['\u{1f430}', '\u{1faef}'].flatMap((between) => [person, man, woman].map((one) => [one, [between], one])),
  ] as [string, string[], string][];
  const recommended = new RegExp('^\\p{RGI_Emoji}$', 'v');
  const sequences = pairs.flatMap(([first, between, second]) =>
    tones.flatMap((one) => tones.map((other) => [first + one, ...between, second + other].join('\u200d'))),
  );

  it('are one picture each, whose name leads back to it', () => {
    const known = sequences.filter((sequence) => recommended.test(sequence));
    expect(known.length).toBeGreaterThan(250);
    for (const sequence of known) {
      const pieces = splitAtEmoji(`a${sequence}b`);
      expect(pieces.map(({ text }) => text)).toEqual(['a', sequence, 'b']);
      const name = findEmojiName(pieces[1]?.code ?? '');
      expect([sequence, findEmojiCode(name ?? '')]).not.toEqual([sequence, undefined]);
    }
  });
});
