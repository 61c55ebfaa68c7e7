/** HTML that is one paragraph of what was written is not stored, and is informed like any other. */
import { afterAll, beforeAll, expect, test } from 'vitest';
import { startWorld, type World } from '../../testing/world.ts';

let world: World;
let channelId: number;

beforeAll(async () => {
  world = await startWorld();
  channelId = Number((await world.owner.ok.get('/get_stream_id', { stream: 'general' }))['stream_id']);
});
afterAll(async () => world.stop());

const send = async (content: string): Promise<number> =>
  Number((await world.owner.ok.post('/messages', { type: 'channel', to: channelId, topic: 'html', content }))['id']);

async function told(id: number): Promise<string> {
  const { message } = await world.owner.ok.get(`/messages/${id}`, { apply_markdown: true });
  return String((message as { content: string }).content);
}

const stored = async (id: number): Promise<string | undefined> =>
  world.server.services.storage.read(
    (db) => db.get<{ own_html: string }>('SELECT own_html FROM messages WHERE id = ?', id)?.own_html,
  );

test.each([
  ['plain words', '<p>plain words</p>', '='],
  ['=', '<p>=</p>', '='],
  ['words with **weight**', '<p>words with <strong>weight</strong></p>', undefined],
  ['a < b & c', '<p>a &lt; b &amp; c</p>', undefined],
  ['one\ntwo', '<p>one<br>\ntwo</p>', undefined],
  ['one\n\ntwo', '<p>one</p>\n<p>two</p>', undefined],
])('of %j', async (content, html, own = html) => {
  const id = await send(content);
  expect(await told(id)).toBe(html);
  expect(await stored(id)).toBe(own);
});

test('and after edits there and back', async () => {
  const id = await send('plain words');
  await world.owner.ok.patch(`/messages/${id}`, { content: '*other* words' });
  expect(await told(id)).toBe('<p><em>other</em> words</p>');
  expect(await stored(id)).toBe('<p><em>other</em> words</p>');
  await world.owner.ok.patch(`/messages/${id}`, { content: 'plain again' });
  expect(await told(id)).toBe('<p>plain again</p>');
  expect(await stored(id)).toBe('=');
});
