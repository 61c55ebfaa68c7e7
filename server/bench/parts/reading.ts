/** Random pages of a hundred messages by eight readers: how many a second, and what one costs. */
import { cpuMs, type Target } from './targets.ts';
import { requestText, Wire } from './wire.ts';

export const readers = 8;

export interface Reading {
  perSecond: number;
  cpuPerPage: number;
}

/** @param messages that are stored. @param pages that are measured; a tenth more are read before them. */
export async function readPages(target: Target, messages: number, pages: number): Promise<Reading> {
  let number = 0;
  const reader = async (index: number, upTo: number): Promise<void> => {
    const wire = await Wire.open(target.port);
    while (number < upTo) {
      number += 1;
      const anchor = 100 + ((number * 7919) % (messages - 200));
      const form = { anchor, num_before: 50, num_after: 49, narrow: '[]' };
      const { status, body } = await wire.ask(
        requestText('GET', '/api/v1/messages', target.authorizations[index % target.authorizations.length] ?? '', form),
      );
      if (status !== 200) throw new Error(`${status} ${body}`);
    }
    wire.close();
  };
  const run = async (upTo: number): Promise<void> => {
    await Promise.all(Array.from({ length: readers }, (_, index) => reader(index, upTo)));
  };
  await run(pages / 10);
  const before = cpuMs(target);
  const start = performance.now();
  await run(pages / 10 + pages);
  const ms = performance.now() - start;
  return { perSecond: (pages / ms) * 1000, cpuPerPage: ((cpuMs(target) - before) * 1000) / pages };
}
