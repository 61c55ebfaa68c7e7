/** Certificate files that another program renews: used at once, again when they change, and never to the harm of the running server. */
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { NetworkState } from '../contract/shapes/network.ts';
import { makeCertificate } from '../network/certificate.ts';
import { freePort } from '../network/port-owner.ts';
import { requireTranslations } from '../testing/error-languages.ts';
import { runJob } from '../testing/mailbox.ts';
import { startWorld, type World } from '../testing/world.ts';

requireTranslations();
let world: World;
let folder: string;
beforeAll(async () => {
  world = await startWorld();
  folder = await mkdtemp(join(tmpdir(), 'hearth-certificate-'));
});
afterAll(async () => {
  await world.stop();
  await rm(folder, { recursive: true });
});

const path = '/console/network/certificate/files';
const refused = { status: 400, code: 'BAD_REQUEST' } as const;
const files = () => ({ certificate_file: join(folder, 'fullchain.pem'), key_file: join(folder, 'privkey.pem') });
const made = async (name = 'chat.office') => makeCertificate([name], world.clock.nowMs);

async function store({ certificate, key }: { certificate: string; key: string }): Promise<void> {
  await writeFile(files().certificate_file, certificate);
  await writeFile(files().key_file, key);
}

async function names(): Promise<string[] | undefined> {
  const { network } = (await world.owner.ok.get('/console/network')) as unknown as { network: NetworkState };
  return network.https.certificate?.names;
}
const state = async (): Promise<unknown> => (await world.owner.ok.get(path))['files'];
const look = async (): Promise<void> => runJob(world, 'certificate files');
const kinds = async (): Promise<string[]> => {
  const { attention } = (await world.owner.ok.get('/console/status')) as { attention: { kind: string }[] };
  return attention.map(({ kind }) => kind).filter((kind) => kind.startsWith('certificate'));
};

test('uses the certificate of two files, and the next one that is put in their place', async () => {
  await store(await made());
  expect(await state()).toBeNull();
  await world.owner.ok.post(path, files());
  expect(await names()).toEqual(['chat.office']);
  await store(await made('new.office'));
  await look();
  expect(await names()).toEqual(['new.office']);
  expect(await state()).toEqual({ ...files(), problem: null });
  await world.restart();
  expect(await state()).toEqual({ ...files(), problem: null });
});

test('keeps the former certificate while the files cannot be used, and reports it from the second look on', async () => {
  const port = (await freePort(17_643, '127.0.0.1')) ?? 0;
  await world.owner.ok.patch('/console/network_settings', { settings: { https_port: port, https_enabled: true } });
  const [one, other] = [await made('third.office'), await made()];
  await store({ certificate: one.certificate, key: other.key });
  await look();
  expect(await kinds()).toEqual([]);
  await look();
  expect(await kinds()).toEqual(['certificate_files_failing']);
  expect(await names()).toEqual(['new.office']);
  await rm(files().key_file);
  await look();
  expect(await state()).toMatchObject({ problem: expect.stringContaining('privkey.pem cannot be read') as string });
  await store(one);
  await look();
  expect([await names(), await kinds()]).toEqual([['third.office'], []]);
});

test('follows the files no more once another certificate is added by hand', async () => {
  const pair = await made('by.hand');
  await world.owner.ok.post('/console/network/certificate', { certificate: pair.certificate, private_key: pair.key });
  await look();
  expect([await names(), await state()]).toEqual([['by.hand'], null]);
});

test('refuses files that are none, and answers with no content of theirs', async () => {
  const pair = await made();
  await store(pair);
  await writeFile(join(folder, 'large.pem'), 'x'.repeat(70_000));
  await writeFile(join(folder, 'secret.txt'), 'a secret of this machine');
  for (const [name, value] of [
    ['certificate_file', 'fullchain.pem'],
    ['certificate_file', folder],
    ['certificate_file', '/dev/zero'],
    ['certificate_file', join(folder, 'missing.pem')],
    ['certificate_file', join(folder, 'large.pem')],
    ['key_file', join(folder, 'secret.txt')],
    ['key_file', files().certificate_file],
  ] as const) {
    const answer = await world.owner.fails(
      'POST',
      path,
      { ...files(), [name]: value },
      { ...refused, parameters: name },
    );
    expect(JSON.stringify(answer)).not.toContain('a secret');
  }
  expect(await state()).toBeNull();
});
