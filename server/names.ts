/**
 * One rule for what people name things: users, channels, topics, groups, bots, files, folders, fields, the organization. A name of any
 * script, and with emoji, is read where it stands in lists and lines of text. Signs that are not seen stay only where they change what
 * is seen: as joiners within a script or a picture, variants of a sign, the parts of a flag. Marks are stacked on a letter only as high as
 * a script does it.
 */

import confusables from './confusables.json' with { type: 'json' };

/** They end a line, or are no character at all. */
const strange = /[\p{Cc}\p{Cs}\p{Zl}\p{Zp}\p{Noncharacter_Code_Point}\ufff9-\ufffb]/u;
/** Signs without a picture: of Braille, music, hieroglyphs and Khitan those that Unicode counts among the visible ones. */
const unseen = /[\p{Default_Ignorable_Code_Point}\u2800\u{13441}\u{13442}\u{16fe4}\u{1d159}]/u;
const seen = /[^\p{Cc}\p{Cf}\p{Cs}\p{Z}\p{Default_Ignorable_Code_Point}\u2800\u{13441}\u{13442}\u{16fe4}\u{1d159}]/u;

/** A mark that takes no room of its own, or surrounds its letter. */
const stacking = /[\p{Mn}\p{Me}]/u;
/** Marks of no single script, which any letter can have. */
const anyScript = /[\p{sc=Inherited}\p{sc=Common}]/u;
/** On one letter, as UTS 39 (5.4) has it; more cover the lines above and below. */
const mostMarks = 4;
/** Of the marks of one script: those of Tibetan, Khmer and Myanmar build syllables. */
const mostScriptMarks = 8;

/** Keeps marks in their order. */
const markJoiner = '\u034f';
const mark = /\p{M}/u;
const joiner = /[\u200c\u200d]/;
const widthJoiner = '\u200d';
/** Signs that take the vowel from a letter: a joiner behind one makes another letter of the two, at the end of a word too. */
const vowelKiller = /[\u094d\u09cd\u0a4d\u0acd\u0b4d\u0bcd\u0c4d\u0ccd\u0d4d\u0dca]/;
/** A variation selector behind a sign of which Unicode registers variants of that kind: pictures, ideographs, symbols, and a few scripts. */
const variants = [
  [/[\ufe0e\ufe0f]/, /(?![0-9#*])\p{Emoji}/u],
  [/[\ufe00-\ufe02\u{e0100}-\u{e01ef}]/u, /\p{sc=Han}/u],
  [
    /[\ufe00\ufe01]/,
    /[\p{Sm}\p{sc=Myanmar}\p{sc=Phags_Pa}\p{sc=Manichaean}\u3001\u3002\uff01\uff0c\uff0e\uff1a\uff1b\uff1f]/u,
  ],
  [/[\ufe00-\ufe06]/, /\p{sc=Egyptian_Hieroglyphs}/u],
  [/[\u180b-\u180d\u180f]/, /\p{sc=Mongolian}/u],
] as const;
const keycap = '\u20e3';
const keycapSign = /[0-9#*]/;
/** They order what stands beside them, and are needed in names that are read from right to left. */
const directionMark = /[\u061c\u200e\u200f]/;
/** The Arabic mark is of the script that it orders, and is no letter of it. */
const fromTheRight = /[\p{sc=Arabic}\p{sc=Hebrew}\p{sc=Syriac}\p{sc=Thaana}\p{sc=Nko}\p{sc=Adlam}]/u;
const tag = /[\u{e0020}-\u{e007f}]/u;
const tagsBegin = '\u{1f3f4}';
const tagsEnd = '\u{e007f}';
const picture = /[\p{Extended_Pictographic}\p{Emoji_Modifier}\ufe0f]/u;
const pictureAfter = /[\p{Extended_Pictographic}\u2640\u2642]/u;
/** Letters and marks of scripts in which a joiner changes their form. */
const joining =
  /[\p{scx=Adlam}\p{scx=Arabic}\p{scx=Bengali}\p{scx=Devanagari}\p{scx=Gujarati}\p{scx=Gurmukhi}\p{scx=Kannada}\p{scx=Khmer}\p{scx=Malayalam}\p{scx=Mandaic}\p{scx=Mongolian}\p{scx=Myanmar}\p{scx=Nko}\p{scx=Oriya}\p{scx=Sinhala}\p{scx=Syriac}\p{scx=Tamil}\p{scx=Telugu}\p{scx=Tibetan}]/u;

/** Whether there is anything in a text that people see. */
export const isSeen = (name: string): boolean => seen.test(name);

/** @returns the place of the first character, counted in characters, with which a name cannot be read; -1 when it can be. */
export function unreadableAt(name: string): number {
  if (!isSeen(name)) return 0;
  if (!strange.test(name) && !unseen.test(name) && !stacking.test(name)) return -1;
  const characters = [...name];
  return characters.findIndex((_, i) => !isReadable(characters, i));
}

function isReadable(characters: readonly string[], i: number): boolean {
  const one = characters[i] ?? '';
  return !strange.test(one) && (!unseen.test(one) || changesWhatIsSeen(characters, i)) && !isOnStack(characters, i);
}

/** Whether the marks of a letter up to this one are too many, or one of them stands twice (UTS 39, 5.4). */
function isOnStack(characters: readonly string[], i: number): boolean {
  if (!stacking.test(characters[i] ?? '')) return false;
  let first = i;
  while (stacking.test(characters[first - 1] ?? '')) {
    first -= 1;
    if (i - first >= mostScriptMarks) return true;
  }
  // The letter may be composed with marks of its own.
  const letter = characters.slice(Math.max(0, first - 1), i + 1).join('');
  const marks = [...letter.normalize('NFD')].filter((one) => stacking.test(one));
  const ofAnyScript = marks.filter((one) => anyScript.test(one)).length;
  return ofAnyScript > mostMarks || marks.some((one, at) => one === marks[at - 1]);
}

function changesWhatIsSeen(characters: readonly string[], i: number): boolean {
  const [before = '', one = '', after = ''] = [characters[i - 1], characters[i], characters[i + 1]];
  if (joiner.test(one))
    return (
      (joining.test(before) && joining.test(after)) ||
      (one === widthJoiner && vowelKiller.test(before)) ||
      (one === widthJoiner && picture.test(before) && pictureAfter.test(after))
    );
  if (one === markJoiner) return mark.test(before) && mark.test(after);
  if (directionMark.test(one))
    return characters.some((other) => fromTheRight.test(other) && !directionMark.test(other));
  if (tag.test(one)) return isInTags(characters, i);
  return (
    (one === '\ufe0f' && keycapSign.test(before) && after === keycap) ||
    variants.some(([selector, sign]) => selector.test(one) && sign.test(before))
  );
}

/** Whether a tag is of the flag of a region: its flag before the first, its terminator after the last, and something between. */
function isInTags(characters: readonly string[], i: number): boolean {
  let [first, last] = [i, i];
  while (tag.test(characters[first - 1] ?? '')) first -= 1;
  while (tag.test(characters[last + 1] ?? '')) last += 1;
  return characters[first - 1] === tagsBegin && last > first && characters.indexOf(tagsEnd, first) === last;
}

/** The name as it is stored: composed, without space around it, and with one space where there were several. */
export const nameOf = (sent: string): string =>
  sent
    .normalize('NFC')
    .replaceAll(/\p{Zs}+/gu, ' ')
    .trim();

/**
 * What topics are compared by, as they are stored: without regard to capitals, composition and runs of spaces. A change of this rule
 * takes a new `spellingRule` in domain/topics/spellings.ts.
 */
export const topicKey = (topic: string): string => nameOf(topic.toLowerCase());

/** The name without what cannot be read in it: for names that are not refused, as those of files. */
export function withoutUnreadable(name: string): string {
  const characters = [...name];
  return characters.filter((_, i) => isReadable(characters, i)).join('');
}

/** Characters that look like others, by the first (Unicode UTS 39). Made by tools/confusables.mjs. */
const lookalikes: ReadonlyMap<string, string> = new Map(
  confusables.pairs.split(' ').map((pair) => {
    const [source = ''] = pair;
    return [source, pair.slice(source.length)];
  }),
);

/** What names are compared by: two with one key look the same, or differ in capitals. */
export const nameKey = (name: string): string => compatible(name).toLowerCase();

/** The skeleton of a name (UTS 39), without regard to capitals: names of two scripts that look the same have one. */
export const skeleton = (name: string): string => skeletonOf(nameKey(name));

/** Makes a test for names that may be taken for the given one; capitals may look like other letters too, as I and l do. */
export function lookalikeOf(name: string): (other: string) => boolean {
  const [folded, asWritten] = forms(name);
  return (other) => forms(other)[0] === folded || forms(other)[1] === asWritten;
}

/** Things by how their names look. */
export class Lookalikes<T extends { name: string }> {
  readonly #things = new Map<string, T>();

  constructor(things: Iterable<T>) {
    for (const thing of things) this.add(thing);
  }

  add(thing: T): void {
    for (const [at, form] of forms(thing.name).entries()) this.#things.set(`${at} ${form}`, thing);
  }

  /** A thing whose name may be taken for the given one, as `lookalikeOf`. */
  find(name: string): T | undefined {
    const [folded, asWritten] = forms(name);
    return this.#things.get(`0 ${folded}`) ?? this.#things.get(`1 ${asWritten}`);
  }
}

/** Forms of names that were compared: a name is compared with all others of its kind each time. */
const known = new Map<string, readonly [folded: string, asWritten: string]>();
const mostKnown = 20_000;

function forms(name: string): readonly [folded: string, asWritten: string] {
  let made = known.get(name);
  if (made === undefined) {
    made = [skeleton(name), skeletonOf(compatible(name))];
    if (known.size >= mostKnown) known.clear();
    known.set(name, made);
  }
  return made;
}

function skeletonOf(text: string): string {
  const characters = [...text.normalize('NFD')].map((one) => lookalikes.get(one) ?? one);
  return characters.join('').normalize('NFD').toLowerCase();
}

const compatible = (name: string): string =>
  nameOf(withoutUnreadable(name).normalize('NFKC')).replaceAll(/\p{Default_Ignorable_Code_Point}/gu, '');

/** Text of another program as it can be stored and shown: U+FFFD in place of half a character and of control characters. */
export const printable = (text: string): string => text.replaceAll(/(?![\t\n\r])[\p{Cc}\p{Cs}]/gu, '\ufffd');
