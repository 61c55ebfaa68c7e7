/** Life of channels: made, changed, archived, joined and left, sorted into folders; and of topics' policies. */
import type { Act, Life } from './life.ts';

const permissions = [
  'can_subscribe_group',
  'can_administer_channel_group',
  'can_send_message_group',
  'can_add_subscribers_group',
];

/** Who may do a thing: a group, or people and a group. @param groups ids. */
function holders(life: Life, groups: readonly number[]): unknown {
  if (life.coin()) return life.pick(groups);
  const direct_members = [life.pick(life.people).userId, life.pick(life.people).userId];
  return { direct_members, direct_subgroups: [life.pick(groups)] };
}

export async function ofChannels(life: Life, index: number): Promise<Act[]> {
  const { world } = life;
  const person = life.pick(life.people);
  const { id, name } = life.pick(await world.db<{ id: number; name: string }>('SELECT id, name FROM streams'));
  const some = () => [life.pick(life.people).userId, life.pick(life.people).userId];
  const path = '/users/me/subscriptions';
  const groups = await groupIds(life);
  return [
    () =>
      person.post('/channels/create', {
        name: `law ${index}`,
        subscribers: some(),
        invite_only: life.coin(),
        can_subscribe_group: holders(life, groups),
      }),
    () => person.post(path, { subscriptions: [{ name }, { name: `law by joining ${index}` }] }),
    () => person.post(path, { subscriptions: [{ name }], principals: some() }),
    () => person.delete(path, { subscriptions: [name] }),
    () => person.delete(path, { subscriptions: [name], principals: some() }),
    () => person.patch(`/streams/${id}`, { description: `**${index}**`, new_name: `law ${id} ${index}` }),
    () => person.patch(`/streams/${id}`, { is_private: life.coin() }),
    () => person.patch(`/streams/${id}`, { is_private: true, history_public_to_subscribers: life.coin() }),
    () => person.patch(`/streams/${id}`, { [life.pick(permissions)]: { new: holders(life, groups) } }),
    () => person.delete(`/streams/${id}`),
    () => person.patch(`/streams/${id}`, { is_archived: false }),
    () => person.post('/default_streams', { stream_id: id }),
    () => person.delete('/default_streams', { stream_id: id }),
    () => world.owner.delete('/default_streams', { stream_id: id }),
    () =>
      person.post(`${path}/properties`, {
        subscription_data: [
          { stream_id: id, property: 'is_muted', value: life.coin() },
          { stream_id: id, property: 'color', value: '#ABCDEF' },
        ],
      }),
    () => person.patch(`/users/${life.pick(life.people.slice(2)).userId}`, { role: life.pick([200, 300, 400, 600]) }),
  ];
}

export async function ofTopicsAndFolders(life: Life, index: number): Promise<Act[]> {
  const { world } = life;
  const person = life.pick(life.people);
  const id = await life.one('SELECT id FROM streams');
  const folders = await world.db<{ id: number }>('SELECT id FROM channel_folders');
  const folder = folders.length === 0 ? 1 : life.pick(folders).id;
  const change = life.coin() ? { add: [life.pick(life.people).userId] } : { delete: [life.pick(life.people).userId] };
  const group = life.pick(await groupIds(life));
  return [
    () =>
      person.patch(`/streams/${id}`, {
        topics_policy: 'allow_empty_topic',
        message_retention_days: 5,
        folder_id: folders.length === 0 ? null : life.pick(folders).id,
      }),
    () =>
      person.post('/user_topics', {
        stream_id: id,
        topic: life.pick(['a', 'A', 'b', '']),
        visibility_policy: life.random(4),
      }),
    () => person.post('/channel_folders/create', { name: `law ${index}`, description: '' }),
    () => person.patch('/channel_folders', { order: folders.map((one) => one.id).toReversed() }),
    () => person.patch(`/channel_folders/${folder}`, { description: `*${index}*`, is_archived: life.random(3) === 0 }),
    () => world.owner.patch(`/channel_folders/${folder}`, { name: `law of ${index}` }),
    () => person.post(`/user_groups/${group}/members`, change),
    () => person.post(`/user_groups/${group}/members`, change),
  ];
}

/** Groups that channels name: the team thrice as often as a role. */
async function groupIds({ world }: Life): Promise<number[]> {
  const rows = await world.db<{ id: number; name: string }>('SELECT id, name FROM user_groups');
  const teams = rows.filter(({ name }) => name.startsWith('team')).map(({ id }) => id);
  const roles = rows.filter(({ name }) => /^role:(?!internet|everyone)/.test(name)).map(({ id }) => id);
  return [...teams, ...teams, ...teams, ...roles];
}
