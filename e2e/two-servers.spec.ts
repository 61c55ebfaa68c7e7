/** Two servers on one data folder, as two containers on one volume: the second one is refused, and the first loses nothing by it. */
import { spawnSync } from 'node:child_process';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, test } from '@playwright/test';
import { HearthProcess, owner, ownerKey } from './hearth-process.ts';

/** Runs a program with process ids of its own, as a container does. */
const container = ['unshare', '--pid', '--fork', '--mount-proc', '--kill-child'];
const [unshare = '', ...flags] = container;
test.skip(spawnSync(unshare, [...flags, 'true']).status !== 0, 'needs leave to make a namespace');

let root: string;
let dataDir: string;
test.beforeEach(async () => {
  root = await mkdtemp(join(tmpdir(), 'hearth-two-'));
  dataDir = join(root, 'data');
});
test.afterEach(async () => rm(root, { recursive: true, force: true }));

for (const [who, first, second] of [
  ['outside a container, the second in one', [], container],
  ['in a container, the second outside', container, []],
  ['in one container, the second in another', container, container],
] as [string, string[], string[]][])
  test(`the first ${who}`, async () => {
    const running = await HearthProcess.start({ dataDir, wrapper: first });
    try {
      const key = await ownerKey(running.url);
      const authorization = `Basic ${Buffer.from(`${owner.email}:${key}`).toString('base64')}`;
      const other = HearthProcess.spawn({ dataDir, wrapper: second });
      let sent = 0;
      while (!other.hasEnded || sent < 6) {
        const body = new URLSearchParams({ type: 'channel', to: 'general', topic: 'both', content: `message ${sent}` });
        const answer = await fetch(`${running.url}/api/v1/messages`, {
          method: 'POST',
          body,
          headers: { authorization },
        });
        expect(answer.status).toBe(200);
        sent += 1;
        await new Promise((done) => setTimeout(done, 20));
      }
      expect(other.child.exitCode).toBe(1);
      expect(other.output).toMatch(/ is in use by process \d+ in another container or computer\.\n/);
      // What the first one acknowledged meanwhile is there after its end, and its folder is free again.
      await running.kill();
      const next = await HearthProcess.start({ dataDir, wrapper: second });
      const query = new URLSearchParams({
        anchor: 'newest',
        num_before: '1000',
        num_after: '0',
        narrow: '[{"operator":"topic","operand":"both"}]',
      });
      const read = await fetch(`${next.url}/api/v1/messages?${query}`, { headers: { authorization } });
      expect(((await read.json()) as { messages: unknown[] }).messages).toHaveLength(sent);
      await next.kill();
    } finally {
      await running.kill();
    }
  });
