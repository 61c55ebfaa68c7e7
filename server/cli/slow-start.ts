/**
 * Reports a start that does not get on because its drive does not respond. A file operation of the start may block the whole process, so a
 * thread waits for it.
 */
import { Worker } from 'node:worker_threads';
import { t } from './language.ts';

/** A start takes less, unless its data is very large. */
const afterSeconds = 5;

/** Ends at once when it is woken. It writes itself, because the blocked process would not pass on its output. */
const watcher = `
const { workerData: { state, ms, line } } = require('node:worker_threads');
if (Atomics.wait(new Int32Array(state), 0, 0, ms) === 'timed-out') require('node:fs').writeSync(2, line);
`;

/** Runs the start of a server on a data folder; a line on standard error names the folder when it takes long. */
export async function reportSlowStart<T>(dataDir: string, start: () => Promise<T>): Promise<T> {
  const state = new SharedArrayBuffer(4);
  const text = t(
    'Still opening {{folder}} after {{seconds}} s. Its drive may not respond: check the drive and its connection. The server continues as soon as the drive responds.',
    { folder: dataDir, seconds: afterSeconds },
  );
  const workerData = { state, ms: afterSeconds * 1000, line: `hearth: ${text}\n` };
  const worker = new Worker(watcher, { eval: true, workerData, execArgv: [], env: {} });
  // Without a thread the start is the same.
  worker.on('error', () => undefined).unref();
  try {
    return await start();
  } finally {
    const flag = new Int32Array(state);
    Atomics.store(flag, 0, 1);
    Atomics.notify(flag, 0);
  }
}
