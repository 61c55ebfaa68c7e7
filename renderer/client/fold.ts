/** Texts as people look for them: without case, accents and apostrophes, which not every keyboard has. */

/** Letters that are not a plain one with a mark, and what is typed for them. */
const spelled: Readonly<Record<string, string>> = {
  ß: 'ss',
  ø: 'o',
  ł: 'l',
  đ: 'd',
  æ: 'ae',
  œ: 'oe',
  ı: 'i',
};

/** @returns "O’Brien" and "obrien" alike as "obrien", "Müller" as "muller", letters of other widths as the usual ones. */
export const folded = (text: string): string =>
  text
    // Before the rest, which would make a space of one of them.
    .replaceAll(/['’‘ʼ`´]/g, '')
    .normalize('NFKD')
    // Joiners and other signs that are not seen are typed by some keyboards alone, as is the line that lengthens Arabic words.
    .replaceAll(/[\p{M}\p{Cf}\u0640]/gu, '')
    .toLowerCase()
    .replaceAll(/[ßøłđæœı]/g, (letter) => spelled[letter] ?? letter);

/** Whether what was typed stands somewhere in a text. Nothing typed stands everywhere. */
export const matches = (search: string, text: string): boolean => folded(text).includes(folded(search.trim()));
