/**
 * Scripts that write no space where others do, for the server and the chat. Pure.
 * Each constant goes into a regular expression with the flag u.
 */

/** A letter of a script without spaces between words, for a character class: a name or a word may begin or end beside it. */
export const unspacedLetters = String.raw`\p{scx=Han}\p{scx=Hiragana}\p{scx=Katakana}\p{scx=Hangul}\p{scx=Bopomofo}\p{scx=Thai}\p{scx=Lao}\p{scx=Khmer}\p{scx=Myanmar}\p{scx=Tibetan}\p{scx=Yi}`;

/** A letter behind which a mention may begin: in Hebrew and Arabic, "to" and "and" are letters that are written on to the name. */
export const lettersBeforeMention = String.raw`${unspacedLetters}\p{scx=Hebrew}\p{scx=Arabic}`;

/** A class of these letters for RE2, which knows a letter's own script alone: the signs that kana share are listed. */
export const withoutScriptExtensions = (letters: string): string =>
  String.raw`${letters.replaceAll('scx=', '')}\x{3031}-\x{3035}\x{3099}-\x{309c}\x{30fc}\x{ff70}`;

/** What belongs to one word with the character beside it: letters with their vowel signs and accents, but no mark of an emoji. */
export const wordCharacter = String.raw`(?![${unspacedLetters}\u20e3\ufe00-\ufe0f])[\p{L}\p{M}\p{N}_]`;

/**
 * A formula in a line of Markdown, which is its group. Behind a word or a number, and right before a number, two dollars are money:
 * `5$$ and 6$$`, `US$$5 or CA$$6`.
 */
export const formulaInLine = String.raw`(?<![$]|${wordCharacter})\$\$((?:[^$\n_\\]|\\[^\n])(?:[^$\n\\]|\\[^\n])*)\$\$(?![$\p{Nd}])`;

/**
 * Words of these scripts that continue a sentence and hardly begin a name, for the beginning of an expression:
 * particles, the copula, and what people write to point at a page.
 */
export const sentenceWords = [
  // Japanese: words, and particles before kanji, katakana, or nothing.
  'を|です|でした|では|には|とは|から|まで|より|って|という|にあ|にて|をご|なの|だと|だけ|など|みて|見て|ください',
  '[はがにでとのもへや](?!\\p{scx=Hiragana})',
  // Chinese.
  '请|請|的|是|了|吧|呢|吗|嗎|这|這|查看|看看|看一下|看下|可以|即可|就是|里面|裡面|上面',
  // Korean: a particle is all that is left of the word behind an address.
  '(?:를|을|은|는|이|가|에|에서|에는|로|으로|와|과|랑|도|의|만|까지|부터|입니다|이에요|예요|처럼|보다)$',
  // Thai.
  'ครับ|ค่ะ|คะ|นะ|ได้|ที่|และ|หรือ',
].join('|');
