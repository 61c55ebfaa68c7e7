/** Shares of one account: a bound on what it creates, larger for administrators, which a restart does not lift. */
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { Client } from '../../testing/client.ts';
import { startWorld, type World } from '../../testing/world.ts';

let world: World;
beforeAll(async () => {
  world = await startWorld();
});
afterAll(async () => world.stop());

const tables = {
  channels: 'streams',
  'user groups': 'user_groups',
  'channel folders': 'channel_folders',
  bots: 'users',
} as const;

/** As if an account had created so many. */
async function fill(client: Client, table: string, count: number): Promise<void> {
  await world.server.services.storage.transaction((tx) => {
    const columns = {
      streams:
        "(recipient_id, name, name_key, date_created, creator_id) SELECT 1, 'c' || value, 'c' || value || ?1, 1, ?1",
      user_groups: "(name, name_key, creator_id) SELECT 'g' || value, 'g' || value || '-' || ?1, ?1",
      users:
        "(email, email_key, delivery_email, delivery_email_key, full_name, api_key, role, is_bot, bot_owner_id, date_joined) SELECT 'b' || value, 'b' || value, 'b' || value, 'b' || value, 'b', 'b' || value, 400, 1, ?1, 1",
      channel_folders: "(name, position, date_created, creator_id) SELECT 'f' || value, value, 1, ?1",
    }[table];
    const numbers = JSON.stringify(Array.from({ length: count }, (_, index) => index));
    tx.run(`INSERT INTO ${table} ${columns} FROM json_each(?2)`, client.userId, numbers);
  });
}

const create = {
  channels: ['/channels/create', { name: 'one more', subscribers: [] }],
  'user groups': ['/user_groups/create', { name: 'one more', description: '', members: [] }],
  bots: ['/bots', { short_name: 'one-more', full_name: 'One more' }],
  'channel folders': ['/channel_folders/create', { name: 'one more', description: '' }],
} as const;

test.each([
  ['channels', 'member', 500],
  ['user groups', 'member', 200],
  ['channel folders', 'admin', 2000],
  ['bots', 'member', 100],
] as const)('refuses more %s of one %s than %i, and says what to do', async (kind, who, most) => {
  const [path, params] = create[kind];
  await fill(world[who], tables[kind], most);
  const refused = { status: 400, code: 'BAD_REQUEST' };
  const answer = await world[who].fails('POST', path, params, refused);
  expect(String(answer['msg'])).toContain(`You have created ${most} ${kind}`);
  await world.restart();
  await world[who].fails('POST', path, params, refused);
  await world.owner.ok.post(path, params);
});
