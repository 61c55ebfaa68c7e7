/** Facts of operations in statistics.ts that deviate from the defaults (spec/facts.ts). */
import type { Examples, Facts } from '../../spec/facts.ts';

export const examples: Examples = { boundaries: () => [1_790_000_000, 1_790_003_600], since: () => 1_790_000_000 };

export const facts: Facts = {};
