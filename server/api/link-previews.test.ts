/** Link previews: fetched by the server within limits, never from private addresses that are not allowed, cached, and removed by the author. */
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import sharp from 'sharp';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { fetchOne, say } from '../testing/scenario.ts';
import { doDue, startWorld, type World } from '../testing/world.ts';

let world: World;
let site: Server;
let asked: string[];
let origin: string;
let answer: (request: IncomingMessage, response: ServerResponse) => void;

const page = (head: string) => (_: IncomingMessage, response: ServerResponse) =>
  void response.writeHead(200, { 'content-type': 'text/html; charset=utf-8' }).end(`<html><head>${head}</head></html>`);

beforeAll(async () => {
  world = await startWorld();
  site = createServer((request, response) => {
    asked.push(request.url ?? '');
    answer(request, response);
  });
  await new Promise<void>((resolve) => site.listen(0, '127.0.0.1', resolve));
  origin = `http://127.0.0.1:${(site.address() as AddressInfo).port}`;
});
afterAll(async () => {
  site.close();
  await world.stop();
});
beforeEach(async () => {
  asked = [];
  answer = page('<title>Plan</title><meta name="description" content="All of it">');
  await world.owner.ok.patch('/realm', { inline_url_embed_preview: true });
  await allow(['127.0.0.1']);
});
afterEach(() => world.owner.ok.patch('/realm', { inline_url_embed_preview: false }));

const allow = (networks: readonly string[]): Promise<unknown> =>
  world.owner.ok.patch('/console/delivery_settings', { settings: { webhook_allowed_networks: networks } });
const html = async (id: number): Promise<string> => (await fetchOne(world.owner, id)).content;

/** Sends a message with a link, and waits for its preview. */
async function previewed(path: string): Promise<string> {
  const id = await say(world.member, 'general', 'links', `see ${origin}${path}`);
  await doDue(world);
  return html(id);
}

describe('link previews', () => {
  it('show title and description in the form that clients know, and announce that no one edited the message', async () => {
    const { member, member2 } = world;
    const queue = await member2.register({ event_types: ['update_message'], apply_markdown: true });
    const id = await say(member, 'general', 'links', `see ${origin}/plan`);
    await doDue(world);
    const link = `${origin}/plan`;
    const embed =
      `<div class="message_embed"><div class="data-container"><div class="message_embed_title"><a href="${link}" title="Plan">Plan</a></div>` +
      '<div class="message_embed_description">All of it</div></div></div>';
    expect(await html(id)).toContain(embed);
    expect(await queue.events()).toMatchObject([
      { type: 'update_message', user_id: null, rendering_only: true, message_id: id, message_ids: [id] },
    ]);
    const { message } = (await member.ok.get(`/messages/${id}`)) as { message: Record<string, unknown> };
    expect(message['last_edit_timestamp']).toBeUndefined();
    expect(asked).toEqual(['/plan']);
    // The second message with it has it at once.
    expect(await html(await say(member, 'general', 'links', `again ${origin}/plan`))).toContain(embed);
    expect(asked).toEqual(['/plan']);
  });

  it('fetch nothing while the organization does not want them', async () => {
    await world.owner.ok.patch('/realm', { inline_url_embed_preview: false });
    expect(await previewed('/unwanted')).not.toContain('message_embed');
    expect(asked).toEqual([]);
  });

  it('fetch nothing from private addresses, by whatever name or redirect', async () => {
    await allow([]);
    const port = new URL(origin).port;
    for (const host of ['127.0.0.1', 'localhost', '[::1]', '[::ffff:127.0.0.1]', '2130706433', '0x7f.1', '10.0.0.1'])
      await say(world.member, 'general', 'links', `http://${host}:${port}/private`);
    await doDue(world);
    expect(asked).toEqual([]);
  });

  it('check the address of each redirect, follow few, and no other kind of address', async () => {
    answer = ({ url }, response) => {
      const to = url === '/away' ? 'http://10.1.2.3/' : url === '/file' ? 'file:///etc/passwd' : '/loop';
      response.writeHead(302, { location: to }).end();
    };
    for (const path of ['/away', '/file', '/loop']) expect(await previewed(path)).not.toContain('message_embed');
    expect(asked.filter((path) => path === '/loop').length).toBeLessThanOrEqual(4);
  });

  it('take nothing but pages, and only the beginning of a long one', async () => {
    answer = (_, response) =>
      void response.writeHead(200, { 'content-type': 'application/pdf' }).end('<title>x</title>');
    expect(await previewed('/pdf')).not.toContain('message_embed');
    answer = (_, response) => {
      response.writeHead(200, { 'content-type': 'text/html' });
      response.write('<title>Long</title>');
      for (let sent = 0; sent < 100; sent += 1) response.write(Buffer.alloc(65_536, 32));
      response.end();
    };
    expect(await previewed('/long')).toContain('>Long</a>');
    answer = (_, response) => void response.writeHead(500).end('<title>error</title>');
    expect(await previewed('/broken')).not.toContain('message_embed');
    // What failed is not asked for again at once.
    await previewed('/broken');
    expect(asked.filter((path) => path === '/broken')).toEqual(['/broken']);
  });

  it('show what a page says as text', async () => {
    answer = page(
      '<title>&lt;script&gt;alert(1)&lt;/script&gt;</title><meta name="description" content="<img src=x onerror=1>">',
    );
    const shown = await previewed('/hostile');
    expect(shown).toContain('&lt;script&gt;alert(1)&lt;/script&gt;');
    expect(shown).not.toMatch(/<script|<img/);
  });

  it('show pictures through this server, drawn again', async () => {
    const picture = await sharp({ create: { width: 900, height: 600, channels: 3, background: '#a33' } })
      .jpeg()
      .toBuffer();
    answer = (request, response) =>
      request.url === '/pic.jpg'
        ? void response.writeHead(200, { 'content-type': 'image/jpeg' }).end(picture)
        : page('<title>Shown</title><meta property="og:image" content="/pic.jpg">')(request, response);
    const shown = await previewed('/shown');
    const path = /background-image: url\(&quot;(\/external_content\/[a-f0-9]{32}\.webp)&quot;\)/.exec(shown)?.[1];
    expect(path, shown).toBeDefined();
    const file = await world.member2.request('GET', `!${String(path)}`);
    expect([file.status, file.headers.get('content-type')]).toEqual([200, 'image/webp']);
    expect((await world.member2.request('GET', `!/external_content/${'a'.repeat(32)}.webp`)).status).toBe(404);
  });

  it('leave quotations and code alone, and stop after five links of a message', async () => {
    await say(world.member, 'general', 'links', `> ${origin}/quoted\n\n\`${origin}/code\``);
    const links = Array.from({ length: 8 }, (_, index) => `${origin}/many${index}`).join(' ');
    await say(world.member, 'general', 'links', links);
    await doDue(world);
    expect(asked.toSorted()).toEqual(['/many0', '/many1', '/many2', '/many3', '/many4']);
  });
});

describe('DELETE /messages/{message_id}/link_previews', () => {
  it('removes the previews of a message for good, for its author alone', async () => {
    const { member, owner } = world;
    const id = await say(member, 'general', 'links', `see ${origin}/removed`);
    await doDue(world);
    expect(await html(id)).toContain('message_embed');
    await owner.fails('DELETE', `/messages/${id}/link_previews`, {}, { status: 400, code: 'BAD_REQUEST' });
    const queue = await owner.register({ event_types: ['update_message'] });
    await member.ok.delete(`/messages/${id}/link_previews`);
    expect(await html(id)).not.toContain('message_embed');
    expect(await queue.events()).toMatchObject([{ rendering_only: true, message_id: id }]);
    // Once more changes nothing.
    await member.ok.delete(`/messages/${id}/link_previews`);
    await member.ok.patch(`/messages/${id}`, { content: `edited ${origin}/removed` });
    expect(await html(id)).not.toContain('message_embed');
    expect(await html(await say(member, 'general', 'links', `${origin}/removed`))).toContain('message_embed');
  });
});
