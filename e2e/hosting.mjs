/**
 * Keeps built servers for the tests of one worker, all in this process: starting a process for each, which reads the program again
 * and runs it cold, took longer than most of what the tests ask of it. It is informed what to do by the messages of hosted-server.ts.
 */
import { join, resolve } from 'node:path';
import { pathToFileURL } from 'node:url';

/** @typedef {{url: string, port: number, setupPath: string | null, stop: () => Promise<void>}} Running */
/**
 * @typedef {{id: number, dataDir: string, port: number, isTraining: boolean, host: string | null}} StartAsked a host that is null
 *   is left to the settings
 */
/** @typedef {{id: number, stop: number}} StopAsked the port of the server that is to stop */

const dist = resolve(import.meta.dirname, '../dist');
const consoleDir = join(dist, 'renderer');
/** As the tests of the server have it: hashing is not what these are about. */
const passwordCost = 4;
/** @type {{startServer: (options: Record<string, unknown>) => Promise<Running>}} */
const { startServer } = await import(pathToFileURL(join(dist, 'server/start.js')).href);
/** @type {Map<number, Running>} By port. */
const servers = new Map();

/** @param {StartAsked | StopAsked} asked */
async function answer(asked) {
  if ('stop' in asked) {
    await servers.get(asked.stop)?.stop();
    servers.delete(asked.stop);
    return {};
  }
  const { dataDir, port, isTraining } = asked;
  const host = asked.host ?? undefined;
  const server = await startServer({ dataDir, port, isTraining, host, consoleDir, passwordCost });
  servers.set(server.port, server);
  return { url: server.url, port: server.port, setupPath: server.setupPath };
}

process.on('message', (/** @type {StartAsked | StopAsked} */ asked) => {
  const { id } = asked;
  answer(asked).then(
    (answered) => process.send?.({ id, ...answered }),
    (/** @type {unknown} */ error) => process.send?.({ id, error: String(error) }),
  );
});
// A worker that has gone needs no servers.
process.once('disconnect', () => process.exit());
