/**
 * Waiting time of other clients during an expensive request: the longest turn of the event loop, in processor time of its thread, while someone
 * registers who never read, a channel is marked as read, a topic of thousands moves, everyone is unsubscribed, and long messages of
 * one letter are searched.
 */
import { insertMessage } from '../../domain/messages/rows.ts';
import { buildSearchIndex } from '../../domain/messages/search/search-build.ts';
import { startServer } from '../../start.ts';
import type { Storage } from '../../storage/database.ts';
import { ClientThread } from './client-thread.ts';
import { buildOrganization } from './organization.ts';
import type { BenchLine } from './report.ts';
import { fillCorpus } from './search-corpus.ts';
import { isLong, withFolder } from './targets.ts';
import { longestTurn } from './turns.ts';

const size = isLong ? { messages: 150_000, people: 50 } : { messages: 20_000, people: 20 };
const moved = 4000;
const longMessages = isLong ? 800 : 200;
const readGoal = 20;
/** What others may wait for any search, in milliseconds. */
const searchGoal = 50;
const writeGoal = 100;

/** Messages of the greatest length, of one letter. @returns their ids */
async function fillLong(storage: Storage, senderId: number, channelId: number): Promise<number[]> {
  const text = '一'.repeat(10_000);
  const ids: number[] = [];
  for (let count = 0; count < longMessages; count += 1)
    await storage.transaction((tx) => {
      const sql = 'SELECT recipient_id AS id FROM streams WHERE id = ?';
      const { id } = insertMessage(tx, {
        sender_id: senderId,
        recipient_id: tx.get<{ id: number }>(sql, channelId)?.id ?? 0,
        stream_id: channelId,
        topic: 'long',
        timestamp: 1,
        client: 'bench',
        content: text,
        rendered_content: `<p>${text}</p>`,
        is_me_message: 0,
        has_link: 0,
        has_image: 0,
        has_attachment: 0,
      });
      ids.push(id);
    });
  return ids;
}

interface Person {
  id: number;
  authorization: string;
}

async function fill(storage: Storage): Promise<{ channelId: number; name: string; first: number }> {
  return storage.transaction((tx) => {
    const { id: channelId = 0, name = '' } =
      tx.get<{ id: number; name: string }>(
        'SELECT id, name FROM streams WHERE id = (SELECT stream_id FROM messages WHERE stream_id IS NOT NULL GROUP BY 1 ORDER BY count(*) DESC LIMIT 1)',
      ) ?? {};
    tx.run(
      "UPDATE messages SET topic = 'Big', topic_key = 'big' WHERE id IN (SELECT id FROM messages WHERE stream_id = ? ORDER BY id DESC LIMIT ?)",
      channelId,
      moved,
    );
    tx.run(
      `INSERT OR IGNORE INTO message_flags (user_id, message_id, flags) SELECT s.user_id, m.id, 1 FROM messages m
       JOIN subscriptions s ON s.stream_id = m.stream_id AND s.active = 1 WHERE m.stream_id = ? AND m.topic_key = 'big'`,
      channelId,
    );
    const sql = "SELECT min(id) AS id FROM messages WHERE stream_id = ? AND topic_key = 'big'";
    return { channelId, name, first: tx.get<{ id: number }>(sql, channelId)?.id ?? 0 };
  });
}

export async function benchBounded(): Promise<BenchLine[]> {
  return withFolder(async (dataDir) => {
    const { authorizations } = await buildOrganization(dataDir, { people: size.people, channels: 20 });
    await fillCorpus(dataDir, size.messages);
    const server = await startServer({ dataDir, host: '127.0.0.1', port: 0, logLevel: 'silent' });
    const { storage } = server.services;
    const client = new ClientThread();
    // What the server does on its own after a start is over.
    await buildSearchIndex(server.services, new AbortController().signal);
    const ids = await storage.read((db) => db.all<{ id: number }>('SELECT id FROM users WHERE is_bot = 0 ORDER BY id'));
    const people = ids.map(({ id }, index): Person => ({ id, authorization: authorizations[index] ?? '' }));
    const [owner, unreader] = people as [Person, Person];
    const place = await fill(storage);
    const ask = async (person: Person, method: string, path: string, form: Record<string, string> = {}) => {
      const fields = new URLSearchParams(form).toString();
      const inQuery = method === 'DELETE' || method === 'GET';
      await client.ask(`${server.url}/api/v1${path}${inQuery ? `?${fields}` : ''}`, {
        method,
        headers: { authorization: person.authorization, 'content-type': 'application/x-www-form-urlencoded' },
        ...(!inQuery && { body: fields }),
      });
    };
    const register = async (): Promise<void> => ask(unreader, 'POST', '/register');
    const move = async (form: Record<string, string>): Promise<void> =>
      ask(owner, 'PATCH', `/messages/${place.first}`, { ...form, propagate_mode: 'change_all' });
    const [{ id: other, name: otherName }] = (await storage.read((db) =>
      db.all('SELECT id, name FROM streams WHERE id <> ? ORDER BY id LIMIT 1', place.channelId),
    )) as [{ id: number; name: string }];
    await ask(owner, 'POST', '/users/me/subscriptions', { subscriptions: JSON.stringify([{ name: 'lonely' }]) });
    const [{ id: lonelyId }] = (await storage.read((db) => db.all("SELECT id FROM streams WHERE name = 'lonely'"))) as [
      { id: number },
    ];
    const unreadIds = await storage.read((db) =>
      db.all<{ id: number }>(
        `SELECT f.message_id AS id FROM message_flags f JOIN messages m ON m.id = f.message_id
         WHERE f.user_id = ? AND f.flags & 1 AND m.stream_id IS NOT NULL ORDER BY 1 LIMIT 10000`,
        unreader.id,
      ),
    );
    const ofMany = { messages: JSON.stringify(unreadIds.map(({ id }) => id)), op: 'add', flag: 'read' };
    const narrow = JSON.stringify([['channel', place.channelId]]);
    const longIds = await fillLong(storage, owner.id, place.channelId);
    const search = async (text: string): Promise<void> =>
      ask(owner, 'GET', '/messages', {
        anchor: 'newest',
        num_before: '100',
        num_after: '0',
        narrow: JSON.stringify([['search', text]]),
      });
    const works: [string, number, () => Promise<unknown>][] = [
      ['registering once, of one who never read', readGoal, register],
      ['24 registrations at once', readGoal, async () => Promise.all(Array.from({ length: 24 }, register))],
      [
        'marking 5,000 of a narrow',
        writeGoal,
        async () =>
          ask(unreader, 'POST', '/messages/flags/narrow', {
            anchor: 'oldest',
            num_before: '0',
            num_after: '5000',
            narrow,
            op: 'add',
            flag: 'read',
          }),
      ],
      ['marking 10,000 messages by their ids', writeGoal, async () => ask(unreader, 'POST', '/messages/flags', ofMany)],
      [`renaming a topic of ${moved}`, writeGoal, async () => move({ topic: 'Bigger' })],
      [`moving it to another channel`, writeGoal, async () => move({ stream_id: String(other) })],
      [`moving it back`, writeGoal, async () => move({ stream_id: String(place.channelId) })],
      ['moving it where nobody else is', writeGoal, async () => move({ stream_id: String(lonelyId) })],
      [
        'marking the channel as read',
        writeGoal,
        async () => ask(unreader, 'POST', '/mark_stream_as_read', { stream_id: String(place.channelId) }),
      ],
      [
        'unsubscribing everybody',
        writeGoal,
        async () =>
          ask(owner, 'DELETE', '/users/me/subscriptions', {
            subscriptions: JSON.stringify([place.name]),
            principals: JSON.stringify(people.map(({ id }) => id)),
          }),
      ],
      [
        "leaving by a change of one's own list",
        writeGoal,
        async () => ask(unreader, 'PATCH', '/users/me/subscriptions', { delete: JSON.stringify([otherName]) }),
      ],
      [`searching one letter in ${longMessages} messages of it`, searchGoal, async () => search('一')],
      ['searching a phrase that is not in them', searchGoal, async () => search('"一一一一二"')],
      [
        'eight such searches at once',
        searchGoal,
        async () => Promise.all(Array.from({ length: 8 }, () => search('一'))),
      ],
      [
        'matching them with 100 terms',
        searchGoal,
        async () =>
          ask(owner, 'GET', '/messages/matches_narrow', {
            msg_ids: JSON.stringify(longIds),
            narrow: JSON.stringify(Array.from({ length: 100 }, () => ['search', '一'])),
          }),
      ],
      ['marking everything as read', writeGoal, async () => ask(unreader, 'POST', '/mark_all_as_read')],
    ];
    await ask(owner, 'POST', '/register');
    const lines: BenchLine[] = [];
    for (const [name, goal, work] of works) {
      const value = await longestTurn(work);
      lines.push({
        name: `bounded: ${name} (${size.messages} messages, ${size.people} people): longest turn`,
        value,
        unit: 'ms',
        reference: null,
        ratio: null,
        goal: `under ${goal} ms`,
        holds: value < goal,
      });
    }
    await client.end();
    await server.stop();
    return lines;
  });
}
