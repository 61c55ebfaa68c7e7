/** Whose turn it is: as many as fit, in the order in which they came. */
import { describe, expect, it } from 'vitest';
import { Turns } from '../turns.ts';

/** Work that ends when it is told to. */
function bench(turns: Turns) {
  const begun: string[] = [];
  const ends = new Map<string, { resolve: () => void; reject: (error: Error) => void }>();
  const add = (name: string, units: number): Promise<void> =>
    turns.run(units, () => {
      begun.push(name);
      return new Promise<void>((resolve, reject) => ends.set(name, { resolve, reject }));
    });
  return { begun, add, ends };
}

describe('turns', () => {
  it('begin as many as there are places for', async () => {
    const { begun, add, ends } = bench(new Turns(2, 100));
    const all = ['a', 'b', 'c', 'd'].map(async (name) => add(name, 1));
    await expect.poll(() => begun).toEqual(['a', 'b']);
    ends.get('b')?.resolve();
    await expect.poll(() => begun).toEqual(['a', 'b', 'c']);
    for (const name of ['a', 'c']) ends.get(name)?.resolve();
    await expect.poll(() => begun).toEqual(['a', 'b', 'c', 'd']);
    ends.get('d')?.resolve();
    await Promise.all(all);
  });

  it('begin what fits together, and no one overtakes what waits for room', async () => {
    const { begun, add, ends } = bench(new Turns(3, 100));
    const all = [add('a', 60), add('large', 500), add('small', 1)];
    await expect.poll(() => begun).toEqual(['a']);
    ends.get('a')?.resolve();
    await expect.poll(() => begun).toEqual(['a', 'large']);
    ends.get('large')?.resolve();
    await expect.poll(() => begun).toEqual(['a', 'large', 'small']);
    ends.get('small')?.resolve();
    await Promise.all(all);
  });

  it('give the place back when the work fails', async () => {
    const { begun, add, ends } = bench(new Turns(1, 1));
    const failing = add('fails', 1);
    const next = add('next', 1);
    await expect.poll(() => begun).toEqual(['fails']);
    ends.get('fails')?.reject(new Error('no'));
    await expect(failing).rejects.toThrow('no');
    await expect.poll(() => begun).toEqual(['fails', 'next']);
    ends.get('next')?.resolve();
    await next;
  });
});
