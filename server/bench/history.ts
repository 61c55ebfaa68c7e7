/** `npm run bench -- history`: random pages of a hundred messages, as clients scroll through what was written. */
import { reportBench, type BenchLine } from './parts/report.ts';
import { cpuMs, isLong, onEach, type Target } from './parts/targets.ts';
import { requestText, Wire } from './parts/wire.ts';

const readers = 8;
const pages = isLong ? 10_000 : 2000;

interface Measured {
  perSecond: number;
  cpuPerPage: number;
}

async function readPages(target: Target, messages: number): Promise<Measured> {
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

async function benchHistory(): Promise<BenchLine[]> {
  const lines: BenchLine[] = [];
  for (const messages of isLong ? [10_000, 100_000] : [10_000]) {
    const { node, koa, hearth } = await onEach({ people: 8, messages }, async (target) => readPages(target, messages));
    lines.push(
      {
        name: `history: pages of 100 of ${messages} stored (bare Koa ${Math.round(koa.perSecond)}, a ready string)`,
        value: hearth.perSecond,
        unit: 'per second',
        reference: node.perSecond,
        ratio: hearth.perSecond / node.perSecond,
        goal: 'at least 0.045 of bare node (2,000 where it has 44,385)',
        holds: hearth.perSecond >= 0.045 * node.perSecond,
      },
      {
        name: `history: processor time a page of ${messages} stored`,
        value: hearth.cpuPerPage,
        unit: 'µs',
        reference: node.cpuPerPage,
        ratio: hearth.cpuPerPage / node.cpuPerPage,
        goal: 'shown',
        holds: null,
      },
    );
  }
  return lines;
}

await reportBench(benchHistory);
