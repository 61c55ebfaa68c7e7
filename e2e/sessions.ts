/**
 * Signing in where it is not the point: by the session's own call, once a person. Each proof of a password takes the server a tenth
 * of a second, more than all else that a test asks of it, so the next pages of the same person take the session along.
 */
import { expect, type BrowserContext } from '@playwright/test';
import { owner } from './hearth-process.ts';

type Cookies = Parameters<BrowserContext['addCookies']>[0];

/** By server and e-mail, of this worker. */
const sessions = new Map<string, Cookies>();

/** Signs a context in. A session that is over by now, or of a server that is gone, is not used. */
export async function signIn(
  context: BrowserContext,
  url: string,
  email = owner.email,
  password = owner.password,
): Promise<void> {
  const kept = sessions.get(`${url} ${email}`);
  if (kept !== undefined && (await isTaken(context, url, kept))) return;
  const form = { username: email, password };
  const answer = await context.request.post(`${url}/api/v1/console/sign_in`, { form });
  expect(answer.status(), await answer.text()).toBe(200);
  sessions.set(`${url} ${email}`, await context.cookies(url));
}

async function isTaken(context: BrowserContext, url: string, kept: Cookies): Promise<boolean> {
  await context.addCookies(kept);
  return (await context.request.get(`${url}/api/v1/console/session`)).ok();
}
