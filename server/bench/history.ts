/** `npm run bench -- history`: random pages of a hundred messages, as clients scroll through what was written. */
import { readers, readPages } from './parts/reading.ts';
import { reportBench, type BenchLine } from './parts/report.ts';
import { isLong, onEach } from './parts/targets.ts';

const pages = isLong ? 10_000 : 2000;

async function benchHistory(): Promise<BenchLine[]> {
  const lines: BenchLine[] = [];
  for (const messages of isLong ? [10_000, 100_000] : [10_000]) {
    const { node, koa, hearth } = await onEach({ people: readers, messages }, async (target) =>
      readPages(target, messages, pages),
    );
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
