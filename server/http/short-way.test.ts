/**
 * The short way of a plain read answers what the long way answers, byte for byte: the same requests both ways, to every endpoint that
 * has a short way, by everybody, rightly and wrongly.
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

/** @returns the answer as it came, without what no two answers share. */
async function answerTo(path: string, headers: string, isLong: boolean): Promise<string> {
  // A body that is empty, but there: nothing else of the request is another.
  const end = isLong ? 'Transfer-Encoding: chunked\r\n\r\n0\r\n\r\n' : '\r\n';
  const request = `GET ${path} HTTP/1.1\r\nHost: 127.0.0.1:${world.server.port}\r\nConnection: close\r\n${headers}${end}`;
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

const paths = endpoints
  .filter(
    ({ method, path, prefix, answer }) =>
      method === 'GET' && prefix === undefined && answer !== 'file' && !path.includes('{'),
  )
  .map(({ path }) => path);

/** What tells of the moment (memory, room on the disk, times): of these, which fields there are. */
const ofTheMoment = new Set(['/console/backups', '/console/overview', '/console/server_health']);

function shown(path: string, answer: string): string {
  const [head = '', body = ''] = answer.split('\r\n\r\n');
  if (!ofTheMoment.has(path)) return answer;
  return `${head.replace(/Content-Length: \d+/, '')} ${Object.keys(JSON.parse(body) as object).join()}`;
}

async function expectSame(path: string, query: string, headers: string): Promise<string> {
  const whole = `/api/v1${path}${query}`;
  const short = await answerTo(whole, headers, false);
  const long = await answerTo(whole, headers, true);
  expect(shown(path, short), `${whole} with ${headers}`).toBe(shown(path, long));
  return short;
}

async function callers(): Promise<Record<string, string>> {
  const { owner, admin, member, guest, bot, stranger } = world;
  const session = await fetch(`${world.url}/api/v1/console/sign_in`, {
    method: 'POST',
    body: new URLSearchParams({ username: admin.email, password }),
  });
  const cookie = session.headers.get('set-cookie')?.split(';')[0] ?? '';
  expect(cookie).toContain('hearth_session=');
  const keys = Object.entries({ owner, admin, member, guest, bot, stranger });
  return {
    ...Object.fromEntries(keys.map(([name, client]) => [name, `Authorization: ${client.authorization}\r\n`])),
    nobody: '',
    'nobody in a page': 'X-Requested-With: XMLHttpRequest\r\n',
    'somebody with no basic authentication': 'Authorization: Bearer x\r\n',
    'a page of the console': `Cookie: ${cookie}\r\nUser-Agent: Mozilla/5.0\r\n`,
  };
}

test('most of what is read has a short way', () => {
  expect(paths.length).toBeGreaterThan(50);
  expect(paths).toEqual(expect.arrayContaining(['/events', '/messages', '/users/me']));
});

test('every plain read is answered alike both ways, whoever asks', async () => {
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
