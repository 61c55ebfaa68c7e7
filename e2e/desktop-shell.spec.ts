/**
 * The desktop app from its first start to its last: the window leads to the console and nowhere else, the server outlives the
 * window, and the session is kept. With the stand-in in Electron's place.
 */
import { once } from 'node:events';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { Page } from '@playwright/test';
import { callApi } from './api-call.ts';
import { show } from './chat-kit.ts';
import { Desktop, expect, openConsole, setUp, shareApp, test } from './desktop-kit.ts';
import { freePort } from './free-port.ts';
import { ownerKey } from './hearth-process.ts';

let elsewhere: Server;
let foreign: string;

test.beforeAll(async () => {
  elsewhere = createServer((_request, response) => response.end('<title>Elsewhere</title>'));
  elsewhere.listen(0, '127.0.0.1');
  await once(elsewhere, 'listening');
  foreign = `http://127.0.0.1:${(elsewhere.address() as AddressInfo).port}/`;
});
test.afterAll(() => elsewhere.close());

/** Whether this page is signed in. */
const isSignedIn = async (page: Page): Promise<boolean> =>
  page.evaluate(async () => (await fetch('/api/v1/console/session')).ok).catch(() => false);

let port: number;
const shared = shareApp(
  async ({ page }) => {
    await setUp(page);
    await page.getByRole('link', { name: 'Go to overview' }).click();
    await expect(page.getByRole('link', { name: 'This computer' })).toBeVisible();
  },
  async () => {
    port = await freePort();
    return [['--port', String(port)]];
  },
);

test('opens the console at the first start, and shows its state in the tray', async () => {
  const { app } = shared;
  await expect(app.page.getByRole('link', { name: 'This computer' })).toBeVisible();

  await test.step('its pages have no Node in them, and a closed list of calls', async () => {
    const page = app.page;
    expect(
      await page.evaluate(() => ['require', 'process', 'module'].map((name) => typeof Reflect.get(window, name))),
    ).toEqual(Array.from({ length: 3 }, () => 'undefined'));
    const calls = await page.evaluate(() => Object.keys(Reflect.get(window, 'desktop') as object));
    expect(calls).toContain('changeChoices');
    expect(calls.filter((call) => /invoke|send|ipc/i.test(call))).toEqual([]);
    const { isSandboxed, windows } = await app.recorded();
    expect(isSandboxed).toBe(true);
    expect(windows[0]?.preferences).toMatchObject({
      sandbox: true,
      contextIsolation: true,
      nodeIntegration: false,
      webSecurity: true,
      webviewTag: false,
    });
  });

  await test.step('shows the state in the tray', async () => {
    await expect.poll(() => app.tray()).toContain('Corner Office');
    await expect.poll(async () => (await app.recorded()).tray?.tooltip).toContain('Corner Office');
    await expect
      .poll(() => app.tray())
      .toEqual(expect.arrayContaining(['Only on this computer', 'Share on the network']));
    await expect.poll(async () => (await app.recorded()).tray?.image).toContain('paused');
    await expect.poll(async () => (await app.tray()).at(-1)).toBe('Quit Hearth');
  });
});

test('explains at the first close that the server keeps running', async () => {
  const { app } = shared;
  await app.order({ order: 'full-screen' });
  await expect.poll(async () => (await app.recorded()).windows[0]?.isFullScreen).toBe(true);
  for (const time of [1, 2]) {
    await app.order({ order: 'close' });
    const isVisible = async (): Promise<unknown> => (await app.recorded()).windows[0]?.isVisible;
    await expect.poll(isVisible, `close ${time}`).toBe(false);
    await expect.poll(async () => (await app.recorded()).windows[0]?.isFullScreen).toBe(false);
    await expect
      .poll(async () => (await app.recorded()).notifications.map(({ title }) => title))
      .toEqual(['Hearth keeps running']);
    expect((await fetch(`http://127.0.0.1:${port}/health`)).status).toBe(200);
    if (time === 1) await app.click('tray', 'Open Hearth');
    await expect.poll(isVisible).toBe(time === 1);
  }
  await app.click('tray', 'Open Hearth');
  await expect.poll(async () => (await app.recorded()).windows[0]?.isVisible).toBe(true);
});

test('a second start only raises the window, and reports the arguments that it ignores', async () => {
  const { app, home } = shared;
  const second = Desktop.spawn(home, ['--port', '0']);
  let output = '';
  second.stderr?.on('data', (chunk: Buffer) => (output += chunk.toString()));
  await once(second, 'close');
  expect(output).toContain('Hearth is already running');
  expect(output).toContain('ignored: --port 0');
  await expect.poll(async () => (await app.recorded()).windows.map(({ isVisible }) => isVisible)).toEqual([true]);
  expect((await app.recorded()).processes).toHaveLength(1);
});

test('stays awake for other clients, and not for its own window', async () => {
  const { app } = shared;
  await openConsole(app);
  expect((await app.recorded()).blockers).toEqual([]);
  const registered = await app.page.evaluate(async () => {
    const headers = { 'X-CSRF-Token': '' };
    const session = (await (await fetch('/api/v1/console/session')).json()) as { csrf_token: string };
    headers['X-CSRF-Token'] = session.csrf_token;
    const body = new URLSearchParams({ client: 'Other client' });
    return (await fetch('/api/v1/register', { method: 'POST', headers, body })).ok;
  });
  expect(registered).toBe(true);
  await expect.poll(async () => (await app.recorded()).blockers).toEqual(['prevent-app-suspension']);
  await app.page.getByRole('link', { name: 'This computer' }).click();
  await app.page.getByRole('switch', { name: 'Stay awake while others are connected' }).click();
  await expect.poll(async () => (await app.recorded()).blockers).toEqual([]);
});

test('notifies of chat messages, counts them in the tray, and opens them', async () => {
  const { app } = shared;
  const origin = `http://127.0.0.1:${port}`;
  const me = { email: 'olga@example.com', password: 'a long enough password' };
  const ben = { email: 'ben@example.com', password: 'another long password' };
  const as = async ({ email, password }: typeof me): Promise<string> =>
    `Basic ${btoa(`${email}:${await ownerKey(origin, email, password)}`)}`;
  const mine = await as(me);
  await callApi(origin, mine, 'POST', '/users', { ...ben, full_name: 'Ben Builder' });
  await callApi(origin, mine, 'POST', '/mark_all_as_read');
  await app.click('menu', 'Chat');
  await expect(app.page).toHaveURL(/\/chat\//);
  await expect(app.page).toHaveTitle(/^Inbox · Corner Office/);
  // The chat shows what others wrote: it gets the calls that it needs.
  const calls = (): Promise<string[]> =>
    app.page.evaluate(() => Object.keys(Reflect.get(window, 'desktop') as object).toSorted());
  await expect
    .poll(calls)
    .toEqual(
      [
        'dismissDownload',
        'onState',
        'openDownload',
        'platform',
        'showDownload',
        'showUnread',
        'showWindow',
        'state',
      ].toSorted(),
    );
  expect((await app.recorded()).openedOutside).toEqual([]);
  // Of the system, which Electron shows it by; here it is written down.
  await app.page.evaluate(() => {
    const notified: string[] = [];
    class Written extends EventTarget {
      constructor(title: string, { body = '' }: NotificationOptions) {
        super();
        notified.push(`${title}: ${body}`);
        Object.assign(window, { lastNotified: this });
      }
      close(): void {
        notified.push('closed');
      }
    }
    Object.assign(window, { notified, Notification: Written });
  });
  const notified = (): Promise<string[]> =>
    app.page.evaluate(() => (window as unknown as { notified: string[] }).notified);
  await show(app.page, false);
  const message = { type: 'direct', to: JSON.stringify([me.email]), content: 'Are you there?' };
  await callApi(origin, await as(ben), 'POST', '/messages', message);
  await expect.poll(notified).toEqual(['Ben Builder: Are you there?']);
  await expect.poll(() => app.tray()).toContain('1 unread message');
  await expect.poll(async () => (await app.recorded()).tray?.tooltip).toMatch(/^\(1\) Corner Office/);

  // A click opens the conversation, in a window that was closed.
  await app.order({ order: 'close' });
  await expect.poll(async () => (await app.recorded()).windows[0]?.isVisible).toBe(false);
  const inbox = app.page.url();
  await app.page.evaluate(() => (Reflect.get(window, 'lastNotified') as EventTarget).dispatchEvent(new Event('click')));
  await expect.poll(async () => (await app.recorded()).windows[0]?.isVisible).toBe(true);
  await expect(app.page).toHaveURL(/#narrow\/dm\//);
  await app.page.goto(inbox);

  await openConsole(app);
  await app.click('tray', '1 unread message');
  await expect(app.page).toHaveURL(/\/chat\//);
  await app.page
    .getByRole('link', { name: /Ben Builder/ })
    .first()
    .click();
  await expect(app.page.getByRole('article').filter({ hasText: 'Are you there?' })).toBeVisible();
  await expect.poll(async () => (await app.tray()).filter((line) => line.includes('unread'))).toEqual([]);
  await openConsole(app);
});

test('keeps pages from leaving the server, taking permissions, and calling the app from elsewhere', async () => {
  const { app } = shared;
  const { page } = app;
  await openConsole(app);
  const begin = page.getByRole('link', { name: 'This computer' });
  const before = page.url();

  const ways = [
    `window.open('file:///etc/passwd')`,
    `location.assign(${JSON.stringify(foreign)})`,
    `window.open(${JSON.stringify(foreign)})`,
    `document.body.insertAdjacentHTML('beforeend', '<a id="out" target="_blank" href="${foreign}">x</a>'), document.getElementById('out').click()`,
  ];
  for (const [outside, way] of ways.entries()) {
    // One at a time: what a page asks for while it is being led away may be dropped, and it is until that has been stopped.
    const stopped = way.startsWith('location.')
      ? page.waitForEvent('requestfailed', (request) => request.url() === foreign)
      : null;
    await page.evaluate(way);
    await expect.poll(async () => (await app.recorded()).openedOutside).toEqual(Array(outside).fill(foreign));
    await stopped;
  }
  expect(page.url()).toBe(before);
  await expect(begin).toBeVisible();
  expect(page.context().pages()).toHaveLength(1);

  // A script that opens many addresses at once is followed to five of them.
  await page.evaluate((url) => Array.from({ length: 20 }, () => window.open(url)).length, foreign);
  await expect.poll(async () => (await app.recorded()).openedOutside.length).toBeGreaterThan(4);
  expect((await app.recorded()).openedOutside.length).toBeLessThan(9);

  expect(await page.evaluate(() => Notification.requestPermission())).toBe('granted');
  const asked = page.evaluate(async () => navigator.mediaDevices.getUserMedia({ video: true }).then(String, String));
  expect(await asked).toContain('Permission denied');
  const recording = page.evaluate(async () =>
    navigator.mediaDevices.getUserMedia({ audio: true }).then(String, String),
  );
  expect(await recording).toBe('[object MediaStream]');
  const check = (permission: string, url: string, mediaType?: string): Promise<boolean> =>
    app.order({ order: 'check', permission, url, ...(mediaType !== undefined && { mediaType }) });
  expect(await check('media', before, 'audio')).toBe(true);
  expect(await check('media', before, 'video')).toBe(false);
  expect(await check('media', foreign, 'audio')).toBe(false);
  expect(await check('notifications', before)).toBe(true);
  expect(await check('notifications', foreign)).toBe(false);
  expect(await check('media', before)).toBe(false);
  expect(await check('fullscreen', before)).toBe(true);

  await app.order({ order: 'load', url: foreign });
  await page.waitForURL(foreign);
  const answer = page.evaluate(async () => (Reflect.get(window, 'desktop') as { state(): Promise<unknown> }).state());
  await expect(answer).rejects.toThrow('This page may not control the app');
  expect((await app.recorded()).windows).toHaveLength(1);
  await app.order({ order: 'load', url: before });
  await expect(begin).toBeVisible();
});

test('keeps the session when it starts again', async () => {
  expect(await shared.app.quit()).toBe(0);
  // The session belongs to the port.
  shared.app = await Desktop.start(shared.home, ['--port', String(port)]);
  await expect(shared.app.page.getByRole('link', { name: 'This computer' })).toBeVisible();
  await expect.poll(() => isSignedIn(shared.app.page)).toBe(true);
});

test('keeps running after its terminal was closed', async () => {
  const { app } = shared;
  app.child.stdout?.destroy();
  app.child.stderr?.destroy();
  const before = await app.serverPid();
  // The new server prints its address, which the app passes on to the closed pipe.
  await app.click('tray', 'Restart server');
  await expect.poll(() => app.serverPid().catch(() => before)).not.toBe(before);
  await expect.poll(() => app.tray()).toContain('Restart server');
  expect((await app.recorded()).dialogs).toEqual([]);
  expect(await app.quit()).toBe(0);
});
