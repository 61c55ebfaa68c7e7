/**
 * Which names can be read where they stand in lists and in lines of text. Names of any script and with emoji can: some need signs that
 * nobody sees, as those that join letters or pictures.
 */

/** They end a line, or turn the direction of whatever comes after the name. */
const strange = /[\p{Cc}\p{Cs}\p{Zl}\p{Zp}\u202a-\u202e\u2066-\u2069]/u;
const seen = /[^\p{Cc}\p{Cf}\p{Cs}\p{Z}\p{Default_Ignorable_Code_Point}\u2800]/u;

/** Whether there is anything in a name that people see. */
export const isSeen = (name: string): boolean => seen.test(name);

/** @returns the place of the first character, counted in characters, with which a name cannot be read; -1 when it can be. */
export const unreadableAt = (name: string): number =>
  isSeen(name) ? [...name].findIndex((character) => strange.test(character)) : 0;
