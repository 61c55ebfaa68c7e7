/**
 * What crosses a network: a second host, in a network namespace of its own, reaches the server over its LAN address, and does
 * not when the server listens on 127.0.0.1. Needs the right to make namespaces; says so where it has none.
 */
import { execFileSync, spawnSync } from 'node:child_process';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, test } from '@playwright/test';
import { HearthProcess } from './hearth-process.ts';

const suffix = String(process.pid);
const office = `hearth-office-${suffix}`;
const laptop = `hearth-laptop-${suffix}`;
const officeAddress = '10.77.0.1';
const port = 7420;

const ip = (...args: string[]): void => {
  execFileSync('ip', args, { stdio: 'pipe' });
};

function canMakeNamespaces(): boolean {
  const probe = `hearth-probe-${suffix}`;
  if (spawnSync('ip', ['netns', 'add', probe]).status !== 0) return false;
  spawnSync('ip', ['netns', 'delete', probe]);
  return true;
}

const possible = canMakeNamespaces();
let dataDir: string;

test.describe('on a network of two hosts', () => {
  // Not run, and reported so, where namespaces cannot be made (no root, no Linux).
  test.skip(!possible, 'network namespaces cannot be made here');

  test.beforeAll(async () => {
    dataDir = await mkdtemp(join(tmpdir(), 'hearth-lan-'));
    ip('netns', 'add', office);
    ip('netns', 'add', laptop);
    ip('link', 'add', `ho${suffix}`, 'netns', office, 'type', 'veth', 'peer', 'name', `hl${suffix}`, 'netns', laptop);
    for (const [namespace, link, address] of [
      [office, `ho${suffix}`, officeAddress],
      [laptop, `hl${suffix}`, '10.77.0.2'],
    ] as const) {
      ip('-n', namespace, 'addr', 'add', `${address}/24`, 'dev', link);
      ip('-n', namespace, 'link', 'set', link, 'up');
      ip('-n', namespace, 'link', 'set', 'lo', 'up');
    }
  });

  test.afterAll(async () => {
    for (const namespace of [office, laptop]) spawnSync('ip', ['netns', 'delete', namespace]);
    await rm(dataDir, { recursive: true, force: true });
  });

  /** What a program on the laptop gets from the server; null when it cannot connect. */
  function fromLaptop(path: string): { realm_url: string } | null {
    const script = `fetch('http://${officeAddress}:${port}${path}', { signal: AbortSignal.timeout(3000) }).then((r) => r.text()).then(console.log, () => process.exit(7))`;
    const result = spawnSync('ip', ['netns', 'exec', laptop, process.execPath, '-e', script], { encoding: 'utf8' });
    return result.status === 0 ? (JSON.parse(result.stdout) as { realm_url: string }) : null;
  }

  async function serving(host: string, check: () => void): Promise<void> {
    const hearth = await HearthProcess.start({ dataDir, host, port, wrapper: ['ip', 'netns', 'exec', office] });
    try {
      check();
    } finally {
      await hearth.stop();
    }
  }

  test('a second host reaches a server that listens on the network, and is given the address it used', async () => {
    await serving('0.0.0.0', () =>
      expect(fromLaptop('/api/v1/server_settings')?.realm_url).toBe(`http://${officeAddress}:${port}`),
    );
  });

  test('a second host does not reach a server that listens on 127.0.0.1', async () => {
    await serving('127.0.0.1', () => expect(fromLaptop('/api/v1/server_settings')).toBeNull());
  });
});
