/** Names of session cookies: browsers send the cookies of a host to all of its ports. */
import { expect, test } from 'vitest';
import { password, startWorld } from '../testing/world.ts';
import { sessionCookie, sessionTokens } from './auth.ts';

test('two servers on one host keep their sessions in one browser', async () => {
  const worlds = [await startWorld(), await startWorld()];
  const jar: string[] = [];
  for (const { url, member } of worlds) {
    const answer = await fetch(`${url}/api/v1/console/sign_in`, {
      method: 'POST',
      body: new URLSearchParams({ username: member.email, password }),
    });
    jar.push(String(answer.headers.get('set-cookie')?.split(';')[0]));
  }
  expect(new Set(jar.map((cookie) => cookie.split('=')[0])).size).toBe(2);
  for (const { url } of worlds)
    expect((await fetch(`${url}/api/v1/console/session`, { headers: { cookie: jar.join('; ') } })).status).toBe(200);
  for (const one of worlds) await one.stop();
});

test('a session from before names had ports goes on', () => {
  const host = 'office:7420';
  expect(sessionTokens({ host, cookie: 'hearth_session=old' })).toEqual(['old']);
  expect(sessionTokens({ host, cookie: `hearth_session=old; ${sessionCookie('http', host)}=new` })).toEqual([
    'new',
    'old',
  ]);
  expect(sessionTokens({ host, cookie: `${sessionCookie('http', 'office:7421')}=other` })).toEqual([]);
});
