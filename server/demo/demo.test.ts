/** The demo: the same every time, whole, put back by a reset, never laid over anything else, and good data for clients. */
import { spawn } from 'node:child_process';
import { cp, mkdtemp, readdir, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { demo } from '../cli/demo.ts';
import { daySecs } from '../durations.ts';
import { startServer, type RunningServer } from '../start.ts';
import { openStorage } from '../storage/database.ts';
import { Client } from '../testing/client.ts';
import { cheapHashing, copyDemo } from '../testing/demo-folder.ts';
import { programArgs } from '../testing/program.ts';
import { buildDemo } from './build.ts';
import { defaultLastDay } from './calendar.ts';
import { apiKeyOf, cast, demoPassword, emailOf, keys, type PersonKey } from './cast.ts';
import { lookAt, writeMark } from './folder.ts';
import { messageCount } from './small-office.ts';

let root = '';
let folder = '';

beforeAll(async () => {
  root = await mkdtemp(join(tmpdir(), 'hearth-demo-'));
  folder = join(root, 'demo');
  await copyDemo('small-office', folder);
});

afterAll(async () => rm(root, { recursive: true, force: true }));

async function rows<T = { n: number }>(sql: string, dataDir = folder): Promise<T[]> {
  const storage = await openStorage({ dataDir });
  try {
    return await storage.read((db) => db.all<T>(sql));
  } finally {
    await storage.close();
  }
}

/** Every row of every table, and the names and sizes of the files beside them; the search index is made in the background, and left out. */
async function dump(dataDir: string): Promise<string> {
  const storage = await openStorage({ dataDir });
  try {
    const parts = await storage.read((db) => {
      const tables = db.all<{ name: string }>(
        "SELECT name FROM sqlite_schema WHERE type = 'table' AND name NOT LIKE 'search%' ORDER BY name",
      );
      return tables.map(
        ({ name }) =>
          `${name}\n${db
            .all(`SELECT * FROM "${name}"`)
            .map((row) => JSON.stringify(row))
            .join('\n')}`,
      );
    });
    const files = await readdir(join(dataDir, 'uploads'), { recursive: true });
    return [...parts, ...files.toSorted()].join('\n\n');
  } finally {
    await storage.close();
  }
}

async function count(what: string, dataDir = folder): Promise<number> {
  return (await rows(`SELECT count(*) AS n FROM ${what}`, dataDir))[0]?.n ?? 0;
}

/** Those things of which there are fewer than asked for. */
async function fewerThan(least: Record<string, number>): Promise<string[]> {
  const sql = Object.keys(least).map((what, index) => `SELECT ${index} AS place, count(*) AS n FROM ${what}`);
  const counted = await rows<{ place: number; n: number }>(sql.join(' UNION ALL '));
  return Object.keys(least).filter((what, index) => (counted[index]?.n ?? 0) < (least[what] ?? 0));
}

describe('what is built', () => {
  it('has two thousand messages over sixty days, and something of everything', async () => {
    expect(await count('messages')).toBe(messageCount);
    const [span] = await rows<{ days: number }>(
      'SELECT (max(timestamp) - min(timestamp)) / 86400.0 AS days FROM messages',
    );
    expect(span?.days).toBeGreaterThan(58);
    expect(span?.days).toBeLessThan(60);
    expect(await count('streams')).toBe(10);
    const none = ['streams WHERE folder_id IS NULL', 'streams WHERE is_web_public = 1'];
    expect(await fewerThan(Object.fromEntries(none.map((what) => [what, 1])))).toEqual(none);
    const least = {
      'streams WHERE invite_only = 1': 1,
      'streams WHERE is_archived = 1': 1,
      'streams WHERE is_default = 1': 3,
      reactions: 300,
      attachments: 20,
      drafts: 5,
      scheduled_messages: 5,
      invitations: 5,
      linkifiers: 3,
      realm_emoji: 3,
      submessages: 10,
      user_topics: 20,
      alert_words: 5,
      saved_snippets: 5,
      profile_values: 60,
      user_status: 8,
      presence: 10,
      presence_stretches: 200,
      navigation_views: 2,
      muted_users: 1,
      'messages WHERE last_edit_timestamp IS NOT NULL': 5,
      'messages WHERE last_moved_timestamp IS NOT NULL': 3,
      "messages WHERE substr(topic, 1, 2) = '✔ '": 50,
      'messages WHERE is_me_message = 1': 3,
      'messages WHERE stream_id IS NULL': 100,
      "recipients WHERE user_ids LIKE '%,%,%'": 3,
      'message_flags WHERE flags & 2': 20,
      'message_flags WHERE flags & 8': 20,
      'message_flags WHERE flags & 64': 20,
    };
    expect(await fewerThan(least)).toEqual([]);
  });

  it('has people of every role, two bots, and someone who left', async () => {
    const roles = await rows<{ role: number }>('SELECT DISTINCT role FROM users WHERE is_bot = 0 ORDER BY role');
    expect(roles.map(({ role }) => role)).toEqual([100, 200, 300, 400, 600]);
    expect(await count('users WHERE is_bot = 0 AND is_active = 1')).toBe(12);
    expect(await count('users WHERE is_active = 0')).toBe(1);
    const bots = await rows<{ bot_type: number }>(
      'SELECT bot_type FROM users WHERE is_bot = 1 AND is_system_bot = 0 ORDER BY id',
    );
    expect(bots.map(({ bot_type }) => bot_type)).toEqual([1, 3]);
    const stored = await rows<{ delivery_email: string; api_key: string }>(
      'SELECT delivery_email, api_key FROM users WHERE is_bot = 0 ORDER BY id',
    );
    expect(stored).toEqual(keys.map((key) => ({ delivery_email: emailOf(key), api_key: apiKeyOf(key) })));
  });

  it('leaves everyone with unread messages of their own, and some with none', async () => {
    const unread = await rows(
      'SELECT count(f.message_id) AS n FROM users u LEFT JOIN message_flags f ON f.user_id = u.id AND f.flags & 1 WHERE u.is_bot = 0 AND u.is_active = 1 GROUP BY u.id',
    );
    const counts = unread.map(({ n }) => n);
    expect(Math.min(...counts)).toBe(0);
    expect(new Set(counts).size).toBeGreaterThan(8);
  });

  it('has an audit log of what its people did, each at the time of it', async () => {
    const log = await rows<{ at: number; via: string; who: string | null; what: string; subject: string }>(
      "SELECT at, via, user_name AS who, kind || ' ' || action AS what, subject FROM audit_log ORDER BY id",
    );
    expect(log[0]).toMatchObject({ via: 'server', what: 'organization created' });
    expect(log.filter(({ via }) => via === 'server').map(({ what }) => what)).toEqual(['organization created']);
    for (const what of ['user created', 'user deactivated', 'channel created', 'bot created', 'linkifier created'])
      expect(log.map((entry) => entry.what)).toContain(what);
    expect(log.find(({ what }) => what === 'emoji created')?.who).toBe(cast.yuki.name);
    const times = log.map(({ at }) => at);
    expect(times).toEqual(times.toSorted((a, b) => a - b));
    expect(new Set(times.map((at) => Math.floor(at / daySecs))).size).toBeGreaterThan(1);
  });

  it('repeats no longer text often, and leaves no place for a value empty', async () => {
    const often = await rows<{ content: string; n: number }>(
      'SELECT content, count(*) AS n FROM messages WHERE sender_id NOT IN (SELECT id FROM users WHERE is_bot = 1) AND length(content) > 20 GROUP BY content HAVING n > 5',
    );
    expect(often).toEqual([]);
    expect(
      await rows(
        "SELECT content FROM messages WHERE content GLOB '*{[a-z]*}*' AND content NOT LIKE '%`%' AND content NOT LIKE '%$$%'",
      ),
    ).toEqual([]);
    expect(
      await rows("SELECT content FROM messages WHERE content LIKE '% || %' OR content LIKE '%undefined%'"),
    ).toEqual([]);
  });

  it('has nothing that is due within years, so that no demo sends it on its own', async () => {
    const end = Date.parse(`${defaultLastDay}T00:00:00Z`) / 1000;
    expect(await count(`scheduled_messages WHERE scheduled_delivery_timestamp < ${end + 4 * 365 * 86_400}`)).toBe(0);
  });
});

describe('its folder', () => {
  it('is put back as it was, to the last row and file', async () => {
    const before = await dump(folder);
    expect(before.length).toBeGreaterThan(500_000);
    const dataDir = join(root, 'reset');
    await cp(folder, dataDir, { recursive: true });
    const storage = await openStorage({ dataDir });
    await storage.transaction((tx) => tx.run('DELETE FROM reactions'));
    await storage.close();
    await writeFile(join(dataDir, 'uploads', 'note.txt'), 'mine');
    expect(await dump(dataDir)).not.toBe(before);
    await buildDemo(dataDir, defaultLastDay, { passwordCost: cheapHashing });
    expect(await dump(dataDir)).toBe(before);
  });

  it('is refused when it holds something else, and nothing in it is touched', async () => {
    const dataDir = join(root, 'real');
    const server = await startServer({ dataDir, port: 0, host: '127.0.0.1', logLevel: 'silent' });
    await server.stop();
    const before = await readdir(dataDir);
    await expect(buildDemo(dataDir, defaultLastDay, { passwordCost: cheapHashing })).rejects.toThrow(
      /holds something that is not the demo; nothing was changed/,
    );
    expect(await readdir(dataDir)).toEqual(before);
    expect(await lookAt(dataDir)).toEqual({ kind: 'foreign' });
  });

  it('is refused while a server runs on it', async () => {
    const dataDir = join(root, 'busy');
    await cp(folder, dataDir, { recursive: true });
    const server = await startServer({ dataDir, port: 0, host: '127.0.0.1', logLevel: 'silent' });
    try {
      await expect(buildDemo(dataDir, defaultLastDay, { passwordCost: cheapHashing })).rejects.toThrow(
        /in use by process/,
      );
    } finally {
      await server.stop();
    }
    expect(await count('messages', dataDir)).toBe(messageCount);
  });

  it('is built again when a build was cut off, and can end on another day', async () => {
    expect(await lookAt(folder)).toEqual({
      kind: 'demo',
      mark: { lastDay: defaultLastDay, scenario: 'small-office', language: 'en', isFinished: true },
    });
    const dataDir = await mkdtemp(join(root, 'cut-off-'));
    await writeMark(dataDir, { lastDay: defaultLastDay, scenario: 'small-office', language: 'en', isFinished: false });
    const { output, end } = await runCommand(dataDir, '--date', '2027-03-14');
    await end();
    expect(output()).toContain('Small office, until 2027-03-14');
    expect(await lookAt(dataDir)).toEqual({
      kind: 'demo',
      mark: { lastDay: '2027-03-14', isDated: true, scenario: 'small-office', language: 'en', isFinished: true },
    });
    const [last] = await rows<{ day: string; n: number }>(
      "SELECT date(max(timestamp), 'unixepoch') AS day, count(*) AS n FROM messages",
      dataDir,
    );
    // A Sunday: the last day counts as a Friday, so that the data are the same whatever it is.
    expect(last).toEqual({ day: '2027-03-14', n: messageCount });
  });
});

/** The command line itself, on a free port, until it says that it is listening. */
async function runCommand(
  dataDir: string,
  ...args: string[]
): Promise<{ output: () => string; end: () => Promise<number | null> }> {
  const command = [...programArgs, 'demo', '--data-dir', dataDir, '--port', '0', ...args];
  const child = spawn(process.execPath, command, { stdio: ['ignore', 'pipe', 'pipe'] });
  let text = '';
  for (const stream of [child.stdout, child.stderr]) stream.on('data', (chunk: Buffer) => (text += chunk.toString()));
  const exited = new Promise<number | null>((resolve) => {
    child.once('close', (code) => resolve(code));
  });
  await new Promise<void>((resolve) => {
    child.stdout.on('data', () => {
      if (text.includes('listening on')) resolve();
    });
    void exited.then(() => resolve());
  });
  const end = async (): Promise<number | null> => {
    child.kill('SIGTERM');
    return exited;
  };
  return { output: () => text, end };
}

describe('the command', () => {
  it('says how to sign in, and what it says works', async () => {
    const { output, end } = await runCommand(folder);
    const [, user = '', url = ''] = /curl -u (\S+) (\S+)/.exec(output()) ?? [];
    const response = await fetch(url, { headers: { Authorization: `Basic ${Buffer.from(user).toString('base64')}` } });
    expect(await response.json()).toMatchObject({ result: 'success', full_name: cast.amara.name });
    const base = url.replace('/users/me', '');
    const signIn = await fetch(`${base}/fetch_api_key`, {
      method: 'POST',
      body: new URLSearchParams({ username: emailOf('amara'), password: demoPassword }),
    });
    expect(await signIn.json()).toMatchObject({ result: 'success', api_key: apiKeyOf('amara') });
    expect(await end()).toBe(0);
  });

  it.each([
    [{ date: '2027-01-01' }, /--date needs --reset/],
    [{ date: 'tomorrow' }, /--date takes a day/],
    [{ scenario: 'moon' }, /--scenario takes one of small-office, empty, busy-week, edge-cases/],
    [{ scenario: 'empty' }, /--scenario needs --reset/],
    [{ language: 'tlh' }, /--language takes one of en/],
  ])('refuses %j in one line', async (flags, line) => {
    await expect(demo.run({ 'data-dir': folder, port: '0', ...flags }, () => undefined)).rejects.toThrow(line);
  });

  it('refuses to reset a folder that is not a demo', async () => {
    const dataDir = await mkdtemp(join(root, 'letters-'));
    await writeFile(join(dataDir, 'letter.txt'), 'Dear all');
    const reset = demo.run({ 'data-dir': dataDir, port: '0', reset: true }, () => undefined);
    await expect(reset).rejects.toThrow(/holds something that is not the demo/);
    expect(await readdir(dataDir)).toEqual(['letter.txt']);
  });
});

describe('what clients read from it', () => {
  let server: RunningServer;
  const client = (key: PersonKey): Client =>
    new Client(() => server.url, {
      userId: keys.indexOf(key) + 4,
      email: emailOf(key),
      apiKey: apiKeyOf(key),
      name: cast[key].name,
    });

  beforeAll(async () => {
    const nowMs = Date.parse(`${defaultLastDay}T17:00:00Z`);
    server = await startServer({
      dataDir: folder,
      port: 0,
      host: '127.0.0.1',
      logLevel: 'silent',
      clock: () => nowMs,
      passwordCost: cheapHashing,
    });
  });
  afterAll(async () => server.stop());

  /** How many messages of a narrow Priya finds, up to a hundred. */
  const found = async (narrow: object[]): Promise<number> => {
    const body = await client('priya').ok.get('/messages', {
      anchor: 'newest',
      num_before: 100,
      num_after: 0,
      narrow,
    });
    return (body['messages'] as unknown[]).length;
  };

  const paths = [
    '/users',
    '/users/me',
    '/users/me/subscriptions',
    '/streams',
    '/channel_folders',
    '/realm/linkifiers',
    '/realm/emoji',
    '/realm/profile_fields',
    '/realm/presence',
    '/users/me/alert_words',
    '/drafts',
    '/scheduled_messages',
    '/saved_snippets',
    '/attachments',
    '/navigation_views',
    '/server_settings',
    '/reminders',
  ];
  const privileged = ['/invites', '/bots', '/user_groups'];

  it.each(['amara', 'fatima', 'priya', 'sofia'] as const)('%s gets lists that keep the contract', async (key) => {
    const wanted = key === 'amara' ? [...paths, ...privileged] : paths;
    const answers = await Promise.all(wanted.map(async (path) => [path, (await client(key).get(path)).status]));
    expect(answers).toEqual(wanted.map((path) => [path, 200]));
  });

  it.each(['amara', 'sofia', 'noah'] as const)('registers %s with a whole state', async (key) => {
    const { state } = await client(key).register();
    expect(state['realm_users']).toBeDefined();
    expect(state['unread_msgs']).toBeDefined();
  });

  it('remembers each poll with its answer, though no one looked when it came', async () => {
    const queue = await client('priya').register({ event_types: ['message'] });
    await queue.events();
    const polls = server.services.activity
      .after(0, ['request'], 1000)
      .flatMap((entry) => (entry.kind === 'request' && entry.request.route === '/events' ? [entry.request] : []));
    expect(polls).toMatchObject([{ method: 'GET', status: 200, answer: expect.stringContaining(queue.queueId) }]);
  });

  it('gives every message in the form of the contract', async () => {
    let anchor: string | number = 'oldest';
    const seen = new Set<number>();
    for (let page = 0; page < 10; page += 1) {
      const body = await client('amara').ok.get('/messages', {
        anchor,
        num_before: 0,
        num_after: 500,
        include_anchor: false,
        narrow: [],
      });
      const messages = body['messages'] as { id: number }[];
      for (const message of messages) seen.add(message.id);
      anchor = messages.at(-1)?.id ?? anchor;
      if (body['found_newest'] === true) break;
    }
    expect(seen.size).toBeGreaterThan(1000);
  });

  it('finds what a trainer looks for', async () => {
    const empty: string[] = [];
    for (const narrow of [
      [{ operator: 'has', operand: 'attachment' }],
      [{ operator: 'has', operand: 'image' }],
      [{ operator: 'has', operand: 'reaction' }],
      [{ operator: 'is', operand: 'resolved' }],
      [{ operator: 'is', operand: 'mentioned' }],
      [{ operator: 'is', operand: 'alerted' }],
      [{ operator: 'is', operand: 'unread' }],
      [{ operator: 'is', operand: 'dm' }],
      [
        { operator: 'channel', operand: 'planning' },
        { operator: 'search', operand: 'swaps' },
      ],
    ])
      if ((await found(narrow)) === 0) empty.push(JSON.stringify(narrow));
    expect(empty).toEqual([]);
  });
});
