/** `npm run bench -- register`: a client's whole state, where there are a thousand people and two hundred channels. */
import { reportBench, type BenchLine } from './parts/report.ts';
import { cpuMs, isLong, onEach, percentile, type Target } from './parts/targets.ts';
import { requestText, Wire } from './parts/wire.ts';

const size = { people: 1000, channels: 200 };
const count = isLong ? 200 : 40;
const mostMs = 30;

async function registerMany(target: Target): Promise<{ p50: number; cpu: number; bytes: number }> {
  const wire = await Wire.open(target.port);
  const times: number[] = [];
  let bytes = 0;
  let before = 0;
  for (let number = 0; number < count + 5; number += 1) {
    // The first few are not counted.
    if (number === 5) before = cpuMs(target);
    const form = { client_gravatar: 'true', apply_markdown: 'true', include_subscribers: 'false' };
    const authorization = target.authorizations[number] ?? '';
    const start = performance.now();
    const { status, body } = await wire.ask(requestText('POST', '/api/v1/register', authorization, form));
    if (status !== 200) throw new Error(`${status} ${body.slice(0, 300)}`);
    if (number >= 5) times.push(performance.now() - start);
    bytes = body.length;
  }
  wire.close();
  return { p50: percentile(times, 0.5), cpu: (cpuMs(target) - before) / count, bytes };
}

async function benchRegister(): Promise<BenchLine[]> {
  const { node, koa, hearth } = await onEach(size, registerMany);
  return [
    {
      name: `register: ${size.people} people, ${size.channels} channels, p50 (${Math.round(hearth.bytes / 1024)} KiB; bare node: a short string; bare Koa ${koa.p50.toFixed(1)})`,
      value: hearth.p50,
      unit: 'ms',
      reference: node.p50,
      ratio: hearth.p50 / node.p50,
      goal: `< ${mostMs} ms`,
      holds: hearth.p50 < mostMs,
    },
    {
      name: `register: processor time (bare Koa ${koa.cpu.toFixed(1)})`,
      value: hearth.cpu,
      unit: 'ms',
      reference: node.cpu,
      ratio: hearth.cpu / node.cpu,
      goal: 'shown',
      holds: null,
    },
  ];
}

await reportBench(benchRegister);
