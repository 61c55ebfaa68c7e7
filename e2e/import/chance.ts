/** Chance that is the same for the same seed, for generated exports. */
import { uniformInt } from 'pure-rand/distribution/uniformInt';
import { mersenne } from 'pure-rand/generator/mersenne';

export interface Chance {
  /** A whole number from 0 to below `count`. */
  below(count: number): number;
  pick<T>(values: readonly T[]): T;
  /** True once in `count` times. */
  onceIn(count: number): boolean;
}

export function chanceOf(seed: number): Chance {
  const generator = mersenne(seed);
  const below = (count: number): number => uniformInt(generator, 0, count - 1);
  return { below, pick: (values) => values[below(values.length)]!, onceIn: (count) => below(count) === 0 };
}
