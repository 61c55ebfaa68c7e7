/** The local name: a bonus that never harms. Whether others hear it is tested with two hosts (e2e/network.spec.ts). */
import { afterEach, describe, expect, it } from 'vitest';
import { LocalName } from './local-name.ts';

let name: LocalName | undefined;
afterEach(async () => name?.close());

/** Announces on an adapter that is not there, and waits until that has failed. */
async function failing(): Promise<LocalName> {
  return new Promise((resolve) => {
    const tried = new LocalName(() => resolve(tried));
    name = tried;
    void tried.follow({ organization: 'Test', port: 7420, address: '192.168.1.20', adapter: 'gone0' });
  });
}

describe('The name in the local network', () => {
  it('is not there until it is announced', () => {
    name = new LocalName(() => undefined);
    expect(name.name).toBeNull();
    expect(name.state(true, 7420)).toEqual({ enabled: true, url: null, problem: null });
  });

  it('says why it cannot be announced, and nothing else happens', async () => {
    const tried = await failing();
    expect(tried.name).toBeNull();
    expect(tried.state(true, 7420).problem).toMatch(/cannot be announced|no longer announced/);
    await tried.close();
    await tried.close();
    expect(tried.state(true, 7420).problem).toBeNull();
  });

  it('is withdrawn cleanly, also while it is being announced', async () => {
    const tried = new LocalName(() => undefined);
    await tried.follow({ organization: 'Test', port: 7420, address: '192.168.1.20', adapter: 'gone0' });
    await tried.close();
    expect(tried.state(false, 7420)).toEqual({ enabled: false, url: null, problem: null });
  });
});
