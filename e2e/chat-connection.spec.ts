/** One server, six connections a browser, tabs that are shown and hidden, computers that sleep: nothing is lost, and nothing hangs. */
import type { Page, Route } from '@playwright/test';
import { callApi } from './api-call.ts';
import { box, channelWithTopic, dropQueues, openChat, show, somebody, write } from './chat-kit.ts';
import { expect, lead, test, type Office } from './console-kit.ts';
import { firstSeen, rest, wheel } from './feed-kit.ts';
import { shutGate } from './gate.ts';
import { demo } from './hearth-process.ts';
import { HostedServer } from './hosted-server.ts';
import { signIn } from './sessions.ts';

/** @returns what the owner of a demo does from elsewhere. */
async function demoApi(
  url: string,
): Promise<(method: string, path: string, params?: Record<string, string>) => Promise<Record<string, unknown>>> {
  const body = new URLSearchParams({ username: demo.owner, password: demo.password });
  const answer = await fetch(`${url}/api/v1/fetch_api_key`, { method: 'POST', body });
  const { api_key: key } = (await answer.json()) as { api_key: string };
  const authorization = `Basic ${Buffer.from(`${demo.owner}:${key}`).toString('base64')}`;
  return (...call) => callApi(url, authorization, ...call);
}

const hiddenFromTheStart = (): void => {
  Object.defineProperty(document, 'visibilityState', { configurable: true, get: () => 'hidden' });
  Object.defineProperty(document, 'hidden', { configurable: true, get: () => true });
};

/** Opens five tabs of the chat and three of the console, the last one of the chat shown. */
async function openEightTabs(page: Page, office: Office, channel: string) {
  const topic = await channelWithTopic(office, channel);
  const context = page.context();
  await signIn(context, office.url);
  await openChat(page, office.url, topic);
  await expect(page.getByText(`First words in ${channel}.`)).toBeVisible();
  const chats = [page];
  const consoles: Page[] = [];
  for (let n = 0; n < 7; n += 1) {
    const before = chats.at(-1);
    if (before !== undefined) await show(before, false);
    const tab = await context.newPage();
    if (n < 4) {
      await openChat(tab, office.url, topic);
      await expect(tab.getByText(`First words in ${channel}.`)).toBeVisible();
      chats.push(tab);
    } else {
      await tab.addInitScript(hiddenFromTheStart);
      await tab.goto(`${office.url}/console/`);
      await expect(tab.getByText('Live', { exact: true })).toBeVisible();
      consoles.push(tab);
    }
  }
  const last = chats.at(-1);
  if (last === undefined) throw new Error('no tab');
  await show(last, true);
  return { chats, consoles, last };
}

test('eight tabs of chat and console open, and all of them hear', async ({ page, office }) => {
  const { chats, last } = await openEightTabs(page, office, 'garden');
  // The tab that is shown sends although the others are open, and the hidden ones are reported.
  await write(last, 'Heard in every tab.');
  for (const chat of chats)
    await expect(chat.getByRole('article').filter({ hasText: 'Heard in every tab.' })).toHaveCount(1);
  await office.elsewhere('POST', '/messages', {
    type: 'channel',
    to: 'garden',
    topic: 'hello',
    content: 'From elsewhere.',
  });
  for (const chat of chats) await expect(chat.getByText('From elsewhere.')).toBeAttached();
  // Of the browser's six connections to a server some are left to send with, whatever is heard.
  const waiting = async (): Promise<number> => {
    const { queues } = await office.elsewhere('GET', '/console/event_queues');
    const all = queues as { is_polled: boolean }[];
    expect(all.length).toBeGreaterThanOrEqual(8);
    return all.filter(({ is_polled: isPolled }) => isPolled).length;
  };
  for (let n = 1; n <= 3; n += 1) {
    await office.elsewhere('POST', '/messages', {
      type: 'channel',
      to: 'garden',
      topic: 'hello',
      content: `Number ${n}.`,
    });
    for (const chat of chats)
      await expect(chat.getByRole('article').filter({ hasText: `Number ${n}.` })).toHaveCount(1);
    expect(await waiting()).toBeLessThan(6);
  }
  await expect.poll(waiting).toBeLessThanOrEqual(4);
  await expect.poll(waiting).toBeGreaterThan(0);
});

test('each of eight tabs of chat and console works when it is shown', async ({ page, office }) => {
  const { chats, consoles, last } = await openEightTabs(page, office, 'meadow');
  await show(last, false);
  for (const [n, chat] of chats.entries()) {
    await show(chat, true);
    await write(chat, `Written in tab ${n}.`);
    for (const each of chats)
      await expect(each.getByRole('article').filter({ hasText: `Written in tab ${n}.` })).toHaveCount(1);
    await show(chat, false);
  }
  for (const [n, tab] of consoles.entries()) {
    await show(tab, true);
    await lead(tab, '/channels');
    await expect(tab.getByRole('heading', { level: 1, name: 'Channels' })).toBeVisible();
    const name = `pond ${n}`;
    await office.elsewhere('POST', '/channels/create', { name, subscribers: '[]', announce: 'false' });
    await expect(tab.getByRole('link', { name: `#${name}` })).toBeVisible();
    await show(tab, false);
  }
});

test('the queue is deleted on the server; place and text stay, and what comes is heard', async ({ page, office }) => {
  const topic = await channelWithTopic(office, 'library');
  await signIn(page.context(), office.url);
  await openChat(page, office.url, topic);
  await box(page).fill('Still here');
  await dropQueues(office);
  await office.elsewhere('POST', '/messages', {
    type: 'channel',
    to: 'library',
    topic: 'hello',
    content: 'After that.',
  });
  await expect(page.getByText('After that.')).toBeVisible();
  await expect(box(page)).toHaveValue('Still here');
});

test('what was said while there was no queue is read, although the first attempt fails', async ({ page, office }) => {
  const topic = await channelWithTopic(office, 'attic');
  await signIn(page.context(), office.url);
  await openChat(page, office.url, topic);
  await expect(page.getByText('First words in attic.')).toBeVisible();
  const gate = await shutGate(page, '**/api/v1/register');
  await dropQueues(office);
  await office.elsewhere('POST', '/messages', {
    type: 'channel',
    to: 'attic',
    topic: 'hello',
    content: 'Said in between.',
  });
  await expect.poll(() => gate.waiting).toBe(1);
  let refused = 0;
  const refuse = async (route: Route): Promise<void> => {
    refused += 1;
    await route.abort();
  };
  await page.route('**/api/v1/messages?**', refuse, { times: 1 });
  gate.open();
  await expect.poll(() => refused).toBe(1);
  await expect(page.getByText('Said in between.')).toBeVisible();
});

test('a laptop sleeps while 300 messages come; it is informed of all of them when it wakes', async ({
  page,
  office,
}) => {
  const topic = await channelWithTopic(office, 'night');
  const say = (to: string, content: string) =>
    office.elsewhere('POST', '/messages', { type: 'channel', to: 'night', topic: to, content });
  for (let n = 1; n <= 60; n += 1) await say('hello', `Line ${n}.`);
  await office.elsewhere('POST', '/mark_all_as_read');
  await page.clock.install();
  await signIn(page.context(), office.url);
  await openChat(page, office.url, topic);
  await expect(page.getByText('Line 60.')).toBeInViewport();
  await box(page).fill('Half a thought');
  await wheel(page, -700);
  const first = page.locator(`.message[data-message-id="${await firstSeen(page)}"]`);
  const place = await first.boundingBox();
  await show(page, false);
  await page.context().setOffline(true);
  // In the conversation that is open, and in another.
  for (let n = 1; n <= 150; n += 1) {
    await say('hello', `Number ${n}.`);
    await say('other', `Number ${n}.`);
  }
  await page.context().setOffline(false);
  await page.clock.fastForward('15:00');
  await show(page, true);
  await expect(page.getByRole('link', { name: /other/ }).first()).toContainText('150');
  await expect(page.locator('.sidebar').getByRole('link', { name: /^Inbox/ })).toHaveAccessibleName('Inbox 300 unread');
  await expect(page.getByRole('button', { name: '150 new' })).toBeVisible();
  // Meanwhile a bar above the list may have said that the server does not answer.
  await expect.poll(() => first.boundingBox()).toEqual(place);
  await expect(box(page)).toHaveValue('Half a thought');
});

test('the server restarts, and A reads nothing again', async ({ browser }, info) => {
  const hearth = await HostedServer.startDemo(info.outputPath('data'));
  const { url } = hearth;
  try {
    const inbox = await somebody(browser, url, demo.owner, demo.password);
    const feed = await inbox.context().newPage();
    // However long this machine takes to start it: to the page it is a short absence, of which nothing is said.
    await inbox.context().clock.setFixedTime(Date.now());
    await openChat(inbox, url, '#inbox');
    await inbox.locator('.item-list').first().waitFor();
    await openChat(feed, url, '#feed');
    await feed.locator('.message').first().waitFor();
    await rest(feed);
    await expect(feed.locator('.feed-scroller')).toHaveAttribute('aria-busy', 'false');
    // What flickers is taken from the page, or said over it, and put there again.
    const watch = () => {
      const counted = { removed: 0 };
      const isShown = (node: Node): boolean =>
        node instanceof Element && node.matches('.item, .feed, .feed-row, .message, .pane, .sidebar, .away-bar');
      const observer = new MutationObserver((changes) => {
        counted.removed += changes.flatMap(({ removedNodes }) => [...removedNodes].filter(isShown)).length;
      });
      observer.observe(document.body, { childList: true, subtree: true });
      return counted;
    };
    const watched = [];
    for (const page of [inbox, feed]) {
      const asked: string[] = [];
      watched.push({ page, asked, seen: await page.evaluateHandle(watch) });
      page.on('request', (request) => asked.push(`${request.method()} ${new URL(request.url()).pathname}`));
    }
    await hearth.stop();
    await hearth.startAgain();
    for (const { page, asked, seen } of watched) {
      await expect.poll(() => asked.filter((each) => each === 'GET /api/v1/events').length).toBeGreaterThan(1);
      await expect(page.getByText("Can't reach the server")).toBeHidden();
      expect(asked.filter((each) => each === 'POST /api/v1/register' || each === 'GET /api/v1/messages')).toEqual([]);
      expect(await seen.evaluate(({ removed }) => removed)).toBe(0);
    }
    await inbox.context().close();
  } finally {
    await hearth.stop();
  }
});

test('a demo is put back under three open browsers; all show the new data, and nothing old is sent', async ({
  page: amara,
  browser,
}, info) => {
  const hearth = await HostedServer.startDemo(info.outputPath('demo'));
  const { url } = hearth;
  try {
    const api = await demoApi(url);
    await signIn(amara.context(), url, demo.owner, demo.password);
    const people = ['jonas', 'fatima'].map((name) => `${name}@alder-wren.example`);
    const others = await Promise.all(people.map(async (email) => somebody(browser, url, email, demo.password)));
    const pages = [amara, ...others];
    await api('POST', '/messages', { type: 'channel', to: 'general', topic: 'before', content: 'This goes away.' });
    const { stream_id: id } = await api('GET', '/get_stream_id', { stream: 'general' });
    const address = `#narrow/channel/${String(id)}-general/topic/before`;
    for (const page of pages) {
      await openChat(page, url, address);
      await expect(page.getByText('This goes away.')).toBeVisible();
    }
    // One of them has something to send that cannot leave.
    const [first] = pages;
    if (first === undefined) throw new Error('no page');
    await first.route('**/api/v1/messages', async (route) =>
      route.request().method() === 'POST' ? route.abort() : route.continue(),
    );
    await write(first, 'Meant for the old data.');
    // Another has a half-written text that no other device has heard of.
    const second = pages[1] ?? first;
    await second.route('**/api/v1/drafts**', (route) => route.abort());
    await box(second).fill('Half of something old.');
    await api('POST', '/console/training/reset');
    for (const page of pages) {
      await expect(page.getByText('You now see the restored data.')).toBeVisible();
      await expect(page.getByText('This goes away.')).toHaveCount(0);
    }
    await first.unroute('**/api/v1/messages');
    await second.unroute('**/api/v1/drafts**');
    await expect(box(second)).toHaveValue('');
    // What comes next is in the list that is open, without anybody's doing.
    await api('POST', '/messages', { type: 'channel', to: 'general', topic: 'before', content: 'Said since.' });
    for (const page of pages) await expect(page.getByRole('article').filter({ hasText: 'Said since.' })).toHaveCount(1);
    await api('POST', '/messages', { type: 'channel', to: 'general', topic: 'after', content: 'This is new.' });
    for (const page of pages) {
      await page.goto(`${url}/chat/#narrow/channel/${String(id)}-general/topic/after`);
      await expect(page.getByText('This is new.')).toBeVisible();
    }
    const narrow = JSON.stringify([{ operator: 'channel', operand: id }]);
    const { messages } = await api('GET', '/messages', { anchor: 'newest', num_before: '50', num_after: '0', narrow });
    expect(JSON.stringify(messages)).not.toContain('Meant for the old data.');
    // Nor does anything wait for its turn.
    const kept = await Promise.all(pages.map((page) => page.evaluate(() => JSON.stringify(localStorage))));
    expect(kept.join('\n')).not.toMatch(/Meant for the old data|Half of something old/);
    const drafts = await second.evaluate(async () => (await fetch('/api/v1/drafts')).text());
    expect(drafts).toContain('"drafts"');
    expect(drafts).not.toContain('Half of something old.');
    for (const page of others) await page.context().close();
  } finally {
    await hearth.stop();
  }
});

test('what was read of a demo that was put back is not read of what has its place now', async ({ page }, info) => {
  const hearth = await HostedServer.startDemo(info.outputPath('demo'));
  const { url } = hearth;
  try {
    const api = await demoApi(url);
    const say = async (topic: string, content: string): Promise<number> =>
      (await api('POST', '/messages', { type: 'channel', to: 'general', topic, content }))['id'] as number;
    const { stream_id: id } = await api('GET', '/get_stream_id', { stream: 'general' });
    const before = await say('before', 'This goes away.');
    await signIn(page.context(), url, 'jonas@alder-wren.example', demo.password);
    let refused = 0;
    await page.route('**/api/v1/messages/flags', async (route) => {
      refused += 1;
      await route.abort();
    });
    await openChat(page, url, `#narrow/channel/${String(id)}-general/topic/before`);
    await expect(page.getByText('This goes away.')).toBeVisible();
    await expect.poll(() => refused).toBeGreaterThan(0);
    await page.goto(`${url}/chat/#narrow/is/starred`);
    await api('POST', '/console/training/reset');
    await expect(page.getByText('You now see the restored data.')).toBeVisible();
    await page.unroute('**/api/v1/messages/flags');
    expect(await say('before', 'Nobody has read this.')).toBe(before);
    // What is read now is reported, and nothing else with it.
    const now = await say('now', 'This is read.');
    const telling = page.waitForRequest('**/api/v1/messages/flags');
    await page.goto(`${url}/chat/#narrow/channel/${String(id)}-general/topic/now`);
    const told = new URLSearchParams((await telling).postData() ?? '').get('messages');
    expect(told).toBe(JSON.stringify([now]));
  } finally {
    await hearth.stop();
  }
});
