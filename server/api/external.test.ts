/** Services that post on their own: payloads with the fields of recorded ones, and who may have them posted where. */
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

  it('is not lost for what is unreadable in a title: the topic is without it', async () => {
    const titles = {
      'zero\u200bwidth': 'zerowidth',
      '\ufeffmark and \u2060joiner': 'mark and joiner',
      'tag\u{e0041} and soft\u00adhyphen': 'tag and softhyphen',
      'filler\u3164 \u202eright': 'filler right',
      'several\n lines\u2028and \t tabs': 'several lines and tabs',
      'one\ufdd0\ud800': 'one\ufffd',
      '👩\u200d👧 family': '👩\u200d👧 family',
      '\u200b\u2800': 'JSON',
    };
    for (const [topic, stored] of Object.entries(titles)) {
      const sent = await call('json', { api_key: key, stream: 'from services' }, { topic, content: 'titled' });
      expect(sent, topic).toMatchObject({ status: 200 });
      expect((await newest())?.['subject']).toBe(stored);
    }
  });

  it('has a long text posted in several messages, and a long topic cut', async () => {
    const lines = Array.from({ length: 1500 }, (_none, at) => `line ${at} é`);
    const text = `before\n\`\`\`\n${lines.join('\n')}\n\`\`\`\nbehind`;
    expect(await call('slack_incoming', { api_key: key, stream: 'from services' }, { text })).toMatchObject({
      status: 200,
    });
    const posted = (
      await fetched(world.member, { narrow: [['channel', 'from services']], apply_markdown: false, num_before: 2 })
    )
      .slice(-2)
      .map(({ content }) => String(content));
    expect(posted.every((content) => [...content].length <= 10_000)).toBe(true);
    expect(posted[0]?.endsWith('\n~~~')).toBe(true);
    expect(posted[1]?.startsWith('~~~\nline')).toBe(true);
    const both = posted.join('\n').split('\n');
    expect(both.filter((line) => line.startsWith('line'))).toEqual(lines);
    expect(both.at(-1)).toBe('behind');
    const topic = { content: 'x', topic: 'ü'.repeat(90) };
    await call('json', { api_key: key, stream: 'from services' }, topic);
    expect([...String((await newest())?.['subject'])]).toHaveLength(60);
  });

  it('has a text that is too long for ten messages shortened with a sentence that says so', async () => {
    await call('json', { api_key: key, stream: 'from services' }, { content: 'é'.repeat(120_000) });
    const content = String((await newest())?.['content']);
    expect([...content].length).toBeLessThanOrEqual(10_000);
    const left = Number(/\*Shortened: the last (\d+) characters are left out\.\*$/.exec(content)?.[1]);
    const posted = await fetched(world.member, {
      narrow: [['channel', 'from services']],
      apply_markdown: false,
      num_before: 10,
    });
    const shown = posted.slice(-10).map((one) => String(one['content']).replace(/[^é]/g, '').length);
    expect(shown.reduce((sum, length) => sum + length, left)).toBe(120_000);
  });
});

describe('a body', () => {
  const to = (service: string): string =>
    `${world.url}/api/v1/external/${service}?${new URLSearchParams({ api_key: key, stream: 'from services' }).toString()}`;
  /** Sends bytes by a type, or by none. */
  const send = async (service: string, body: string | Uint8Array<ArrayBuffer>, type?: string) => {
    const bytes = typeof body === 'string' ? new TextEncoder().encode(body) : body;
    const response = await fetch(to(service), {
      method: 'POST',
      body: new Blob([bytes]),
      ...(type !== undefined && { headers: { 'content-type': type } }),
    });
    return { status: response.status, body: (await response.json()) as Record<string, unknown> };
  };

  it.each([
    undefined,
    'application/json',
    'application/cloudevents+json',
    'application/vnd.api+json; charset=utf-8',
    'application/x-www-form-urlencoded',
    'application/octet-stream',
    'text/plain',
    'nonsense',
  ])('is read as JSON by the type %s', async (type) => {
    const text = `by ${type ?? 'none'} 👍`;
    expect(await send('slack_incoming', JSON.stringify({ text }), type)).toMatchObject({ status: 200 });
    expect(await newest()).toMatchObject({ content: text });
  });

  it('is read as a form, and as a plain text', async () => {
    for (const type of [undefined, 'application/x-www-form-urlencoded', 'text/plain']) {
      const payload = JSON.stringify({ text: `form by ${type ?? 'none'}` });
      expect(await send('slack_incoming', `payload=${encodeURIComponent(payload)}`, type)).toMatchObject({
        status: 200,
      });
      expect(await newest()).toMatchObject({ content: `form by ${type ?? 'none'}` });
    }
    expect(await send('json', 'Backup: done\n**all** of it', 'text/plain')).toMatchObject({ status: 200 });
    expect(await newest()).toMatchObject({ content: 'Backup: done\n**all** of it' });
  });

  it('is read as a multipart form, and refused where that has files', async () => {
    const form = new FormData();
    form.set('file', new Blob(['0123']), 'report.txt');
    const post = async () => (await fetch(to('json'), { method: 'POST', body: form })).json() as Promise<unknown>;
    expect(await post()).toMatchObject({ result: 'error', msg: 'The form has no fields; files are not taken here.' });
    form.set('content', 'with a report');
    const before = await newest();
    expect(await post()).toMatchObject({
      result: 'error',
      msg: 'Files are not taken here: report.txt. Send the fields without files.',
    });
    expect(await newest()).toEqual(before);
    form.delete('file');
    // A form in which no file was chosen.
    form.set('none', new Blob([]), '');
    expect(await post()).toMatchObject({ result: 'success' });
    expect(await newest()).toMatchObject({ content: 'with a report' });
  });

  it('is refused where it is empty, broken, or no text', async () => {
    const before = await newest();
    for (const type of [undefined, 'application/json', 'text/plain', 'application/x-www-form-urlencoded'])
      for (const body of ['', ' \n', '{"text":', '{"text":"x"} more', '\0\u0001{', new Uint8Array([0x7b, 0xff, 0x7d])])
        for (const service of ['json', 'slack_incoming', 'alertmanager'])
          expect([type, body, await send(service, body, type)]).toMatchObject([type, body, { status: 400 }]);
    expect(await send('json', `${'['.repeat(50_000)}${']'.repeat(50_000)}`)).toMatchObject({ status: 400 });
    expect(await newest()).toEqual(before);
  });

  it('with half a character becomes a message with one replacement character', async () => {
    expect(await send('slack_incoming', String.raw`{"text":"half \ud83d of one"}`)).toMatchObject({ status: 200 });
    expect(await newest()).toMatchObject({ content: 'half \ufffd of one' });
    expect(await send('json', String.raw`{"content":"x","topic":"a\u202e\ud800\nb"}`)).toMatchObject({ status: 200 });
    expect(await newest()).toMatchObject({ subject: 'a \ufffd b' });
  });
});

describe('an answer', () => {
  const to = { stream: 'from services' };

  it('to clients of Slack says ok, and to others why nothing is posted', async () => {
    expect(await call('slack_incoming', { ...to, api_key: key }, { text: 'x' })).toEqual({
      status: 200,
      body: { result: 'success', msg: '', ok: true },
    });
    // Slack answers 400 ("no_text") to each of these, too.
    for (const empty of [
      { text: ' ' },
      { text: null },
      { text: '' },
      {},
      { text: null, attachments: null, blocks: [] },
    ])
      expect(await call('slack_incoming', { ...to, api_key: key }, empty)).toMatchObject({
        status: 400,
        body: { ok: false, error: 'This is not what Slack-compatible sends (text).' },
      });
    expect(
      await call('slack_incoming', { ...to, api_key: key }, { text: null, attachments: [{ text: 'x' }] }),
    ).toMatchObject({ status: 200 });
    const ignored = async (service: string, payload: unknown, headers: Record<string, string> = {}, isForm = false) => {
      const { status, body } = await call(service, { ...to, api_key: key }, payload, headers, isForm);
      return [status, body['ignored']];
    };
    expect(await ignored('github', {}, { 'x-github-event': 'star' })).toEqual([200, 'No message is posted for star.']);
    const starred = { payload: JSON.stringify({ action: 'created' }) };
    expect(await ignored('github', starred, { 'x-github-event': 'star' }, true)).toEqual([
      200,
      'No message is posted for star (created).',
    ]);
    expect(await ignored('gitlab', { object_kind: 'emoji' })).toEqual([200, 'No message is posted for emoji.']);
    expect(await ignored('jira', { webhookEvent: 'sprint_closed', action: 5 })).toEqual([
      200,
      'No message is posted for sprint_closed.',
    ]);
    expect(await ignored('jenkins', { name: 'till', build: { phase: 'QUEUED' } })).toEqual([
      200,
      'No message is posted for such a call.',
    ]);
  });

  it.each(['toString', 'constructor', '__proto__', 'valueOf', 'hasOwnProperty', ''])(
    'to an event called "%s" is never an error of the server',
    async (event) => {
      for (const service of ['github', 'gitea']) {
        const headers = { [`x-${service}-event`]: event };
        const { status, body } = await call(service, { ...to, api_key: key }, { action: event }, headers);
        expect(status === 400 || 'ignored' in body).toBe(true);
      }
      for (const action of [event])
        for (const object_kind of ['issue', 'wiki_page', event]) {
          const payload = { object_kind, user: {}, project: { name: 'p' }, object_attributes: { action, title: 't' } };
          const { status } = await call('gitlab', { ...to, api_key: key }, payload);
          expect([200, 400]).toContain(status);
        }
    },
  );
});

describe('a refused call', () => {
  interface Refused {
    service: string;
    reason: string;
    payload: string;
  }
  const listed = async (id: number, by: Client = world.member): Promise<Refused[]> =>
    (await by.ok.get(`/console/bots/${id}/refused_calls`))['calls'] as Refused[];
  const notices = async (): Promise<string[]> =>
    (await fetched(world.member, { narrow: [['is', 'dm']], num_before: 100, apply_markdown: false }))
      .map(({ content }) => String(content))
      .filter((content) => content.startsWith('Your bot'));

  it('is in the log of its bot without secrets, and its owner is notified once', async () => {
    const made = await world.member.ok.post('/bots', { full_name: 'Refused bot', short_name: 'refused', bot_type: 2 });
    const id = Number(made['user_id']);
    const query = { api_key: String(made['api_key']), stream: 'nirvana' };
    const before = (await notices()).length;
    const payload = { content: 'x', token: 'hush', deep: [{ password: 'hush', url: 'https://me:hush@example.com' }] };
    for (let times = 0; times < 3; times += 1) expect((await call('json', query, payload)).status).toBe(400);
    expect((await call('fax', query, payload)).status).toBe(404);
    const response = await fetch(`${world.url}/api/v1/external/json?${new URLSearchParams(query).toString()}`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: '{"api_key": "hush", "broken',
    });
    expect(response.status).toBe(400);
    const calls = await listed(id);
    expect(calls.map(({ service }) => service)).toEqual(['json', 'fax', 'json', 'json', 'json']);
    expect(calls[0]).toMatchObject({
      reason: expect.stringMatching(/^Malformed request/),
      payload: expect.stringContaining('"broken'),
    });
    expect(calls[2]?.reason).toBe("Channel 'nirvana' does not exist");
    expect(JSON.stringify(calls)).not.toContain('hush');
    expect((await notices()).slice(before)).toEqual([expect.stringContaining("Channel 'nirvana' does not exist")]);

    // A success ends the failure; the next one is notified on another day.
    const works = { ...query, stream: 'from services' };
    for (const days of [0, 1]) {
      world.clock.advance(days * 86_400_000);
      expect((await call('json', works, payload)).status).toBe(200);
      expect((await call('json', query, payload)).status).toBe(400);
      expect((await notices()).length - before).toBe(1 + days);
    }
    for (let times = 0; times < 20; times += 1) await call('json', query, payload);
    expect(await listed(id, world.owner)).toHaveLength(20);
    expect((await notices()).length - before).toBe(2);
    await world.guest.fails('GET', `/console/bots/${id}/refused_calls`, {}, { status: 400, code: 'BAD_REQUEST' });
  });
});

let misled = 0;
it.each<
  [
    string,
    {
      stream?: string;
      topic?: string;
      service?: string;
      body?: string;
      headers?: Record<string, string>;
      /** Behind the rest of the address. */
      end?: string;
    },
  ]
>([
  ['a body that is not packed as it says', { headers: { 'content-encoding': 'gzip' } }],
  ['a body packed in an unknown way', { headers: { 'content-encoding': 'br' } }],
  ['a body beyond the limit', { body: JSON.stringify({ text: 'x'.repeat(30_000_000) }) }],
  ['a topic of 1,100 letters', { topic: 'x'.repeat(1100) }],
  ['a channel name of 3,000 letters', { stream: 'x'.repeat(3000) }],
  ['a service name of 150 letters', { service: 'x'.repeat(150) }],
  ['half a letter in the address', { end: '&stream=%E0%A4' }],
  ['a percent sign alone in the address', { end: '&topic=100%' }],
  ['half a letter in the path', { service: 'json%E0%A4' }],
  ['a percent sign alone in the path', { service: 'json%' }],
  ['a null byte in the path', { service: 'json%00' }],
  ['a name that cannot be read in the address', { end: '&%ZZ=1' }],
  ['1,500 parameters in the address', { end: Array.from({ length: 1500 }, (_, at) => `&p${at}=1`).join('') }],
])('a call with %s is refused, and the owner of its bot is notified', async (_, sent) => {
  const {
    stream = 'from services',
    topic = 't',
    service = 'json',
    body = '{"text":"x"}',
    headers = {},
    end = '',
  } = sent;
  const made = await world.member.ok.post('/bots', {
    full_name: `Misled ${++misled}`,
    short_name: `misled${misled}`,
    bot_type: 2,
  });
  const query = new URLSearchParams({ api_key: String(made['api_key']), stream, topic }).toString();
  const answer = await world.stranger.request('POST', `/external/${service}`, {
    query: query + end,
    body,
    headers: { authorization: '', 'content-type': 'application/json', ...headers },
  });
  expect(answer.status).toBeGreaterThanOrEqual(400);
  const refused = (await world.member.ok.get(`/console/bots/${String(made['user_id'])}/refused_calls`))['calls'];
  expect(refused).toMatchObject([
    { reason: String(answer.body['msg']).slice(0, 1000) + (String(answer.body['msg']).length > 1000 ? '…' : '') },
  ]);
  const notices = await world.db(
    'SELECT 1 FROM messages WHERE content LIKE ?',
    `Your bot%|${String(made['user_id'])}**%`,
  );
  expect(notices).toHaveLength(1);
});

it('the services are reported at registration and to the console', async () => {
  const { realm_incoming_webhook_bots: bots } = await world.member.ok.post('/register', {
    fetch_event_types: ['realm_incoming_webhook_bots'],
  });
  const names = integrations.map(({ name }) => name);
  expect((bots as { name: string }[]).map(({ name }) => name)).toEqual(names);
  const listed = (await world.member.ok.get('/console/integrations'))['integrations'] as { name: string }[];
  expect(listed.map(({ name }) => name)).toEqual(names);
});
