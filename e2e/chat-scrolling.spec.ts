/** Nothing moves under the reader's eyes, whatever comes, goes or changes. The numbers are those of the brief's scenarios. */
import { expect, type Browser, type Page } from '@playwright/test';
import sharp from 'sharp';
import { ChatOffice, row, topicAddress, type Person } from './chat-office.ts';
import { firstSeen, rest, watchPlace, wheel } from './feed-kit.ts';
import { owner } from './hearth-process.ts';
import { answerWithMany } from './many-messages.ts';
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

/** Holds up whoever comes while it is shut. */
class Gate {
  waiting = 0;
  private opening = Promise.resolve();
  open = (): void => undefined;

  shut(): void {
    this.opening = new Promise((resolve) => {
      this.open = resolve;
    });
  }

  async passed(): Promise<void> {
    this.waiting += 1;
    await this.opening;
    this.waiting -= 1;
  }
}

test('12, 13: edits, reactions, moves, deletions and pictures above the view move no pixel', async ({ context }) => {
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
});

test('15, 16: the end follows what comes; above it a button counts, and nothing moves', async ({ context }) => {
  const ids = await talk('ends', 60);
  await office.markAsRead(ids);
  const page = await office.openChat(context, owner, topicAddress(channelId, 'ends'));
  await expect(row(page, ids.at(-1) ?? 0)).toBeInViewport();
  await expect(row(page, await say('ends', 'one more'))).toBeInViewport();
  await expect.poll(() => unreadIds('ends')).toEqual([]);
  await wheel(page, -1200);
  const seen = await firstSeen(page);
  const places = await watchPlace(page, seen);
  for (const text of ['first', 'second', 'third']) await say('ends', text);
  const pill = page.getByRole('button', { name: '3 new' });
  await expect(pill).toBeVisible();
  expect(await places()).toHaveLength(1);
  await pill.click();
  await expect(page.getByText('third')).toBeInViewport();
  await expect(pill).toHaveCount(0);
  await expect(row(page, await say('ends', 'and on'))).toBeInViewport();
});

test('the people of a conversation come late into a place that is kept for them: no word moves', async ({
  context,
}) => {
  const id = await say('beside', 'These words stand still.');
  const gate = new Gate();
  gate.shut();
  await context.route(/people-pane.*\.js$/, async (route) => {
    await gate.passed();
    await route.continue();
  });
  const page = await office.openChat(context, owner, topicAddress(channelId, 'beside'));
  await expect(row(page, id)).toBeVisible();
  await expect.poll(() => gate.waiting).toBe(1);
  const before = await row(page, id).boundingBox();
  gate.open();
  await expect(page.getByRole('heading', { name: 'People' })).toBeVisible();
  expect(await row(page, id).boundingBox()).toEqual(before);
});

test('9: a queue that the server has lost is registered anew in place', async ({ context }) => {
  const ids = await talk('lost queue', 60);
  await office.markAsRead(ids);
  const queues: string[] = [];
  context.on('response', (answer) => {
    if (answer.url().endsWith('/register'))
      void answer.json().then((body: { queue_id: string }) => queues.push(body.queue_id));
  });
  const page = await office.openChat(context, owner, topicAddress(channelId, 'lost queue'));
  await expect(row(page, ids.at(-1) ?? 0)).toBeInViewport();
  await page.locator('.composer textarea').fill('half a sentence');
  await wheel(page, -1500);
  const seen = await firstSeen(page);
  const places = await watchPlace(page, seen);
  await expect.poll(() => queues.length).toBe(1);
  await call(owner.email, 'DELETE', '/events', { queue_id: queues[0] ?? '' });
  await expect.poll(() => queues.length).toBe(2);
  await say('lost queue', 'said after it');
  await expect(page.getByRole('button', { name: '1 new' })).toBeVisible();
  expect(await places()).toHaveLength(1);
  await expect(page.locator('.composer textarea')).toHaveValue('half a sentence');
});

/** A telephone with the topic "fling", which has five thousand messages. @returns what is let go of, when older ones may come */
async function openMany(browser: Browser): Promise<{ page: Page; answers: Gate }> {
  const context = await browser.newContext({ hasTouch: true, isMobile: true, viewport: { width: 390, height: 844 } });
  const page = await context.newPage();
  const answers = new Gate();
  await answerWithMany(page, 5000);
  await page.route(/\/api\/v1\/messages\?/, async (route) => {
    await answers.passed();
    await route.fallback();
  });
  await signIn(context, office.hearth.url);
  await page.goto(`${office.hearth.url}/chat/${topicAddress(channelId, 'fling')}`);
  await expect(row(page, 5000)).toBeInViewport();
  return { page, answers };
}

test('14: a fling through thousands of messages goes on without a jump, and rests where it ends', async ({
  browser,
}) => {
  await talk('fling', 6);
  const { page } = await openMany(browser);
  await page.evaluate(() => {
    const seen: { id: number; pixels: number }[] = [];
    (window as unknown as { seenFirst: typeof seen }).seenFirst = seen;
    const look = (): void => {
      const top = document.querySelector('.feed-scroller')?.getBoundingClientRect().top ?? 0;
      for (const element of document.querySelectorAll<HTMLElement>('.message')) {
        const pixels = element.getBoundingClientRect().bottom - top;
        if (pixels <= 0) continue;
        seen.push({ id: Number(element.dataset['messageId']), pixels });
        break;
      }
      requestAnimationFrame(look);
    };
    look();
  });
  const touch = await page.context().newCDPSession(page);
  for (let fling = 0; fling < 40; fling += 1) {
    const point = (y: number): { x: number; y: number }[] => [{ x: 190, y }];
    await touch.send('Input.dispatchTouchEvent', { type: 'touchStart', touchPoints: point(100) });
    for (let y = 180; y < 760; y += 80)
      await touch.send('Input.dispatchTouchEvent', { type: 'touchMove', touchPoints: point(y) });
    await touch.send('Input.dispatchTouchEvent', { type: 'touchEnd', touchPoints: [] });
  }
  await rest(page);
  const frames = await page.evaluate(
    () => (window as unknown as { seenFirst: { id: number; pixels: number }[] }).seenFirst,
  );
  // Ever older ones: a list that jumps shows newer ones again. A pixel is what rounding takes.
  const jumps = frames.filter(({ id }, index) => {
    const before = frames[index - 1];
    return before !== undefined && id > before.id && before.pixels > 1;
  });
  expect(jumps).toEqual([]);
  expect(frames.at(-1)?.id).toBeLessThan(4850);
  const places = await watchPlace(page, await firstSeen(page));
  await expect(page.locator('.feed-scroller')).toHaveAttribute('aria-busy', 'false');
  await rest(page);
  expect(await places()).toHaveLength(1);
  await page.context().close();
});

test('14: older messages that come late stand above what is read, which stays', async ({ browser }) => {
  await talk('fling', 6);
  const { page, answers } = await openMany(browser);
  answers.shut();
  const toTop = (): Promise<void> => page.locator('.feed-scroller').evaluate((feed) => feed.scrollTo(0, 0));
  await toTop();
  await expect(page.locator('.feed-scroller')).toHaveAttribute('aria-busy', 'true');
  await expect.poll(() => answers.waiting).toBeGreaterThan(0);
  // Whoever is quicker than the answer stands at the oldest message that is here.
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
