/** Visitors without an account: what messages of web-public channels and their files do not show them. */
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Body } from '../testing/client.ts';
import { encodeParams } from '../testing/client.ts';
import { makeChannel, say } from '../testing/scenario.ts';
import { startWorld, type World } from '../testing/world.ts';

let world: World;
let open: number;
let room: number;
const silent = {
  send_notification_to_new_thread: false,
  send_notification_to_old_thread: false,
  propagate_mode: 'change_all',
};
beforeAll(async () => {
  world = await startWorld({ webPublicChannelsEnabled: true });
  const { owner, member, moderator } = world;
  await owner.ok.patch('/realm', { enable_spectator_access: true });
  open = await makeChannel(owner, 'open door', [owner, member, moderator], { is_web_public: true });
  room = await makeChannel(owner, 'hidden room', [owner, member], { invite_only: true });
});
afterAll(() => world.stop());

interface Seen {
  status: number;
  text: string;
  body: Body;
}

async function visit(path: string, params: Body = {}, method = 'GET'): Promise<Seen> {
  const form = encodeParams(params);
  const query = method === 'GET' && form.size > 0 ? `?${form}` : '';
  const answer = await fetch(world.url + path + query, { method, ...(method !== 'GET' && { body: form }) });
  const text = await answer.text();
  const isJson = answer.headers.get('content-type')?.startsWith('application/json') === true;
  return { status: answer.status, text, body: isJson ? (JSON.parse(text) as Body) : {} };
}

const webPublic = { operator: 'channels', operand: 'web-public' };
const look = (narrow: unknown[] = [], more: Body = {}): Promise<Seen> =>
  visit('/api/v1/messages', {
    anchor: 'newest',
    num_before: 50,
    num_after: 0,
    narrow: [webPublic, ...narrow],
    ...more,
  });

describe('a message that visitors read', () => {
  it('has no former content, topic or channel', async () => {
    const id = await say(world.owner, room, 'hidden topic', 'hidden words');
    await world.owner.ok.patch(`/messages/${id}`, { content: 'second words' });
    await world.owner.ok.patch(`/messages/${id}`, { stream_id: open, topic: 'former topic', ...silent });
    await world.owner.ok.patch(`/messages/${id}`, { topic: 'now', ...silent });
    await world.owner.ok.patch(`/messages/${id}`, { content: 'third words' });
    for (const seen of [
      await look(),
      await visit(`/api/v1/messages/${id}`),
      await look([], { apply_markdown: false }),
    ]) {
      expect(seen.text).toContain('third words');
      for (const secret of ['hidden', 'second words', 'former topic', 'edit_history', `"prev_stream"`])
        expect([secret, seen.text.includes(secret)]).toEqual([secret, false]);
    }
    // Members read it as before.
    expect((await world.member.ok.get(`/messages/${id}/history`))['message_history']).toHaveLength(5);
    expect((await visit(`/api/v1/messages/${id}/history`)).status).toBe(401);
    const topics = await visit(`/api/v1/users/me/${open}/topics`);
    expect(topics.text).not.toContain('former topic');
  });

  it('shows no name of a user that only reacted, voted or read, and no address', async () => {
    const id = await say(world.owner, open, 'votes', '/poll Lunch?\nyes\nno');
    await world.moderator.ok.post(`/messages/${id}/reactions`, { emoji_name: 'tada' });
    await world.moderator.ok.post('/submessage', {
      message_id: id,
      msg_type: 'widget',
      content: JSON.stringify({ type: 'vote', key: 'canned,0', vote: 1 }),
    });
    await world.moderator.ok.post('/messages/flags', { op: 'add', flag: 'read', messages: [id] });
    const { text } = await visit(`/api/v1/messages/${id}`);
    for (const secret of [world.moderator.name, '@example.com'])
      expect([secret, text.includes(secret)]).toEqual([secret, false]);
    for (const path of [`/api/v1/messages/${id}/read_receipts`, `/api/v1/messages/${id}/report`])
      expect((await visit(path)).status).toBeGreaterThanOrEqual(401);
  });

  it('is gone from everywhere once it moves to a private channel, with its file and the name of its sender', async () => {
    const { url } = await world.member.ok.upload('/user_uploads', { name: 'plan.txt', content: 'the plan' });
    const id = await say(world.member, open, 'plans', `see [plan](${String(url)})`);
    expect((await visit(String(url))).text).toBe('the plan');
    expect((await visit('/api/v1/users')).text).toContain(world.member.name);
    await world.owner.ok.patch(`/messages/${id}`, { stream_id: room, ...silent });
    expect((await visit(String(url))).status).toBe(404);
    expect((await visit(`/api/v1/messages/${id}`)).status).toBe(400);
    expect((await look([['id', id]])).text).not.toContain('plan');
    expect((await look([['search', 'plan']])).text).not.toContain('plan.txt');
    expect((await visit('/api/v1/users')).text).not.toContain(world.member.name);
    await world.owner.ok.patch(`/messages/${id}`, { stream_id: open, ...silent });
    expect((await visit(String(url))).status).toBe(200);
    await world.member.ok.patch(`/messages/${id}`, { content: 'no file any more' });
    expect((await visit(String(url))).status).toBe(404);
    await world.owner.ok.delete(`/messages/${id}`);
  });
});

describe('a channel that is web-public', () => {
  it.each<[string, () => Promise<unknown>, () => Promise<unknown>]>([
    [
      'becomes public',
      () => world.owner.ok.patch(`/streams/${open}`, { is_web_public: false }),
      () => world.owner.ok.patch(`/streams/${open}`, { is_web_public: true }),
    ],
    [
      'becomes private',
      () => world.owner.ok.patch(`/streams/${open}`, { is_private: true }),
      () => world.owner.ok.patch(`/streams/${open}`, { is_private: false, is_web_public: true }),
    ],
    [
      'is closed by the organization',
      () => world.owner.ok.patch('/realm', { enable_spectator_access: false }),
      () => world.owner.ok.patch('/realm', { enable_spectator_access: true }),
    ],
  ])('shows nothing when it %s, and all when it is open again', async (_title, close, reopen) => {
    const { url } = await world.owner.ok.upload('/user_uploads', { name: 'door.txt', content: 'a door' });
    const id = await say(world.owner, open, 'door', `[door](${String(url)})`);
    const statuses = async (): Promise<number[]> => [
      (await visit(String(url))).status,
      (await visit(`/api/v1/messages/${id}`)).status,
      (await visit(`/api/v1/users/me/${open}/topics`)).status,
    ];
    expect(await statuses()).toEqual([200, 200, 200]);
    await close();
    expect((await statuses()).filter((status) => status < 400)).toEqual([]);
    for (const seen of [await look(), await visit('/api/v1/users'), await visit('/api/v1/register', {}, 'POST')])
      expect(seen.text).not.toContain('door');
    await reopen();
    expect(await statuses()).toEqual([200, 200, 200]);
    await world.owner.ok.delete(`/messages/${id}`);
  });
});

describe('a visitor who guesses', () => {
  it('is answered alike about what is there and what is not', async () => {
    const known = await say(world.member, room, 'secret', 'nothing');
    const alike = async (one: Promise<Seen>, other: Promise<Seen>): Promise<void> => {
      const [there, not] = [await one, await other];
      const plain = ({ status, text }: Seen): [number, string] => [
        status,
        text.replaceAll(/\d+/g, '0').replaceAll(/member@|nobody@|hidden room|no such room/g, ''),
      ];
      expect(plain(there)).toEqual(plain(not));
    };
    await alike(visit(`/api/v1/messages/${known}`), visit('/api/v1/messages/99999999'));
    await alike(visit(`/api/v1/users/me/${room}/topics`), visit('/api/v1/users/me/99999/topics'));
    await alike(look([['channel', 'hidden room']]), look([['channel', 'no such room']]));
    await alike(look([['channel', room]]), look([['channel', 99999]]));
    await alike(look([['sender', 'member@example.com']]), look([['sender', 'nobody@example.com']]));
    await alike(look([['sender', world.member.userId]]), look([['sender', 99999]]));
    await alike(look([['with', known]]), look([['with', 99999999]]));
    await alike(look([['near', known]]), look([['near', 99999999]]));
    const { url } = await world.member.ok.upload('/user_uploads', { name: 'mine.txt', content: 'mine' });
    await alike(visit(String(url)), visit(String(url).replace(/\/[^/]+\/mine/, '/aaaaaaaaaaaaaaaaaaaaaaaa/mine')));
  });

  it('asks nothing that is about a reader', async () => {
    for (const filter of ['starred', 'mentioned', 'alerted', 'unread', 'followed', 'muted', 'dm', 'private'])
      expect([filter, (await look([['is', filter]])).status]).toEqual([filter, 401]);
    for (const filter of [
      ['dm', [world.member.userId]],
      ['dm-including', world.member.userId],
      ['in', 'home'],
    ])
      expect([filter, (await look([filter])).status >= 400]).toEqual([filter, true]);
  });

  it('registers without anything that only people with an account know', async () => {
    await world.owner.ok.post('/realm/profile_fields', { name: 'Desk', field_type: 1 });
    await world.member.ok.post('/users/me/status', { status_text: 'at the dentist' });
    await world.owner.ok.post('/user_groups/create', {
      name: 'cabal',
      description: 'x',
      members: [world.member.userId],
    });
    const { status, text } = await visit('/api/v1/register', {}, 'POST');
    expect(status).toBe(200);
    for (const secret of ['@example.com', 'dentist', 'cabal', 'hidden room', world.member.name, world.guest.name])
      expect([secret, text.includes(secret)]).toEqual([secret, false]);
  });
});
