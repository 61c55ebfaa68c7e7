/** Routes outside the API: pages, files and short links, and what is answered where there is none. */
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { startWorld, type World } from '../testing/world.ts';

let folder: string;
let world: World;
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'hearth-pages-'));
  for (const page of ['console', 'chat', 'api-docs']) {
    await mkdir(join(folder, page));
    await writeFile(join(folder, page, 'index.html'), `the ${page}`);
  }
  world = await startWorld({ consoleDir: folder });
});
afterAll(async () => {
  await world.stop();
  await rm(folder, { recursive: true });
});

const pad = 'a'.repeat(64);

test.each([
  ['GET', '/', '302 /chat/'],
  ['GET', '/chat', '302 /chat/'],
  ['GET', '/chat/', '200 the chat'],
  ['HEAD', '/chat/', '200 '],
  ['GET', '/chat/some/screen', '200 the chat'],
  ['GET', '/console', '302 /console/'],
  ['GET', '/console/', '200 the console'],
  ['GET', '/console/people', '200 the console'],
  ['GET', '/api/docs', '200 the api-docs'],
  ['POST', '/api/docs', '405 GET, HEAD'],
  ['GET', '/join', '302 /chat/join'],
  ['GET', '/join/abc-d_e/', '302 /chat/join/abc-d_e'],
  ['GET', '/console/join/abc', '302 /chat/join/abc'],
  ['GET', '/new-password/abc', '302 /chat/new-password/abc'],
  ['GET', '/accounts/login', '302 /chat/'],
  ['GET', `/accounts/login/?mobile_flow_otp=${pad}`, `302 /chat/app-sign-in?mobile_flow_otp=${pad}`],
  ['POST', '/chat/', '405 GET, HEAD'],
  ['PUT', '/health', '405 GET, HEAD'],
  ['DELETE', '/unsubscribe/digest/abc', '405 GET, HEAD, POST'],
  ['POST', '/avatar/9', '405 GET, HEAD'],
  ['PUT', '/help/moving-on', '405 GET, HEAD'],
  ['GET', '/help/certificate.pem', '404 NOT_FOUND'],
  ['GET', '/unsubscribe/nothing/abc', '404 NOT_FOUND'],
  ['GET', '/nothing', '404 NOT_FOUND'],
  // A word of a path comes before a parameter: this is no realm of that name.
  ['GET', '/user_uploads/temporary/no-ticket/a.txt', '404 NOT_FOUND'],
  ['GET', '/user_uploads/2/no/such.txt', '401 UNAUTHORIZED'],
  ['GET', '/User_Uploads/2/no/such.txt/', '401 UNAUTHORIZED'],
  ['GET', '/user_uploads/2', '404 NOT_FOUND'],
  ['GET', '/realm/emoji/%2e%2e%2fsecret', '404 NOT_FOUND'],
  ['GET', '/api/v1/tus/abc', '401 UNAUTHORIZED'],
  ['GET', '/api/v1//tus/', '401 UNAUTHORIZED'],
])('%s %s is answered with %s', async (method, path, expected) => {
  const response = await fetch(world.url + path, { method, redirect: 'manual' });
  const body = await response.text();
  const code = body.startsWith('{') ? (JSON.parse(body) as { code: string }).code : body;
  const told = response.headers.get('allow') ?? response.headers.get('location') ?? code;
  expect(`${response.status} ${told}`).toBe(expected);
});

test('an address that leads nowhere is a page for browsers, and JSON for programs', async () => {
  const ask = async (path: string, accept: string) => fetch(`${world.url}${path}`, { headers: { Accept: accept } });
  for (const path of ['/nonsense', '/unsubscribe/nothing/abc', '/unsubscribe/digest/a%20b', '/help/certificate.pem']) {
    const page = await ask(path, 'text/html,application/xhtml+xml,*/*;q=0.8');
    expect([page.status, page.headers.get('content-type')]).toEqual([404, 'text/html; charset=utf-8']);
    expect(await page.text()).toContain('Page not found');
  }
  for (const answer of [await ask('/nonsense', '*/*'), await ask('/api/v1/nonsense', 'text/html')])
    expect([answer.status, await answer.json()]).toMatchObject([404, { result: 'error', code: 'NOT_FOUND' }]);
});

test.each(['/console/', '/chat/', '/api/docs'])(
  '%s runs only scripts of the build in the window of the app',
  async (path) => {
    const scriptsFor = async (userAgent: string) => {
      const { headers } = await fetch(world.url + path, { headers: { 'User-Agent': userAgent } });
      return (headers.get('content-security-policy') ?? '').split('; ').filter((rule) => rule.startsWith('script-src'));
    };
    expect(await scriptsFor('HearthDesktop/1.0.0')).toEqual([`script-src ${new URL(world.url).host}/console/assets/`]);
    expect(await scriptsFor('Mozilla/5.0')).toEqual(["script-src 'self'"]);
  },
);
