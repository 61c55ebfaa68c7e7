/** Steps that the checks of `npm run desktop:proof` share. */
import { once } from 'node:events';
import { createServer } from 'node:net';

/** @typedef {import('./desktop-proof-report.mjs').Row} Row */

/** How long a step may take, in milliseconds. */
export const limitMs = 120_000;
const pauseMs = 200;

/** @param {string} what @param {() => Promise<unknown>} find @returns {Promise<any>} the first answer that is something */
export async function eventually(what, find) {
  const deadline = Date.now() + limitMs;
  for (;;) {
    const found = await find().catch(() => undefined);
    if (found) return found;
    if (Date.now() > deadline) throw new Error(`${what} did not come within two minutes`);
    await new Promise((done) => setTimeout(done, pauseMs));
  }
}

/** @param {string} title @param {() => Promise<string>} run @returns {Promise<Row>} */
export async function row(title, run) {
  try {
    return { title, outcome: 'pass', detail: await run() };
  } catch (error) {
    return { title, outcome: 'fail', detail: error instanceof Error ? error.message : String(error) };
  }
}

/** @returns {Promise<number>} */
export async function freePort() {
  const server = createServer().listen(0, '127.0.0.1');
  await once(server, 'listening');
  const address = server.address();
  server.close();
  return typeof address === 'object' && address !== null ? address.port : 0;
}
