/** Shares of one account: a bound on what it creates, larger for administrators, which a restart does not lift. */
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { Client } from '../../testing/client.ts';
import { startWorld, type World } from '../../testing/world.ts';

/** A picture of one pixel. */
const pixel = 'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==';

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
  'custom emoji': 'realm_emoji',
  'open invitations': 'invitations',
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
      realm_emoji: "(name, author_id, file_name) SELECT 'e' || value || '_' || ?1, ?1, 'e.png'",
      invitations:
        "(is_multiuse, key, invited_by, invited_at, invited_as) SELECT 1, 'k' || value || '-' || ?1, ?1, 1, 400",
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
  'open invitations': ['/invites/multiuse', {}],
} as const;

test.each([
  ['channels', 'member', 500],
  ['user groups', 'member', 200],
  ['channel folders', 'admin', 2000],
  ['bots', 'member', 100],
  ['open invitations', 'admin', 40_000],
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

test('refuses more custom emoji of one account than 500 before it keeps the picture', async () => {
  await fill(world.member, tables['custom emoji'], 500);
  const upload = async (client: Client): Promise<{ status: number; text: string }> => {
    const body = new FormData();
    body.append('filename', new Blob([new Uint8Array(Buffer.from(pixel, 'base64'))], { type: 'image/png' }), 'one.png');
    const headers = { Authorization: client.authorization };
    const answer = await fetch(`${world.url}/api/v1/realm/emoji/one_more`, { method: 'POST', headers, body });
    return { status: answer.status, text: await answer.text() };
  };
  const refused = await upload(world.member);
  expect(refused).toMatchObject({ status: 400 });
  expect(refused.text).toContain('You have created 500 custom emoji');
  expect(await upload(world.owner)).toMatchObject({ status: 200 });
});

test('counts open invitations alone, and a list of addresses by its length', async () => {
  const { member2 } = world;
  await fill(member2, 'invitations', 1999);
  const invite = { invitee_emails: 'a@example.com, b@example.com', stream_ids: [] };
  const answer = await member2.fails('POST', '/invites', invite, { status: 400, code: 'BAD_REQUEST' });
  expect(answer['msg']).toContain('You can have at most 2000 open invitations, and have 1999.');
  await world.server.services.storage.transaction((tx) => {
    tx.run("UPDATE invitations SET status = 'revoked' WHERE invited_by = ? AND key LIKE 'k1%'", member2.userId);
  });
  await member2.ok.post('/invites', invite);
  expect(
    await world.db('SELECT id FROM invitations WHERE email IN (?, ?)', 'a@example.com', 'b@example.com'),
  ).toHaveLength(2);
});

test.each([
  ['profile_fields', 200, '/realm/profile_fields', { name: 'one more', field_type: 1 }],
  [
    'realm_playgrounds',
    500,
    '/realm/playgrounds',
    { name: 'p', pygments_language: 'Python', url_template: 'https://p.example/{code}' },
  ],
  ['realm_domains', 2000, '/realm/domains', { domain: 'one-more.example', allow_subdomains: false }],
] as const)('refuses more rows of %s than %i from administrators too', async (table, most, path, params) => {
  const columns = {
    profile_fields: "(name, field_type, position) SELECT 'f' || value, 1, value",
    realm_playgrounds: "(name, pygments_language, url_template) SELECT 'p' || value, 'C', 'u'",
    realm_domains: "(domain) SELECT 'd' || value || '.example'",
  }[table];
  const [there] = await world.db<{ count: number }>(`SELECT count(*) AS count FROM ${table}`);
  const numbers = JSON.stringify(Array.from({ length: most - (there?.count ?? 0) }, (_, index) => index));
  await world.server.services.storage.transaction((tx) => {
    tx.run(`INSERT INTO ${table} ${columns} FROM json_each(?)`, numbers);
  });
  const answer = await world.owner.fails('POST', path, params, { status: 400, code: 'BAD_REQUEST' });
  expect(answer['msg']).toContain(`There are ${most} `);
});

const formulas = '$$\\frac{a}{b}$$ '.repeat(60).trim();

test('bounds the HTML of long descriptions of one account, and lets it shorten them', async () => {
  const { member2, owner } = world;
  const createLong = (client: Client, index: number) =>
    client.post('/channels/create', { name: `formulas ${index}`, description: formulas, subscribers: [] });
  let made = 0;
  while (made < 100 && (await createLong(member2, made)).status === 200) made += 1;
  // A line of formulas is a hundred times as long in HTML.
  expect(made).toBeGreaterThan(5);
  expect(made).toBeLessThan(60);
  const refused = { status: 400, code: 'BAD_REQUEST' };
  const more = { name: 'formulas more', description: formulas, subscribers: [] };
  const answer = await member2.fails('POST', '/channels/create', more, refused);
  expect(answer['msg']).toContain('Your descriptions with formulas and other long content take 2 MB');
  const [row] = await world.db<{ id: number; bytes: number }>(
    "SELECT id, (SELECT sum(length(rendered_description)) FROM streams WHERE name LIKE 'formulas %') AS bytes FROM streams WHERE name = 'formulas 0'",
  );
  expect(row?.bytes).toBeLessThanOrEqual(2 * 1024 * 1024);
  await member2.fails('PATCH', `/streams/${row?.id}`, { description: `${formulas} and more` }, refused);
  await member2.ok.patch(`/streams/${row?.id}`, { description: 'short' });
  await member2.ok.post('/channels/create', { name: 'plain', description: 'x'.repeat(1000), subscribers: [] });
  await createLong(member2, made);
  await owner.ok.post('/channels/create', more);
});

test('bounds the HTML of scheduled messages of one account', async () => {
  const { member2 } = world;
  const content = '$$\\frac{a}{b}$$ '.repeat(100).trim();
  const schedule = async () =>
    member2.post('/scheduled_messages', {
      type: 'direct',
      to: [member2.userId],
      content,
      scheduled_delivery_timestamp: 4_000_000_000,
    });
  let made = 0;
  while (made < 300 && (await schedule()).status === 200) made += 1;
  expect(made).toBeGreaterThan(5);
  expect(made).toBeLessThan(300);
  expect((await schedule()).body).toMatchObject({ code: 'BAD_REQUEST' });
});
