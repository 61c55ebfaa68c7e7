/**
 * `npm run bench -- fanout`: ten messages a second to everybody who waits: how late they come, what a delivery costs, and that
 * none is lost. Beside bare node:http and bare Koa, which do the same with a ready string.
 */
import { reportBench, type BenchLine } from './parts/report.ts';
import { cpuMs, isLong, Listener, onEach, pause, percentile, type Target } from './parts/targets.ts';
import { requestText, Wire } from './parts/wire.ts';

const seconds = isLong ? 20 : 5;
const perSecond = 10;

interface Measured {
  p50: number;
  p99: number;
  cpuPerDelivery: number;
  lost: number;
}

async function fanOut(target: Target, clients: number): Promise<Measured> {
  const sentAt = new Map<string, number>();
  const delays: number[] = [];
  const sender = await Wire.open(target.port);
  const listeners: Listener[] = [];
  for (let index = 0; index < clients; index += 1) {
    const authorization = target.authorizations[index % target.authorizations.length] ?? '';
    const heard = (content: string): void => void delays.push(performance.now() - (sentAt.get(content) ?? NaN));
    listeners.push(await Listener.start(target.port, authorization, heard));
  }
  const send = async (number: number): Promise<void> => {
    const content = `bench ${number}`;
    const form = { type: 'stream', to: '"general"', topic: 'bench', content };
    sentAt.set(content, performance.now());
    await sender.ask(requestText('POST', '/api/v1/messages', target.authorizations[0] ?? '', form));
  };
  // What is warmed up is not counted.
  for (let number = 0; number < perSecond; number += 1) await send(number);
  await allHeard(() => delays.length, perSecond * clients);
  delays.length = 0;
  const before = cpuMs(target);
  const count = perSecond * seconds;
  const start = performance.now();
  for (let number = 0; number < count; number += 1) {
    await pause(Math.max(0, start + (number * 1000) / perSecond - performance.now()));
    await send(perSecond + number);
  }
  await allHeard(() => delays.length, count * clients);
  const spent = cpuMs(target) - before;
  for (const listener of listeners) listener.stop();
  sender.close();
  return {
    p50: percentile(delays, 0.5),
    p99: percentile(delays, 0.99),
    cpuPerDelivery: (spent * 1000) / (count * clients),
    lost: count * clients - delays.length,
  };
}

/** Waits until so many have come, or none has for a while. */
async function allHeard(heard: () => number, wanted: number): Promise<void> {
  for (let before = -1; heard() < wanted && heard() > before;) {
    before = heard();
    await pause(2000);
  }
}

async function benchFanOut(): Promise<BenchLine[]> {
  const lines: BenchLine[] = [];
  for (const clients of [200, 1000]) {
    const { node, koa, hearth } = await onEach({ people: clients }, async (target) => fanOut(target, clients));
    const line = (name: string, unit: string, of: (measured: Measured) => number, most: number): BenchLine => ({
      name: `fan-out to ${clients}: ${name} (bare Koa ${of(koa).toFixed(1)})`,
      value: of(hearth),
      unit,
      reference: of(node),
      ratio: of(hearth) / of(node),
      goal: `at most ${most}x bare node`,
      holds: of(hearth) <= most * of(node),
    });
    lines.push(
      line('p50', 'ms', ({ p50 }) => p50, 2),
      line('p99', 'ms', ({ p99 }) => p99, 2),
      line('processor time a delivery', 'µs', ({ cpuPerDelivery }) => cpuPerDelivery, 2),
      {
        name: `fan-out to ${clients}: lost`,
        value: hearth.lost,
        unit: '',
        reference: 0,
        ratio: null,
        goal: 'none',
        holds: hearth.lost === 0,
      },
    );
  }
  return lines;
}

await reportBench(benchFanOut);
