// Scripts that are written without spaces between words: in them a name, a mention or an alert word may begin or end behind any letter.

/** One letter of such a script, for a character class of a regular expression with the flag u. */
export const unspacedLetters = String.raw`\p{scx=Han}\p{scx=Hira}\p{scx=Kana}\p{scx=Hang}\p{scx=Bopo}\p{scx=Thai}\p{scx=Laoo}\p{scx=Khmr}\p{scx=Mymr}\p{scx=Tibt}\p{scx=Yiii}`;
