/** Life of messages: written, edited, moved, deleted, read, starred. */
import type { Act, Life } from './life.ts';

/** Texts that call people, groups, everyone, or no one. */
export function content(life: Life, index: number): string {
  const calls = ['', `@**|${life.pick(life.people).userId}**`, '@**all**', '@**topic**', '@*team*', 'hearth'];
  return `${index} ${life.pick(calls)}`;
}

export async function ofMessages(life: Life, index: number): Promise<Act[]> {
  const { world } = life;
  const { owner } = world;
  const person = life.pick(life.people);
  const channel = await life.one('SELECT id FROM streams WHERE is_archived = 0');
  const [{ name = '' } = {}] = await world.db<{ name: string }>('SELECT name FROM streams WHERE id = ?', channel);
  const topic = life.pick(['a', 'A', 'b', '']);
  const message = await life.one('SELECT id FROM messages ORDER BY id DESC LIMIT 12');
  const path = `/messages/${message}`;
  const send = () => person.post('/messages', { type: 'channel', to: channel, topic, content: content(life, index) });
  const direct = () => {
    const to = life.coin() ? [life.pick(life.people).userId] : life.people.slice(0, 3).map((each) => each.userId);
    return person.post('/messages', { type: 'direct', to, content: content(life, index) });
  };
  const latest = (await world.db<{ id: number }>('SELECT id FROM messages')).map((row) => row.id).slice(-6);
  return [
    send,
    send,
    direct,
    () => life.pick(life.people).patch(path, { content: content(life, index) }),
    () => owner.patch(path, { topic, propagate_mode: life.pick(['change_one', 'change_later', 'change_all']) }),
    () => owner.patch(path, { stream_id: channel, propagate_mode: life.pick(['change_one', 'change_all']) }),
    () => owner.patch(path, { topic: `✔ ${topic}`, propagate_mode: 'change_all' }),
    () => owner.delete(path),
    () => person.post('/messages/flags', { messages: latest, op: life.pick(['add', 'remove']), flag: 'read' }),
    () => person.post('/messages/flags', { messages: latest, op: life.pick(['add', 'remove']), flag: 'starred' }),
    () => person.post('/mark_all_as_read'),
    () => person.post('/mark_stream_as_read', { stream_id: channel }),
    () => person.delete('/users/me/subscriptions', { subscriptions: [name] }),
    () => person.post('/users/me/subscriptions', { subscriptions: [{ name }] }),
    () => owner.post('/users/me/subscriptions', { subscriptions: [{ name }], principals: [person.userId] }),
    () => owner.post(`/streams/${channel}/delete_topic`, { topic_name: topic }),
  ];
}
