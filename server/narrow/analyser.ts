/**
 * The one analyser of searching: text to words in the forms in which they are found. The index, the queries, the narrow
 * of events and the highlight all read texts through it, so what one of them finds, all find. README.md lists the rules.
 */
import { folded, isAscii, lowered, respelled } from './fold.ts';
import { joinWords, type JoinedName } from './joins.ts';
import { stemsOf } from './stems.ts';

/** A word of a text. Words of a phrase follow each other in the list. */
export interface Word {
  /** Spellings under which it is found as it is, folded; the first is the usual one. */
  forms: readonly string[];
  /** Folded stems that no form equals already. */
  stems: readonly string[];
  /** Where it stands in the text, in UTF-16 units; of a pair of Han, kana or Hangul its first character. */
  start: number;
  end: number;
  /** What the run of words that begins with it is called when it is written as one (joins.ts). */
  joined?: JoinedName;
}

/** Raised with every change of these rules: the index is made again when it differs. */
const rulesVersion = 3;
/** Of the package in package.json, whose data decide too. */
const stemmersVersion = '3.1.18';

/** What decides which words a text has: ours, the stemmers', Unicode's and the languages. */
export function analyserVersion(languages: readonly string[]): string {
  const { icu, unicode } = process.versions;
  return `${rulesVersion} stemmers ${stemmersVersion} icu ${icu ?? 'none'} unicode ${unicode ?? 'none'} ${languages.join(',')}`;
}

/** Written without spaces, and searched for by parts: every pair of neighbours is a word. */
const paired = String.raw`[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Hangul}\u30fc\uff70\uff9e\uff9f\u3099\u309a]`;
/** Written without spaces, cut into words by the dictionaries of ICU. */
const unspaced = String.raw`[\p{Script=Thai}\p{Script=Lao}\p{Script=Khmer}\p{Script=Myanmar}]`;
const letter = String.raw`[\p{L}\p{N}\p{M}\p{Co}\u00ad\u0640\u200c\u200d]`;
const picture = String.raw`\p{RI}\p{RI}|\p{Extended_Pictographic}(?:\ufe0f|\p{EMod}|\u200d\p{Extended_Pictographic})*`;
/** Words in one character, which stand for themselves: ㎏ № ㈱. */
const abbreviation = String.raw`[\u2116\u2121\u3200-\u321e\u3220-\u3247\u3371-\u33df\u33ff]`;
/** C++, C#, F#: signs that belong to a name. */
const signs = String.raw`(?:\+\+|#)(?![\p{L}\p{N}+#])`;
const pattern = new RegExp(
  `(?<paired>${paired}+)|(?<unspaced>(?:${unspaced}\\p{M}*)+)|(?<picture>${picture})|(?<abbreviation>${abbreviation})|(?<signed>[A-Za-z]+${signs})|(?<plain>(?:(?!${paired}|${unspaced}|${abbreviation})${letter})+)`,
  'gu',
);
/** The same for a text of ASCII alone, as most are: groups with names cost more than the words. */
const asciiPattern = /[A-Za-z]+(?:\+\+|#)(?![A-Za-z0-9+#])|[A-Za-z0-9]+/g;
const startsPaired = new RegExp(`^${paired}`, 'u');
const hasDigit = /[0-9+#]/;
const hasLetter = /[\p{L}\p{N}\p{Co}]/u;

const segmenter = new Intl.Segmenter('en', { granularity: 'word' });
const graphemes = new Intl.Segmenter('en', { granularity: 'grapheme' });

/** The text of a plain text, in order. `languages` as `stemmedLanguages` gives them. */
export function analyse(text: string, languages: readonly string[]): Word[] {
  const words: Word[] = [];
  const known = formsFor(languages);
  const add = (written: string, start: number): void => {
    const { forms, stems } = known(written);
    if (forms.length > 0) words.push({ forms, stems, start, end: start + written.length });
  };
  for (const match of text.matchAll(isAscii(text) ? asciiPattern : pattern)) {
    const [found] = match;
    const at = match.index;
    const groups = match.groups ?? {};
    if (groups['paired'] !== undefined) words.push(...pairs(found, at));
    else if (groups['unspaced'] !== undefined)
      for (const { segment, index } of segmenter.segment(found)) add(segment, at + index);
    else if (groups['picture'] !== undefined)
      words.push({ forms: [pictureForm(found)], stems: [], start: at, end: at + found.length });
    else add(found, at);
  }
  joinWords(text, words, known);
  return words;
}

/** Characters that stand alone in a run, and that folding leaves as they are: most text of these scripts has no others. */
const plainRun =
  /^[\u3041-\u3096\u30a1-\u30fa\u30fc\u3400-\u4dbf\u4e00-\u9fff\uac00-\ud7a3\u{20000}-\u{2f7ff}\u{30000}-\u{323af}]+$/u;

interface RunCharacter {
  form: string;
  start: number;
  end: number;
}

/** Each character with the one after it; the last alone. So every part of the run, of one character too, begins words. */
function pairs(run: string, at: number): Word[] {
  const characters = plainRun.test(run) ? plainCharacters(run, at) : segmentedCharacters(run, at);
  return characters.map(({ form, start, end }, index) => ({
    forms: [form + (characters[index + 1]?.form ?? '')],
    stems: [],
    start,
    end,
  }));
}

function plainCharacters(run: string, at: number): RunCharacter[] {
  const characters: RunCharacter[] = [];
  let start = at;
  for (const form of run) {
    characters.push({ form, start, end: start + form.length });
    start += form.length;
  }
  return characters;
}

/** Characters repeat, too: each is worked out once, up to a bound. */
const maxCharacters = 20_000;
const characterForms = new Map<string, string>();

function characterForm(character: string): string {
  const known = characterForms.get(character);
  if (known !== undefined) return known;
  const form = folded(lowered(character));
  if (character.length > longestKept) return form;
  if (characterForms.size >= maxCharacters) characterForms.clear();
  characterForms.set(character, form);
  return form;
}

/** Runs of one kind of letters, and its characters as `graphemes` finds them at many times the cost: half-width kana, and Hangul in parts. */
const uniformRuns: readonly (readonly [RegExp, RegExp])[] = [
  [/^[\uff66-\uff9f]+$/, /[\uff66-\uff9d][\uff9e\uff9f]*|[\uff9e\uff9f]+/g],
  [/^[\u1100-\u11ff]+$/, /[\u1100-\u115f]*[\u1160-\u11a7]+[\u11a8-\u11ff]*|[\u1100-\u115f]+|[\u11a8-\u11ff]+/g],
];

function* segmentsOf(run: string): Generator<{ segment: string; index: number }, void> {
  const characters = uniformRuns.find(([isOfKind]) => isOfKind.test(run))?.[1];
  if (characters === undefined) yield* graphemes.segment(run);
  else for (const { 0: segment, index } of run.matchAll(characters)) yield { segment, index };
}

/** With marks of voicing, conjoining letters and characters that have another spelling. */
function segmentedCharacters(run: string, at: number): RunCharacter[] {
  const characters: RunCharacter[] = [];
  for (const { segment, index } of segmentsOf(run)) {
    const last = characters.at(-1);
    const end = at + index + segment.length;
    // Voicing of half-width kana is a character of its own.
    if (last !== undefined && /^[ﾞﾟ]/.test(segment)) {
      last.form = (last.form + segment.normalize('NFKC')).normalize('NFC');
      last.end = end;
    } else characters.push({ form: characterForm(segment), start: at + index, end });
  }
  return characters;
}

/** Whether a word is searched for by its beginning even in quotes: a part of a run ends wherever the writer liked. */
export const endsOpen = ({ forms }: Word): boolean => startsPaired.test(forms[0] ?? '');

/** An emoji without what only says how it is drawn. */
const pictureForm = (emoji: string): string => emoji.replace(/[\ufe0f\p{EMod}]/gu, '').normalize('NFC');

type Forms = Pick<Word, 'forms' | 'stems'>;

/** Words repeat: what was worked out for them is kept, up to a bound. */
const maxKept = 50_000;
/** Characters: what is longer is no word that comes again. */
const longestKept = 60;
const kept = new Map<string, Map<string, Forms>>();

function formsFor(languages: readonly string[]): (written: string) => Forms {
  const key = languages.join();
  let cache = kept.get(key);
  if (cache === undefined) {
    // A change of languages leaves two sets in use at most.
    if (kept.size > 1) kept.clear();
    cache = new Map();
    kept.set(key, cache);
  }
  const known = cache;
  return (written) => {
    const found = known.get(written);
    if (found !== undefined) return found;
    if (known.size >= maxKept) known.clear();
    const made = makeForms(written, languages);
    if (written.length <= longestKept) known.set(written, made);
    return made;
  };
}

function makeForms(written: string, languages: readonly string[]): Forms {
  const lower = lowered(written);
  const form = folded(lower).replaceAll(/[()]/g, '');
  if (!hasLetter.test(form)) return { forms: [], stems: [] };
  const other = respelled(lower);
  const forms = other === undefined || other === form ? [form] : [form, other];
  const stems = hasDigit.test(lower) ? [] : stemsOf(lower, languages).map(folded);
  return { forms, stems: [...new Set(stems)].filter((stem) => stem !== '' && !forms.includes(stem)) };
}
