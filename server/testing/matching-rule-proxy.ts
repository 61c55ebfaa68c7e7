/** A way to slapd on which it answers the rule of Active Directory for groups within groups, for direct members. */
import { createConnection, createServer, type AddressInfo, type Socket } from 'node:net';
import type { Slapd } from './slapd.ts';

const inChain = '1.2.840.113556.1.4.1941';

/**
 * OpenLDAP has no such rule: it gets one that it has. The length of 22 bytes is written in two bytes (BER, long form), so that the
 * message keeps its own length.
 * @param asked gets every message that holds the rule.
 */
export async function startMatchingRuleProxy(
  slapd: Slapd,
  asked: string[],
): Promise<{ address: string; stop(): Promise<void> }> {
  const own = Buffer.from(`\u0017${inChain}`, 'latin1');
  const known = Buffer.concat([Buffer.from([0x81, 22]), Buffer.from('distinguishedNameMatch')]);
  const sockets: Socket[] = [];
  const server = createServer((socket) => {
    const upstream = createConnection(Number(slapd.address.split(':')[1]), '127.0.0.1');
    sockets.push(socket, upstream);
    for (const one of [socket, upstream]) one.on('error', () => undefined);
    socket.on('data', (data) => {
      const at = data.indexOf(own);
      if (at === -1) return void upstream.write(data);
      asked.push(data.toString());
      upstream.write(Buffer.concat([data.subarray(0, at), known, data.subarray(at + own.length)]));
    });
    upstream.pipe(socket);
    socket.on('close', () => upstream.destroy());
  });
  await new Promise<void>((resolve) => void server.listen(0, '127.0.0.1', resolve));
  return {
    address: `127.0.0.1:${(server.address() as AddressInfo).port}`,
    async stop() {
      for (const socket of sockets) socket.destroy();
      await new Promise((resolve) => void server.close(resolve));
    },
  };
}
