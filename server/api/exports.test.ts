/** Exports: what is in the file, who may have one, and what must never be in it. */
import { gunzipSync } from 'node:zlib';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { makeChannel, say } from '../testing/scenario.ts';
import { startWorld, type World } from '../testing/world.ts';

interface Line {
  table?: string;
  row?: Record<string, unknown>;
  file?: string;
  base64?: string;
  end?: boolean;
  rows?: number;
}

const contents = (lines: Line[]) =>
  lines.filter((each) => each.table === 'messages').map((each) => String(each.row?.['content']));

describe('exports', () => {
  let world: World;
  beforeAll(async () => {
    world = await startWorld();
    const send = (params: object) => world.member.ok.post('/messages', { ...params });
    const { url } = await world.member.ok.upload('/user_uploads', {
      name: 'plan.txt',
      content: 'the uploaded plan',
      type: 'text/plain',
    });
    await send({ type: 'stream', to: 'general', topic: 'open', content: `public words [plan.txt](${String(url)})` });
    await send({ type: 'private', to: [world.member2.userId], content: 'between the two of us' });
  });
  afterAll(() => world.stop());

  async function exported(type: number): Promise<{ lines: Line[]; text: string; url: string }> {
    const queue = await world.admin.register({ event_types: ['realm_export'] });
    const { id } = await world.admin.ok.post('/export/realm', { export_type: type });
    for (;;) {
      for (const event of await queue.next()) {
        const { exports = [] } = event as { exports?: { id: number; pending: boolean; export_url: string | null }[] };
        const done = exports.find((each) => each.id === id && !each.pending);
        if (done === undefined) continue;
        const url = done.export_url ?? '';
        const answer = await fetch(url, { headers: { authorization: world.admin.authorization } });
        const text = gunzipSync(Buffer.from(await answer.arrayBuffer())).toString();
        return {
          text,
          url,
          lines: text
            .trimEnd()
            .split('\n')
            .map((each) => JSON.parse(each) as Line),
        };
      }
    }
  }

  it('of public data have public messages and their files, nothing private, and an end', async () => {
    const { lines } = await exported(1);
    expect(contents(lines).some((each) => each.startsWith('public words'))).toBe(true);
    expect(contents(lines)).not.toContain('between the two of us');
    const file = lines.find((each) => each.file?.endsWith('plan.txt'));
    expect(Buffer.from(file?.base64 ?? '', 'base64').toString()).toBe('the uploaded plan');
    expect(lines.at(-1)).toMatchObject({ end: true, rows: lines.filter((each) => each.table !== undefined).length });
  });

  it('of the standard type have the private messages of those who consent only', async () => {
    expect(contents((await exported(2)).lines)).not.toContain('between the two of us');
    await world.member.ok.patch('/settings', { allow_private_data_export: true });
    const { export_consents: consents } = await world.admin.ok.get('/export/realm/consents');
    expect(consents).toContainEqual({ user_id: world.member.userId, consented: true });
    expect(contents((await exported(2)).lines)).toContain('between the two of us');
  });

  it('of the standard type have what was written before those who consent came only where they read it', async () => {
    for (const isShared of [true, false]) {
      const name = isShared ? 'shared past' : 'closed past';
      const members = [world.owner, world.member2];
      const stream = await makeChannel(world.owner, name, members, {
        invite_only: true,
        history_public_to_subscribers: isShared,
      });
      await say(world.member2, stream, 'before', `before, ${name}`);
      const principals = [world.member.userId];
      await world.owner.ok.post('/users/me/subscriptions', { subscriptions: [{ name }], principals });
      const id = await say(world.member2, stream, 'after', `after, ${name}`);
      await world.member2.ok.post(`/messages/${id}/reactions`, { emoji_name: 'tada' });
    }
    await world.member.ok.patch('/settings', { allow_private_data_export: true });
    const { lines } = await exported(2);
    const past = contents(lines).filter((each) => each.endsWith(' past'));
    expect(past.toSorted()).toEqual(['after, closed past', 'after, shared past', 'before, shared past']);
    expect(lines.filter(({ table }) => table === 'reactions')).toHaveLength(2);
  });

  it('of the public and standard type have nothing from before a move out of a private channel', async () => {
    const { admin } = world;
    await makeChannel(admin, 'the vault', [admin], { invite_only: true });
    const id = await say(admin, 'the vault', 'combination', 'nine nine nine');
    await admin.ok.patch(`/messages/${id}`, { content: 'an open word' });
    const general = (await admin.ok.get('/get_stream_id', { stream: 'general' }))['stream_id'];
    const silent = { send_notification_to_new_thread: false, propagate_mode: 'change_all' };
    await admin.ok.patch(`/messages/${id}`, { stream_id: general, topic: 'open', ...silent });
    for (const type of [1, 2]) {
      const { text } = await exported(type);
      expect(text).toContain('an open word');
      for (const secret of ['the vault', 'combination', 'nine nine nine']) expect(text).not.toContain(secret);
    }
  });

  it('never hold a key or a password', async () => {
    const { text } = await exported(2);
    for (const client of [world.owner, world.member, world.bot]) expect(text).not.toContain(client.apiKey);
    expect(text).not.toContain('password_hash');
  });

  it('are for administrators only, the file too', async () => {
    const { url } = await exported(1);
    const refused = { status: 400, code: 'UNAUTHORIZED_PRINCIPAL' };
    for (const client of [world.moderator, world.member, world.guest, world.bot]) {
      await client.fails('GET', '/export/realm', {}, refused);
      await client.fails('POST', '/export/realm', {}, refused);
      await client.fails('GET', '/export/realm/consents', {}, refused);
      await client.fails(
        'POST',
        '/realm/test_welcome_bot_custom_message',
        { welcome_message_custom_text: 'x' },
        refused,
      );
      expect((await fetch(url, { headers: { authorization: client.authorization } })).status).toBe(400);
    }
    expect((await fetch(url)).status).toBe(401);
    expect(
      (
        await fetch(`${world.url}/exports/..%2fsnapshot.sqlite`, {
          headers: { authorization: world.admin.authorization },
        })
      ).status,
    ).toBe(404);
  });

  it('are of a known type', async () => {
    expect((await world.admin.post('/export/realm', { export_type: 3 })).status).toBe(400);
  });
});

describe('the test of the welcome message', () => {
  it('sends the text to the administrator alone', async () => {
    const world = await startWorld();
    const queue = await world.admin.register({ event_types: ['message'] });
    const { message_id: id } = await world.admin.ok.post('/realm/test_welcome_bot_custom_message', {
      welcome_message_custom_text: 'Bring **cake**',
    });
    expect(await queue.events()).toMatchObject([
      { message: { id, content: 'Bring **cake**', sender_full_name: 'Welcome Bot' } },
    ]);
    const invalid = await world.admin.post('/realm/test_welcome_bot_custom_message', {
      welcome_message_custom_text: 'x'.repeat(8001),
    });
    expect(invalid.body['code']).toBe('BAD_REQUEST');
    await world.stop();
  });
});
