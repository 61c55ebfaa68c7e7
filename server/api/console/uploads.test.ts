/** GET and DELETE /console/uploads: everyone's files for administrators, and what of them is not for their eyes. */
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { Body, Client } from '../../testing/client.ts';
import { startWorld, type World } from '../../testing/world.ts';

let world: World;
beforeAll(async () => {
  world = await startWorld();
});
afterAll(() => world.stop());

const upload = async (by: Client, name: string, size: number) =>
  (await by.ok.upload('/user_uploads', { name, content: 'x'.repeat(size) }))['url'] as string;
const list = async (params: Body = {}) =>
  (await world.admin.ok.get('/console/uploads', params)) as {
    uploads: {
      id: number;
      owner_id: number;
      size: number;
      message_count: number;
      file: { name: string; path_id: string } | null;
      messages: { id: number; topic: string }[];
    }[];
    total: number;
    total_size: number;
    upload_space_used: number;
    quota_mib_per_user: number;
  };

test('everyone’s uploads are listed; of those that the administrator may not open only the envelope', async () => {
  const shared = await upload(world.member, 'plan.txt', 30);
  const secret = await upload(world.member2, 'private plan.txt', 20);
  const own = await upload(world.admin, 'notes.txt', 10);
  const { id: channel } = await world.member.ok.post('/channels/create', { name: 'open', subscribers: [] });
  const { id: message } = await world.member.ok.post('/messages', {
    type: 'channel',
    to: channel,
    topic: 'plans',
    content: `[plan](${shared})`,
  });
  await world.member2.ok.post('/messages', {
    type: 'direct',
    to: [world.member.userId],
    content: `[plan](${secret})`,
  });
  const { uploads, ...sums } = await list({ order: 'largest' });
  expect(sums).toMatchObject({ total: 3, total_size: 60, upload_space_used: 60 });
  expect(uploads).toMatchObject([
    { owner_id: world.member.userId, size: 30, message_count: 1, file: { name: 'plan.txt' } },
    { owner_id: world.member2.userId, size: 20, message_count: 1, file: null, messages: [] },
    { owner_id: world.admin.userId, size: 10, message_count: 0, file: { name: 'notes.txt' } },
  ]);
  expect(uploads[0]?.messages).toMatchObject([{ id: message, stream_id: channel, topic: 'plans' }]);
  expect(`/user_uploads/${uploads[2]?.file?.path_id}`).toBe(own);
});

test('they are filtered by owner, use and name, in four orders and in pages', async () => {
  const sizes = async (params: Body) => (await list(params)).uploads.map(({ size }) => size);
  expect(await sizes({ user_id: world.member2.userId })).toEqual([20]);
  expect(await sizes({ is_used: false })).toEqual([10]);
  expect(await sizes({ is_used: true, order: 'smallest' })).toEqual([20, 30]);
  expect(await sizes({ order: 'oldest' })).toEqual([30, 20, 10]);
  expect(await sizes({ order: 'oldest', offset: 1, limit: 1 })).toEqual([20]);
  await world.admin.fails('GET', '/console/uploads', { user_id: 987_654 }, { status: 400, code: 'BAD_REQUEST' });
  expect(await list({ offset: 9 })).toMatchObject({ uploads: [], total: 3 });
  // A name that is not for the reader is not found by guessing at it either.
  expect(await sizes({ name: 'PLAN' })).toEqual([30]);
  expect(await list({ name: 'private' })).toMatchObject({ total: 0, total_size: 0 });
});

test('deleting one takes the file off the disk, notifies its owner, and is for administrators', async () => {
  const [mine] = (await list({ user_id: world.member.userId })).uploads;
  const path = join(world.dataDir, 'uploads', mine?.file?.path_id ?? '');
  const refusal = { status: 400, code: 'UNAUTHORIZED_PRINCIPAL' };
  await world.moderator.fails('GET', '/console/uploads', {}, refusal);
  await world.moderator.fails('DELETE', `/console/uploads/${mine?.id}`, {}, refusal);
  const queue = await world.member.register({ event_types: ['attachment'] });
  await world.admin.ok.delete(`/console/uploads/${mine?.id}`);
  expect(await queue.events()).toMatchObject([{ op: 'remove', attachment: { id: mine?.id }, upload_space_used: 30 }]);
  await expect.poll(() => existsSync(path), { interval: 10 }).toBe(false);
  await world.admin.fails('DELETE', `/console/uploads/${mine?.id}`, {}, { status: 400, code: 'BAD_REQUEST' });
});
