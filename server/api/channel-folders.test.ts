/** Channel folders: make, list, order, edit and archive (contract: create-channel-folder). */
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Body, Client } from '../testing/client.ts';
import { startWorld, type World } from '../testing/world.ts';

let world: World;
let number = 0;
beforeAll(async () => {
  world = await startWorld();
});
afterAll(async () => world.stop());

const badRequest = { status: 400, code: 'BAD_REQUEST' };
const notAdministrator = { status: 400, code: 'UNAUTHORIZED_PRINCIPAL' };

async function create(params: Body = {}): Promise<number> {
  number += 1;
  return Number(
    (await world.admin.ok.post('/channel_folders/create', { name: `folder ${number}`, description: '', ...params }))[
      'channel_folder_id'
    ],
  );
}

async function folders(client: Client, params: Body = {}): Promise<Body[]> {
  return (await client.ok.get('/channel_folders', params))['channel_folders'] as Body[];
}

async function refused(
  client: Client,
  method: string,
  path: string,
  params: Body,
  expected: { status: number; code: string } & Body = badRequest,
): Promise<void> {
  const before = await world.dump();
  await client.fails(method, path, params, expected);
  expect(await world.dump()).toBe(before);
}

describe('POST /channel_folders/create', () => {
  it('makes a folder after the others, and notifies everyone', async () => {
    const last = Math.max(-1, ...(await folders(world.member)).map((folder) => Number(folder['order'])));
    const queue = await world.guest.register({ event_types: ['channel_folder'] });
    const id = await create({ name: ' Work ', description: 'All *work*' });
    const folder = {
      id,
      name: 'Work',
      description: 'All *work*',
      rendered_description: '<p>All <em>work</em></p>',
      order: last + 1,
      is_archived: false,
      creator_id: world.admin.userId,
      date_created: Math.floor(world.clock.nowMs / 1000),
    };
    expect(await folders(world.member)).toContainEqual(folder);
    expect(await queue.events()).toMatchObject([{ op: 'add', channel_folder: folder }]);
  });

  it('is for administrators', async () => {
    for (const client of [world.moderator, world.member, world.guest]) {
      await refused(client, 'POST', '/channel_folders/create', { name: 'x', description: '' }, notAdministrator);
    }
  });

  it('needs a name that is not empty, and a description that may be', async () => {
    const path = '/channel_folders/create';
    await refused(world.admin, 'POST', path, { name: '  ', description: '' });
    await refused(
      world.admin,
      'POST',
      path,
      { name: 'no description' },
      { status: 400, code: 'REQUEST_VARIABLE_MISSING', var_name: 'description' },
    );
    await refused(
      world.admin,
      'POST',
      path,
      { description: '' },
      { status: 400, code: 'REQUEST_VARIABLE_MISSING', var_name: 'name' },
    );
    await refused(world.admin, 'POST', path, { name: 'x'.repeat(61), description: '' });
    await refused(world.admin, 'POST', path, { name: 'long', description: 'x'.repeat(1025) });
    await refused(world.admin, 'POST', path, { name: 'two\nlines', description: '' });
    await create({ name: '📁'.repeat(60), description: '📁'.repeat(1024) });
  });

  it('keeps the names of folders in use apart, whatever their capitals', async () => {
    const id = await create({ name: 'Unique' });
    await refused(world.admin, 'POST', '/channel_folders/create', { name: 'uNIQUE', description: '' });
    await world.admin.ok.patch(`/channel_folders/${id}`, { is_archived: true });
    await create({ name: 'unique' });
    await refused(world.admin, 'PATCH', `/channel_folders/${id}`, { is_archived: false });
  });
});

describe('PATCH /channel_folders/{channel_folder_id}', () => {
  it('changes what is sent, and reports what changed', async () => {
    const id = await create({ description: 'old' });
    const queue = await world.member.register({ event_types: ['channel_folder'] });
    await world.admin.ok.patch(`/channel_folders/${id}`, { name: 'Renamed' });
    await world.admin.ok.patch(`/channel_folders/${id}`, { name: 'Renamed', description: '**new**' });
    await world.admin.ok.patch(`/channel_folders/${id}`, { name: 'Renamed' });
    expect((await queue.events()).map((event) => event['data'])).toEqual([
      { name: 'Renamed' },
      { description: '**new**', rendered_description: '<p><strong>new</strong></p>' },
    ]);
  });

  it('archives folders without channels, and brings them back', async () => {
    const id = await create();
    const { id: channel } = await world.admin.ok.post('/channels/create', {
      name: 'in a folder',
      subscribers: [],
      folder_id: id,
    });
    await refused(world.admin, 'PATCH', `/channel_folders/${id}`, { is_archived: true });
    await world.admin.ok.patch(`/streams/${String(channel)}`, { folder_id: null });
    await world.admin.ok.patch(`/channel_folders/${id}`, { is_archived: true });
    expect((await folders(world.member)).map((folder) => folder['id'])).not.toContain(id);
    expect((await folders(world.member, { include_archived: true })).map((folder) => folder['id'])).toContain(id);
    await refused(world.admin, 'PATCH', `/streams/${String(channel)}`, { folder_id: id });
    await world.admin.ok.patch(`/channel_folders/${id}`, { is_archived: false });
    expect((await folders(world.member)).map((folder) => folder['id'])).toContain(id);
  });

  it('is for administrators, and for folders that exist', async () => {
    const id = await create();
    await refused(world.member, 'PATCH', `/channel_folders/${id}`, { name: 'x' }, notAdministrator);
    await refused(world.admin, 'PATCH', '/channel_folders/98765', { name: 'x' });
    await refused(world.admin, 'PATCH', `/channel_folders/${id}`, { name: '' });
  });
});

describe('PATCH /channel_folders', () => {
  it('puts all folders in a new order', async () => {
    await create();
    const ids = (await folders(world.admin, { include_archived: true })).map((folder) => Number(folder['id']));
    const queue = await world.member.register({ event_types: ['channel_folder'] });
    const order = ids.toReversed();
    await world.admin.ok.patch('/channel_folders', { order });
    expect((await folders(world.member, { include_archived: true })).map((folder) => folder['id'])).toEqual(order);
    expect(await queue.events()).toMatchObject([{ op: 'reorder', order }]);
  });

  it('refuses an order that does not name each folder once', async () => {
    const ids = (await folders(world.admin, { include_archived: true })).map((folder) => Number(folder['id']));
    for (const order of [ids.slice(1), [...ids, 98_765], [...ids.slice(1), ids[1]], []])
      await refused(world.admin, 'PATCH', '/channel_folders', { order });
    await refused(world.member, 'PATCH', '/channel_folders', { order: ids }, notAdministrator);
  });
});
