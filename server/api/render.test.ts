/** Rendering without sending. */
import { hostname } from 'node:os';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Client } from '../testing/client.ts';
import { fetchOne, makeChannel, say } from '../testing/scenario.ts';
import { startWorld, type World } from '../testing/world.ts';

let world: World;
beforeAll(async () => {
  world = await startWorld();
});
afterAll(async () => world.stop());

describe('POST /messages/render', () => {
  it('renders as a message of the caller would be, and sends nothing', async () => {
    const before = await world.dump();
    const body = await world.member.ok.post('/messages/render', { content: `**Hello** @**${world.owner.name}**` });
    expect(body['rendered']).toContain('<strong>Hello</strong>');
    expect(body['rendered']).toContain(`data-user-id="${world.owner.userId}"`);
    expect(await world.dump()).toBe(before);
  });

  it('keeps to the rules for content', async () => {
    await world.member.fails(
      'POST',
      '/messages/render',
      {},
      { status: 400, code: 'REQUEST_VARIABLE_MISSING', var_name: 'content' },
    );
    await world.member.fails('POST', '/messages/render', { content: '' }, { status: 400, code: 'BAD_REQUEST' });
    await world.member.fails(
      'POST',
      '/messages/render',
      { content: 'x'.repeat(10_001) },
      { status: 400, code: 'BAD_REQUEST' },
    );
  });

  it('draws emoticons for those who chose so', async () => {
    const rendered = async () => (await world.member.ok.post('/messages/render', { content: 'hi :)' }))['rendered'];
    expect(await rendered()).toBe('<p>hi :)</p>');
    await world.member.ok.patch('/settings', { translate_emoticons: true });
    expect(await rendered()).toContain('emoji-1f642');
    await world.member.ok.patch('/settings', { translate_emoticons: false });
  });

  it('reads fences without a language as the organization says', async () => {
    await world.owner.ok.patch('/realm', { default_code_block_language: 'python' });
    const body = await world.member.ok.post('/messages/render', { content: '```\nNone\n```' });
    expect(body['rendered']).toContain('data-code-language="Python"');
    expect(body['rendered']).toContain('<span class="kc">None</span>');
    await world.owner.ok.patch('/realm', { default_code_block_language: '' });
  });

  it('refuses what grows too large to be shown, wherever it is written', async () => {
    const refusal = { status: 400, code: 'BAD_REQUEST', msg: /^Message is too large to be shown/ };
    const id = await say(world.member, 'general', 'large');
    for (const content of [
      `${'|a'.repeat(100)}|\n${'|-'.repeat(100)}|\n${'|\n'.repeat(4500)}`,
      '\u{1f600}'.repeat(5000),
    ]) {
      const sent = { type: 'stream', to: 'general', topic: 'large', content };
      const { code, status } = refusal;
      for (const [method, path, body] of [
        ['POST', '/messages/render', { content }],
        ['POST', '/messages', sent],
        ['PATCH', `/messages/${id}`, { content }],
      ] as const) {
        const answer = await world.member.fails(method, path, body, { status, code });
        expect(answer['msg']).toMatch(refusal.msg);
      }
    }
    expect((await fetchOne(world.owner, id))['content']).toBe('<p>hello</p>');
  });

  it('calls people in any case of their names', async () => {
    const id = await say(world.member, 'general', 'case', `@**${world.owner.name.toUpperCase()}** look`);
    const message = await fetchOne(world.owner, id);
    expect(message['content']).toContain(`data-user-id="${world.owner.userId}">@${world.owner.name}</span>`);
    expect(message['flags']).toContain('mentioned');
  });

  it('calls people by names whose capitals are other letters', async () => {
    const names = { 'Jörg Großmann': ['JÖRG GROSSMANN', 'jörg grossmann'], 'İpek Işık': ['ipek ışık', 'IPEK IŞIK'] };
    for (const [name, typed] of Object.entries(names)) {
      await world.member2.ok.patch('/settings', { full_name: name });
      const { rendered } = await world.member.ok.post('/messages/render', { content: `@**${typed.join('** @**')}**` });
      const span = `<span class="user-mention" data-user-id="${world.member2.userId}">@${name}</span>`;
      expect(rendered).toBe(`<p>${span} ${span}</p>`);
    }
    await world.member2.ok.patch('/settings', { full_name: world.member2.name });
  });

  it('keeps links to messages under each address of the server without it', async () => {
    const { port } = world.server;
    const own = [`http://localhost:${port}`, `http://127.0.0.1:${port}`, `http://${hostname()}:${port}`];
    const others = ['http://localhost:1', `http://192.0.2.7:${port}`, `http://elsewhere.example:${port}`];
    const address = (origin: string) => `${origin}/#narrow/dm/5`;
    const content = [...own, ...others].map((origin) => `[m](${address(origin)})`).join(' ');
    const { rendered } = await world.member.ok.post('/messages/render', { content });
    const hrefs = [...String(rendered).matchAll(/href="([^"]*)"/g)].map(([, href]) => href);
    expect(hrefs).toEqual([...own.map(() => '#narrow/dm/5'), ...others.map(address)]);
  });

  it('keeps naming people by the names that they had when it was written', async () => {
    const names = [`O'Neil <b (R&D) #42 :tada: $$x$$`, 'Ann Bee'];
    await world.member2.ok.patch('/settings', { full_name: names[0] });
    const text = `@**${names[0]}** @**${names[0]?.toLowerCase()}|${world.member2.userId}**`;
    const id = await say(world.member, 'general', 'names', text);
    const span = (name: string) => `<span class="user-mention" data-user-id="${world.member2.userId}">@${name}</span>`;
    const escaped = `O'Neil &lt;b (R&amp;D) #42 :tada: $$x$$`;
    expect((await fetchOne(world.member2, id)).content).toBe(`<p>${span(escaped)} ${span(escaped)}</p>`);
    await world.member2.ok.patch('/settings', { full_name: names[1] });
    await world.member.ok.patch(`/messages/${id}`, { content: `${text} again` });
    expect(await fetchOne(world.member2, id)).toMatchObject({
      content: `<p>${span('Ann Bee')} ${span('Ann Bee')} again</p>`,
      flags: ['mentioned'],
    });
    const other = await say(world.member, 'general', 'names', `@**ann bee** ${text}`);
    expect((await fetchOne(world.member2, other)).content).toContain(`<p>${span('Ann Bee')} @<strong>`);
    await world.member2.ok.patch('/settings', { full_name: world.member2.name });
  });

  it('makes a mention of a deactivated user or group silent', async () => {
    const { owner, member } = world;
    const leaver = await world.newUser('Lea Leaver');
    const { group_id: group } = await owner.ok.post('/user_groups/create', {
      name: 'leavers',
      description: '',
      members: [member.userId],
    });
    await owner.ok.delete(`/users/${leaver.userId}`);
    await owner.ok.post(`/user_groups/${String(group)}/deactivate`);
    const id = await say(owner, 'general', 'names', '@**Lea Leaver** @*leavers*');
    expect(await fetchOne(member, id)).toMatchObject({
      content:
        `<p><span class="user-mention silent" data-user-id="${leaver.userId}">Lea Leaver</span> ` +
        `<span class="user-group-mention silent" data-user-group-id="${String(group)}">leavers</span></p>`,
      flags: [],
    });
  });

  it('shows pictures only as links where the organization has previews off', async () => {
    const content = '[a](/user_uploads/1/ab/a.png)';
    await world.owner.ok.patch('/realm', { inline_image_preview: false });
    const body = await world.member.ok.post('/messages/render', { content });
    expect(body['rendered']).toBe('<p><a href="/user_uploads/1/ab/a.png">a</a></p>');
    await world.owner.ok.patch('/realm', { inline_image_preview: true });
  });
});

it('links a topic with its newest message, so that the link survives a move; not where the writer cannot read', async () => {
  const { owner, member } = world;
  const channel = await makeChannel(owner, 'kitchen', [owner, member]);
  const first = await say(owner, 'kitchen', 'Lunch', 'soup');
  const html = async (client: Client, content: string): Promise<unknown> =>
    (await client.ok.post('/messages/render', { content }))['rendered'];
  const href = `href="/#narrow/channel/${channel}-kitchen/topic/lunch`;
  expect(await html(member, '#**kitchen>lunch**')).toContain(`${href}/with/${first}"`);
  expect(await html(member, `#**kitchen>lunch@${first}**`)).toContain(`${href}/near/${first}"`);
  expect(await html(member, '#**kitchen>dinner**')).toContain('/topic/dinner"');
  await owner.ok.patch(`/messages/${first}`, {
    topic: 'Late lunch',
    propagate_mode: 'change_all',
    send_notification_to_new_thread: false,
  });
  const found = await member.ok.get('/messages', {
    anchor: 'newest',
    num_before: 5,
    num_after: 0,
    narrow: [
      ['channel', channel],
      ['topic', 'lunch'],
      ['with', first],
    ],
  });
  expect(found['messages']).toMatchObject([{ id: first, subject: 'Late lunch' }]);
  const closed = { invite_only: true, history_public_to_subscribers: false };
  await makeChannel(owner, 'cellar', [owner], closed);
  await say(owner, 'cellar', 'wine', 'red');
  expect(await html(owner, '#**cellar>wine**')).toContain('/topic/wine"');
  await makeChannel(owner, 'attic', [owner], { invite_only: true });
  await say(owner, 'attic', 'boxes', 'old');
  // Administrators know the channel, and not what is in it.
  expect(await html(world.admin, '#**attic>boxes**')).toContain('/topic/boxes"');
});
