/** Reactions by name, by code, of both spellings of the third type (contract: EmojiReaction). */
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { emojiDataWire } from '../markdown/emoji.ts';
import type { Client } from '../testing/client.ts';
import { dotPicture } from '../testing/dot-picture.ts';
import { fetched, fetchOne, say, write } from '../testing/scenario.ts';
import { startWorld, type World } from '../testing/world.ts';

let world: World;
let id: number;
let path: string;
beforeAll(async () => {
  world = await startWorld();
  id = await say(world.owner, 'general', 'reactions');
  path = `/messages/${id}/reactions`;
});
afterAll(async () => world.stop());

const tada = { emoji_name: 'tada', emoji_code: '1f389', reaction_type: 'unicode_emoji' };

describe('POST and DELETE /messages/{message_id}/reactions', () => {
  it('needs no more than the name of the emoji, and notifies everyone who receives the message', async () => {
    const queue = await world.member2.register({ event_types: ['reaction'] });
    await world.member.ok.post(path, { emoji_name: 'tada' });
    const [added] = await queue.events();
    expect(added).toMatchObject({ op: 'add', message_id: id, user_id: world.member.userId, ...tada });
    expect(added?.['user']).toMatchObject({ user_id: world.member.userId, email: world.member.email });
    expect((await fetchOne(world.owner, id))['reactions']).toEqual([{ ...tada, user_id: world.member.userId }]);
    expect((await fetched(world.owner, { narrow: [['has', 'reaction']] })).map((message) => message.id)).toEqual([id]);
    await world.member.ok.delete(path, { emoji_name: 'tada' });
    expect(await queue.events()).toMatchObject([{ op: 'remove', ...tada }]);
    expect((await fetchOne(world.owner, id))['reactions']).toEqual([]);
    expect(await fetched(world.owner, { narrow: [['has', 'reaction']] })).toEqual([]);
  });

  it('takes name, code and type together, and removes by code', async () => {
    await world.member.ok.post(path, tada);
    expect(await world.member.ok.delete(path, { emoji_code: '1f389', reaction_type: 'unicode_emoji' })).toMatchObject({
      result: 'success',
    });
  });

  it.each([
    ['smile', '1f604', '1f604'],
    ['big_smile', '1f604', '1f604'],
    ['slight_smile', '1f642', '1f642'],
    ['folded_hands', '1f64f', '1f64f'],
    ['pray', '1f64f', '1f64f'],
    ['gold', '1f947', '1f947'],
    ['cat', '1f408', '1f408'],
    ['holiday_tree', '1f384', '1f384'],
    ['transgender_flag', '1f3f3-fe0f-200d-26a7-fe0f', '1f3f3-fe0f-200d-26a7-fe0f'],
    ['transgender_flag', '1f3f3-200d-26a7', '1f3f3-fe0f-200d-26a7-fe0f'],
    ['+1_tone3', '1f44d-1f3fd', '1f44d-1f3fd'],
  ])('knows %s as %s, and keeps it in the spelling of the table', async (name, sent, kept) => {
    await world.member2.ok.post(path, { emoji_name: name, emoji_code: sent, reaction_type: 'unicode_emoji' });
    expect((await fetchOne(world.owner, id))['reactions']).toMatchObject([{ emoji_name: name, emoji_code: kept }]);
    await world.member2.ok.delete(path, { emoji_code: sent, reaction_type: 'unicode_emoji' });
    expect((await fetchOne(world.owner, id))['reactions']).toEqual([]);
  });

  it('refuses the same reaction twice, and the removal of none', async () => {
    await world.member.ok.post(path, { emoji_name: 'tada' });
    await world.member.fails('POST', path, tada, { status: 400, code: 'REACTION_ALREADY_EXISTS' });
    await world.owner.fails('DELETE', path, tada, { status: 400, code: 'REACTION_DOES_NOT_EXIST' });
    await world.member.fails('DELETE', path, {}, { status: 400, code: 'BAD_REQUEST' });
  });

  it('refuses emoji that do not exist, whichever way they are named', async () => {
    for (const emoji of [
      { emoji_name: 'nonsense' },
      { ...tada, emoji_name: 'octopus' },
      { ...tada, emoji_code: 'ffff' },
      { ...tada, reaction_type: 'realm_emoji' },
    ]) {
      await world.member2.fails('POST', path, emoji, { status: 400, code: 'BAD_REQUEST' });
    }
  });

  it('joins a reaction under the name that it has there', async () => {
    const liked = await say(world.owner, 'general', 'liked');
    await world.member.ok.post(`/messages/${liked}/reactions`, { emoji_name: '+1' });
    await world.member2.ok.post(`/messages/${liked}/reactions`, { emoji_name: 'thumbs_up' });
    const { reactions } = await fetchOne(world.owner, liked);
    expect(reactions).toMatchObject([{ emoji_name: '+1' }, { emoji_name: '+1' }]);
    await world.member2.ok.delete(`/messages/${liked}/reactions`, { emoji_name: 'thumbs_up' });
    expect((await fetchOne(world.owner, liked))['reactions']).toHaveLength(1);
  });

  it('joins a reaction with an emoji that is deactivated, and begins none', async () => {
    await world.admin.ok.upload('/realm/emoji/parrot', { name: 'dot.png', content: dotPicture });
    const [there, bare] = [await say(world.owner, 'general', 'there'), await say(world.owner, 'general', 'bare')];
    await world.member.ok.post(`/messages/${there}/reactions`, { emoji_name: 'parrot' });
    const [reaction] = (await fetchOne(world.owner, there))['reactions'] as { emoji_code: string }[];
    await world.admin.ok.delete('/realm/emoji/parrot');
    const parrot = { emoji_name: 'parrot', emoji_code: reaction?.emoji_code, reaction_type: 'realm_emoji' };
    await world.member2.ok.post(`/messages/${there}/reactions`, parrot);
    expect((await fetchOne(world.owner, there))['reactions']).toHaveLength(2);
    await world.member2.fails('POST', `/messages/${bare}/reactions`, parrot, { status: 400, code: 'BAD_REQUEST' });
  });

  it('understands both spellings of the third type, of which there is no emoji', async () => {
    for (const reaction_type of ['service_extra_emoji', 'zulip_extra_emoji']) {
      await world.member2.fails(
        'POST',
        path,
        { emoji_name: 'extra', emoji_code: 'extra', reaction_type },
        { status: 400, code: 'BAD_REQUEST', msg: 'Invalid emoji code.' },
      );
    }
    await world.member2.fails('POST', path, { ...tada, reaction_type: 'other' }, { status: 400, code: 'BAD_REQUEST' });
  });

  it('is for those who can read the message', async () => {
    const direct = await write(world.owner, [world.member.userId]);
    await world.member2.fails('POST', `/messages/${direct}/reactions`, tada, {
      status: 400,
      code: 'BAD_REQUEST',
      msg: 'Invalid message(s)',
    });
    await world.member2.fails('POST', '/messages/99999/reactions', tada, { status: 400, code: 'BAD_REQUEST' });
  });
});

it('joins and removes a reaction that was stored when its name was that of another emoji', async () => {
  const message = await say(world.owner, 'general', 'former names');
  const at = `/messages/${message}/reactions`;
  // What clients that know the former table send; what is stored from that time is the same.
  const former = { emoji_name: 'smile', emoji_code: '1f642', reaction_type: 'unicode_emoji' };
  await world.owner.ok.post(at, former);
  await world.member.ok.post(at, { ...former, emoji_name: 'slight_smile' });
  expect((await fetchOne(world.owner, message))['reactions']).toMatchObject([former, former]);
  await world.member2.ok.post(at, { emoji_name: 'smile' });
  expect((await fetchOne(world.owner, message))['reactions']).toMatchObject([former, former, { emoji_code: '1f604' }]);
  await world.owner.ok.delete(at, { emoji_name: 'smile' });
  await world.member.ok.delete(at, { ...former, emoji_name: 'slight_smile' });
  expect((await fetchOne(world.owner, message))['reactions']).toMatchObject([{ emoji_code: '1f604' }]);
});

it('takes 50 reactions of one user to a message, and those of others', async () => {
  const crowded = await say(world.owner, 'general', 'reactions');
  const names = Object.values(emojiDataWire().code_to_names).flatMap(([name]) => name ?? []);
  const react = async (client: Client, name = '') =>
    client.post(`/messages/${crowded}/reactions`, { emoji_name: name });
  for (const name of names.slice(0, 50)) expect((await react(world.member, name)).status).toBe(200);
  expect(await react(world.member, names[50])).toMatchObject({
    status: 400,
    body: { code: 'BAD_REQUEST', msg: 'A user can add at most 50 reactions to a message.' },
  });
  expect((await react(world.member2, names[50])).status).toBe(200);
  await world.member.ok.delete(`/messages/${crowded}/reactions`, { emoji_name: names[0] });
  expect((await react(world.member, names[50])).status).toBe(200);
});
