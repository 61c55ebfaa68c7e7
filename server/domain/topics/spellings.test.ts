/** Topics of old data that are spelled in several ways: one topic after the next start, for messages, policies and the search. */
import { afterAll, beforeAll, expect, test } from 'vitest';
import { nameOf, topicKey } from '../../names.ts';
import { makeChannel, say } from '../../testing/scenario.ts';
import { startWorld, type World } from '../../testing/world.ts';
import { respellTopic } from '../messages/rows.ts';

const composed = 'caf\u00e9 bar';
const decomposed = 'Cafe\u0301 bar';
const spaced = 'cafe\u0301  bar';

let world: World;
let channelId: number;
let otherId: number;
let ids: number[];

beforeAll(async () => {
  world = await startWorld();
  channelId = await makeChannel(world.owner, 'old topics', [world.owner, world.member]);
  otherId = await makeChannel(world.owner, 'other topics', [world.owner, world.member]);
});
afterAll(async () => world.stop());

/** Stores messages as a version did that kept spellings. */
async function storeAsSent(id: number, topic: string): Promise<void> {
  await world.server.services.storage.transaction((tx) =>
    tx.run('UPDATE messages SET topic = ?, topic_key = ? WHERE id = ?', topic, topic.toLowerCase(), id),
  );
}

async function storePolicy(userId: number, topic: string, policy: number, at: number): Promise<void> {
  await world.server.services.storage.transaction((tx) =>
    tx.run(
      'INSERT INTO user_topics (user_id, stream_id, topic_key, topic, visibility_policy, last_updated) VALUES (?, ?, ?, ?, ?, ?)',
      userId,
      channelId,
      topic.toLowerCase(),
      topic,
      policy,
      at,
    ),
  );
}

const forgetRule = async (): Promise<unknown> =>
  world.server.services.storage.transaction((tx) =>
    tx.run("DELETE FROM realm_settings WHERE name = 'topic_spelling_rule'"),
  );

async function found(narrow: [string, string | number][]): Promise<number[]> {
  const answer = await world.member.ok.get('/messages', { anchor: 'newest', num_before: 100, num_after: 0, narrow });
  return (answer['messages'] as { id: number }[]).map(({ id }) => id);
}

const topicsOf = async (id: number): Promise<string[]> =>
  ((await world.member.ok.get(`/users/me/${id}/topics`))['topics'] as { name: string }[])
    .map(({ name }) => name)
    .filter((name) => name !== 'channel events');

test('merges spellings of one topic at the first start, also after a stop in the middle', async () => {
  ids = [];
  for (const topic of [composed, decomposed, decomposed, spaced, 'lunch']) {
    const id = await say(world.owner, 'old topics', topic, `about coffee`);
    if (topic !== composed && topic !== 'lunch') await storeAsSent(id, topic);
    ids.push(id);
  }
  const elsewhere = await say(world.owner, 'other topics', decomposed, 'about tea');
  await storeAsSent(elsewhere, decomposed);
  await world.server.services.storage.transaction((tx) => tx.run('DELETE FROM user_topics'));
  await storePolicy(world.owner.userId, composed, 1, 100);
  await storePolicy(world.owner.userId, decomposed, 3, 200);
  await storePolicy(world.member.userId, composed, 1, 300);
  await storePolicy(world.member.userId, spaced, 3, 200);
  expect(await topicsOf(channelId)).toEqual(['lunch', spaced, decomposed, composed]);

  await forgetRule();
  const place = { channelId, topicKey: decomposed.toLowerCase() };
  expect(await world.server.services.storage.transaction((tx) => respellTopic(tx, place, 1))).toBe(true);
  await world.restart();

  expect(await topicsOf(channelId)).toEqual(['lunch', composed]);
  expect(await topicsOf(otherId)).toEqual([nameOf(decomposed)]);
  for (const topic of [composed, decomposed, spaced])
    expect(
      await found([
        ['channel', 'old topics'],
        ['topic', topic],
      ]),
      topic,
    ).toEqual(ids.slice(0, 4));
  expect(await found([['search', 'caf\u00e9']])).toEqual([...ids.slice(0, 4), elsewhere]);
  const policies =
    'SELECT user_id, topic, topic_key, visibility_policy, last_updated FROM user_topics ORDER BY user_id';
  expect(await world.db(policies)).toEqual([
    {
      user_id: world.owner.userId,
      topic: nameOf(decomposed),
      topic_key: composed,
      visibility_policy: 3,
      last_updated: 200,
    },
    { user_id: world.member.userId, topic: composed, topic_key: composed, visibility_policy: 1, last_updated: 300 },
  ]);
});

test('keeps capitals, ids, texts and flags, and rewrites in bounded transactions', async () => {
  const first = await say(world.owner, 'other topics', 'Z\u00fcri', 'a flag stays');
  await storeAsSent(first, 'Zu\u0308ri');
  await world.member.ok.post('/messages/flags', { messages: [first], op: 'add', flag: 'starred' });
  await world.server.services.storage.transaction((tx) =>
    tx.run(
      `WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < 2500)
       INSERT INTO messages (sender_id, recipient_id, stream_id, topic, topic_key, content, own_html, timestamp, client,
         is_me_message, has_link, has_image, has_attachment)
       SELECT sender_id, recipient_id, stream_id, CASE i % 2 WHEN 0 THEN topic ELSE topic_key END, topic_key, 'copy ' || i, '=',
         timestamp, client, 0, 0, 0, 0 FROM messages, n WHERE id = ?`,
      first,
    ),
  );
  await forgetRule();
  await world.restart();
  const rows = await world.db<{ topic: string; topic_key: string; count: number }>(
    'SELECT topic, topic_key, count(*) AS count FROM messages WHERE id >= ? GROUP BY 1, 2 ORDER BY 1',
    first,
  );
  expect(rows).toEqual([
    { topic: 'Z\u00fcri', topic_key: 'z\u00fcri', count: 1251 },
    { topic: 'z\u00fcri', topic_key: 'z\u00fcri', count: 1250 },
  ]);
  expect(await found([['is', 'starred']])).toEqual([first]);
  const [message] = (await world.member.ok.get('/messages', { message_ids: [first] }))['messages'] as object[];
  expect(message).toMatchObject({ subject: 'Z\u00fcri', content: '<p>a flag stays</p>' });
});

test('a scheduled message of old data is sent to the topic as it is spelled today', async () => {
  const deliverAt = Math.floor(world.clock.nowMs / 1000) + 600;
  const { scheduled_message_id: scheduledId } = await world.owner.ok.post('/scheduled_messages', {
    type: 'channel',
    to: channelId,
    topic: composed,
    content: 'coffee at noon',
    scheduled_delivery_timestamp: deliverAt,
  });
  await world.server.services.storage.transaction((tx) =>
    tx.run('UPDATE scheduled_messages SET topic = ? WHERE id = ?', spaced, Number(scheduledId)),
  );
  world.clock.advance(700_000);
  world.server.services.wake.scheduledMessages();
  await world.server.workers.scheduledMessages.settled();
  const [sent] = await world.db<{ topic: string }>("SELECT topic FROM messages WHERE content = 'coffee at noon'");
  expect(sent?.topic).toBe(composed);
});

test('a key of a topic is its own key, whatever its letters and however they are composed', () => {
  const wrong: string[] = [];
  for (let code = 0; code < 0x2fa20; code += 1) {
    if (code >= 0xd800 && code <= 0xdfff) continue;
    const letter = String.fromCodePoint(code);
    const word = `a${letter}b`;
    const key = topicKey(word);
    if (topicKey(key) !== key || topicKey(word.normalize('NFD')) !== key || topicKey(nameOf(word)) !== key)
      wrong.push(code.toString(16));
  }
  expect(wrong).toEqual([]);
  expect(topicKey('J\u030cava')).toBe(topicKey('\u01f0ava'));
});
