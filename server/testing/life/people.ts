/** Life of accounts, bots and groups. */
import { dotPicture } from '../dot-picture.ts';
import type { Act, Life } from './life.ts';

export async function ofPeople(life: Life, index: number): Promise<Act[]> {
  const { owner } = life.world;
  const person = life.pick(life.people);
  const extra = life.pick(life.extras);
  const field = await life.one('SELECT id FROM profile_fields WHERE field_type <> 6');
  return [
    () => person.patch('/settings', { full_name: `Person ${index}` }),
    () => person.patch('/settings', { email_address_visibility: 1 + life.random(5) }),
    () => person.patch('/settings', { timezone: life.pick(['Europe/Rome', 'Asia/Tokyo']) }),
    () => owner.patch(`/users/${life.pick(life.everybody.slice(2)).userId}`, { role: life.pick([200, 400, 600]) }),
    () => owner.delete(`/users/${extra.userId}`),
    () => owner.post(`/users/${extra.userId}/reactivate`),
    () => person.patch('/users/me/profile_data', { data: [{ id: field, value: life.pick(['', `**${index}**`]) }] }),
    () =>
      person.post('/users/me/status', { status_text: life.pick(['', 'busy']), emoji_name: life.pick(['', 'tada']) }),
    () => person.upload('/users/me/avatar', { name: 'dot.png', content: dotPicture }),
    () => person.delete('/users/me/avatar'),
    () => owner.post('/users', { email: `n${index}@example.com`, password: 'a good password', full_name: 'New' }),
  ];
}

export async function ofBots(life: Life, index: number): Promise<Act[]> {
  const { owner, bot } = life.world;
  const person = life.pick(life.people);
  const some = await life.one('SELECT id FROM users WHERE is_bot = 1 AND bot_owner_id IS NOT NULL');
  return [
    () => person.post('/bots', { full_name: `Bot ${index}`, short_name: `b${index}` }),
    () => owner.patch(`/bots/${bot.userId}`, { bot_owner_id: life.pick(life.people).userId }),
    () => owner.patch(`/bots/${some}`, { full_name: `Robot ${index}`, default_all_public_streams: life.coin() }),
    () => owner.post(`/bots/${some}/api_key/regenerate`),
    () => owner.delete(`/bots/${some}`),
    () => owner.post(`/users/${some}/reactivate`),
  ];
}

export async function ofGroups(life: Life, index: number): Promise<Act[]> {
  const { owner } = life.world;
  const person = life.pick([owner, ...life.people]);
  const id = await life.one('SELECT id FROM user_groups WHERE is_system_group = 0');
  const other = await life.one('SELECT id FROM user_groups');
  const one = life.pick(life.everybody).userId;
  const holders = { direct_members: [one, life.pick(life.extras).userId], direct_subgroups: [] };
  return [
    () => person.post('/user_groups/create', { name: `team ${index}`, description: '', members: [one] }),
    () => person.patch(`/user_groups/${id}`, { name: `team of ${index}` }),
    () => person.patch(`/user_groups/${id}`, { can_mention_group: { new: holders } }),
    () => owner.post(`/user_groups/${id}/members`, life.coin() ? { add: [one] } : { delete: [one] }),
    () => owner.post(`/user_groups/${id}/members`, life.coin() ? { add: [one] } : { delete: [one] }),
    () => owner.post(`/user_groups/${id}/subgroups`, life.coin() ? { add: [other] } : { delete: [other] }),
    () => owner.post(`/user_groups/${id}/deactivate`),
    () => owner.patch(`/user_groups/${id}`, { deactivated: false }),
  ];
}
