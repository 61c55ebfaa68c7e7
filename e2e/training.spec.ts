/**
 * A training with a demo, from the outside: put back, saved, broken on purpose, looked at step by step, and taken home as a
 * handout.
 */
import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, type Page } from '@playwright/test';
import { expectAccessible } from './console-kit.ts';
import { demo } from './hearth-process.ts';
import { HostedServer } from './hosted-server.ts';
import { signIn } from './sessions.ts';
import { watchedTest as test } from './watched.ts';

let dataDir: string;
let hearth: HostedServer;

test.beforeAll(async () => {
  dataDir = await mkdtemp(join(tmpdir(), 'hearth-training-'));
  hearth = await HostedServer.startDemo(dataDir);
});
test.afterAll(async () => {
  await hearth.stop();
  await rm(dataDir, { recursive: true, force: true });
});

const keyOf = (name: string): string => `${name}Key${'1234567890'.repeat(4)}`.slice(0, 32);

/** A program of a learner. */
async function call(
  name: string,
  method: string,
  path: string,
  params: Record<string, string> = {},
): Promise<Response> {
  const authorization = `Basic ${btoa(`${name.toLowerCase()}@alder-wren.example:${keyOf(name)}`)}`;
  const form = new URLSearchParams(params);
  const query = method === 'GET' ? `?${form}` : '';
  const body = method === 'GET' ? undefined : form;
  return fetch(`${hearth.url}/api/v1${path}${query}`, { method, headers: { authorization }, body });
}

const say = async (content: string): Promise<Response> =>
  call('Lucia', 'POST', '/messages', { type: 'channel', to: 'general', topic: 'training', content });

async function newest(): Promise<string> {
  const answer = await call('Lucia', 'GET', '/messages', { anchor: 'newest', num_before: '1', num_after: '0' });
  return ((await answer.json()) as { messages: { content: string }[] }).messages.at(-1)?.content ?? '';
}

async function open(page: Page, path: string, email = demo.owner): Promise<void> {
  await signIn(page.context(), hearth.url, email, demo.password);
  await page.goto(`${hearth.url}/console${path}`);
  await expect(page.getByText('Live', { exact: true })).toBeVisible();
}

test('the data is saved under a name and put back, and the console stays signed in', async ({ page }) => {
  await open(page, '/labs');
  await expect(page.getByRole('region', { name: 'Small office' })).toContainText('Now');
  await page.getByLabel('Name of a new snapshot').fill('After lesson 1');
  await page.getByRole('button', { name: 'Save current data' }).click();
  const snapshot = page.getByRole('region', { name: 'Snapshot After lesson 1' });
  await expect(snapshot).toBeVisible();
  await say('of the second lesson');
  await snapshot.getByRole('button', { name: 'Restore After lesson 1' }).click();
  await expect(page.getByText(/After lesson 1 restored in [\d.]+ s/)).toBeVisible();
  expect(await newest()).not.toContain('of the second lesson');
  await expect(snapshot).toContainText('(now)');
  await expect(page.getByText('Live', { exact: true })).toBeVisible();

  await page.getByRole('button', { name: 'Switch to Empty' }).click();
  const undo = page.getByRole('alert').filter({ hasText: /Empty restored/ });
  // It goes on its own, but not from under the pointer.
  await undo.hover();
  await expect(page.getByRole('region', { name: 'Empty', exact: true })).toContainText('Now');
  expect((await call('Lucia', 'GET', '/users/me')).status).toBe(401);
  await undo.getByRole('button', { name: 'Undo', exact: true }).click();
  await expect.poll(async () => (await call('Lucia', 'GET', '/users/me')).status).toBe(200);
  const back = await call('Amara', 'POST', '/console/training/reset', { scenario: 'small-office' });
  expect(await back.json()).toMatchObject({ result: 'success', scenario: 'small-office' });
  expect((await call('Lucia', 'GET', '/users/me')).status).toBe(200);
});

test('a reset by a program is heard in every open console, also in tabs whose turn to wait it is not', async ({
  browser,
}) => {
  await call('Amara', 'POST', '/channels/create', { name: 'short-lived', subscribers: '[]' });
  const context = await browser.newContext();
  // Three that are shown wait at the server, the fourth asks now and then.
  const tabs = [await context.newPage(), await context.newPage(), await context.newPage(), await context.newPage()];
  for (const tab of tabs) {
    await open(tab, '/channels');
    await expect(tab.getByText('short-lived')).toBeVisible();
  }
  await call('Amara', 'POST', '/console/training/reset', { scenario: 'small-office' });
  // It would ask a minute later on its own.
  for (const tab of tabs) await expect(tab.getByText('short-lived')).toBeHidden();
  await context.close();
});

test('a fault hits the one that it is for, is announced to everyone, and stands on the time line', async ({
  page,
  browser,
}) => {
  await open(page, '/labs/faults');
  const form = page.getByRole('form', { name: 'New fault' });
  await form.getByRole('combobox', { name: 'Effect' }).click();
  await page.getByRole('option', { name: 'Too many requests' }).click();
  await form.getByRole('combobox', { name: 'Applies to' }).fill('Luc');
  await page.getByRole('option', { name: /Lucía Fernández/ }).click();
  await form.getByRole('button', { name: 'Turn on fault' }).click();
  const banner = page.getByRole('alert').filter({ hasText: 'A fault is on' });
  await expect(banner).toBeVisible();

  const refused = await call('Lucia', 'GET', '/users/me');
  expect(refused.status).toBe(429);
  expect(refused.headers.get('retry-after')).toBe('2');
  expect(await refused.json()).toMatchObject({ code: 'RATE_LIMIT_HIT', 'retry-after': 2 });
  expect((await call('Daniel', 'GET', '/users/me')).status).toBe(200);
  await expectAccessible(page);

  const other = await browser.newPage();
  await open(other, '/channels', 'daniel@alder-wren.example');
  await expect(other.getByRole('alert').filter({ hasText: 'A fault is on' })).toBeVisible();
  await other.close();

  await banner.getByRole('button', { name: 'End all' }).click();
  await expect(banner).toBeHidden();
  expect((await call('Lucia', 'GET', '/users/me')).status).toBe(200);
  await page.goto(`${hearth.url}/console/api/time-line`);
  await expect(page.getByRole('listitem').filter({ hasText: 'fault: rate limit' })).toContainText('429');
});

test('an event queue is registered, polled, acknowledged and killed by hand', async ({ page }) => {
  await open(page, '/labs/queue');
  await page.getByRole('combobox', { name: 'Act as' }).fill('Daniel');
  await page.getByRole('option', { name: /Daniel Kowalczyk/ }).click();
  await page.getByRole('button', { name: 'Register', exact: true }).click();
  const server = page.getByRole('region', { name: 'Server state' });
  await expect(server).toContainText('no poll is waiting');
  await page.getByRole('button', { name: 'Poll and wait' }).click();
  await expect(page.getByText(/Heartbeat in \d+ s at the latest/)).toBeVisible();
  await expect(server).toContainText('a poll is waiting');
  await say('to be polled');
  await expect(server.getByRole('table', { name: 'Events received' })).toContainText('message');
  await expect(server).toContainText('Pending events1');
  await page.getByRole('button', { name: /^Acknowledge up to/ }).click();
  await page.getByRole('button', { name: 'Poll without waiting' }).click();
  await expect(server).toContainText('no, acknowledged');
  await expect(server).toContainText('Pending events0');
  await expectAccessible(page);
  await page.getByRole('button', { name: 'Drop on the server' }).click();
  await expect(server).toContainText('no such queue');
  await page.getByRole('button', { name: 'Poll without waiting' }).click();
  await expect(page.getByRole('alert').filter({ hasText: 'BAD_EVENT_QUEUE_ID' })).toBeVisible();
});

test('presence is reported as someone, and shown in both shapes', async ({ page }) => {
  await open(page, '/labs/presence');
  await page.getByRole('button', { name: 'Report active' }).click();
  await expect(page.getByRole('region', { name: 'the modern format' })).toContainText('active_timestamp');
  await expect(page.getByRole('region', { name: 'the legacy format' })).toContainText('aggregated');
  await expect(page.getByRole('region', { name: 'The last two hours' })).toContainText('Amara Okafor');
  await page.getByRole('button', { name: 'Report idle' }).click();
  const reports = page.getByRole('table', { name: 'Reports, newest first' });
  await expect(reports.getByRole('row')).toHaveCount(3);
  await expect(reports).toContainText('1 person');
});

test('a webhook is caught, answered, and sent once more', async ({ page }) => {
  await open(page, '/labs/webhooks');
  await page.getByRole('button', { name: 'Create inspector bot' }).click();
  await page.getByRole('button', { name: 'Mention in #general: Inspector Bot' }).click();
  const caught = page.getByRole('button', { name: /@\*\*Inspector Bot\*\* hello/ });
  await expect(caught).toHaveCount(1);
  await caught.click();
  await expect(page.getByRole('region', { name: 'the request' })).toContainText('"trigger": "mention"');
  await expect.poll(newest).toContain('Caught.');
  await expectAccessible(page);
  await page.getByRole('button', { name: 'Send again' }).click();
  await expect(caught).toHaveCount(2);
});

test('a trainer shows the API: by subject, with examples, as someone else, and with what came of a call', async ({
  page,
}) => {
  await open(page, '/');
  // What the console itself asks for is in no one's way.
  for (const name of ['Users', 'Channels', 'Labs', 'API'])
    await page.getByRole('navigation', { name: 'Main' }).getByRole('link', { name, exact: true }).click();
  const example = page.getByRole('region', { name: 'the example' });
  await expect(example).toContainText('"result": "success"');
  await page.getByRole('combobox', { name: 'Operation' }).click();
  const operations = page.getByRole('listbox', { name: 'Operation' });
  await expect(operations.getByText('Channels and topics', { exact: true })).toBeAttached();
  await expect(operations.getByRole('group', { name: 'Events', exact: true }).getByRole('option')).toHaveCount(3);
  await page.keyboard.press('Escape');
  await page.getByRole('combobox', { name: 'Subject' }).click();
  await page.getByRole('option', { name: 'Drafts and reminders' }).click();
  await page.getByRole('combobox', { name: 'Operation' }).click();
  await expect(operations.getByRole('option', { name: /^GET \/drafts:/ })).toBeVisible();
  await expect(operations.getByRole('option', { name: /^GET \/messages:/ })).toHaveCount(0);
  await page.keyboard.press('Escape');

  await expect(page.getByRole('combobox', { name: 'Send as' })).toBeInViewport({ ratio: 1 });
  await page.getByRole('combobox', { name: 'Send as' }).fill('Priya');
  await page.getByRole('option', { name: /Priya Raman/ }).click();
  await expect(page.getByLabel('to', { exact: true })).not.toHaveValue('');
  await page.getByLabel('content').fill('for the handout');
  // A look at the time line costs nothing of it.
  await page.getByRole('tab', { name: 'Time line' }).click();
  await page.getByRole('tab', { name: 'Operations' }).click();
  await expect(page.getByLabel('content')).toHaveValue('for the handout');
  await expect(page.getByRole('combobox', { name: 'Send as' })).toHaveValue(/Priya Raman/);
  await page.getByRole('button', { name: 'Send POST' }).click();
  const response = page.getByRole('region', { name: 'Response', exact: true });
  await expect(response.getByRole('region', { name: 'the response' })).toContainText('"result": "success"');
  await expect(example).toBeHidden();
  const shape = page.getByRole('region', { name: 'Response schema' });
  await shape.getByRole('button', { name: 'Show' }).click();
  await expect(shape).toContainText('automatic_new_visibility_policy');
  await response.getByRole('button', { name: 'Show resulting events' }).click();
  const line = page.getByRole('listitem').filter({ hasText: 'Priya Raman' });
  await expect(line).toHaveCount(1);
  await line.getByRole('button').first().click();
  await expect(line).toContainText('"result": "success"');
  const hidden = (): Promise<number> =>
    line.getByRole('region', { name: 'the answer' }).evaluate((answer) => answer.scrollHeight - answer.clientHeight);
  await expect.poll(hidden, 'an answer that opens is seen whole').toBeLessThanOrEqual(1);
  const download = page.waitForEvent('download');
  await page.getByRole('button', { name: 'Save handout' }).click();
  await page.getByRole('menuitem', { name: 'As one HTML page' }).click();
  const html = await readFile(await (await download).path(), 'utf8');
  expect(html).toContain('for the handout');
  expect(html).toContain('Priya Raman');
  expect(html).not.toContain(keyOf('Priya'));

  await line.getByRole('button', { name: 'Open as a form', exact: true }).click();
  await expect(page).toHaveURL(`${hearth.url}/console/api/POST/messages`);
  await expect(page.getByLabel('content')).toHaveValue('for the handout');
  await page.keyboard.press('Control+k');
  await page.getByRole('combobox', { name: 'Screen, person, channel or action' }).fill('one user by id');
  await page.getByRole('option', { name: 'GET /users/{user_id} One user, by id.', exact: true }).click();
  const address = `${hearth.url}/console/api/GET/users/:user_id`;
  await expect(page).toHaveURL(address);
  await page.reload();
  await expect(page.getByText('/api/v1/users/{user_id}', { exact: true })).toBeVisible();
  await expect(page).toHaveURL(address);
});

test('the time line has what people asked for, and what was cleared stays away', async ({ page }) => {
  await open(page, '/api/time-line');
  await say('before the break');
  const rows = page.getByRole('region', { name: 'Requests, oldest first' }).getByRole('listitem');
  const own = rows.filter({ hasText: 'website' });
  await expect(rows.filter({ hasText: 'Lucía Fernández' })).not.toHaveCount(0);
  await expect(own).toHaveCount(0);
  await page.getByLabel('Show calls made by the console and chat').check();
  await expect(own).not.toHaveCount(0);
  await page.getByLabel('Show calls made by the console and chat').uncheck();
  await page.getByRole('button', { name: 'Clear' }).click();
  await expect(rows).toHaveCount(0);
  await page.getByRole('tab', { name: 'Operations' }).click();
  await expect(page.getByRole('combobox', { name: 'Operation' })).toBeVisible();
  await page.getByRole('tab', { name: 'Time line' }).click();
  await say('after the break');
  await expect(rows).toHaveCount(1);
});

test('a stranger finds the page of the API from the first page, and calls an operation there with a key', async ({
  page,
}) => {
  await page.goto(hearth.url);
  await page.getByRole('link', { name: 'API documentation' }).click();
  await expect(page).toHaveURL(`${hearth.url}/api/docs`);
  await page.getByRole('button', { name: 'Authorize' }).click();
  await page.locator('#auth-basic-username').fill('amara@alder-wren.example');
  await page.locator('#auth-basic-password').fill(keyOf('Amara'));
  await page.getByRole('button', { name: 'Apply credentials' }).click();
  await page.locator('.btn-done').click();
  await page.getByPlaceholder('Filter by tag or path').fill('/api/v1/users/me');
  const self = page.locator('.opblock-get', { has: page.locator('[data-path="/api/v1/users/me"]') });
  await self.locator('.opblock-summary-control').click();
  await self.getByRole('button', { name: 'Try it out' }).click();
  await self.getByRole('button', { name: 'Execute' }).click();
  await expect(self.locator('.live-responses-table')).toContainText('"full_name": "Amara Okafor"');
});
