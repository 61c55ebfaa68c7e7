/** Uploads that messages share: found by `has`, detached by edits, gone with the last message (api-v1.md, DELETE /attachments). */
import { afterAll, beforeAll, expect, it } from 'vitest';
import { fetched, say } from '../testing/scenario.ts';
import { startWorld, type World } from '../testing/world.ts';

let world: World;
beforeAll(async () => {
  world = await startWorld();
});
afterAll(async () => world.stop());

const upload = async (name: string): Promise<string> =>
  String((await world.member.ok.upload('/user_uploads', { name, content: 'a note' }))['url']);
const names = async (): Promise<unknown[]> =>
  ((await world.member.ok.get('/attachments'))['attachments'] as { name: string }[]).map(
    (attachment) => attachment.name,
  );

it('finds messages by the upload that they share, and tells an edit which uploads nothing shares any more', async () => {
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
