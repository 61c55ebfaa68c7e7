/** Services that post by themselves: payloads with the fields of recorded ones, and who may have them posted where. */
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { integrations } from '../integrations/all.ts';
import { encodeParams, type Client } from '../testing/client.ts';
import { fetched, makeChannel } from '../testing/scenario.ts';
import { startWorld, type World } from '../testing/world.ts';

/** One call of a service: `says` is what people read, null for nothing. */
interface Case {
  case: string;
  headers: Record<string, string>;
  payload: unknown;
  /** Sent as a form. */
  form?: true;
  says: { topic: string; content: string } | null;
}

const folder = join(import.meta.dirname, '../integrations/payloads');
const files = readdirSync(folder).toSorted();
const cases = files.flatMap((file) => {
  const service = file.replace('.json', '').replace('uptime-kuma', 'uptime_kuma');
  const read = JSON.parse(readFileSync(join(folder, file), 'utf8')) as Case[];
  return read.map((one) => ({ ...one, service, name: `${service}: ${one.case}` }));
});

let world: World;
let key: string;
let channel: number;
beforeAll(async () => {
  world = await startWorld();
  key = await botKey(world.member, 2, 'hooks');
  channel = await makeChannel(world.member, 'from services', [world.member]);
});
afterAll(() => world.stop());

async function botKey(owner: Client, type: number, name: string): Promise<string> {
  const made = await owner.ok.post('/bots', { full_name: `${name} bot`, short_name: name, bot_type: type });
  return String(made['api_key']);
}

async function call(
  service: string,
  query: Record<string, string>,
  payload: unknown,
  headers: Record<string, string> = {},
  isForm = false,
): Promise<{ status: number; body: Record<string, unknown> }> {
  const response = await fetch(`${world.url}/api/v1/external/${service}?${new URLSearchParams(query).toString()}`, {
    method: 'POST',
    headers: { ...(!isForm && { 'content-type': 'application/json' }), ...headers },
    body: isForm ? encodeParams(payload as Record<string, unknown>) : JSON.stringify(payload),
  });
  return { status: response.status, body: (await response.json()) as Record<string, unknown> };
}

const newest = async (): Promise<Record<string, unknown> | undefined> =>
  (await fetched(world.member, { narrow: [['channel', 'from services']], apply_markdown: false, num_before: 1 })).at(
    -1,
  );

it('there are payloads of every service', () => {
  expect([...new Set(cases.map(({ service }) => service))].toSorted()).toEqual(
    integrations.map(({ name }) => name).toSorted(),
  );
});

it.each(cases)('$name', async ({ service, headers, payload, form, says }) => {
  const before = await newest();
  expect(await call(service, { api_key: key, stream: 'from services' }, payload, headers, form)).toMatchObject({
    status: 200,
    body: { result: 'success' },
  });
  const after = await newest();
  const said = after?.['id'] === before?.['id'] ? null : { topic: after?.['subject'], content: after?.['content'] };
  expect(said).toEqual(says);
});

describe('an address', () => {
  const payload = { content: 'said so', topic: 'its own' };

  it('says where messages go: a channel by name or id, a topic, and without them the owner of the bot', async () => {
    await call('json', { api_key: key, stream: String(channel), topic: 'chosen' }, payload);
    expect(await newest()).toMatchObject({ subject: 'chosen', content: 'said so', client: 'JSON' });
    await call('json', { api_key: key }, payload);
    const [direct] = (await fetched(world.member, { narrow: [['is', 'dm']], num_before: 1 })).slice(-1);
    expect(direct).toMatchObject({ type: 'private', sender_full_name: 'hooks bot', content: '<p>said so</p>' });
  });

  it('is for incoming-webhook bots only, by a key that is right', async () => {
    const refusal = { status: 400, body: { code: 'BAD_REQUEST', msg: 'Only incoming webhook bots are called here.' } };
    const generic = await botKey(world.member, 1, 'generic');
    const before = await newest();
    for (const other of [world.member.apiKey, world.owner.apiKey, generic])
      expect(await call('json', { api_key: other, stream: 'from services' }, payload)).toMatchObject(refusal);
    const wrong: Record<string, string>[] = [{}, { api_key: 'x'.repeat(32) }, { api_key: '' }];
    for (const query of wrong)
      expect(await call('json', { stream: 'from services', ...query }, payload)).toMatchObject({
        status: 401,
        body: { code: 'UNAUTHORIZED' },
      });
    expect(await newest()).toEqual(before);
    const others = `${world.url}/api/v1/messages?api_key=${key}&type=direct&to=[1]&content=no`;
    expect((await fetch(others, { method: 'POST' })).status).toBe(401);
  });

  it('takes the key in a header, too', async () => {
    const authorization = `Basic ${Buffer.from(`hooks-bot@hearth.invalid:${key}`).toString('base64')}`;
    await call('json', { stream: 'from services' }, { content: 'by header' }, { authorization });
    expect(await newest()).toMatchObject({ content: 'by header' });
  });

  it('refuses unknown services, channels and payloads with a sentence', async () => {
    const to = { api_key: key, stream: 'from services' };
    expect(await call('fax', to, payload)).toMatchObject({ status: 404 });
    expect(await call('json', { ...to, stream: 'nowhere' }, payload)).toMatchObject({
      status: 400,
      body: { code: 'STREAM_DOES_NOT_EXIST' },
    });
    expect(await call('alertmanager', to, { hello: 1 })).toMatchObject({
      status: 400,
      body: { msg: 'This is not what Prometheus Alertmanager sends (status).' },
    });
    const broken = await call('github', to, { commits: 'none' }, { 'x-github-event': 'push' });
    expect(broken).toMatchObject({ status: 400, body: { code: 'BAD_REQUEST' } });
  });

  it('cuts what is too long', async () => {
    const long = { content: 'é'.repeat(12_000), topic: 'ü'.repeat(90) };
    expect(await call('json', { api_key: key, stream: 'from services' }, long)).toMatchObject({ status: 200 });
    const { content, subject } = (await newest()) as { content: string; subject: string };
    expect([...content]).toHaveLength(10_000);
    expect([...subject]).toHaveLength(60);
  });
});

it('the services are told at registration and to the console', async () => {
  const { realm_incoming_webhook_bots: bots } = await world.member.ok.post('/register', {
    fetch_event_types: ['realm_incoming_webhook_bots'],
  });
  const names = integrations.map(({ name }) => name);
  expect((bots as { name: string }[]).map(({ name }) => name)).toEqual(names);
  const listed = (await world.member.ok.get('/console/integrations'))['integrations'] as { name: string }[];
  expect(listed.map(({ name }) => name)).toEqual(names);
});
