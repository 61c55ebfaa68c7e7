/** Sent exactly once, whatever breaks between the box and the disk. */
import { expect } from '@playwright/test';
import { box, ChatOffice, rows, topicAddress, waitingRows, words, type Person } from './chat-office.ts';
import { owner } from './hearth-process.ts';
import { signIn } from './sessions.ts';
import { SwallowingProxy } from './swallowing-proxy.ts';
import { freshTest, watchedTest as test } from './watched.ts';

let office: ChatOffice;
let ben: Person;
let channelId: number;

test.describe.configure({ mode: 'serial' });

test.beforeAll(async () => {
  ({ office, ben, channelId } = await ChatOffice.withWorkshop());
});

test.afterAll(async () => office.close());

const contentsOf = (topic: string): Promise<string[]> => office.contentsOf(channelId, topic);

test('two people write at once in one topic, and both see one order', async ({ browser, context }) => {
  const topic = 'at once';
  const other = await browser.newContext();
  const a = await office.openChat(context, owner, topicAddress(channelId, topic));
  const b = await office.openChat(other, ben, topicAddress(channelId, topic));
  const write = async (page: typeof a, name: string): Promise<void> => {
    for (let number = 1; number <= 8; number += 1) {
      await box(page).fill(`${name} ${number}`);
      await box(page).press('Enter');
    }
  };
  await Promise.all([write(a, 'a'), write(b, 'b')]);
  await expect(rows(a)).toHaveCount(16);
  await expect(rows(b)).toHaveCount(16);
  const stored = await contentsOf(topic);
  await expect.poll(() => words(a)).toEqual(stored);
  await expect.poll(() => words(b)).toEqual(stored);
  await other.close();
});

test('the server is stopped as Send is pressed: after its return there is one message, for others too', async ({
  browser,
  context,
}) => {
  const topic = 'stopped';
  const other = await browser.newContext();
  const a = await office.openChat(context, owner, topicAddress(channelId, topic));
  const b = await office.openChat(other, ben, topicAddress(channelId, topic));
  await box(a).fill('before the stop');
  await box(a).press('Enter');
  await expect(rows(b)).toHaveCount(1);
  await box(a).fill('into the stop');
  await Promise.all([office.hearth.stop(), box(a).press('Enter')]);
  await expect(a.getByText('into the stop')).toHaveCount(1);
  await office.startAgain();
  for (const page of [a, b]) {
    await expect(rows(page)).toHaveCount(2);
    await expect(waitingRows(page)).toHaveCount(0);
    await expect.poll(() => words(page)).toEqual(['before the stop', 'into the stop']);
  }
  expect(await contentsOf(topic)).toEqual(['before the stop', 'into the stop']);
  await other.close();
});

test('the server is killed after the write and before the answer: still one message', async ({ context }) => {
  const topic = 'killed';
  const mortal = await ChatOffice.inProcess();
  const workshop = await mortal.newChannel('workshop');
  const proxy = await SwallowingProxy.before(mortal.hearth.url);
  const page = await mortal.openChat(context, owner, topicAddress(workshop, topic), proxy.url);
  await expect(box(page)).toBeVisible();
  const swallowed = new Promise<void>((resolve) => {
    proxy.swallowNext(
      ({ method, url }) => method === 'POST' && url === '/api/v1/messages',
      async () => {
        await mortal.hearth.kill();
        resolve();
      },
    );
  });
  await box(page).fill('written, never acknowledged');
  await box(page).press('Enter');
  await swallowed;
  await expect(page.getByText('written, never acknowledged')).toHaveCount(1);
  await mortal.startAgain();
  // As the browser says it of a network that is back: the longer the start took, the longer the page would wait.
  await page.evaluate(() => dispatchEvent(new Event('online')));
  await expect(waitingRows(page)).toHaveCount(0);
  await expect.poll(() => words(page)).toEqual(['written, never acknowledged']);
  expect(await mortal.contentsOf(workshop, topic)).toEqual(['written, never acknowledged']);
  await page.close();
  await proxy.close();
  await mortal.close();
});

test('a request is lost on a connection that says nothing: it is made again, and is one message', async ({
  context,
}) => {
  const topic = 'dead connection';
  await context.clock.install();
  const page = await office.openChat(context, owner, topicAddress(channelId, topic));
  await expect(box(page)).toBeVisible();
  let asked = 0;
  await page.route('**/api/v1/messages', async (route) => {
    asked += 1;
    if (asked > 1) await route.continue();
  });
  await box(page).fill('into the void');
  await box(page).press('Enter');
  await expect.poll(() => asked).toBe(1);
  await context.clock.fastForward(25_000);
  await expect(rows(page)).toHaveCount(1);
  await expect(waitingRows(page)).toHaveCount(0);
  expect(await contentsOf(topic)).toEqual(['into the void']);
});

test('a minute without server, three messages sent, the tab closed and opened: three, once', async ({ context }) => {
  const topic = 'a minute';
  const lines = ['first, without a server', 'second', 'third'];
  await context.clock.install();
  const a = await office.openChat(context, owner, topicAddress(channelId, topic));
  await expect(box(a)).toBeVisible();
  await office.hearth.stop();
  await box(a).click();
  for (const line of lines) {
    await a.keyboard.type(line, { delay: 20 });
    await context.clock.fastForward(20_000);
    await a.keyboard.press('Enter');
  }
  await expect(waitingRows(a)).toHaveCount(3);
  await expect(a.getByText('Your messages are saved and sent when the connection is back.')).toContainText(
    /Retrying in \d+ s\./,
  );
  await a.close();
  await office.startAgain();
  const again = await office.openChat(context, owner, topicAddress(channelId, topic));
  await expect(rows(again)).toHaveCount(3);
  await expect(waitingRows(again)).toHaveCount(0);
  await expect.poll(() => words(again)).toEqual(lines);
  expect(await contentsOf(topic)).toEqual(lines);
});

test('what is sent into a conversation that could not be read is on the screen, and both come with the server', async ({
  context,
}) => {
  const topic = 'unread';
  await office.say(ben.email, channelId, topic, 'said before');
  const page = await context.newPage();
  await page.route('**/api/v1/messages?**', (route) => route.abort());
  await signIn(context, office.hearth.url);
  await page.goto(`${office.hearth.url}/chat/${topicAddress(channelId, topic)}`);
  await expect(page.getByText('Could not load messages')).toBeVisible();
  await office.hearth.stop();
  await box(page).fill('said to nobody yet');
  await box(page).press('Enter');
  await expect(waitingRows(page)).toHaveText(/said to nobody yet/);
  await expect(page.getByText('Your messages are saved and sent when the connection is back.')).toBeVisible();
  await page.unroute('**/api/v1/messages?**');
  await office.startAgain();
  await expect(rows(page)).toHaveCount(2);
  await expect(waitingRows(page)).toHaveCount(0);
  await expect.poll(() => words(page)).toEqual(['said before', 'said to nobody yet']);
});

// A page that was open before may have the parts in memory, and then asks no one for them.
freshTest('loads a part of the page that failed to load once the server is back', async ({ context }) => {
  const page = await context.newPage();
  let refused = 0;
  await page.route(/\/assets\/inbox-(?!rows)[^/]*\.(?:js|css)$/, async (route) => {
    refused += 1;
    await route.abort();
  });
  await page.route('**/health', (route) => route.abort());
  await signIn(context, office.hearth.url);
  await page.goto(`${office.hearth.url}/chat/#inbox`);
  await expect.poll(() => refused).toBeGreaterThan(0);
  await expect(page.getByRole('link', { name: /^Inbox/ })).toBeVisible();
  await page.unrouteAll();
  await expect(page.getByRole('heading', { name: 'Inbox' })).toBeVisible();
});

freshTest(
  'offers to reload when another build has replaced a part, and leaves the page as it is',
  async ({ context }) => {
    const page = await office.openChat(context, ben, topicAddress(channelId, 'builds'));
    await box(page).fill('half a text');
    await page.route(/\/assets\/recent-[^/]*\.js$/, (route) => route.fulfill({ status: 404 }));
    await page.getByRole('link', { name: 'Recent' }).click();
    await expect(page.getByText('A new version of the chat is available.')).toBeVisible();
    await page.goBack();
    await expect(box(page)).toHaveValue('half a text');
    await page.unrouteAll();
    await page.getByRole('button', { name: 'Reload' }).click();
    await page.getByRole('link', { name: 'Recent' }).click();
    await expect(page.getByRole('heading', { name: 'Recent' })).toBeVisible();
  },
);

test('what is sent into a channel without being subscribed to it stays on the screen', async ({ context }) => {
  const topic = 'from outside';
  const outsider = await office.newPerson('Olga Outside');
  const page = await office.openChat(context, outsider, topicAddress(channelId, topic));
  await box(page).fill('said at the door');
  await box(page).press('Enter');
  await expect(rows(page)).toHaveCount(1);
  await expect(waitingRows(page)).toHaveCount(0);
  await expect.poll(() => words(page)).toEqual(['said at the door']);
});

test('two tabs that write at once without a server lose nothing, and double nothing', async ({ context }) => {
  const topic = 'two tabs';
  const a = await office.openChat(context, owner, topicAddress(channelId, topic));
  const a2 = await office.openChat(context, owner, topicAddress(channelId, topic));
  await expect(box(a)).toBeVisible();
  await expect(box(a2)).toBeVisible();
  await office.hearth.stop();
  await box(a).fill('from the first tab');
  await box(a2).fill('from the second tab');
  await Promise.all([box(a).press('Enter'), box(a2).press('Enter')]);
  for (const page of [a, a2]) await expect(waitingRows(page)).toHaveCount(2);
  await a.close();
  await office.startAgain();
  await expect(rows(a2)).toHaveCount(2);
  await expect(waitingRows(a2)).toHaveCount(0);
  await expect
    .poll(async () => (await contentsOf(topic)).toSorted())
    .toEqual(['from the first tab', 'from the second tab']);
});
