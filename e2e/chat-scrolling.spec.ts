/** Nothing moves under the reader's eyes, whatever comes, goes or changes. */
import { expect, type Browser, type Page, type Response } from '@playwright/test';
import sharp from 'sharp';
import { ChatOffice, row, topicAddress, type Person } from './chat-office.ts';
import { firstSeen, rest, wheel } from './feed-kit.ts';
import { Gate, shutGate } from './gate.ts';
import { owner } from './hearth-process.ts';
import { inForm } from './long-form.ts';
import { answerWithMany } from './many-messages.ts';
import { jumpsIn, watchFirstFrames, watchFrames, watchPlace } from './painted-frames.ts';
import { signIn } from './sessions.ts';
import { watchedTest as test } from './watched.ts';

let office: ChatOffice;
let ben: Person;
let channelId: number;

test.beforeAll(async () => {
  ({ office, ben, channelId } = await ChatOffice.withWorkshop());
});

test.afterAll(async () => office.close());

const call: ChatOffice['call'] = (...request) => office.call(...request);
const say = (topic: string, content: string): Promise<number> => office.say(ben.email, channelId, topic, content);
const talk = (topic: string, count: number): Promise<number[]> => office.sayMany(ben.email, channelId, topic, count);
const unreadIds = (topic: string): Promise<number[]> => office.unreadIds(channelId, topic);

/** @returns the address of a picture of 800 × 600. */
async function newPicture(): Promise<string> {
  const bytes = await sharp({ create: { width: 800, height: 600, channels: 3, background: '#a52' } })
    .png()
    .toBuffer();
  return office.upload(ben.email, 'wide.png', 'image/png', bytes);
}

for (const [machine, slowness] of [
  ['a quick', 1],
  ['a slow', 3],
] as const)
  test(`a list stands where it opens from its first frame on, on ${machine} machine`, async ({ context }) => {
    const topic = `opened on ${machine} machine`;
    const ids = await talk(topic, 150);
    const [middle = 0, unread = 0, last = 0] = [50, 90, 149].map((index) => ids[index]);
    await office.markAsRead(ids.slice(0, 90));
    await signIn(context, office.hearth.url);
    const open = async (fragment: string, id: number): Promise<{ page: Page; ends: number[] }> => {
      const page = await context.newPage();
      const browser = await context.newCDPSession(page);
      await browser.send('Emulation.setCPUThrottlingRate', { rate: slowness });
      const framesSince = await watchFirstFrames(page);
      await page.goto(`${office.hearth.url}/chat/${fragment}`);
      await expect(row(page, id)).toBeInViewport();
      await rest(page);
      const frames = (await framesSince()).filter((frame) => frame.length > 0);
      return { page, ends: frames.map((frame) => Math.round(new Map(frame).get(id) ?? -1)) };
    };
    const edges = (page: Page, id: number): Promise<{ above: number; below: number; left: number }> =>
      page.locator('.feed-scroller').evaluate((feed, wanted) => {
        const [view, box] = [feed, feed.querySelector(`[data-message-id="${wanted}"]`)].map((element) =>
          element?.getBoundingClientRect(),
        );
        if (view === undefined || box === undefined) throw new Error('the message is not on the page');
        const left = feed.scrollHeight - feed.clientHeight - feed.scrollTop;
        return { above: box.top - view.top, below: view.bottom - box.bottom, left };
      }, id);
    const linked = await open(`${topicAddress(channelId, topic)}/near/${middle}`, middle);
    const fromMiddle = async (): Promise<number> => {
      const { above, below } = await edges(linked.page, middle);
      return Math.abs(above - below);
    };
    await expect.poll(fromMiddle).toBeLessThanOrEqual(2);
    expect(new Set(linked.ends).size).toBe(1);
    await linked.page.close();
    const first = await open(topicAddress(channelId, topic), unread);
    await expect.poll(async () => (await edges(first.page, unread)).above).toBeGreaterThan(56);
    await expect.poll(async () => (await edges(first.page, unread)).above).toBeLessThan(160);
    expect(new Set(first.ends).size).toBe(1);
    await first.page.close();
    await office.markAsRead(ids);
    const read = await open(topicAddress(channelId, topic), last);
    await expect.poll(async () => (await edges(read.page, last)).left).toBeLessThan(1);
    expect(new Set(read.ends).size).toBe(1);
    await read.page.close();
  });

test('edits, reactions, moves, deletions and pictures above the view move no pixel', async ({ context }) => {
  const ids = await talk('still', 80);
  await office.markAsRead(ids);
  const page = await office.openChat(context, owner, topicAddress(channelId, 'still'));
  await expect(row(page, ids.at(-1) ?? 0)).toBeInViewport();
  await wheel(page, -1500);
  const seen = await firstSeen(page);
  const index = ids.indexOf(seen);
  const places = await watchPlace(page, seen);
  const above = (by: number): string => String(ids[index - by]);
  await call(ben.email, 'PATCH', `/messages/${above(3)}`, { content: 'much longer now\n\n'.repeat(12) });
  await expect(row(page, Number(above(3)))).toContainText('(edited)');
  await call(ben.email, 'POST', `/messages/${above(2)}/reactions`, { emoji_name: 'tada' });
  await expect(row(page, Number(above(2))).locator('.reactions')).toBeAttached();
  await call(owner.email, 'PATCH', `/messages/${above(5)}`, { topic: 'elsewhere', propagate_mode: 'change_one' });
  await expect(row(page, Number(above(5)))).toHaveCount(0);
  await call(owner.email, 'DELETE', `/messages/${above(4)}`);
  await expect(row(page, Number(above(4)))).toHaveCount(0);
  const picture = await newPicture();
  await call(ben.email, 'PATCH', `/messages/${above(2)}`, { content: `[wide](${picture})` });
  await expect(row(page, Number(above(2))).locator('img')).toBeAttached();
  await say('still', `[wide](${picture})`);
  await expect(page.getByRole('button', { name: '1 new' })).toBeVisible();
  expect(await places()).toHaveLength(1);
  // The uppermost message that is wholly seen grows downward, though the gap above it is cut.
  const mine = await office.say(owner.email, channelId, 'still', 'Mine.');
  await talk('still', 30);
  await page.goto(`${office.hearth.url}/chat/${topicAddress(channelId, 'still')}/near/${mine}`);
  await expect(row(page, mine)).toBeInViewport();
  await rest(page);
  await row(page, mine).evaluate((element) => {
    const feed = element.closest('.feed-scroller');
    feed?.scrollBy(0, element.getBoundingClientRect().top - feed.getBoundingClientRect().top);
  });
  await rest(page);
  const uppermost = await watchPlace(page, mine);
  await call(ben.email, 'POST', `/messages/${mine}/reactions`, { emoji_name: 'tada' });
  await expect(row(page, mine).locator('.reactions')).toBeVisible();
  await rest(page);
  expect(await uppermost()).toHaveLength(1);
});

test('a large picture comes late above what is read at the end, which stays where it is', async ({ context }) => {
  const ids = await talk('late picture', 40);
  await office.markAsRead(ids);
  const gate = await shutGate(context, /\/user_uploads\//);
  const page = await office.openChat(context, owner, topicAddress(channelId, 'late picture'));
  await expect(row(page, ids.at(-1) ?? 0)).toBeInViewport();
  const pictured = await say('late picture', `[wide](${await newPicture()})`);
  const below = await say('late picture', 'said below it');
  await expect(row(page, below)).toBeInViewport();
  await expect.poll(() => gate.waiting).toBeGreaterThan(0);
  await rest(page);
  const places = await watchPlace(page, below);
  gate.open();
  const width = (): Promise<number> =>
    row(page, pictured)
      .locator('.message_inline_image img')
      .evaluate((image: HTMLImageElement) => image.naturalWidth);
  await expect.poll(width).toBeGreaterThan(0);
  await rest(page);
  expect(await places()).toHaveLength(1);
});

test('the end follows what comes; above it a button counts, and nothing moves', async ({ context }) => {
  const ids = await talk('ends', 60);
  await office.markAsRead(ids);
  const page = await office.openChat(context, owner, topicAddress(channelId, 'ends'));
  await expect(row(page, ids.at(-1) ?? 0)).toBeInViewport();
  await expect(row(page, await say('ends', 'one more'))).toBeInViewport();
  await expect.poll(() => unreadIds('ends')).toEqual([]);
  await wheel(page, -1200);
  const seen = await firstSeen(page);
  const places = await watchPlace(page, seen);
  for (const text of ['first', 'second']) await say('ends', text);
  const third = await say('ends', 'third');
  const pill = page.getByRole('button', { name: '3 new' });
  await expect(pill).toBeVisible();
  expect(await places()).toHaveLength(1);
  await pill.click();
  // By its row: where it is informed alone, the words stand in the log of those who hear the page, too.
  await expect(row(page, third)).toBeInViewport();
  await expect(pill).toHaveCount(0);
  await expect(row(page, await say('ends', 'and on'))).toBeInViewport();
});

test('the people of a conversation come late into a place that is kept for them: no word moves', async ({
  context,
}) => {
  const id = await say('beside', 'These words stand still.');
  const gate = await shutGate(context, /people-pane.*\.js$/);
  const page = await office.openChat(context, owner, topicAddress(channelId, 'beside'));
  await expect(row(page, id)).toBeVisible();
  await expect.poll(() => gate.waiting).toBe(1);
  await rest(page);
  const before = await row(page, id).boundingBox();
  const places = await watchPlace(page, id);
  gate.open();
  await expect(page.getByRole('heading', { name: 'People' })).toBeVisible();
  await rest(page);
  expect(await places()).toHaveLength(1);
  await expect.poll(() => row(page, id).boundingBox()).toEqual(before);
});

test('the box to write in stands where it will stay while messages come late, and is as wide as they are', async ({
  page,
  context,
}) => {
  const id = await say('late', 'Here at last.');
  const gate = await shutGate(context, /\/api\/v1\/messages\?/);
  await page.setViewportSize({ width: 1920, height: 900 });
  await signIn(context, office.hearth.url);
  await page.goto(`${office.hearth.url}/chat/${topicAddress(channelId, 'late')}`);
  await expect(page.locator('.feed-waiting')).toBeAttached();
  const widthOf = (selector: string): Promise<number> =>
    page.locator(selector).evaluate((element) => element.getBoundingClientRect().width);
  const box = page.locator('.composer');
  await expect(box.getByRole('textbox')).toBeVisible();
  const before = await box.boundingBox();
  gate.open();
  await expect(row(page, id)).toBeVisible();
  await expect.poll(() => box.boundingBox()).toEqual(before);
  await expect.poll(() => widthOf('.feed-rows')).toBe(960);
});

test('a queue that the server has lost is registered again in place', async ({ context }) => {
  const ids = await talk('lost queue', 60);
  await office.markAsRead(ids);
  const queues: Response[] = [];
  context.on('response', (answer) => {
    if (answer.url().endsWith('/register')) queues.push(answer);
  });
  const page = await office.openChat(context, owner, topicAddress(channelId, 'lost queue'));
  await expect(row(page, ids.at(-1) ?? 0)).toBeInViewport();
  await page.locator('.composer textarea').fill('half a sentence');
  await wheel(page, -1000);
  await expect.poll(() => queues.length).toBe(1);
  const lose = async (): Promise<unknown> => {
    const { queue_id = '' } = ((await queues.at(-1)?.json()) ?? {}) as { queue_id?: string };
    return call(owner.email, 'DELETE', '/events', { queue_id });
  };
  // In the midst of scrolling.
  const framesSince = await watchFrames(page);
  const losing = lose();
  for (let turn = 0; turn < 3; turn += 1) await wheel(page, -150);
  await losing;
  await expect.poll(() => queues.length).toBe(2);
  await rest(page);
  expect(jumpsIn(await framesSince(), 'older')).toEqual([]);
  // With a dialog that is half filled in, while messages come, change and go without an event.
  await page.getByRole('button', { name: 'Change', exact: true }).click();
  const topic = page.getByRole('dialog', { name: 'Change recipient' }).getByLabel('Topic', { exact: true });
  await topic.fill('half a name');
  const seen = await firstSeen(page);
  const index = ids.indexOf(seen);
  const places = await watchPlace(page, seen);
  const gate = await shutGate(context, '**/api/v1/register');
  await lose();
  await expect.poll(() => gate.waiting).toBe(1);
  const [edited = 0, gone = 0] = [ids[index - 1], ids[index - 2]];
  await call(ben.email, 'PATCH', `/messages/${edited}`, { content: 'other words\n\n'.repeat(4) });
  await call(owner.email, 'DELETE', `/messages/${gone}`);
  await say('lost queue', 'said meanwhile');
  gate.open();
  await expect(row(page, edited)).toContainText('other words');
  await expect(row(page, gone)).toHaveCount(0);
  await say('lost queue', 'said after it');
  await expect(page.locator('.new-below')).toHaveText('2 new');
  expect(await places()).toHaveLength(1);
  await expect(topic).toHaveValue('half a name');
  await page.keyboard.press('Escape');
  await expect(topic).toBeHidden();
  await expect(page.locator('.composer textarea')).toHaveValue('half a sentence');
});

/** So many messages a finger goes through. */
const many = inForm(1200, 5000);

/** A telephone with the topic "fling", which has so many messages. @returns what is let go of, when older ones may come */
async function openMany(browser: Browser): Promise<{ page: Page; answers: Gate }> {
  // Unread, its messages would have it open at the first of them.
  await call(owner.email, 'POST', '/mark_all_as_read');
  const context = await browser.newContext({ hasTouch: true, isMobile: true, viewport: { width: 390, height: 844 } });
  const page = await context.newPage();
  const answers = new Gate();
  await answerWithMany(page, many);
  await page.route(/\/api\/v1\/messages\?/, async (route) => {
    await answers.passed();
    await route.fallback();
  });
  await signIn(context, office.hearth.url);
  await page.goto(`${office.hearth.url}/chat/${topicAddress(channelId, 'fling')}`);
  await expect(row(page, many)).toBeInViewport();
  return { page, answers };
}

test('a finger goes through many messages to the first and back to the last without a jump', async ({ browser }) => {
  // Most of them in one line, others not as high as the list takes them to be.
  for (const count of [1, 1, 1, 8, 1, 1, 30, 1, 1, 1, 60, 1]) await say('fling', 'words '.repeat(count));
  const { page } = await openMany(browser);
  const framesSince = await watchFrames(page);
  const through = async (towards: 'older' | 'newer', last: number): Promise<void> => {
    while (!(await isWhole(page, last))) await swipe(page, towards);
    await rest(page);
    expect(jumpsIn(await framesSince(), towards)).toEqual([]);
  };
  await through('older', 1);
  await through('newer', many);
  // Where it rests, it stays.
  const places = await watchPlace(page, many);
  await expect(page.locator('.feed-scroller')).toHaveAttribute('aria-busy', 'false');
  await rest(page);
  expect(await places()).toHaveLength(1);
  await page.context().close();
});

/** Whether a message is there, and wholly on the screen. */
const isWhole = (page: Page, id: number): Promise<boolean> =>
  page.evaluate((wanted) => {
    const view = document.querySelector('.feed-scroller')?.getBoundingClientRect();
    const box = document.querySelector(`.message[data-message-id="${wanted}"]`)?.getBoundingClientRect();
    return view !== undefined && box !== undefined && box.top >= view.top && box.bottom <= view.bottom;
  }, id);

/** Drags the list by nearly a screen twenty times, as with a very long arm, and lets it go while it moves. */
async function swipe(page: Page, towards: 'older' | 'newer'): Promise<void> {
  const [from, step] = towards === 'older' ? [100, 600] : [650, -600];
  const finger = await page.context().newCDPSession(page);
  const at = (y: number) => [{ x: 190, y }];
  await finger.send('Input.dispatchTouchEvent', { type: 'touchStart', touchPoints: at(from) });
  for (let move = 1; move <= 20; move += 1)
    await finger.send('Input.dispatchTouchEvent', { type: 'touchMove', touchPoints: at(from + move * step) });
  await finger.send('Input.dispatchTouchEvent', { type: 'touchEnd', touchPoints: [] });
  await finger.detach();
}

test('older messages that come late stand above what is read, which stays', async ({ browser }) => {
  await talk('fling', 6);
  const { page, answers } = await openMany(browser);
  answers.shut();
  const toTop = (): Promise<void> => page.locator('.feed-scroller').evaluate((feed) => feed.scrollTo(0, 0));
  await toTop();
  await expect(page.locator('.feed-scroller')).toHaveAttribute('aria-busy', 'true');
  await expect.poll(() => answers.waiting).toBeGreaterThan(0);
  // A user who is quicker than the answer stands at the oldest message that is here.
  await toTop();
  await rest(page);
  const oldest = await firstSeen(page);
  const places = await watchPlace(page, oldest + 2);
  answers.open();
  await expect(row(page, oldest - 1)).toBeInViewport();
  await rest(page);
  expect(await places()).toHaveLength(1);
  await page.context().close();
});
