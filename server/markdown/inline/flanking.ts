// Flanking rules of marks. CommonMark wants a space between a closing mark after punctuation and a letter, but
// languages written without spaces have none there (`**注意：**请`), and people leave it out elsewhere (`**Note:**text`). So runs
// of two and more may open and close beside punctuation too, where its own direction does not speak against it. Three tildes and
// more are a line that someone drew.

import type { StateInline } from 'markdown-it';

const asterisk = 0x2a;
const tilde = 0x7e;
/** Brackets and quotation marks that begin something: a mark right behind them closes nothing. */
const openingMark = /[\p{Ps}\p{Pi}]$/u;
/** And the other way round, with the marks that end a sentence or a part of it. */
const closingMark = /^[\p{Pe}\p{Pf},.;:!?…、。，．：；！？]/u;
const punctuation = /[\p{P}\p{S}]/u;

type Scan = StateInline['scanDelims'];

/** The parser's state with flanking as above. */
export function withLooseFlanking(State: typeof StateInline): typeof StateInline {
  return class extends State {
    override scanDelims(start: number, canSplitWord: boolean): ReturnType<Scan> {
      const scanned = super.scanDelims(start, canSplitWord);
      const marker = this.src.charCodeAt(start);
      if (marker === tilde && scanned.length > 2) return { ...scanned, can_open: false, can_close: false };
      if (scanned.length < 2 || (marker !== asterisk && marker !== tilde)) return scanned;
      const before = this.src.slice(Math.max(0, start - 2), start);
      const after = this.src.slice(start + scanned.length, Math.min(this.posMax, start + scanned.length + 2));
      const opens = punctuation.test(firstOf(after)) && !closingMark.test(after);
      const closes = punctuation.test(lastOf(before)) && !openingMark.test(before);
      return { ...scanned, can_open: scanned.can_open || opens, can_close: scanned.can_close || closes };
    }
  };
}

function firstOf(text: string): string {
  return [...text][0] ?? '';
}

function lastOf(text: string): string {
  return [...text].at(-1) ?? '';
}
