/** Memory of cached texts: caches are bounded by it. */
import { once } from 'node:events';
import { setFlagsFromString } from 'node:v8';
import { Worker } from 'node:worker_threads';
import { expect, test } from 'vitest';
import { bytesInMemory } from '../../../json-text.ts';

setFlagsFromString('--expose-gc');

const textsOf = (words: string): string[] =>
  Array.from({ length: 10_000 }, (_none, number) => JSON.stringify(`${number} ${words.repeat(200)}`));

/** In a heap of its own: what other tests leave is collected at any time. */
const measuring = `
  const { parentPort, workerData: words } = require('node:worker_threads');
  const { getHeapStatistics } = require('node:v8');
  const collect = require('node:vm').runInNewContext('gc');
  const used = () => (collect(), getHeapStatistics().used_heap_size);
  const textsOf = ${textsOf.toString()};
  const before = used();
  const texts = textsOf(words);
  const taken = used() - before;
  parentPort.postMessage({ taken, count: texts.length });
`;

test.each(['Grüße', 'Привет', 'well done 🎉'])(
  'the bytes of %s in memory are those that V8 takes for it',
  async (words) => {
    const worker = new Worker(measuring, { eval: true, workerData: words });
    const [{ taken }] = (await once(worker, 'message')) as [{ taken: number }];
    await worker.terminate();
    const counted = textsOf(words).reduce((sum, text) => sum + bytesInMemory(text), 0);
    expect(taken / counted).toBeGreaterThan(0.8);
    expect(taken / counted).toBeLessThan(1.5);
  },
);
