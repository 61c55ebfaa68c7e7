/** Files of the chat in the desktop app, and what may cross between its pages and its main process. With the stand-in in Electron's place. */
import { once } from 'node:events';
import { readFile } from 'node:fs/promises';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import type { Page } from '@playwright/test';
import { expect, openChat, openConsole, setUp, shareApp, test, type Desktop } from './desktop-kit.ts';
import { ownerKey } from './hearth-process.ts';

/** @returns the address of a file on the server. */
async function upload(origin: string, name: string, content: string): Promise<string> {
  const key = await ownerKey(origin, 'olga@example.com', 'a long enough password');
  const body = new FormData();
  body.set('file', new Blob([content]), name);
  const headers = { authorization: `Basic ${btoa(`olga@example.com:${key}`)}` };
  const answer = await fetch(`${origin}/api/v1/user_uploads`, { method: 'POST', headers, body });
  const { url } = (await answer.json()) as { url: string };
  return new URL(url, origin).href;
}

async function listening(handler: Parameters<typeof createServer>[1]): Promise<{ server: Server; url: string }> {
  const server = createServer(handler).listen(0, '127.0.0.1');
  await once(server, 'listening');
  return { server, url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/` };
}

const openLink = (page: Page, url: string): Promise<void> =>
  page.evaluate((href) => {
    const link = Object.assign(document.createElement('a'), { href, target: '_blank', textContent: 'file' });
    document.body.append(link);
    link.click();
    link.remove();
  }, url);

const addresses = async (app: Desktop): Promise<string[]> => (await app.recorded()).windows.map(({ url }) => url);

const shared = shareApp(({ page }) => setUp(page));

test('opens a text in a second window, whose page cannot ask the app for anything', async () => {
  const { app } = shared;
  const { page } = app;
  const { origin } = new URL(page.url());
  await openChat(app);
  const chat = page.url();
  const notes = await upload(origin, 'notes.txt', 'Remember the milk');
  const opened = page.context().waitForEvent('page');
  await openLink(page, notes);
  const viewer = await opened;
  await expect(viewer.getByText('Remember the milk')).toBeVisible();
  expect(await viewer.evaluate(() => Reflect.get(window, 'desktop') as unknown)).toBeUndefined();
  await expect.poll(() => addresses(app)).toEqual([chat, notes]);
  const { windows, openedOutside } = await app.recorded();
  expect(windows.map(({ url }) => url)).toEqual([chat, notes]);
  expect(windows[1]?.preferences).toMatchObject({ sandbox: true, contextIsolation: true, nodeIntegration: false });
  expect(openedOutside).toEqual([]);
  // The same file has one window.
  await openLink(page, notes);
  await viewer.evaluate((url) => location.assign(url), `${origin}/console/`);
  await expect(viewer.getByText('Remember the milk')).toBeVisible();
  await expect.poll(() => addresses(app)).toEqual([chat, notes]);
  await viewer.close();
});

test('closes the window of a file that the server does not give, and reports it', async () => {
  const { app } = shared;
  const { page } = app;
  const { origin } = new URL(page.url());
  await openChat(app);
  await openLink(page, `${origin}/user_uploads/2/ab/gone.txt`);
  await expect(page.getByText('Could not download gone.txt. Try again.')).toBeVisible();
  await expect.poll(async () => (await addresses(app)).filter((url) => url.includes('gone'))).toEqual([]);
  await expect.poll(() => page.context().pages()).toHaveLength(1);
});

test('downloads a page, shows it in its folder, and never opens it', async () => {
  const { app, home } = shared;
  const { page } = app;
  const { origin } = new URL(page.url());
  await openChat(app);
  const path = join(home, 'report (1).html');
  await app.answer(path);
  await openLink(page, await upload(origin, 'report.html', '<p>Report</p>'));
  await expect(page.getByText('report (1).html downloaded.')).toBeVisible();
  expect(await readFile(path, 'utf8')).toBe('<p>Report</p>');
  await expect(page.getByRole('button', { name: 'Open', exact: true })).toHaveCount(0);
  await page.getByRole('button', { name: 'Show in folder' }).click();
  await expect.poll(async () => (await app.recorded()).shownPaths).toEqual([path]);
  expect((await app.recorded()).dialogs.at(-1)).toMatchObject({
    kind: 'save',
    text: expect.stringMatching(/report\.html$/),
  });
});

test('downloads a table from the console and opens it', async () => {
  const { app, home } = shared;
  const { page } = app;
  const { origin } = new URL(page.url());
  await openConsole(app);
  const path = join(home, 'numbers.csv');
  await app.answer(path);
  await openLink(page, await upload(origin, 'numbers.csv', 'a,b'));
  await expect(page.getByText('numbers.csv downloaded.')).toBeVisible();
  await page.getByRole('button', { name: 'Open', exact: true }).click();
  await expect.poll(async () => (await app.recorded()).openedPaths).toEqual([path]);
});

test('reports a full disk, and no download that was cancelled', async () => {
  const { app, home } = shared;
  const { page } = app;
  const { origin } = new URL(page.url());
  await openChat(app);
  const numbers = await upload(origin, 'more.csv', 'a,b');
  await app.answer(null);
  await openLink(page, numbers);
  await app.answer(join(home, 'no such folder/more.csv'));
  await openLink(page, numbers);
  await expect(page.getByText('Could not download more.csv. Try again.')).toHaveCount(1);
  await expect.poll(async () => (await app.recorded()).downloads.filter((url) => url === numbers)).toHaveLength(2);
});

test('copies values between pages and app, and refuses redirects to other servers', async () => {
  const elsewhere = await listening((request, response) => {
    response.writeHead(request.url === '/leave' ? 302 : 200, { location: '/there' });
    response.end('Elsewhere');
  });
  const { app } = shared;
  const { page } = app;
  await openConsole(app);
  const refused = await page.evaluate(async () => {
    const desktop = Reflect.get(window, 'desktop') as { changeChoices(changes: unknown): Promise<void> };
    class Choices {
      updateFeed = 7;
    }
    return Promise.all(
      [{ updateFeed: () => '' }, new Choices(), { unknown: 1 }].map((changes) =>
        desktop.changeChoices(changes).then(() => 'taken', String),
      ),
    );
  });
  expect(refused[0]).toBe('Error: An object could not be cloned.');
  for (const reason of refused.slice(1))
    expect(reason).toMatch(/^Error: Error invoking remote method 'hearth:changeChoices': /);

  const before = page.url();
  const { openedOutside } = await app.recorded();
  await app.order({ order: 'load', url: `${elsewhere.url}leave` }).catch(() => undefined);
  await expect
    .poll(async () => (await app.recorded()).openedOutside)
    .toEqual([...openedOutside, `${elsewhere.url}there`]);
  expect(page.url()).toBe(before);
  elsewhere.server.close();
});
