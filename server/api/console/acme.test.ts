/** Certificates of an authority: ordered for a name, renewed in time, and never to the harm of the one in use. */
import { stat } from 'node:fs/promises';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it, test } from 'vitest';
import type { NetworkState } from '../../contract/shapes/network.ts';
import { dayMs, hourMs } from '../../durations.ts';
import { runJob } from '../../testing/mailbox.ts';
import { startPebble, withoutPebble, type Pebble } from '../../testing/pebble.ts';
import { startWorld, type World } from '../../testing/world.ts';

const path = '/console/network/certificate/acme';
const refused = { status: 400, code: 'BAD_REQUEST' } as const;
const state = async ({ owner }: World) =>
  (await owner.ok.get(path))['acme'] as { problem: string | null; next_at: number; is_working: boolean } | null;
const kinds = async ({ owner }: World): Promise<string[]> => {
  const { attention } = (await owner.ok.get('/console/status')) as { attention: { kind: string }[] };
  return attention.map(({ kind }) => kind).filter((kind) => kind.startsWith('certificate_order'));
};
/** Runs the job, and waits for its order. */
async function order(world: World): Promise<void> {
  await runJob(world, 'public certificate');
  await expect.poll(async () => (await state(world))?.is_working, { timeout: 50_000 }).toBe(false);
}

describe('without an authority that answers', () => {
  let world: World;
  beforeAll(async () => {
    world = await startWorld({ acmeHttpPort: 0 });
  });
  afterAll(() => world.stop());

  test.each([
    ['a name without a dot', { name: 'office' }],
    ['an address', { name: '192.168.1.4' }],
    ['a local name', { name: 'hearth.local' }],
    ['terms that are not agreed to', { terms_agreed: false }],
    ['a DNS record without a program that sets it', { challenge: 'dns-01' }],
    ['a directory that is not encrypted', { authority: 'other', directory_url: 'http://127.0.0.1/dir' }],
  ])('refuses %s', async (_, params) => {
    await world.owner.fails('POST', path, { name: 'chat.example.com', terms_agreed: true, ...params }, refused);
    expect(await state(world)).toBeNull();
  });

  it('reports why nothing was issued, waits longer after each failure, and ends with another certificate', async () => {
    await world.owner.ok.post(path, {
      name: 'chat.example.com',
      terms_agreed: true,
      authority: 'other',
      directory_url: 'https://127.0.0.1:9/dir',
      authority_certificate: 'no certificate',
    });
    expect(await kinds(world)).toEqual([]);
    const start = Math.floor(world.clock.nowMs / 1000);
    await order(world);
    expect(await kinds(world)).toEqual(['certificate_order_failing']);
    expect((await state(world))?.next_at).toBe(start + 3600);
    world.clock.advance(hourMs);
    await order(world);
    expect((await state(world))?.next_at).toBe(start + 3600 + 7200);
    await world.owner.ok.post('/console/network/certificate/make');
    expect(await state(world)).toBeNull();
    expect(await kinds(world)).toEqual([]);
  });
});

describe.skipIf(withoutPebble !== undefined)('with Pebble', () => {
  let pebble: Pebble;
  let world: World;
  beforeAll(async () => {
    pebble = await startPebble();
    world = await startWorld({ acmeHttpPort: pebble.httpPort, acmeDnsHook: pebble.dnsHook });
    // Pebble's certificates are valid from now on.
    world.clock.nowMs = Date.now() + hourMs;
  });
  afterAll(async () => {
    await world.stop();
    await pebble.stop();
  });

  const begin = async (name: string, challenge: string): Promise<unknown> =>
    world.owner.ok.post(path, {
      name,
      challenge,
      authority: 'other',
      directory_url: pebble.directoryUrl,
      authority_certificate: pebble.authority,
      terms_agreed: true,
    });
  const certificate = async () => {
    const { network } = (await world.owner.ok.get('/console/network')) as unknown as { network: NetworkState };
    return network.https.certificate;
  };

  it('issues a certificate by a file on the port, renews it with a third of its life left, and keeps keys private', async () => {
    await begin('chat.office.test', 'http-01');
    await order(world);
    expect(await state(world)).toMatchObject({ name: 'chat.office.test', problem: null });
    const first = await certificate();
    expect(first).toMatchObject({ names: ['chat.office.test'], is_made_here: false });
    for (const name of ['acme-account.json', 'acme.json', 'key.pem']) {
      const { mode } = await stat(join(world.dataDir, 'tls', name));
      // Windows has no such modes.
      expect(process.platform === 'win32' ? 0o600 : mode & 0o777, name).toBe(0o600);
    }
    await order(world);
    expect((await certificate())?.fingerprint).toBe(first?.fingerprint);
    world.clock.advance(61 * dayMs);
    await order(world);
    const second = await certificate();
    expect(second?.names).toEqual(['chat.office.test']);
    expect(second?.fingerprint).not.toBe(first?.fingerprint);
    await world.restart();
    expect((await certificate())?.fingerprint).toBe(second?.fingerprint);
    world.clock.nowMs = Date.now() + hourMs;
  });

  it('issues a certificate by a DNS record that the hook sets', async () => {
    await begin('dns.office.test', 'dns-01');
    await order(world);
    expect(await state(world)).toMatchObject({ problem: null });
    expect((await certificate())?.names).toEqual(['dns.office.test']);
  });

  it('keeps the former certificate where the authority refuses the name', async () => {
    const before = await certificate();
    await begin('blocked-domain.example', 'http-01');
    await order(world);
    expect((await state(world))?.problem).toMatch(/blocked-domain\.example/);
    expect((await certificate())?.fingerprint).toBe(before?.fingerprint);
    expect(await kinds(world)).toEqual(['certificate_order_failing']);
  });
});
