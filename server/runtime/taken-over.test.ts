/** A server that was held up while another one took its data folder says so, and answers nothing from data that is not its own. */
import { readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, onTestFinished, test, vi } from 'vitest';
import { startWorld } from '../testing/world.ts';

test('requests are 503 STORAGE_UNAVAILABLE, /health and the log say why, and the lock of the other one stays', async () => {
  vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval'] });
  onTestFinished(() => void vi.useRealTimers());
  const world = await startWorld({ logLevel: 'info' });
  onTestFinished(() => world.stop());
  const lock = join(world.dataDir, 'in-use.lock');
  const owner = { pid: 7, started: 'boot 12', where: 'boot pid:[7]', id: 'of another', beat: '1' };
  // Another file of the same name, as a takeover leaves it.
  rmSync(lock);
  writeFileSync(lock, JSON.stringify(owner));
  vi.advanceTimersByTime(1000);
  const message = { type: 'channel', to: 'general', topic: 'late', content: 'too late' };
  for (const answer of [await world.member.post('/messages', message), await world.member.get('/users/me')]) {
    expect(answer.status).toBe(503);
    expect(answer.body).toMatchObject({ result: 'error', code: 'STORAGE_UNAVAILABLE' });
  }
  const health = await fetch(`${world.url}/health`);
  expect(await health.json()).toMatchObject({ result: 'success', status: 'taken-over' });
  await world.server.stop();
  expect(JSON.parse(readFileSync(lock, 'utf8'))).toEqual(owner);
  expect(readFileSync(join(world.dataDir, 'logs/server.log'), 'utf8')).toContain('was taken over by process 7');
});
