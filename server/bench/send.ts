/** `npm run bench -- send`: messages a second that are on disk, from eight senders to twenty connected members. */
import { reportBench, type BenchLine } from './parts/report.ts';
import { cpuMs, isLong, Listener, onEach, type Target } from './parts/targets.ts';
import { requestText, Wire } from './parts/wire.ts';

const members = 20;
const senders = 8;
const count = isLong ? 20_000 : 4000;

interface Measured {
  perSecond: number;
  cpuPerMessage: number;
}

async function sendAll(target: Target): Promise<Measured> {
  const listeners: Listener[] = [];
  for (const authorization of target.authorizations)
    listeners.push(await Listener.start(target.port, authorization, () => undefined));
  let number = 0;
  const sender = async (index: number, upTo: number): Promise<void> => {
    const wire = await Wire.open(target.port);
    while (number < upTo) {
      number += 1;
      const content = `bench ${number} and the words that people put around what they want to say`;
      const form = { type: 'stream', to: '"general"', topic: `topic ${number % 20}`, content };
      const { status, body } = await wire.ask(
        requestText('POST', '/api/v1/messages', target.authorizations[index] ?? '', form),
      );
      if (status !== 200) throw new Error(`${status} ${body}`);
    }
    wire.close();
  };
  const run = async (upTo: number): Promise<void> => {
    await Promise.all(Array.from({ length: senders }, (_, index) => sender(index, upTo)));
  };
  await run(count / 10);
  const before = cpuMs(target);
  const start = performance.now();
  await run(count / 10 + count);
  const ms = performance.now() - start;
  const spent = cpuMs(target) - before;
  for (const listener of listeners) listener.stop();
  return { perSecond: (count / ms) * 1000, cpuPerMessage: (spent * 1000) / count };
}

async function benchSend(): Promise<BenchLine[]> {
  const { node, koa, hearth } = await onEach({ people: members }, sendAll);
  return [
    {
      name: `send: durable messages, ${senders} senders, ${members} connected (bare Koa ${Math.round(koa.perSecond)}, nothing kept)`,
      value: hearth.perSecond,
      unit: 'per second',
      reference: node.perSecond,
      ratio: hearth.perSecond / node.perSecond,
      goal: 'at least 0.227 of bare node (2,200 where it has 9,694)',
      holds: hearth.perSecond >= 0.227 * node.perSecond,
    },
    {
      name: `send: processor time a message, its 20 deliveries included (bare Koa ${Math.round(koa.cpuPerMessage)})`,
      value: hearth.cpuPerMessage,
      unit: 'µs',
      reference: node.cpuPerMessage,
      ratio: hearth.cpuPerMessage / node.cpuPerMessage,
      goal: 'shown',
      holds: null,
    },
  ];
}

await reportBench(benchSend);
