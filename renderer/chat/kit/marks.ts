/**
 * Marks around words, as keys and buttons put and take them. The stars of a mention or a channel are part of its name: they are never
 * taken for bold or italics. Pure.
 */
import { asCodeBlock, type Edit, type Selection } from './compose-text.ts';

const lineBegin = /^\s*(?:(?:[-*+]|\d{1,9}[.)]) +(?:\[[ xX]\] )?|>+ ?|#{1,6} )*/;

/** `@**Name**`, `@_**Name**`, `@*group*`, `#**channel>topic**`. */
const nameForm = /(?:@_?|#)\*\*[^*\n]+\*\*|@_?\*[^*\n]+\*(?!\*)/g;
/** A name that is not written yet, at the end of what is before the caret. */
const nameBegins = /(?:@_?\*{1,2}|#\*\*)$/;

/** The text, as long as it is, with names in which no mark is found. */
export const withoutNames = (text: string): string => text.replaceAll(nameForm, (name) => '\ue000'.repeat(name.length));

/**
 * Wraps what is selected in a mark, or takes the mark away where it is there already. Spaces at the ends stay outside, and each line
 * has marks of its own behind its bullet: marks beside a space, or over an empty line, are none. A name is wrapped as a whole.
 */
export function wrapped(selection: Selection, mark: string): Edit {
  const { text, start, end } = mark.startsWith('`') ? selection : withWholeNames(selection);
  const selected = text.slice(start, end);
  if (selected.trim() === '') return wrappedWords({ text, start, end }, mark);
  const from = start + (selected.length - selected.trimStart().length);
  const to = end - (selected.length - selected.trimEnd().length);
  const lines = text.slice(from, to).split('\n');
  const parts = lines.map((line, index) => {
    const isWhole = index > 0 || from === 0 || text[from - 1] === '\n';
    const begin = isWhole ? (lineBegin.exec(line)?.[0] ?? '') : '';
    const words = line.slice(begin.length).trimEnd();
    return { begin, words, rest: line.slice(begin.length + words.length) };
  });
  const [first] = parts;
  if (lines.length === 1 && first !== undefined && !isMarked(first.words, mark)) {
    const within = { text, start: from + first.begin.length, end: to };
    return wrappedWords(within, mark);
  }
  const areMarked = parts.every(({ words }) => words === '' || isMarked(words, mark));
  const insert = parts
    .map(({ begin, words, rest }) => {
      const changed = areMarked ? words.slice(mark.length, -mark.length) : withMark(words, mark);
      return begin + (words === '' ? '' : changed) + rest;
    })
    .join('\n');
  return { from, to, insert, select: [from, from + insert.length] };
}

/** As code: in a line within it, over several lines as a block. */
export function asCode(selection: Selection): Edit {
  const { text, start, end } = selection;
  const inside = text.slice(start, end);
  if (!inside.includes('\n')) return wrapped(selection, '`'.repeat(ticksFor(inside)));
  return asCodeBlock(selection);
}

/** The selection with all of each name that it begins, ends or stands in. */
function withWholeNames({ text, start, end }: Selection): Selection {
  const cut = [...text.matchAll(nameForm)].map(({ index, 0: name }) => [index, index + name.length] as const);
  const within = (at: number) => cut.find(([from, to]) => from < at && at < to);
  return { text, start: within(start)?.[0] ?? start, end: within(end)?.[1] ?? end };
}

/** Marks as they stand alone within words: one star of two is none. Code has its own rules. */
const aloneWithin: Readonly<Record<string, RegExp>> = { '**': /\*\*/g, '~~': /~~/g, '*': /(?<!\*)\*(?!\*)/g };

const countWithin = (words: string, mark: string): number =>
  aloneWithin[mark] === undefined ? 0 : [...withoutNames(words).matchAll(aloneWithin[mark])].length;

/** Whether a text begins with a mark and another one ends with it: three stars are one mark and two, and two are not one. */
function hasMark(begins: string, ends: string, mark: string): boolean {
  if (!mark.startsWith('*')) return begins.startsWith(mark) && ends.endsWith(mark);
  const stars = Math.min(/^\**/.exec(begins)?.[0].length ?? 0, /\**$/.exec(ends)?.[0].length ?? 0);
  return hasStars(stars, mark);
}

const hasStars = (stars: number, mark: string): boolean => (mark === '**' ? stars >= 2 : stars === 1 || stars >= 3);

/** Whether all of the words have one mark around them. */
function isMarked(words: string, mark: string): boolean {
  const seen = withoutNames(words);
  return (
    words.length > 2 * mark.length &&
    hasMark(seen, seen, mark) &&
    countWithin(words.slice(mark.length, -mark.length), mark) === 0
  );
}

/** Marks of the same kind within the words would end it too early; those of names stay. */
function withMark(words: string, mark: string): string {
  const nested = aloneWithin[mark];
  const isPaired = nested !== undefined && countWithin(words, mark) % 2 === 0 && !/[\\`]/.test(words);
  if (!isPaired) return mark + words + mark;
  const names = words.match(nameForm) ?? [];
  const others = words.split(nameForm).map((part, index) => part.replaceAll(nested, '') + (names[index] ?? ''));
  return mark + others.join('') + mark;
}

const reversed = (text: string): string => text.split('').toReversed().join('');

function wrappedWords({ text, start, end }: Selection, mark: string): Edit {
  const inside = text.slice(start, end);
  const size = mark.length;
  const line = text.lastIndexOf('\n', start - 1) + 1;
  const next = text.indexOf('\n', end);
  const seen = mark.startsWith('`') ? text : withoutNames(text);
  const before = seen.slice(line, start);
  const after = seen.slice(end, next === -1 ? text.length : next);
  const isCaret = start === end;
  // The stars of a name that is being written.
  if (isCaret && nameBegins.test(before)) return { from: start, to: end, insert: '' };
  if (hasMark(reversed(before), reversed(after), mark))
    return { from: start - size, to: end + size, insert: inside, select: [start - size, end - size] };
  // At the end of marked words the caret leaves them.
  if (isCaret && isOpen(before, mark) && beginsWith(after, mark))
    return { from: start, to: end, insert: '', select: [start + size, start + size] };
  const insert = withMark(inside, mark);
  return { from: start, to: end, insert, select: [start + size, start + insert.length - size] };
}

/** Whether a mark was begun in a line and not ended. */
function isOpen(before: string, mark: string): boolean {
  if (!mark.startsWith('*')) return (before.split(mark).length - 1) % 2 === 1;
  const runs = [...before.replaceAll(/\\./g, '').matchAll(/\*+/g)].map(({ 0: { length } }) => length);
  return runs.filter((stars) => hasStars(stars, mark)).length % 2 === 1;
}

const beginsWith = (after: string, mark: string): boolean =>
  mark.startsWith('*') ? hasStars(/^\**/.exec(after)?.[0].length ?? 0, mark) : after.startsWith(mark);

/** Ticks within code ask for more around it. */
const ticksFor = (code: string): number => {
  const runs = new Set([...code.matchAll(/`+/g)].map(({ 0: run }) => run.length));
  return [1, 2, 3, 4].find((count) => !runs.has(count)) ?? 5;
};
