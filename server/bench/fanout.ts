/**
 * `npm run bench -- fanout`: ten messages a second to everyone who waits: how late they come, what a delivery costs, and that
 * none is lost. Beside bare node:http and bare Koa, which do the same with a ready string, and other chat servers.
 */
import { httpChat } from './parts/chat.ts';
import { fanOut, type FanOut } from './parts/fan-out.ts';
import { besidePeers, onPeers } from './parts/peers.ts';
import { reportBench, type BenchLine } from './parts/report.ts';
import { isLong, onEach, pause, restMs } from './parts/targets.ts';
import { xmppChat } from './parts/xmpp.ts';

const times = isLong ? { seconds: 20, warmUp: 5 } : { seconds: 5, warmUp: 1 };

async function benchFanOut(): Promise<BenchLine[]> {
  const lines: BenchLine[] = [];
  for (const clients of [200, 1000]) {
    // In all rounds together.
    let lost = 0;
    const { node, koa, hearth } = await onEach({ people: clients }, async (target) => {
      // The work of a start is another bench's.
      await pause(restMs);
      const measured = await fanOut(httpChat(target), clients, times);
      if (target.name === 'Hearth') lost += measured.lost;
      return measured;
    });
    // There, everyone is informed of everyone who comes: of a thousand, that takes many minutes.
    const peers =
      clients <= 200
        ? await onPeers(async (peer) => fanOut(xmppChat(peer), clients, times))
        : new Map<string, FanOut>();
    const line = (name: string, unit: string, of: (measured: FanOut) => number, most: number): BenchLine => ({
      name: `fan-out to ${clients}: ${name} (bare Koa ${of(koa).toFixed(1)}${besidePeers(peers, (one) => of(one).toFixed(1))})`,
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
        value: lost,
        unit: '',
        reference: 0,
        ratio: null,
        goal: 'none',
        holds: lost === 0,
      },
    );
  }
  return lines;
}

await reportBench(benchFanOut);
