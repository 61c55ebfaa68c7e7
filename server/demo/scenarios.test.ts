/** The scenarios beside the small office: the same every time, and good data for clients. */
import { cp, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { startServer, type RunningServer } from '../start.ts';
import { openStorage } from '../storage/database.ts';
import { Client } from '../testing/client.ts';
import { cheapHashing, copyDemo } from '../testing/demo-folder.ts';
import { buildDemo } from './build.ts';
import { defaultLastDay } from './calendar.ts';
import { emailOf, keyFor, mailDomain } from './cast.ts';
import type { ScenarioName } from './scenario-names.ts';

let root = '';

beforeAll(async () => {
  root = await mkdtemp(join(tmpdir(), 'hearth-scenarios-'));
});
afterAll(async () => rm(root, { recursive: true, force: true }));

async function built(scenario: ScenarioName): Promise<string> {
  const folder = join(root, scenario);
  await copyDemo(scenario, folder);
  return folder;
}

/** Every row of every table. */
async function dump(dataDir: string): Promise<string> {
  const storage = await openStorage({ dataDir });
  try {
    return await storage.read((db) =>
      db
        .all<{ name: string }>("SELECT name FROM sqlite_schema WHERE type = 'table' AND name NOT LIKE 'search%'")
        .map(({ name }) => `${name}\n${JSON.stringify(db.all(`SELECT * FROM "${name}"`))}`)
        .join('\n'),
    );
  } finally {
    await storage.close();
  }
}

interface Office {
  server: RunningServer;
  as(name: string): Client;
}

async function opened(dataDir: string): Promise<Office> {
  const nowMs = Date.parse(`${defaultLastDay}T18:00:00Z`);
  const server = await startServer({
    dataDir,
    port: 0,
    host: '127.0.0.1',
    logLevel: 'silent',
    clock: () => nowMs,
    passwordCost: cheapHashing,
  });
  const as = (name: string): Client =>
    new Client(() => server.url, { userId: 0, email: `${name}@${mailDomain}`, apiKey: keyFor(name), name });
  return { server, as };
}

/** Reads all messages that someone may read, each checked against the contract. @returns how many. */
async function readAll(client: Client): Promise<number> {
  let anchor: string | number = 'oldest';
  const seen = new Set<number>();
  for (let page = 0; page < 20; page += 1) {
    const query = { anchor, num_before: 0, num_after: 1000, include_anchor: false, narrow: [] };
    const body = await client.ok.get('/messages', query);
    const messages = body['messages'] as { id: number }[];
    for (const { id } of messages) seen.add(id);
    anchor = messages.at(-1)?.id ?? anchor;
    if (body['found_newest'] === true) break;
  }
  return seen.size;
}

describe('empty', () => {
  it('has its owner, who can sign in, and nothing to read but the greeting', async () => {
    const { server, as } = await opened(await built('empty'));
    const { members } = await as('amara').ok.get('/users');
    expect((members as { email: string; is_bot: boolean }[]).filter((user) => !user.is_bot)).toMatchObject([
      { email: emailOf('amara'), user_id: 4 },
    ]);
    expect(await readAll(as('amara'))).toBeLessThan(3);
    await server.stop();
  });
});

describe('edge cases', () => {
  let office: Office;
  beforeAll(async () => {
    await cp(await built('edge-cases'), join(root, 'used'), { recursive: true });
    office = await opened(join(root, 'used'));
  });
  afterAll(async () => office.server.stop());

  it('are the same every time, to the last row', async () => {
    const first = await dump(join(root, 'edge-cases'));
    const second = join(root, 'second');
    await buildDemo(second, defaultLastDay, { passwordCost: cheapHashing, scenario: 'edge-cases' });
    expect(await dump(second)).toBe(first);
    expect(first.length).toBeGreaterThan(300_000);
  });

  it('keep the contract in every message, list and state', async () => {
    expect(await readAll(office.as('amara'))).toBeGreaterThan(350);
    await office.as('amara').register();
    await office.as('arabic').register();
    for (const path of ['/users', '/streams', '/user_groups', '/channel_folders', '/users/me/subscriptions', '/drafts'])
      await office.as('amara').ok.get(path);
  });

  it('hide from a late subscriber what was said before', async () => {
    const narrow = [{ operator: 'channel', operand: 'private-protected-history' }];
    const query = { anchor: 'newest', num_before: 100, num_after: 0, narrow };
    const seen = async (name: string): Promise<number> =>
      ((await office.as(name).ok.get('/messages', query))['messages'] as unknown[]).length;
    expect(await seen('amara')).toBeGreaterThan(await seen('twin2'));
    expect(await seen('twin2')).toBeGreaterThan(0);
  });

  it('show everything that a message can be made of in one topic', async () => {
    const narrow = [{ operator: 'topic', operand: 'Every construct' }];
    const query = { anchor: 'newest', num_before: 100, num_after: 0, narrow };
    const { messages } = await office.as('amara').ok.get('/messages', query);
    const html = (messages as { content: string }[]).map(({ content }) => content).join('\n');
    const elements =
      'h1 h6 p strong em del code hr ul ol li blockquote pre table thead tbody th td a img video audio time'.split(' ');
    expect(elements.filter((name) => !html.includes(`<${name}`))).toEqual([]);
    const marks =
      'codehilite,spoiler-block,user-mention,user-mention silent,stream,stream-topic,katex-display,emoji emoji-1f389,' +
      'timestamp-error,tex-error,message_inline_image,k,s,gd';
    expect(marks.split(',').filter((name) => !html.includes(`class="${name}"`))).toEqual([]);
    expect(html).toContain('data-animated="true"');
    expect(html).toContain('☑ done');
  });

  it('have empty topics, channels without subscribers, and people who have left', async () => {
    const { members } = await office.as('amara').ok.get('/users');
    expect((members as { is_active: boolean }[]).filter((user) => !user.is_active).length).toBeGreaterThan(3);
    const { streams: channels } = await office.as('amara').ok.get('/streams', { include_all: true });
    expect((channels as { subscriber_count: number }[]).filter((one) => one.subscriber_count === 0)).not.toEqual([]);
    const query = { anchor: 'newest', num_before: 10, num_after: 0, narrow: [{ operator: 'topic', operand: '' }] };
    const { messages } = await office.as('amara').ok.get('/messages', { ...query, allow_empty_topic_name: true });
    expect((messages as { subject: string }[]).map(({ subject }) => subject)).toContain('');
  });
});

describe('busy week', () => {
  let office: Office;
  beforeAll(async () => {
    office = await opened(await built('busy-week'));
  });
  afterAll(async () => office.server.stop());

  it('has fifty people and thousands of messages of one week', async () => {
    const { members } = await office.as('amara').ok.get('/users');
    expect((members as { is_bot: boolean }[]).filter((user) => !user.is_bot).length).toBeGreaterThanOrEqual(49);
    expect(await readAll(office.as('amara'))).toBeGreaterThan(2000);
  });

  it('has archived the channel that says so', async () => {
    const { streams: channels } = await office.as('amara').ok.get('/streams', { exclude_archived: false });
    const archived = (channels as { name: string; is_archived: boolean }[]).filter((one) => one.is_archived);
    expect(archived.map(({ name }) => name)).toEqual(['spring-fair']);
  });

  it('leaves most of it unread by someone', async () => {
    const { members } = await office.as('amara').ok.get('/users');
    const people = (members as { is_bot: boolean; email: string }[]).filter((user) => !user.is_bot).slice(0, 15);
    const counts = await Promise.all(
      people.map(async ({ email }) => {
        const { state } = await office.as(email.split('@')[0] ?? '').register();
        return (state['unread_msgs'] as { streams: object[] }).streams.length;
      }),
    );
    // Who has read everything is drawn: one in five has.
    expect(counts.filter((count) => count > 0).length).toBeGreaterThan(people.length / 3);
  });
});
