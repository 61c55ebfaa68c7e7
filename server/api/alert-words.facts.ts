/** Facts of operations in alert-words.ts that deviate from the defaults (spec/facts.ts). */
import type { Examples, Facts } from '../spec/facts.ts';

export const examples: Examples = { alert_words: () => ['lunch'] };

export const facts: Facts = {};
