/**
 * The form of a word in which texts and searches meet: NFKC, without case, and without marks where people leave them
 * out. Marks stay where they are letters of their own: vowel signs of Indic scripts, voicing in kana, й.
 */

/** Longer words are cut, on both sides: no one types more, and keys of the index stay short. */
const longestWord = 64;

/** Scripts whose marks are accents, points and harakat: people search with and without them. */
const marked =
  /([\p{Script=Latin}\p{Script=Greek}\p{Script=Cyrillic}\p{Script=Hebrew}\p{Script=Arabic}\p{Script=Armenian}])([\p{M}]+)/gu;
/** Letters that people type another way, and that no normalization takes apart. */
const letters: Readonly<Record<string, string>> = {
  ß: 'ss',
  æ: 'ae',
  œ: 'oe',
  ø: 'o',
  ł: 'l',
  đ: 'd',
  ð: 'd',
  þ: 'th',
  ħ: 'h',
  ı: 'i',
  ŋ: 'ng',
  ς: 'σ',
  ک: 'ك',
  ی: 'ي',
  ى: 'ي',
  ہ: 'ه',
  ھ: 'ه',
  ة: 'ه',
  ך: 'כ',
  ם: 'מ',
  ן: 'נ',
  ף: 'פ',
  ץ: 'צ',
  // Malayalam's letters without a vowel, as older software writes them.
  ൺ: 'ണ്',
  ൻ: 'ന്',
  ർ: 'ര്',
  ൽ: 'ല്',
  ൾ: 'ള്',
  ൿ: 'ക്',
};
const letterPattern = new RegExp(`[${Object.keys(letters).join('')}]`, 'gu');
/** How keyboards without the letter write it: Müller, Mueller and Muller are one name. */
const digraphs: Readonly<Record<string, string>> = { ä: 'ae', ö: 'oe', ü: 'ue', å: 'aa', ø: 'oe' };
const digraphPattern = /[äöüåø]/gu;
/** Invisible: soft hyphens, joiners, direction marks, variation selectors; the tatweel; the apostrophe that is a letter, and ŀ's dot. */
const ignorable = /[\u{640}\u{2bc}\u{b7}\p{Cf}\p{Variation_Selector}]/gu;
const asciiOnly = /^[\0-\x7f]*$/;

/** Such a text has no marks, no other spelling, and words of one script. */
export const isAscii = (text: string): boolean => asciiOnly.test(text);

/** A word in lower case with its marks: what stemmers read. */
export function lowered(word: string): string {
  if (isAscii(word)) return word.toLowerCase().slice(0, longestWord);
  return cut(word.normalize('NFKC').replace(ignorable, '').toLowerCase().normalize('NFC'));
}

/** The folded form of a word in lower case. */
export function folded(lower: string): string {
  if (isAscii(lower)) return lower;
  const bare = lower
    .replace(letterPattern, (letter) => letters[letter] ?? letter)
    .normalize('NFD')
    .replace(marked, (whole: string, letter: string, marks: string) =>
      letter === 'и' && marks.includes('\u0306') ? 'й' : whole.slice(0, letter.length),
    )
    .replace(/\p{Nd}/gu, digitOf)
    // Two spellings of one Armenian letter, of which capitals know only the second.
    .replaceAll('եւ', 'եվ')
    .normalize('NFC');
  return cut(bare.replace(letterPattern, (letter) => letters[letter] ?? letter));
}

/** The spelling of a lower-case word without umlauts and rings, if it has any: `mueller` of `müller`. */
export function respelled(lower: string): string | undefined {
  if (isAscii(lower) || lower.search(digraphPattern) < 0) return undefined;
  return folded(lower.replace(digraphPattern, (letter) => digraphs[letter] ?? letter));
}

/** Decimal digits of every script stand in rows of ten, from zero on. */
function digitOf(digit: string): string {
  const code = digit.codePointAt(0) ?? 0;
  if (code < 128) return digit;
  let value = 0;
  while (value < 9 && /\p{Nd}/u.test(String.fromCodePoint(code - value - 1))) value += 1;
  return String(value);
}

/** Cut between characters. */
function cut(word: string): string {
  return word.length <= longestWord ? word : word.slice(0, longestWord).replace(/[\ud800-\udbff]$/, '');
}
