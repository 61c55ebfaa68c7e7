/**
 * The pseudo-languages: English in brackets and a third longer, so that a test finds text that no language can translate and places without
 * room for German. `ar-xb` is the same from right to left. Nothing offers them: a developer or a test stores the tag in the browser.
 */

export const pseudoTags: readonly string[] = ['en-xa', 'ar-xb'];

/** As long as a word gets, so that lines can break. */
const longestWord = 12;

/** "[[Send ~~]]" for "Send". */
export function pseudo(text: string): string {
  if (text === '') return '';
  const more = '~'.repeat(Math.ceil(text.length * 0.3));
  return `[[${text} ${more.replace(new RegExp(`~{${longestWord}}(?=~)`, 'g'), '$& ')}]]`;
}
