/** The service worker of the chat in a real browser: shows what is pushed while no page of the chat is open, and takes away what was read. */
import type { CDPSession, Page } from '@playwright/test';
import { expect, test } from './console-kit.ts';

interface Shown {
  title: string;
  body: string;
  tag: string;
}

/** What the worker shows. */
const shown = async (page: Page): Promise<Shown[]> =>
  page.evaluate(async () => {
    const registration = await navigator.serviceWorker.getRegistration('/chat/');
    const notifications = (await registration?.getNotifications()) ?? [];
    return notifications.map(({ title, body, tag }) => ({ title, body, tag }));
  });

/** Registers the worker. @returns hands it a push, as the browser does once it has decrypted it. */
async function startWorker(page: Page, session: CDPSession, origin: string): Promise<(data: object) => Promise<void>> {
  const ids = new Set<string>();
  session.on('ServiceWorker.workerRegistrationUpdated', ({ registrations }) => {
    for (const { registrationId } of registrations) ids.add(registrationId);
  });
  await session.send('ServiceWorker.enable');
  await page.evaluate(async () =>
    navigator.serviceWorker.register('/chat/notifications-worker.js', { scope: '/chat/' }).then(() => undefined),
  );
  const state = async (): Promise<string | undefined> =>
    page.evaluate(async () => (await navigator.serviceWorker.getRegistration('/chat/'))?.active?.state);
  await expect.poll(state).toBe('activated');
  await expect.poll(() => ids.size).toBe(1);
  const [registrationId = ''] = ids;
  return async (data) => {
    await session.send('ServiceWorker.deliverPushMessage', { origin, registrationId, data: JSON.stringify(data) });
  };
}

test('shows a notification without a page, replaces it by the next, and closes what was read elsewhere', async ({
  context,
  page,
  office,
}) => {
  await context.grantPermissions(['notifications'], { origin: office.url });
  // A document that is no page of the chat, may register workers, and costs nothing: the text of the script.
  await page.goto(`${office.url}/chat/notifications-worker.js`);
  const push = await startWorker(page, await context.newCDPSession(page), office.url);
  const message = { kind: 'message', tag: 'c1', title: 'Ben', body: 'Lunch?', path: '/#narrow/dm/9', message_id: 7 };
  await push({ ...message, waiting: ['c1'] });
  await expect.poll(async () => shown(page)).toEqual([{ title: 'Ben', body: 'Lunch?', tag: 'c1' }]);
  await push({ ...message, title: 'Ben (2)', body: 'Now?', message_id: 8, waiting: ['c1'] });
  await expect.poll(async () => shown(page)).toEqual([{ title: 'Ben (2)', body: 'Now?', tag: 'c1' }]);
  await push({ ...message, tag: 'c2', title: '#general', body: 'Hello', message_id: 9, waiting: ['c2'] });
  await expect.poll(async () => shown(page)).toEqual([{ title: '#general', body: 'Hello', tag: 'c2' }]);
});
