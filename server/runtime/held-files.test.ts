/** Requests while another program, such as a virus scanner, holds each new file for a moment: all succeed, and nothing is lost. */
import { join } from 'node:path';
import sharp from 'sharp';
import { expect, onTestFinished, test } from 'vitest';
import { holdFiles } from '../testing/held-files.ts';
import { startWorld, password } from '../testing/world.ts';

test('uploads, pictures, mail, backups and exports wait for a program that holds their files', async () => {
  const world = await startWorld({ logLevel: 'info', compactIn: 'inline' });
  onTestFinished(() => world.stop());
  const { refused, release } = holdFiles(world.dataDir, 60);
  onTestFinished(release);
  const create = { width: 300, height: 200, channels: 3, background: '#ff0000' } as const;
  const picture = { name: 'one.png', content: await sharp({ create }).png().toBuffer() };
  const headers = { Authorization: world.member.authorization };
  const contentOf = async (path: string): Promise<string> => (await fetch(world.url + path, { headers })).text();

  const { url } = await world.member.ok.upload('/user_uploads', { name: 'notes.txt', content: 'some text' });
  expect(await contentOf(String(url))).toBe('some text');
  await world.member.ok.upload('/users/me/avatar', picture);
  await world.member.ok.upload('/users/me/avatar', picture);
  await world.owner.ok.upload('/realm/emoji/held', picture);
  await world.owner.ok.upload('/realm/icon', picture);
  expect((await fetch(`${world.url}/realm/icon.png`)).status).toBe(200);

  const resumable = { ...headers, 'Tus-Resumable': '1.0.0' };
  const begun = await fetch(`${world.url}/api/v1/tus`, {
    method: 'POST',
    headers: { ...resumable, 'Upload-Length': '9', 'Upload-Metadata': 'filename YS50eHQ=' },
  });
  expect(begun.status).toBe(201);
  const place = new URL(begun.headers.get('location') ?? '', world.url);
  for (const [offset, body] of [
    ['0', 'some '],
    ['5', 'text'],
  ] as const) {
    const sent = { ...resumable, 'Upload-Offset': offset, 'Content-Type': 'application/offset+octet-stream' };
    const answer = await fetch(place, { method: 'PATCH', headers: sent, body });
    expect([offset, answer.status]).toEqual([offset, offset === '0' ? 204 : 200]);
  }

  await world.owner.ok.post('/invites', { invitee_emails: 'new@example.com', stream_ids: [] });
  await expect.poll(async () => (await world.owner.ok.get('/console/outbox'))['mails']).toHaveLength(1);

  await world.owner.ok.post('/console/backups');
  await world.server.services.backups.settled();
  const { backups, last_failure: failure } = await world.owner.ok.get('/console/backups');
  expect([backups, failure]).toEqual([[expect.objectContaining({ lacking: '' })], null]);
  const { name = '' } = (backups as { name: string }[])[0] ?? {};

  const { id } = await world.owner.ok.post('/export/realm');
  await expect
    .poll(async () => {
      const { exports } = (await world.owner.ok.get('/export/realm')) as {
        exports: { id: number; export_url: string }[];
      };
      return exports.find((one) => one.id === id)?.export_url;
    })
    .toBeTruthy();
  await world.owner.ok.post(`/console/backups/${name}/restore`, { password });
  expect(await contentOf(String(url))).toBe('some text');
  for (const part of ['uploads', 'outbox', 'backups', 'exports', 'journal', 'uploads-unfinished', 'logs'])
    expect([part, refused.some((one) => one.includes(join(world.dataDir, part)))]).toEqual([part, true]);
}, 60_000);
