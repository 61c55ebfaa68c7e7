/** The loop behind deliveries and scheduled messages: whoever wakes it is heard, whenever that is. */
import { setImmediate } from 'node:timers/promises';
import { describe, expect, it } from 'vitest';
import { DueLoop, type Timers } from './due-loop.ts';

const noTimers: Timers = { after: () => () => {} };

describe('a due loop', () => {
  it.each([0, 1, 2, 3, 4, 5, 6, 7, 8])(
    'that is woken %i turns of the queue after a run began looks once more',
    async (turns) => {
      let looks = 0;
      const work = async (): Promise<null> => {
        looks += 1;
        await Promise.resolve();
        return null;
      };
      const loop = new DueLoop({ nowMs: () => 0, timers: noTimers, work, onError: () => {} });
      loop.start();
      for (let turn = 0; turn < turns; turn += 1) await Promise.resolve();
      loop.wake();
      await loop.settled();
      expect(looks).toBe(2);
      await setImmediate();
      expect(looks).toBe(2);
      await loop.stop();
    },
  );
});
