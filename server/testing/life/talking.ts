/** Life around messages: reactions, typing, polls, reports, files, and what is read in ranges. */
import type { Act, Life } from './life.ts';

export async function ofTalking(life: Life, index: number): Promise<Act[]> {
  const { owner } = life.world;
  const person = life.pick(life.people);
  const message = await life.one('SELECT id FROM messages ORDER BY id DESC LIMIT 12');
  const [writer, own] = await life.own('SELECT id, sender_id AS owner FROM messages ORDER BY id DESC LIMIT 12');
  const [reacting, reaction] = await life.own<string>(
    "SELECT message_id || ' ' || emoji_name AS id, user_id AS owner FROM reactions",
  );
  const [reacted, given] = String(reaction).split(' ');
  const channel = await life.one('SELECT id FROM streams WHERE is_archived = 0');
  const op = life.pick(['start', 'stop']);
  const emoji = { emoji_name: life.pick(['tada', 'smile']) };
  const topic = life.pick(['a', 'A', 'b']);
  return [
    () => person.post(`/messages/${message}/reactions`, emoji),
    () => reacting.delete(`/messages/${reacted}/reactions`, { emoji_name: given }),
    () => person.post('/typing', { type: 'direct', op, to: [life.pick(life.people).userId] }),
    () => person.post('/typing', { type: 'channel', op, stream_id: channel, topic }),
    () => writer.post(`/messages/${own}/typing`, { op }),
    () => writer.post('/messages/flags', { messages: [own], op: life.pick(['add', 'remove']), flag: 'starred' }),
    () => writer.post('/submessage', { message_id: own, msg_type: 'widget', content: poll }),
    () => person.post(`/messages/${message}/report`, { report_type: 'spam', description: `${index}` }),
    () => writer.patch(`/messages/${own}`, { content: `/poll ${index}` }),
    () => owner.post('/realm/test_welcome_bot_custom_message', { welcome_message_custom_text: `Welcome ${index}` }),
  ];
}

const poll = JSON.stringify({ widget_type: 'poll', extra_data: { question: 'When?', options: ['Now'] } });

export async function ofReading(life: Life, index: number): Promise<Act[]> {
  const person = life.pick(life.people);
  const channel = await life.one('SELECT id FROM streams WHERE is_archived = 0');
  const topic = life.pick(['a', 'A', 'b']);
  const flags = {
    anchor: 'newest',
    num_before: life.random(9),
    num_after: 0,
    op: life.pick(['add', 'remove']),
    flag: life.pick(['read', 'starred', 'collapsed']),
  };
  const narrow = [
    { operator: 'channel', operand: channel },
    { operator: 'topic', operand: topic },
  ];
  const names = await life.world.db<{ name: string }>('SELECT name FROM streams WHERE id = ?', channel);
  const name = names[0]?.name ?? `none ${index}`;
  return [
    () => person.post('/messages/flags/narrow', { ...flags, narrow: life.coin() ? narrow : [] }),
    () => person.post('/messages/flags/narrow', { ...flags, narrow }),
    () => person.post('/mark_topic_as_read', { stream_id: channel, topic_name: topic }),
    () => person.patch('/users/me/subscriptions/muted_topics', { stream_id: channel, topic, op: 'add' }),
    () => person.patch('/users/me/subscriptions/muted_topics', { stream_id: channel, topic, op: 'remove' }),
    () => person.patch('/users/me/subscriptions', { add: [{ name }], delete: [] }),
    () => person.patch('/users/me/subscriptions', { add: [], delete: [name] }),
  ];
}

export async function ofFiles(life: Life, index: number): Promise<Act[]> {
  const { world } = life;
  const person = life.pick(life.people);
  const [uploader, own] = await life.own('SELECT id, owner_id AS owner FROM attachments');
  const any = await life.one('SELECT id FROM attachments');
  const channel = await life.one('SELECT id FROM streams WHERE is_archived = 0');
  const upload = () => person.upload('/user_uploads', { name: `note${index}.txt`, content: `note ${index}` });
  const share = async () => {
    const { body } = await upload();
    const content = `[note](${String(body['url'])}) @**|${life.pick(life.people).userId}**`;
    return person.post('/messages', { type: 'channel', to: channel, topic: 'a', content });
  };
  return [
    upload,
    share,
    () => uploader.delete(`/attachments/${own}`),
    () => world.owner.delete(`/console/uploads/${any}`),
  ];
}
