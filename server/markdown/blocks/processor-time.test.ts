/** The processor time of a thread is told apart from that of others. */
import { Worker } from 'node:worker_threads';
import { expect, it } from 'vitest';
import { processorMs } from './processor-time.ts';

const burn = 'for (const end = process.cpuUsage().user + 300_000; process.cpuUsage().user < end; );';

it('counts what this thread does', () => {
  const before = processorMs();
  const { user } = process.cpuUsage();
  while (process.cpuUsage().user - user < 300_000);
  expect(processorMs() - before).toBeGreaterThan(50);
});

it('does not count what other threads of the process do, where the system reports it', async () => {
  const worker = new Worker(burn, { eval: true });
  await new Promise((resolve) => worker.once('online', resolve));
  const before = processorMs();
  const process0 = process.cpuUsage();
  await new Promise((resolve) => worker.once('exit', resolve));
  const spent = processorMs() - before;
  const { user, system } = process.cpuUsage(process0);
  const ofAll = (user + system) / 1000;
  expect(spent).toBeLessThan(process.platform === 'linux' ? ofAll / 2 : ofAll + 1);
});
