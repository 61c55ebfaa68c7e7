/** Reading: nothing moves under the reader's eyes, and read is what was read. The numbers are those of the brief's scenarios. */
import { expect, type Browser, type Locator, type Page } from '@playwright/test';
import sharp from 'sharp';
import { signIn } from './chat-kit.ts';
import { ChatOffice, topicAddress, type Person } from './chat-office.ts';
import { owner } from './hearth-process.ts';
import { answerWithMany } from './many-messages.ts';
import { watchedTest as test } from './watched.ts';

let office: ChatOffice;
let ben: Person;
let channelId: number;
test.describe.configure({ mode: 'serial' });

test.beforeAll(async () => {
  ({ office, ben, channelId } = await ChatOffice.withWorkshop());
});

test.afterAll(async () => office.close());

const call: ChatOffice['call'] = (...request) => office.call(...request);

const row = (page: Page, id: number): Locator => page.locator(`.message[data-message-id="${id}"]`);

const say = (topic: string, content: string): Promise<number> => office.say(ben.email, channelId, topic, content);

/** Says many things in a topic. @returns their ids */
async function talk(topic: string, count: number): Promise<number[]> {
  const ids: number[] = [];
  for (let number = 1; number <= count; number += 1)
    ids.push(await say(topic, `${topic} ${number}: ${'words '.repeat((number * 7) % 40)}`));
  return ids;
}

const mark = async (ids: readonly number[], op: 'add' | 'remove'): Promise<void> => {
  await call(owner.email, 'POST', '/messages/flags', { messages: JSON.stringify(ids), op, flag: 'read' });
};

const unreadIds = async (topic: string): Promise<number[]> => {
  const narrow = JSON.stringify([
    { operator: 'channel', operand: channelId },
    { operator: 'topic', operand: topic },
    { operator: 'is', operand: 'unread' },
  ]);
  const range = { anchor: 'oldest', num_before: '0', num_after: '1000', narrow };
  return ((await call(owner.email, 'GET', '/messages', range))['messages'] as { id: number }[]).map(({ id }) => id);
};

/** Notes from now on, in each frame, how far a message is from the upper edge. @returns a function that tells all places */
async function watchPlace(page: Page, id: number): Promise<() => Promise<number[]>> {
  await page.evaluate((wanted) => {
    const seen: number[] = [];
    const look = (): void => {
      const element = document.querySelector(`.message[data-message-id="${wanted}"]`);
      seen.push(element === null ? -1 : Math.round(element.getBoundingClientRect().top));
      requestAnimationFrame(look);
    };
    (window as unknown as { seen: number[] }).seen = seen;
    look();
  }, id);
  return async () => [...new Set(await page.evaluate(() => (window as unknown as { seen: number[] }).seen))];
}

/** The first message that is wholly on the screen. */
const firstSeen = (page: Page): Promise<number> =>
  page.evaluate(() => {
    const top = document.querySelector('.feed-scroller')?.getBoundingClientRect().top ?? 0;
    const found = [...document.querySelectorAll<HTMLElement>('.message')].find(
      (element) => element.getBoundingClientRect().top >= top,
    );
    return Number(found?.dataset['messageId']);
  });

/** Waits until the list has not been scrolled for half a second of a quick machine; on a slow one frames take longer. */
const rest = (page: Page): Promise<void> =>
  page.evaluate(
    () =>
      new Promise<void>((resolve) => {
        const feed = document.querySelector('.feed-scroller');
        let [top, frames] = [feed?.scrollTop, 0];
        const look = (): void => {
          frames = feed?.scrollTop === top ? frames + 1 : 0;
          top = feed?.scrollTop;
          if (frames === 30) resolve();
          else requestAnimationFrame(look);
        };
        look();
      }),
  );

/** Turns the wheel over the feed, and waits until the list was scrolled and rests. */
async function wheel(page: Page, pixels: number): Promise<void> {
  const box = await page.locator('.feed-scroller').boundingBox();
  await page.mouse.move((box?.x ?? 0) + 200, (box?.y ?? 0) + 200);
  await page.mouse.wheel(0, pixels);
  await rest(page);
}

/** Longer than reading takes, by the page's own clock: what it does by itself it has done, and nothing of it is on its way. */
async function aMoment(page: Page): Promise<void> {
  const asked: string[] = [];
  page.on('request', (request) => asked.push(`${request.method()} ${new URL(request.url()).pathname}`));
  await page.clock.runFor(5000);
  expect(asked).not.toContain('POST /api/v1/messages/flags');
}

test('a topic opens at its first unread message, below a line that stays', async ({ context }) => {
  const ids = await talk('opening', 90);
  await mark(ids.slice(0, 40), 'add');
  const page = await office.openChat(context, owner, topicAddress(channelId, 'opening'));
  const [first = 0] = ids.slice(40);
  await expect(row(page, first)).toBeInViewport();
  const line = page.locator('.unread-line');
  await expect(line).toBeInViewport();
  const edge = (await page.locator('.feed-scroller').boundingBox())?.y ?? 0;
  expect(((await line.boundingBox())?.y ?? 0) - edge).toBeLessThan(160);
  await expect.poll(() => unreadIds('opening')).not.toContain(first);
  await expect(line).toBeInViewport();
  // Left and opened again, it stands where it was.
  await wheel(page, 600);
  const seen = await firstSeen(page);
  const before = (await row(page, seen).boundingBox())?.y;
  await page.goto(`${office.hearth.url}/chat/#narrow/is/starred`);
  await expect(page.getByText('Nothing starred')).toBeVisible();
  await page.goBack();
  await expect(row(page, seen)).toBeInViewport();
  await expect
    .poll(async () => Math.abs(((await row(page, seen).boundingBox())?.y ?? 0) - (before ?? 0)))
    .toBeLessThan(2);
});

test('12, 13: edits, reactions, moves, deletions and pictures above the view move no pixel', async ({ context }) => {
  const ids = await talk('still', 80);
  await mark(ids, 'add');
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
  const picture = await upload(ben.email);
  await call(ben.email, 'PATCH', `/messages/${above(2)}`, { content: `[wide](${picture})` });
  await expect(row(page, Number(above(2))).locator('img')).toBeAttached();
  await say('still', `[wide](${picture})`);
  await expect(page.getByRole('button', { name: '1 new' })).toBeVisible();
  expect(await places()).toHaveLength(1);
});

/** @returns the address of a picture of 800 × 600. */
async function upload(email: string): Promise<string> {
  const form = new FormData();
  form.set(
    'file',
    new Blob(
      [
        await sharp({ create: { width: 800, height: 600, channels: 3, background: '#a52' } })
          .png()
          .toBuffer(),
      ],
      { type: 'image/png' },
    ),
    'wide.png',
  );
  const answer = await fetch(`${office.hearth.url}/api/v1/user_uploads`, {
    method: 'POST',
    headers: { authorization: await office.authorization(email) },
    body: form,
  });
  return ((await answer.json()) as { url: string }).url;
}

test('15, 16: the end follows what comes; above it a button counts, and nothing moves', async ({ context }) => {
  const ids = await talk('ends', 60);
  await mark(ids, 'add');
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

test('17: a link to a message that was moved leads to where it is, and one to a deleted message says so', async ({
  context,
}) => {
  const [first = 0, second = 0] = await talk('before', 3);
  await call(owner.email, 'PATCH', `/messages/${first}`, { topic: 'after', propagate_mode: 'change_one' });
  const page = await office.openChat(context, owner, `${topicAddress(channelId, 'before')}/near/${first}`);
  await expect(page).toHaveURL(new RegExp(`/topic/after/near/${first}$`));
  await expect(row(page, first)).toBeInViewport();
  await expect(row(page, first)).toHaveClass(/is-flashed/);
  // Whoever looks at one thing has not read the rest.
  expect(await unreadIds('after')).toContain(first);
  await call(owner.email, 'DELETE', `/messages/${second}`);
  // The page knows it: opened before that, the message would be seen until it goes.
  await expect(page.getByRole('link', { name: 'before 1 unread' })).toBeVisible();
  await page.goto(`${office.hearth.url}/chat/${topicAddress(channelId, 'before')}/near/${second}`);
  await expect(page.getByText('You cannot read this conversation')).toBeVisible();
  // A conversation that is renamed while it is open is followed.
  await page.goto(`${office.hearth.url}/chat/${topicAddress(channelId, 'after')}`);
  await expect(row(page, first)).toBeInViewport();
  await call(ben.email, 'PATCH', `/messages/${first}`, { topic: 'later', propagate_mode: 'change_all' });
  await expect(page).toHaveURL(/\/topic\/later$/);
  await expect(row(page, first)).toBeInViewport();
});

test('24: what comes while its reader is away stays unread until they are back', async ({ context }) => {
  const ids = await talk('away', 3);
  await mark(ids, 'add');
  await context.clock.install();
  const page = await office.openChat(context, owner, topicAddress(channelId, 'away'));
  await expect(row(page, ids.at(-1) ?? 0)).toBeInViewport();
  await page.evaluate(() => {
    document.hasFocus = () => false;
  });
  const id = await say('away', 'is somebody there?');
  await expect(row(page, id)).toBeInViewport();
  await aMoment(page);
  expect(await unreadIds('away')).toEqual([id]);
  await page.evaluate(() => {
    document.hasFocus = () => true;
  });
  await expect.poll(() => unreadIds('away')).toEqual([]);
});

test('9: a queue that the server has lost is registered anew in place', async ({ context }) => {
  const ids = await talk('lost queue', 60);
  await mark(ids, 'add');
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

test('23: unread from here stays unread, in every window, whatever is scrolled', async ({ context }) => {
  const ids = await talk('again', 12);
  await mark(ids, 'add');
  await context.clock.install();
  const page = await office.openChat(context, owner, topicAddress(channelId, 'again'));
  const other = await context.newPage();
  await other.goto(page.url());
  await expect(row(other, ids.at(-1) ?? 0)).toBeInViewport();
  await page.bringToFront();
  const from = ids[8] ?? 0;
  await row(page, from).hover();
  await row(page, from).getByRole('button', { name: 'More actions' }).click();
  await page.getByRole('menuitem', { name: 'Unread from here' }).click();
  await expect.poll(() => unreadIds('again')).toEqual(ids.slice(8));
  for (const window of [page, other]) {
    await expect(window.getByRole('link', { name: 'again 4 unread' })).toBeVisible();
    await window.bringToFront();
    await wheel(window, -400);
    await wheel(window, 800);
    await aMoment(window);
    await expect(window.getByRole('link', { name: 'again 4 unread' })).toBeVisible();
  }
  expect(await unreadIds('again')).toEqual(ids.slice(8));
});
