/** Secrets in answers and events: no one rises in rank by what they can read. */
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { Client } from '../testing/client.ts';
import { startWorld, type World } from '../testing/world.ts';

let world: World;

beforeAll(async () => {
  world = await startWorld();
});
afterAll(async () => world.stop());

/** Every text in an answer, wherever it is. */
const textOf = (body: unknown): string => JSON.stringify(body);

describe('No one rises by what they can read', () => {
  test('an administrator sees no link of an invitation to be an owner: not in lists, deliveries or the outbox', async () => {
    await world.owner.ok.post('/invites', { invitee_emails: 'next.owner@example.com', stream_ids: [], invite_as: 100 });
    const { invite_link: link } = await world.owner.ok.post('/invites/multiuse', { invite_as: 100 });
    const keys = (await world.db<{ key: string }>('SELECT key FROM invitations ORDER BY id')).map(({ key }) => key);
    expect(keys).toHaveLength(2);
    expect(String(link)).toContain(keys[1]);
    const outbox = async (who: Client) => (await who.ok.get('/console/outbox'))['mails'] as { name: string }[];
    await expect.poll(async () => (await outbox(world.owner)).length, { interval: 10 }).toBeGreaterThan(0);
    const everything = async (who: Client): Promise<string> => {
      const answers: unknown[] = [];
      for (const path of ['/invites', '/console/invitations', '/console/deliveries'])
        answers.push(await who.ok.get(path));
      for (const { name } of await outbox(who)) answers.push(await who.ok.get(`/console/outbox/${name}`));
      return textOf(answers);
    };
    for (const key of keys) expect(await everything(world.owner)).toContain(key);
    for (const key of keys) expect(await everything(world.admin)).not.toContain(key);
  });

  test('an administrator gets no key of a bot that is an owner', async () => {
    const made = await world.owner.ok.post('/bots', { full_name: 'Mighty Bot', short_name: 'mighty' });
    const id = Number(made['user_id']);
    await world.owner.ok.patch(`/users/${id}`, { role: 100 });
    const [stored] = await world.db<{ api_key: string }>('SELECT api_key FROM users WHERE id = ?', id);
    const key = stored?.api_key ?? '';
    const queue = await world.admin.register();
    expect(textOf(queue.state)).not.toContain(key);
    expect(textOf(await world.admin.ok.get('/bots'))).not.toContain(key);
    expect(textOf(await world.owner.ok.get('/bots'))).toContain(key);
    for (const [method, path] of [
      ['POST', `/bots/${id}/api_key/regenerate`],
      ['PATCH', `/bots/${id}`],
      ['DELETE', `/bots/${id}`],
    ] as const)
      await world.admin.fails(method, path, {}, { status: 400, code: 'BAD_REQUEST' });
    const { api_key: fresh } = await world.owner.ok.post(`/bots/${id}/api_key/regenerate`);
    expect(textOf(await queue.events())).not.toContain(String(fresh));
  });
});
