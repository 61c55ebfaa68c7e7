/**
 * The pseudo-languages: English in brackets and a third longer, so that a test finds text that no language can translate and places without
 * room for German. `ar-xb` is the same from right to left. Nothing offers them: a developer or a test stores the tag in the browser.
 */

export const pseudoTags: readonly string[] = ['en-xa', 'ar-xb'];

/** "[[Send ~]]" for "Send". */
export const pseudo = (text: string): string =>
  text === '' ? '' : `[[${text} ${'~'.repeat(Math.ceil(text.length * 0.3))}]]`;
