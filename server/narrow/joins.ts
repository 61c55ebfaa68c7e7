/**
 * Joined spellings of words: `don't` and `dont`, `e-mail` and `email`, and numbers with their separators. The first word
 * of such a run carries what the whole run is called.
 */

interface Name {
  forms: readonly string[];
  stems: readonly string[];
}

/** What a run is called, and how many words it has. */
export interface JoinedName extends Name {
  words: number;
}

/** A word of a text, by its place there. */
interface Word {
  start: number;
  end: number;
  joined?: JoinedName;
}

/** Longer runs are paths and lists of words. */
const mostWords = 4;
const apostrophe = /['’ʼ＇]/;
/** The middle dot is Catalan's. */
const hyphen = /[-‐‑·]/;
const separator = /[.,'’\u00a0\u202f]/;
const startsWithLetter = /^\p{L}/u;
const isNumber = /^[0-9]+$/;
const thousands = /^([0-9]{1,3})([.,'’\u00a0\u202f])([0-9]{3}(?:\2[0-9]{3})*)(?:([.,])([0-9]+))?$/;
const decimal = /^([0-9]+)[.,]([0-9]+)$/;

/** Gives the words that begin a run its other names. @param nameOf the forms of a word as it is written */
export function joinWords(text: string, words: Word[], nameOf: (written: string) => Name): void {
  for (const kind of [apostrophe, hyphen]) {
    const isIn = (word: Word): boolean => startsWithLetter.test(text.slice(word.start, word.end));
    for (const run of runs(text, words, kind, isIn))
      note(run, nameOf(run.map(({ start, end }) => text.slice(start, end)).join('')));
  }
  const isInNumber = ({ start, end }: Word): boolean => isNumber.test(text.slice(start, end));
  for (const run of runs(text, words, separator, isInNumber)) {
    const forms = numberForms(text.slice(run[0]?.start, run.at(-1)?.end));
    if (forms.length > 0) note(run, { forms, stems: [] });
  }
}

function note([first, ...others]: readonly Word[], { forms, stems }: Name): void {
  if (first !== undefined) first.joined = { forms, stems, words: others.length + 1 };
}

/** The longest lists of neighbours with one such sign between each two. @param sign one character */
function runs(text: string, words: readonly Word[], sign: RegExp, isIn: (word: Word) => boolean): Word[][] {
  const found: Word[][] = [];
  if (!sign.test(text)) return found;
  let run: Word[] = [];
  for (const word of words) {
    const before = run.at(-1);
    const isNext = before !== undefined && word.start === before.end + 1 && sign.test(text[before.end] ?? '');
    const isPart = isIn(word);
    if (run.length > 0 && (!isNext || !isPart)) {
      found.push(run);
      run = [];
    }
    if (isPart) run.push(word);
  }
  return [...found, run].filter(({ length }) => length > 1 && length <= mostWords);
}

/** A number without separators of thousands, and with a point; both readings of `12.345`. */
function numberForms(written: string): string[] {
  const [, first, sign, groups, point, fraction] = thousands.exec(written) ?? [];
  const forms: string[] = [];
  if (first !== undefined && groups !== undefined && point !== sign)
    forms.push(first + groups.replaceAll(/[^0-9]/g, '') + (fraction === undefined ? '' : `.${fraction}`));
  const [, whole, rest] = decimal.exec(written) ?? [];
  if (whole !== undefined) forms.push(`${whole}.${rest}`);
  return forms;
}
