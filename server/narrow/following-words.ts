/**
 * Phrases of several words, looked for together. A text is read once, a bit for each word of the phrases: the time depends neither on how
 * many phrases begin alike nor on what they and the text repeat.
 */
import type { Word } from './analyser.ts';
import type { Work } from './work.ts';

interface Following {
  words: readonly Pick<Word, 'forms'>[];
  /** The last word may be the beginning of one. */
  isPrefix: boolean;
}

const bitsOfNumber = 32;

/** Bits by the spellings of words: the positions of such a word in the phrases. */
type Places = Map<string, Int32Array>;

/** Phrases that have two words or more. */
export class FollowingWords<P extends Following> {
  readonly #phrases: readonly P[];
  /** The bits of the first words of phrases, and of the last ones. */
  readonly #first: Int32Array;
  readonly #last: Int32Array;
  readonly #whole: Places = new Map();
  /** Last words that may go on, by their lengths, the shortest before. */
  readonly #beginnings: (readonly [length: number, Places])[];
  /** The phrase that ends at a bit. */
  readonly #ending = new Map<number, P>();

  constructor(phrases: readonly P[]) {
    this.#phrases = phrases;
    const size = Math.ceil(phrases.reduce((sum, { words }) => sum + words.length, 0) / bitsOfNumber);
    const note = (places: Places, forms: readonly string[], bit: number): void => {
      for (const form of forms) {
        const bits = places.get(form) ?? new Int32Array(size);
        places.set(form, bits);
        set(bits, bit);
      }
    };
    this.#first = new Int32Array(size);
    this.#last = new Int32Array(size);
    const beginnings = new Map<number, Places>();
    let bit = 0;
    for (const phrase of phrases) {
      const { words, isPrefix } = phrase;
      set(this.#first, bit);
      for (const [index, { forms }] of words.entries()) {
        const isOpen = isPrefix && index === words.length - 1;
        if (!isOpen) note(this.#whole, forms, bit);
        for (const form of isOpen ? forms : []) {
          const ofLength: Places = beginnings.get(form.length) ?? new Map<string, Int32Array>();
          beginnings.set(form.length, ofLength);
          note(ofLength, [form], bit);
        }
        bit += 1;
      }
      set(this.#last, bit - 1);
      this.#ending.set(bit - 1, phrase);
    }
    this.#beginnings = [...beginnings].toSorted(([a], [b]) => a - b);
  }

  /** Which of the phrases these texts hold, each in any of them. Yields when the units of `work` are used up. */
  *heldBy(texts: readonly (readonly Word[])[], work: Work): Generator<void, Set<P>> {
    const held = new Set<P>();
    if (this.#phrases.length === 0) return held;
    const size = this.#first.length;
    const here = new Int32Array(size);
    for (const text of texts) {
      const begun = new Int32Array(size);
      for (const { forms } of text) {
        here.fill(0);
        for (const form of forms) this.#look(form, here);
        let carried = 0;
        for (let at = 0; at < size; at += 1) {
          const before = begun[at] ?? 0;
          const now = ((before << 1) | carried | (this.#first[at] ?? 0)) & (here[at] ?? 0);
          carried = before >>> (bitsOfNumber - 1);
          begun[at] = now;
          const ended = now & (this.#last[at] ?? 0);
          if (ended !== 0) this.#add(ended, at, held);
        }
        if (held.size === this.#phrases.length) return held;
        if (work.did(1 + size)) yield;
      }
    }
    return held;
  }

  /** Adds the places at which a word of this spelling stands. */
  #look(form: string, into: Int32Array): void {
    join(into, this.#whole.get(form));
    for (const [length, places] of this.#beginnings) {
      if (length > form.length) return;
      join(into, places.get(form.slice(0, length)));
    }
  }

  #add(ended: number, at: number, held: Set<P>): void {
    for (let bit = 0; bit < bitsOfNumber; bit += 1) {
      const phrase = (ended & (1 << bit)) === 0 ? undefined : this.#ending.get(at * bitsOfNumber + bit);
      if (phrase !== undefined) held.add(phrase);
    }
  }
}

function set(bits: Int32Array, bit: number): void {
  const at = Math.floor(bit / bitsOfNumber);
  bits[at] = (bits[at] ?? 0) | (1 << (bit % bitsOfNumber));
}

function join(bits: Int32Array, others: Int32Array | undefined): void {
  if (others === undefined) return;
  for (let at = 0; at < bits.length; at += 1) bits[at] = (bits[at] ?? 0) | (others[at] ?? 0);
}
