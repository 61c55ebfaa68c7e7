/** Repeatable chance: the moments at which the server is killed. Its own, because nothing here imports what it tests. */
import { uniformFloat64 } from 'pure-rand/distribution/uniformFloat64';
import { mersenne } from 'pure-rand/generator/mersenne';

/** @returns numbers in [0, 1), the same for the same seed. */
export function chance(seed: number): () => number {
  const generator = mersenne(seed);
  return () => uniformFloat64(generator);
}
