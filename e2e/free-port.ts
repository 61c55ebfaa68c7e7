/**
 * A port of loopback for a server of a test. Not one that the system gave: between its choice and the start of the server, or while that
 * is restarted, the system may give it to a connection, for which Linux takes ports from 32768 on and other systems from 49152 on.
 */
import { createServer } from 'node:net';

const first = 20_000;
const last = 31_999;
/** Each process begins elsewhere, and none gives a port twice in a row. */
let next = first + ((process.pid * 97) % (last - first));

/** @returns a port that no server uses at the moment. */
export async function freePort(): Promise<number> {
  for (;;) {
    next = next === last ? first : next + 1;
    if (await isFree(next)) return next;
  }
}

const isFree = (port: number): Promise<boolean> =>
  new Promise((resolve) => {
    const server = createServer();
    server.once('error', () => resolve(false));
    server.listen({ port, host: '127.0.0.1', exclusive: true }, () => server.close(() => resolve(true)));
  });
