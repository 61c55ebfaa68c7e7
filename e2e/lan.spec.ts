/**
 * Access over a network: a second host, in a network namespace of its own, reaches the server over its LAN address, and does
 * not when the server listens on 127.0.0.1. Needs the right to make namespaces; says so where it has none.
 */
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, test } from '@playwright/test';
import { HearthProcess } from './hearth-process.ts';
import { canMakeHosts, TwoHosts } from './two-hosts.ts';

const officeAddress = '10.77.0.1';
const port = 7420;
let hosts: TwoHosts;
let dataDir: string;

test.describe('on a network of two hosts', () => {
  // Not run, and reported so, where namespaces cannot be made (no root, no Linux).
  test.skip(!canMakeHosts(), 'network namespaces cannot be made here');

  test.beforeAll(async () => {
    dataDir = await mkdtemp(join(tmpdir(), 'hearth-lan-'));
    hosts = new TwoHosts('a', { office: officeAddress, laptop: '10.77.0.2' });
  });

  test.afterAll(async () => {
    hosts.remove();
    await rm(dataDir, { recursive: true, force: true });
  });

  /** The address that a program on the laptop is given by the server; null when it cannot connect. */
  function realmUrl(): string | null {
    const answer = hosts.fetchOnLaptop(`http://${officeAddress}:${port}/api/v1/server_settings`);
    return answer === null ? null : (JSON.parse(answer) as { realm_url: string }).realm_url;
  }

  async function serving(host: string, check: () => Promise<void>): Promise<void> {
    const hearth = await HearthProcess.start({ dataDir, host, port, wrapper: hosts.inOffice });
    try {
      await check();
    } finally {
      await hearth.stop();
    }
  }

  test('a second host reaches a server that listens on the network, and is given the address it used', async () => {
    await serving('0.0.0.0', async () => expect(realmUrl()).toBe(`http://${officeAddress}:${port}`));
  });

  test('a server that was started for one address is reached there, and by its own computer', async () => {
    const here = `fetch('http://127.0.0.1:${port}/health').then((answer) => process.exit(answer.status === 200 ? 0 : 7))`;
    await serving(officeAddress, async () => {
      expect(realmUrl()).toBe(`http://${officeAddress}:${port}`);
      expect(hosts.statusInOffice(here)).toBe(0);
    });
  });

  test('a second host does not reach a server that listens on 127.0.0.1', async () => {
    await serving('127.0.0.1', async () => expect(realmUrl()).toBeNull());
  });
});
