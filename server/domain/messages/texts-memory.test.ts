/** What texts that are kept take: caches are bounded by it. */
import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import { expect, test } from 'vitest';
import { bytesInMemory } from '../../json-text.ts';

setFlagsFromString('--expose-gc');
const collect = runInNewContext('gc') as () => void;

test.each(['Grüße', 'Привет', 'well done 🎉'])('the bytes of %s in memory are those that V8 takes for it', (words) => {
  const texts: string[] = [];
  collect();
  const before = process.memoryUsage().heapUsed;
  for (let number = 0; number < 10_000; number += 1) texts.push(JSON.stringify(`${number} ${words.repeat(200)}`));
  collect();
  const taken = process.memoryUsage().heapUsed - before;
  const counted = texts.reduce((sum, text) => sum + bytesInMemory(text), 0);
  expect(taken / counted).toBeGreaterThan(0.8);
  expect(taken / counted).toBeLessThan(1.5);
});
