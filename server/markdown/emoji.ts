// The table of standard emoji: names to codes and back. A code is the code points in lower-case hex joined by `-`,
// without variation selectors. The data are made by make-emoji-data.ts; nothing is fetched from anywhere.

import emojiData from './emoji-data.json' with { type: 'json' };

const namesByCode: ReadonlyMap<string, readonly string[]> = new Map(
  Object.entries(emojiData).map(([code, names]) => [code, names.split(' ')]),
);
const codesByName: ReadonlyMap<string, string> = new Map(
  [...namesByCode].flatMap(([code, names]) => names.map((name) => [name, code] as const)),
);
const codesByCharacter: ReadonlyMap<string, string> = new Map(
  [...namesByCode.keys()].map((code) => [emojiCharacter(code), code]),
);

/** The code of a standard emoji by any of its names, such as `+1`; undefined for an unknown name. */
export function findEmojiCode(name: string): string | undefined {
  return codesByName.get(name);
}

/** The canonical name of a code, such as `thumbs_up` for `1f44d`; undefined for an unknown code. */
export function findEmojiName(code: string): string | undefined {
  return namesByCode.get(code)?.[0];
}

/** True when `name` is one of the names of `code`. */
export function isEmojiName(name: string, code: string): boolean {
  return codesByName.get(name) === code;
}

/** Every name, canonical or not. */
export function allEmojiNames(): string[] {
  return [...codesByName.keys()];
}

/** The character or sequence itself, without variation selectors. */
export function emojiCharacter(code: string): string {
  return String.fromCodePoint(...code.split('-').map((point) => Number.parseInt(point, 16)));
}

/** The document behind `server_emoji_data_url`: every code with its names, the canonical one first. */
export function emojiDataWire(): { code_to_names: Record<string, readonly string[]> } {
  return { code_to_names: Object.fromEntries(namesByCode) };
}

const mayHoldEmoji = /[\u00a9-\uffff]/;
// Made from a string: the compiler's language level is one year older than this flag, which Node has had since 20.
const emojiSequence = new RegExp('\\p{RGI_Emoji}', 'gv');
const variationSelector = /\ufe0f/g;

/**
 * A text cut into emoji of the table and the text between them, in order. Characters that Unicode shows as text by
 * default, skin tones and sequences outside the table stay text, so nothing that was typed is lost.
 */
export function splitAtEmoji(text: string): Array<{ text: string; code?: string }> {
  if (!mayHoldEmoji.test(text)) return [{ text }];
  const pieces: Array<{ text: string; code?: string }> = [];
  let end = 0;
  for (const match of text.matchAll(emojiSequence)) {
    const code = codesByCharacter.get(match[0].replace(variationSelector, ''));
    if (code === undefined) continue;
    if (match.index > end) pieces.push({ text: text.slice(end, match.index) });
    pieces.push({ text: match[0], code });
    end = match.index + match[0].length;
  }
  if (end < text.length || pieces.length === 0) pieces.push({ text: text.slice(end) });
  return pieces;
}
