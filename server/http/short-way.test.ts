/**
 * The short way of a plain request answers what the long way answers, byte for byte: the same requests both ways, to every endpoint that
 * has a short way, by everyone, rightly and wrongly.
 */
import { connect } from 'node:net';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { endpoints } from '../api/index.ts';
import { password, startWorld, type World } from '../testing/world.ts';

let world: World;

beforeAll(async () => {
  world = await startWorld();
});
afterAll(async () => world.stop());

/** @returns the answer as it came, without what no two answers share. @param form null for a GET. */
async function answerTo(path: string, headers: string, isLong: boolean, form: string | Buffer | null): Promise<string> {
  const bytes = Buffer.from(form ?? '');
  // A body that comes in chunks, for a GET none: nothing else of the request is another.
  const inChunks =
    bytes.length === 0 ? '0\r\n\r\n' : `${bytes.length.toString(16)}\r\n${bytes.toString('latin1')}\r\n0\r\n\r\n`;
  const length = form === null ? '' : `Content-Length: ${bytes.length}\r\n`;
  const end = isLong ? `Transfer-Encoding: chunked\r\n\r\n${inChunks}` : `${length}\r\n${bytes.toString('latin1')}`;
  const head = `${form === null ? 'GET' : 'POST'} ${path} HTTP/1.1\r\nHost: 127.0.0.1:${world.server.port}\r\nConnection: close\r\n`;
  const request = Buffer.from(`${head}${headers}${end}`, 'latin1');
  const text = await new Promise<string>((resolve, reject) => {
    const socket = connect(world.server.port, '127.0.0.1', () => socket.write(request));
    const chunks: Buffer[] = [];
    socket.on('data', (chunk) => chunks.push(chunk));
    socket.on('close', () => resolve(Buffer.concat(chunks).toString('latin1')));
    socket.on('error', reject);
  });
  return text
    .replace(/^X-Request-Id: [0-9a-f-]{36}\r$/m, 'X-Request-Id: …\r')
    .replace(/^Date: .*$/m, 'Date: …\r')
    .replace(/\(request [0-9a-f-]{36}\)/, '(request …)');
}

const plainPaths = (wanted: string): string[] =>
  endpoints
    .filter(({ method, prefix, answer }) => method === wanted && prefix === undefined && answer !== 'file')
    .flatMap(({ path, aliases = [] }) => [path, ...aliases])
    .filter((path) => !path.includes('{'));
const paths = plainPaths('GET');
const writes = plainPaths('POST');
const formType = 'Content-Type: application/x-www-form-urlencoded\r\n';

/** Fields that depend on the moment (memory, room on the disk, times): of these, which fields there are. */
const ofTheMoment = new Set(['/console/backups', '/console/overview', '/console/server_health']);

function shown(path: string, answer: string): string {
  const [head = '', body = ''] = answer.split('\r\n\r\n');
  if (!ofTheMoment.has(path)) return answer;
  return `${head.replace(/Content-Length: \d+/, '')} ${Object.keys(JSON.parse(body) as object).join()}`;
}

async function expectSame(
  path: string,
  query: string,
  headers: string,
  form: string | Buffer | null = null,
): Promise<string> {
  const whole = `/api/v1${path}${query}`;
  const short = await answerTo(whole, headers, false, form);
  const long = await answerTo(whole, headers, true, form);
  expect(shown(path, short), `${whole} with ${headers}`).toBe(shown(path, long));
  return short;
}

async function callers(): Promise<Record<string, string>> {
  const { owner, admin, moderator, member, guest, bot, stranger } = world;
  const session = await fetch(`${world.url}/api/v1/console/sign_in`, {
    method: 'POST',
    body: new URLSearchParams({ username: admin.email, password }),
  });
  const cookie = session.headers.get('set-cookie')?.split(';')[0] ?? '';
  expect(cookie).toMatch(/^hearth_session_\d+=/);
  const keys = Object.entries({ owner, admin, moderator, member, guest, bot, stranger });
  return {
    ...Object.fromEntries(keys.map(([name, client]) => [name, `Authorization: ${client.authorization}\r\n`])),
    nobody: '',
    'nobody in a page': 'X-Requested-With: XMLHttpRequest\r\n',
    'somebody with no basic authentication': 'Authorization: Bearer x\r\n',
    'a page of the console': `Cookie: ${cookie}\r\nUser-Agent: Mozilla/5.0\r\n`,
  };
}

test('a session of HTTPS that comes over HTTP does not count, both ways', async () => {
  const page = /Cookie: (\S+)/.exec((await callers())['a page of the console'] ?? '')?.[1] ?? '';
  const planted = `__Host-hearth_session=planted; __Host-hearth_session_${world.server.port}=planted`;
  expect(await expectSame('/users/me', '', `Cookie: ${planted}; ${page}\r\n`)).toMatch(/^HTTP\/1.1 200 /);
  expect(await expectSame('/users/me', '', `Cookie: ${planted}\r\n`)).toMatch(/^HTTP\/1.1 401 /);
});

test('most of what is read has a short way', () => {
  expect(paths.length).toBeGreaterThan(50);
  expect(paths).toEqual(expect.arrayContaining(['/events', '/messages', '/users/me']));
});

test('every plain read is answered alike both ways, a user who asks', async () => {
  const statuses = new Set<string>();
  for (const [who, headers] of Object.entries(await callers()))
    for (const path of paths) {
      const answer = await expectSame(path, '?dont_block=true&queue_id=none', headers);
      statuses.add(answer.slice(9, 12));
      expect(answer, `${who} ${path}`).toContain('X-Request-Id: …');
    }
  expect([...statuses].toSorted()).toEqual(expect.arrayContaining(['200', '400', '401']));
});

describe('of one endpoint', () => {
  test('with every kind of parameter, right and wrong', async () => {
    const { authorization } = world.member;
    await world.member.ok.post('/messages', {
      type: 'channel',
      to: 'general',
      topic: 'ways',
      content: 'Grüße, 世界 😀',
    });
    const wrong = [
      '',
      '?',
      '?narrow',
      '?anchor=%zz&num_before=1',
      '?num_before=x',
      '?anchor=newest',
      '?a=%00',
      '?narrow=[[1]]',
    ];
    const right = ['', '&no_such_thing=1', '&client=somebody&apply_markdown=false', '&narrow=[["topic","ways"]]'];
    const queries = [...wrong, ...right.map((more) => `?anchor=newest&num_before=10&num_after=0${encodeURI(more)}`)];
    const answers = [];
    for (const query of queries)
      answers.push(await expectSame('/messages', query, `Authorization: ${authorization}\r\n`));
    expect(answers.map((answer) => answer.slice(9, 12))).toEqual([
      ...wrong.map(() => '400'),
      ...right.map(() => '200'),
    ]);
  });

  test('a poll, with events and without', async () => {
    const { authorization } = world.member;
    const queue = await world.member.register({ event_types: ['message'] });
    const query = `?queue_id=${queue.queueId}&last_event_id=${queue.lastEventId}&dont_block=true`;
    await expectSame('/events', query, `Authorization: ${authorization}\r\n`);
    await world.member2.ok.post('/messages', { type: 'channel', to: 'general', topic: 'ways', content: 'é 世' });
    const answer = await expectSame('/events', query, `Authorization: ${authorization}\r\n`);
    expect(answer).toContain('"type":"message"');
  });
});

describe('a write', () => {
  const message = 'type=channel&to=general&topic=ways';
  const withKey = (key: string): string =>
    `Authorization: ${world.member.authorization}\r\nIdempotency-Key: ${key}\r\n${formType}`;

  test('is answered alike both ways, a user who asks: what is wrong with it, and that no one is known', async () => {
    expect(writes.length).toBeGreaterThan(30);
    expect(writes).toEqual(expect.arrayContaining(['/messages', '/register', '/messages/flags']));
    const statuses = new Set<string>();
    for (const [who, headers] of Object.entries(await callers()))
      for (const path of writes) {
        const answer = await expectSame(path, '', `${headers}${formType}`, 'sent=%zz');
        statuses.add(answer.slice(9, 12));
        expect(answer, `${who} ${path}`).toContain('X-Request-Id: …');
      }
    expect([...statuses].toSorted()).toEqual(expect.arrayContaining(['400', '401', '403']));
  });

  test('sent again with its key the other way is the same message, and its answer the same bytes', async () => {
    const forms = {
      plain: `${message}&content=hello`,
      spaces: `${message}&content=a+b%20c`,
      'raw UTF-8': `${message}&content=Grüße 世界 😀`,
      'a mark before it': `\uFEFF${message}&content=marked`,
      'a name that nobody knows': `${message}&content=x&no_such_thing=1`,
      'a list in JSON': 'type=direct&to=%5B%22owner%40example.com%22%5D&content=hi',
    };
    for (const [name, form] of Object.entries(forms)) {
      const answer = await expectSame('/messages', '', withKey(`both:${name.replaceAll(' ', '-')}`), form);
      expect(answer, name).toMatch(/^HTTP\/1.1 200 [^]*"id":\d+/);
    }
  });

  test('that is refused is refused alike', async () => {
    const many = Array.from({ length: 1001 }, (_, index) => `p${index}=1`).join('&');
    for (const form of ['', message, `${message}&content=`, 'type=nonsense&to=1&content=x', many, '&&=&'])
      expect(await expectSame('/messages', '', withKey('refused'), form), form.slice(0, 80)).toMatch(/^HTTP\/1.1 400 /);
    const noUtf8 = Buffer.concat([Buffer.from(`${message}&content=a`), Buffer.from([0xc3, 0x28, 0xff])]);
    expect(await expectSame('/messages', '', withKey('no-utf8'), noUtf8)).toMatch(
      /^HTTP\/1.1 400 [^]*Malformed request: what was sent is not UTF-8/,
    );
    const incomplete = await expectSame('/messages', '?topic=from+the+query', withKey('query'), `${message}&content=`);
    expect(incomplete).toMatch(/^HTTP\/1.1 400 /);
    const other = `Authorization: ${world.member.authorization}\r\nContent-Type: image/png\r\n`;
    expect(await expectSame('/messages', '', other, 'x')).toContain('UNSUPPORTED_MEDIA_TYPE');
    expect(await expectSame('/messages', '', withKey('large'), 'x'.repeat(3_000_000))).toMatch(/^HTTP\/1.1 4\d\d /);
  });

  test('of a stranger is refused before its body has come, and the connection lives on when it has', async () => {
    const { port } = world.server;
    const socket = connect(port, '127.0.0.1');
    let text = '';
    socket.on('data', (chunk) => (text += chunk.toString()));
    const head = `POST /api/v1/messages HTTP/1.1\r\nHost: localhost\r\n${formType}Content-Length: 10\r\n\r\n`;
    socket.write(head);
    await expect.poll(() => text).toContain('HTTP/1.1 401');
    socket.write('0123456789');
    socket.write(`GET /api/v1/server_settings HTTP/1.1\r\nHost: localhost\r\n\r\n`);
    await expect.poll(() => text).toContain('HTTP/1.1 200');
    socket.destroy();
  });

  test('whose connection ends before its body did is remembered as that, and as no defect', async () => {
    const { activity } = world.server.services;
    const { lastSeq } = activity;
    const socket = connect(world.server.port, '127.0.0.1');
    socket.write(`POST /api/v1/messages HTTP/1.1\r\nHost: localhost\r\n${withKey('cut')}Content-Length: 10\r\n\r\n01`);
    socket.once('connect', () => socket.end());
    const codes = (): unknown[] =>
      activity
        .after(lastSeq, ['request'], 100)
        .flatMap((entry) => (entry.kind === 'request' ? [[entry.request.path, entry.request.status]] : []));
    await expect.poll(codes).toEqual([['/api/v1/messages', 400]]);
  });
});

test('what is unusual goes the long way, and is refused as ever', async () => {
  const { port } = world.server;
  const raw = async (text: string): Promise<string> =>
    new Promise((resolve, reject) => {
      const socket = connect(port, '127.0.0.1', () => socket.write(text));
      let answer = '';
      socket.on('data', (chunk) => (answer += chunk.toString()));
      socket.on('close', () => resolve(answer));
      socket.on('error', reject);
    });
  const get = (head: string): Promise<string> =>
    raw(`GET /api/v1/users/me HTTP/1.1\r\nConnection: close\r\n${head}\r\n`);
  expect(await get('')).toContain('it has no Host header');
  expect(await get('Host: evil.example\r\n')).toContain('HOST_NOT_ALLOWED');
  expect(await get('Host: localhost\r\nExpect: miracles\r\n')).toContain('EXPECTATION_FAILED');
  const { authorization } = world.member;
  const rest = ` HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\nAuthorization: ${authorization}\r\n\r\n`;
  for (const path of ['//api/v1/users/me', '/api/v1/users/me/', '/API/v1/users/me'])
    expect(await raw(`GET ${path}${rest}`), path).toContain(' 200 ');
  expect(await raw(`PUT /api/v1/users/me${rest}`)).toContain('METHOD_NOT_ALLOWED');
});
