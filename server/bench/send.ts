/** `npm run bench -- send`: messages a second that are on disk, from eight senders to twenty connected members. */
import { httpChat } from './parts/chat.ts';
import { besidePeers, onPeers } from './parts/peers.ts';
import { reportBench, type BenchLine } from './parts/report.ts';
import { sendAll, senders } from './parts/sending.ts';
import { isLong, onEach } from './parts/targets.ts';
import { xmppChat } from './parts/xmpp.ts';

const members = 20;
const count = isLong ? 20_000 : 4000;
/** Their archives become slower with every message. */
const peerCount = 2000;

async function benchSend(): Promise<BenchLine[]> {
  const { node, koa, hearth } = await onEach({ people: members }, async (target) =>
    sendAll(httpChat(target), members, count),
  );
  const peers = await onPeers(async (peer) => sendAll(xmppChat(peer), members, peerCount));
  const best = Math.max(0, ...[...peers.values()].map(({ perSecond }) => perSecond));
  return [
    {
      name: `send: durable messages, ${senders} senders, ${members} connected (bare Koa ${Math.round(koa.perSecond)}, nothing kept${besidePeers(peers, (one) => String(Math.round(one.perSecond)))})`,
      value: hearth.perSecond,
      unit: 'per second',
      reference: node.perSecond,
      ratio: hearth.perSecond / node.perSecond,
      goal: 'at least 0.227 of bare node (2,200 where it has 9,694)',
      holds: hearth.perSecond >= 0.227 * node.perSecond,
    },
    ...(best === 0
      ? []
      : [
          {
            name: 'send: durable messages, against the faster of the other chat servers',
            value: hearth.perSecond,
            unit: 'per second',
            reference: best,
            ratio: hearth.perSecond / best,
            goal: 'at least 4 times the other',
            holds: hearth.perSecond >= 4 * best,
          },
        ]),
    {
      name: `send: processor time a message, its 20 deliveries included (bare Koa ${Math.round(koa.cpuPerMessage)}${besidePeers(peers, (one) => String(Math.round(one.cpuPerMessage)))})`,
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
