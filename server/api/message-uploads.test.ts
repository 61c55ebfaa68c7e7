/** Uploads that messages share: found by `has`, detached by edits, gone with the last message (contract: remove-attachment). */
import sharp from 'sharp';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { fetched, fetchOne, say } from '../testing/scenario.ts';
import { doDue, startWorld, type World } from '../testing/world.ts';

let world: World;
beforeAll(async () => {
  world = await startWorld();
});
afterAll(async () => world.stop());

const upload = async (name: string): Promise<string> =>
  String((await world.member.ok.upload('/user_uploads', { name, content: 'a note' }))['url']);
const uploadBytes = async (name: string, content: Buffer): Promise<string> =>
  String((await world.member.ok.upload('/user_uploads', { name, content }))['url']);
const html = async (content: string): Promise<string> =>
  (await fetchOne(world.owner, await say(world.member, 'general', 'shown', content))).content;
const names = async (): Promise<unknown[]> =>
  ((await world.member.ok.get('/attachments'))['attachments'] as { name: string }[]).map(
    (attachment) => attachment.name,
  );

it('finds messages by a shared upload, and returns the uploads that an edit left unshared', async () => {
  const url = await upload('first.txt');
  const id = await say(world.member, 'general', 'files', `[first.txt](${url})`);
  expect((await fetched(world.owner, { narrow: [['has', 'attachment']] })).map((message) => message.id)).toEqual([id]);
  const answer = await world.member.ok.patch(`/messages/${id}`, { content: 'no file any more' });
  expect(answer['detached_uploads']).toMatchObject([{ name: 'first.txt', messages: [] }]);
  expect(await fetched(world.owner, { narrow: [['has', 'attachment']] })).toEqual([]);
});

it('does not share what its author may not read', async () => {
  const url = await upload('private.txt');
  await say(world.member2, 'general', 'files', `[private.txt](${url})`);
  expect(await fetched(world.owner, { narrow: [['has', 'attachment']] })).toEqual([]);
});

it('removes an upload with the last message that shares it', async () => {
  const url = await upload('shared.txt');
  const [one, two] = [
    await say(world.member, 'general', 'files', `[a](${url})`),
    await say(world.member, 'general', 'files', `[b](${url})`),
  ];
  await world.owner.ok.delete(`/messages/${one}`);
  expect(await names()).toContain('shared.txt');
  await world.owner.ok.delete(`/messages/${two}`);
  expect(await names()).not.toContain('shared.txt');
});

it('keeps an upload that its owner is yet to send again, and no other', async () => {
  const { member, member2, owner } = world;
  const at = Math.floor(world.clock.nowMs / 1000) + 60;
  const later = { type: 'direct', to: [owner.userId], scheduled_delivery_timestamp: at };
  const [again, over] = [await upload('again.txt'), await upload('over.txt')];
  const id = await say(member, 'general', 'files', `[a](${again}) [o](${over})`);
  await member.ok.post('/scheduled_messages', { ...later, content: `[a](${again})` });
  await member2.ok.post('/scheduled_messages', { ...later, content: `[o](${over})` });
  await member.ok.post('/reminders', { message_id: id, scheduled_delivery_timestamp: at });
  const queue = await member.register({ event_types: ['attachment'] });
  await owner.ok.delete(`/messages/${id}`);
  expect(await names()).toContain('again.txt');
  expect(await names()).not.toContain('over.txt');
  expect(await queue.events()).toMatchObject([
    { op: 'update', attachment: { name: 'again.txt', messages: [] } },
    { op: 'remove' },
  ]);
  world.clock.advance(61_000);
  await doDue(world);
  expect((await owner.request('GET', `!${again}`)).status).toBe(200);
});

it.each(['gif', 'webp'] as const)('keeps a moving %s moving, and a still one still', async (format) => {
  const frame = (background: string) => ({ create: { width: 40, height: 20, channels: 4 as const, background } });
  const frames = await Promise.all(['#f00', '#00f', '#0f0'].map((colour) => sharp(frame(colour)).png().toBuffer()));
  const [moving, still] = await Promise.all([
    sharp(frames, { join: { animated: true } })
      .toFormat(format, { delay: [100, 100, 100] })
      .toBuffer(),
    sharp(frame('#f00')).toFormat(format).toBuffer(),
  ]);
  const content = await html(`[a](${await uploadBytes(`a.${format}`, moving)})`);
  expect(content).toContain('data-animated="true"');
  const src = /<img[^>]* src="([^"]*)"/.exec(content)?.[1] ?? '';
  expect(src).toMatch(/\/840x560-anim\.webp$/);
  const shown = await fetch(world.url + src, { headers: { Authorization: world.member.authorization } });
  expect(await sharp(Buffer.from(await shown.arrayBuffer())).metadata()).toMatchObject({ format: 'webp', pages: 3 });
  const other = await html(`[b](${await uploadBytes(`b.${format}`, still)})`);
  expect(other).toContain('/840x560.webp');
  expect(other).not.toContain('data-animated');
});

it('gives videos and sound the players that clients know', async () => {
  const [film, song] = [await upload('film.mp4'), await upload('song.mp3')];
  expect(await html(`[film](${film}) [song](${song})`)).toBe(
    `<p><a href="${film}">film</a> <a href="${song}">song</a></p>\n` +
      `<div class="message_inline_image message_inline_video"><a href="${film}" title="film">` +
      `<video preload="metadata" src="${film}"></video></a></div>\n` +
      `<p><audio controls="" preload="metadata" src="${song}" title="song"><a href="${song}">song</a></audio></p>`,
  );
});

it('finds pictures in tables and headings, which are shown below them', async () => {
  const picture = await sharp({ create: { width: 9, height: 9, channels: 3, background: '#f00' } })
    .png()
    .toBuffer();
  const [one, two] = [await uploadBytes('one.png', picture), await uploadBytes('two.png', picture)];
  const ids = [
    await say(world.member, 'general', 'pictures', `# See [one](${one})`),
    await say(world.member, 'general', 'pictures', `|a|b|\n|-|-|\n|[two](${two})|c|`),
  ];
  const found = await fetched(world.owner, {
    narrow: [
      ['topic', 'pictures'],
      ['has', 'image'],
    ],
  });
  expect(found.map(({ id }) => id)).toEqual(ids);
  for (const { content } of found) expect(content).toMatch(/<\/(?:h1|table)>\n<div class="message_inline_image">/);
});
