// The table of standard emoji: names to codes and back. A code is the code points in lower-case hex joined by `-`, as clients
// of this API spell it. The data are made by make-emoji-data.ts; nothing is fetched from anywhere.

import emojiData from './emoji-data.json' with { type: 'json' };

const skinToneName = /^(.+?)_tone([1-5])(?:_tone([1-5]))?$/;
const firstSkinTone = 0x1f3fb;
const skinTones = /[\u{1f3fb}-\u{1f3ff}]/gu;
const toneBase = /\p{Emoji_Modifier_Base}/gu;

const handshake = '\u{1f91d}';
/** Pairs that are one sign without tones or with one, and a sequence of two people with two. */
const sequencesOfPairs: ReadonlyMap<string, string> = new Map([
  ['\u{1f46b}', '\u{1f469}\u200d\u{1f91d}\u200d\u{1f468}'],
  ['\u{1f46c}', '\u{1f468}\u200d\u{1f91d}\u200d\u{1f468}'],
  ['\u{1f46d}', '\u{1f469}\u200d\u{1f91d}\u200d\u{1f469}'],
  ['\u{1f48f}', '\u{1f9d1}\u200d\u2764\u200d\u{1f48b}\u200d\u{1f9d1}'],
  ['\u{1f491}', '\u{1f9d1}\u200d\u2764\u200d\u{1f9d1}'],
  [handshake, '\u{1faf1}\u200d\u{1faf2}'],
  ...[
    // People with bunny ears, and wrestlers.
    ['\u{1f46f}', '\u{1f430}'],
    ['\u{1f93c}', '\u{1faef}'],
  ].flatMap(([sign = '', between = '']): [string, string][] => [
    [sign, `\u{1f9d1}\u200d${between}\u200d\u{1f9d1}`],
    [`${sign}\u200d\u2642`, `\u{1f468}\u200d${between}\u200d\u{1f468}`],
    [`${sign}\u200d\u2640`, `\u{1f469}\u200d${between}\u200d\u{1f469}`],
  ]),
]);
const signsOfPairs: ReadonlyMap<string, string> = new Map([...sequencesOfPairs].map(([sign, pair]) => [pair, sign]));

const namesByCode: ReadonlyMap<string, readonly string[]> = new Map(
  Object.entries(emojiData).map(([code, names]) => [code, names.split(' ')]),
);
const codesByName: ReadonlyMap<string, string> = new Map(
  [...namesByCode].flatMap(([code, names]) => names.map((name) => [name, code] as const)),
);
/** By the character or sequence without variation selectors. */
const codesByCharacter: ReadonlyMap<string, string> = new Map(
  [...namesByCode.keys()].map((code) => [emojiCharacter(code), code]),
);

/** The code of a standard emoji by any of its names, such as `+1` or `+1_tone3`; undefined for an unknown name. */
export function findEmojiCode(name: string): string | undefined {
  const code = codesByName.get(name);
  if (code !== undefined) return code;
  const [, base = '', ...tones] = skinToneName.exec(name) ?? [];
  const baseCode = codesByName.get(base);
  if (baseCode === undefined) return undefined;
  const signs = tones.flatMap((tone) =>
    tone === undefined ? [] : String.fromCodePoint(firstSkinTone + Number(tone) - 1),
  );
  const character = emojiCharacter(baseCode);
  return [character, sequencesOfPairs.get(character)]
    .flatMap((sequence) => (sequence === undefined ? [] : withTones(sequence, signs)))
    .map(codeOf)[0];
}

/** @param signs one tone for all people, or one for each. @returns the sequence that Unicode recommends, if any. */
function withTones(sequence: string, signs: readonly string[]): string[] {
  const people = [...sequence.matchAll(toneBase)].filter(([sign], _at, all) => all.length === 1 || sign !== handshake);
  if (people.length === 0 || signs.length > people.length) return [];
  const toned = people.reduceRight((text, { index, 0: sign }, place) => {
    const end = index + sign.length;
    return text.slice(0, end) + (signs[place] ?? signs[0] ?? '') + text.slice(end);
  }, sequence);
  return isTonedEmoji(toned) ? [toned] : [];
}

/** The canonical name of a code, such as `+1` for `1f44d`; undefined for an unknown code. */
export function findEmojiName(code: string): string | undefined {
  const character = /^[0-9a-f]{4,6}(?:-[0-9a-f]{4,6}){0,15}$/.test(code) ? emojiCharacter(code) : '';
  const known = codesByCharacter.get(character);
  if (known !== undefined) return namesByCode.get(known)?.[0];
  const tones = character.match(skinTones) ?? [];
  const plain = character.replace(skinTones, '');
  const base = codesByCharacter.get(plain) ?? codesByCharacter.get(signsOfPairs.get(plain) ?? '');
  if (base === undefined || tones.length === 0 || tones.length > 2 || !isTonedEmoji(character)) return undefined;
  const numbers = [...new Set(tones)].map((tone) => (tone.codePointAt(0) ?? 0) - firstSkinTone + 1);
  return `${namesByCode.get(base)?.[0]}${numbers.map((number) => `_tone${number}`).join('')}`;
}

/** Names that belonged to another emoji here once: stored messages, statuses and reactions still have them. */
const formerCodes: ReadonlyMap<string, string> = new Map([
  ['at', '1f1e6-1f1f9'],
  ['automobile', '1f697'],
  ['ax', '1f1e6-1f1fd'],
  ['de', '1f1e9-1f1ea'],
  ['dollar', '1f4b5'],
  ['euro', '1f4b6'],
  ['hugging', '1f917'],
  ['mx', '1f1f2-1f1fd'],
  ['park', '1f3de'],
  ['pina', '1f34d'],
  ['point', '1faf5'],
  ['smile', '1f642'],
]);

/**
 * The code that a name and a code mean together, spelled as in the table; undefined where the name is none of that emoji.
 * @param code with or without variation selectors
 */
export function findNamedEmoji(name: string, code: string): string | undefined {
  return [findEmojiCode(name), formerCodes.get(name)].find((own) => own !== undefined && isSameEmojiCode(own, code));
}

/** True for two spellings of one code. */
export function isSameEmojiCode(one: string, other: string): boolean {
  return one === other || one.replaceAll('-fe0f', '') === other.replaceAll('-fe0f', '');
}

/** The character or sequence itself, without variation selectors. */
export function emojiCharacter(code: string): string {
  const points = code.split('-').map((point) => Number.parseInt(point, 16));
  return String.fromCodePoint(...points.filter((point) => point !== 0xfe0f && point <= 0x10ffff));
}

/** The same by any of the emoji's names. */
export function findEmojiCharacter(name: string): string | undefined {
  const code = findEmojiCode(name);
  return code === undefined ? undefined : emojiCharacter(code);
}

/** The document behind `server_emoji_data_url`: every code with its names, the canonical one first. */
export function emojiDataWire(): { code_to_names: Record<string, readonly string[]> } {
  return { code_to_names: Object.fromEntries(namesByCode) };
}

function codeOf(character: string): string {
  return [...character].map((point) => (point.codePointAt(0) ?? 0).toString(16).padStart(4, '0')).join('-');
}

// Made from strings: the compiler's language level is one year older than this flag, which Node has had since 20.
const recommendedSequence = new RegExp('^\\p{RGI_Emoji}$', 'v');
const needsSelector = /[\u2600-\u27bf\u{1f3f3}\u{1f5e8}](?!\p{Emoji_Modifier}|\ufe0f)/gu;
const shownAsPicture = /^\p{Emoji_Presentation}/u;

/** True for a sequence with skin tones that Unicode recommends; it is given without variation selectors. */
function isTonedEmoji(character: string): boolean {
  return recommendedSequence.test(
    character.replace(needsSelector, (sign) => (shownAsPicture.test(sign) ? sign : `${sign}\ufe0f`)),
  );
}

const mayHoldEmoji = /[\u00a9-\uffff]/;
const flagPattern = '\\p{RI}{2}|\\u{1f3f4}[\\u{e0020}-\\u{e007e}]+\\u{e007f}';
const keycapPattern = '[0-9#*]\\ufe0f?\\u20e3';
const singlePattern = '(?![0-9#*])(?:\\p{Emoji_Modifier_Base}\\ufe0f?\\p{Emoji_Modifier}|\\p{Emoji}\\ufe0f?)';
const candidatePattern = new RegExp(
  `${flagPattern}|${keycapPattern}|${singlePattern}(?:\\u200d${singlePattern})*`,
  'gu',
);
const joiner = '\u200d';
/** The longest that is joined, in characters: two people and what is between them. */
const longestJoined = 6;
/** Up to here stand signs of writing, such as © and ↔; the signs that follow are pictures. */
const firstPicture = '\u2600';

/**
 * A text cut into emoji of the table and the text between them, in order. The variation selector of a picture may be
 * missing. What stands for a sign of writing stays text, as does what is not in the table, so nothing that was typed is lost.
 */
export function splitAtEmoji(text: string): Array<{ text: string; code?: string }> {
  if (!mayHoldEmoji.test(text)) return [{ text }];
  const pieces: Array<{ text: string; code?: string }> = [];
  let end = 0;
  for (const candidate of text.matchAll(candidatePattern)) {
    // U+FE0E asks for the sign in black and white.
    if (text[candidate.index + candidate[0].length] === '\ufe0e') continue;
    let at = candidate.index;
    for (const { text: typed, code } of joinedEmoji(candidate[0])) {
      if (code !== undefined) {
        if (at > end) pieces.push({ text: text.slice(end, at) });
        pieces.push({ text: typed, code });
        end = at + typed.length;
      }
      at += typed.length + joiner.length;
    }
  }
  if (end < text.length || pieces.length === 0) pieces.push({ text: text.slice(end) });
  return pieces;
}

/** A joined sequence as the longest ones that the table has. */
function joinedEmoji(sequence: string): Array<{ text: string; code?: string }> {
  const parts = sequence.split(joiner);
  const found: Array<{ text: string; code?: string }> = [];
  for (let at = 0; at < parts.length;) {
    let length = Math.min(longestJoined, parts.length - at);
    let code = codeOfTyped(parts.slice(at, at + length).join(joiner));
    while (code === undefined && length > 1) code = codeOfTyped(parts.slice(at, at + --length).join(joiner));
    const text = parts.slice(at, at + length).join(joiner);
    found.push(code === undefined ? { text } : { text, code });
    at += length;
  }
  return found;
}

function codeOfTyped(typed: string): string | undefined {
  const character = typed.replaceAll('\ufe0f', '');
  const isSignOfWriting = typed === character && typed < firstPicture && !shownAsPicture.test(typed);
  if (isSignOfWriting && !typed.endsWith('\u20e3')) return undefined;
  const known = codesByCharacter.get(character);
  if (known !== undefined) return known;
  const code = codeOf(character);
  return findEmojiName(code) === undefined ? undefined : code;
}
