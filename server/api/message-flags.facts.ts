/** Facts of operations in message-flags.ts that deviate from the defaults (spec/facts.ts). */
import type { Examples, Facts } from '../spec/facts.ts';

export const examples: Examples = {
  anchor: () => 'newest',
  flag: () => 'starred',
  messages: (scene, who) => [scene.of(who).message],
  num_after: () => 0,
  num_before: () => 10,
};

export const facts: Facts = {};
