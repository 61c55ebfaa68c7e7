/** A session that begins or ends here outweighs answers to what this page asked before. */
import { QueryObserver } from '@tanstack/react-query';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import type * as Queries from './queries.ts';
import type * as SessionModule from './session.ts';
import type { Session } from './session.ts';

const sessionOf = (userId: number): Session => ({
  result: 'success',
  msg: '',
  csrf_token: `token of ${userId}`,
  data_id: '',
  user_id: userId,
  email: `user${userId}@example.com`,
  full_name: `User ${userId}`,
  role: 400,
  is_admin: false,
  default_language: 'en',
  twenty_four_hour_time: null,
});
const unknownSession = { result: 'error', msg: 'Not logged in', code: 'UNAUTHORIZED' };

/** Requests of the page that the server has not answered yet. */
let asked: { path: string; answer: (status: number, body: object) => void }[];
/** Another tab has changed the storage. */
let hear: (event: { key: string; newValue: string | null }) => void;
let client: typeof Queries;
let session: typeof SessionModule;
let shown: { getCurrentResult: () => { data: Session | null | undefined; fetchStatus: string } };
let leave: () => void;

beforeEach(async () => {
  asked = [];
  vi.resetModules();
  vi.stubGlobal('localStorage', { getItem: () => null, setItem: () => undefined, removeItem: () => undefined });
  vi.stubGlobal('addEventListener', (_moment: string, listener: typeof hear) => (hear = listener));
  vi.stubGlobal(
    'fetch',
    async (path: string) =>
      new Promise<Response>((done) =>
        asked.push({ path, answer: (status, body) => done(Response.json(body, { status })) }),
      ),
  );
  client = await import('./queries.ts');
  session = await import('./session.ts');
  const observer = new QueryObserver(client.queryClient, session.sessionQuery);
  leave = observer.subscribe(() => undefined);
  shown = observer;
  await nthAsked(1);
});

afterEach(() => {
  leave();
  client.queryClient.clear();
  vi.unstubAllGlobals();
});

async function nthAsked(count: number): Promise<(typeof asked)[number]> {
  await expect.poll(() => asked.map(({ path }) => path)).toEqual(Array(count).fill('/api/v1/console/session'));
  const [last] = asked.slice(-1);
  if (last === undefined) throw new Error('Nothing was asked.');
  return last;
}

const tellFromOtherTab = (): void => hear({ key: 'hearth.told.session', newValue: `${Math.random()}` });
const userId = (): number | null | undefined => {
  const { data } = shown.getCurrentResult();
  return data === null ? null : data?.user_id;
};
async function settled(): Promise<void> {
  await expect.poll(() => shown.getCurrentResult().fetchStatus).toBe('idle');
}

test('a session stays when the refusal of the one before arrives after the sign-in', async () => {
  asked[0]?.answer(200, sessionOf(8));
  await expect.poll(() => userId()).toBe(8);
  // Another tab signs out. The user signs in again on this page while its question is on its way.
  tellFromOtherTab();
  const { answer } = await nthAsked(2);
  session.enterSession(client.queryClient, { ...sessionOf(8), csrf_token: 'second token' });
  answer(401, unknownSession);
  await settled();
  expect(shown.getCurrentResult().data).toMatchObject({ user_id: 8, csrf_token: 'second token' });
  expect(client.queryClient.getQueryData(client.whyOverKey)).toBeUndefined();
});

test('a page of a new session does not return to the one before when its answer arrives late', async () => {
  asked[0]?.answer(200, sessionOf(8));
  await expect.poll(() => userId()).toBe(8);
  tellFromOtherTab();
  const { answer } = await nthAsked(2);
  session.enterSession(client.queryClient, sessionOf(9));
  answer(200, sessionOf(8));
  await settled();
  expect(userId()).toBe(9);
});

test('a user who signs out stays signed out when an answer of the session arrives afterwards', async () => {
  asked[0]?.answer(200, sessionOf(8));
  await expect.poll(() => userId()).toBe(8);
  tellFromOtherTab();
  const { answer } = await nthAsked(2);
  session.leaveSession(client.queryClient);
  answer(200, sessionOf(8));
  await settled();
  expect(userId()).toBeNull();
});

test('a session that ends elsewhere ends here, with the reason that the server gives', async () => {
  asked[0]?.answer(200, sessionOf(8));
  await expect.poll(() => userId()).toBe(8);
  tellFromOtherTab();
  (await nthAsked(2)).answer(401, { ...unknownSession, code: 'USER_DEACTIVATED' });
  await expect.poll(() => userId()).toBeNull();
  expect(client.queryClient.getQueryData(client.whyOverKey)).toBe('USER_DEACTIVATED');
});

test('a sign-in in another tab is read also while this page asks for the first time', async () => {
  tellFromOtherTab();
  const { answer } = await nthAsked(2);
  asked[0]?.answer(401, unknownSession);
  answer(200, sessionOf(8));
  await expect.poll(() => userId()).toBe(8);
  await settled();
  expect(userId()).toBe(8);
});
