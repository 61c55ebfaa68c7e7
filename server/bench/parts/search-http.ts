/** The same searches as a client asks for them, over HTTP; beside bare node:http and bare Koa, which answer with a ready page. */
import type { BenchLine } from './report.ts';
import type { Query } from './search-queries.ts';
import { cpuMs, during, percentile, startFloor, startHearth, type Target } from './targets.ts';
import { requestText, Wire } from './wire.ts';

/** Each search so often; before that once, which is not counted. */
const rounds = 3;

interface SearchFigures {
  p50: number;
  p95: number;
  cpu: number;
}

/** @param authorization of the user who searches. */
export async function searchOverHttp(
  dataDir: string,
  authorization: string,
  set: readonly Query[],
): Promise<BenchLine[]> {
  const askAll = async (target: Target): Promise<SearchFigures> => ask(target, authorization, set);
  const node = await during(startFloor('node'), askAll);
  const koa = await during(startFloor('koa'), askAll);
  const hearth = await during(startHearth(dataDir, [authorization]), askAll);
  const line = (what: string, figure: keyof SearchFigures): BenchLine => ({
    name: `search: a page over HTTP, ${what} (bare Koa ${koa[figure].toFixed(2)}, a ready string)`,
    value: hearth[figure],
    unit: 'ms',
    reference: node[figure],
    ratio: hearth[figure] / node[figure],
    goal: 'shown',
    holds: null,
  });
  return [line('p50', 'p50'), line('p95', 'p95'), line('processor time', 'cpu')];
}

async function ask(target: Target, authorization: string, set: readonly Query[]): Promise<SearchFigures> {
  const wire = await Wire.open(target.port);
  const times: number[] = [];
  let before = 0;
  for (let round = 0; round <= rounds; round += 1) {
    if (round === 1) before = cpuMs(target);
    for (const { narrow } of set) {
      const form = { anchor: 'newest', num_before: 100, num_after: 0, narrow: JSON.stringify(narrow) };
      const start = performance.now();
      const { status, body } = await wire.ask(requestText('GET', '/api/v1/messages', authorization, form));
      if (status !== 200) throw new Error(`${status} ${body}`);
      if (round > 0) times.push(performance.now() - start);
    }
  }
  wire.close();
  const cpu = (cpuMs(target) - before) / times.length;
  return { p50: percentile(times, 0.5), p95: percentile(times, 0.95), cpu };
}
