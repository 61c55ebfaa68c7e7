/**
 * Loaded into a measured server by a bench, never by the product: at SIGUSR2 it collects garbage and writes to the pipe that it was
 * given how many bytes are alive, a line each.
 */
import { writeSync } from 'node:fs';
import { Session } from 'node:inspector/promises';
import { isMainThread } from 'node:worker_threads';

const pipe = Number(process.env['HEARTH_HEAP_PIPE']);

async function tell() {
  const session = new Session();
  session.connect();
  await session.post('HeapProfiler.collectGarbage');
  session.disconnect();
  const { heapUsed, external } = process.memoryUsage();
  writeSync(pipe, `${heapUsed + external}\n`);
}

if (isMainThread && pipe > 0) process.on('SIGUSR2', () => void tell());
