/** Cost of the chat in a browser: measured for `npm run bench -- chat`, and judged only where the machine has no say. */
import { gzipSync } from 'node:zlib';
import { expect, type Page, type Response } from '@playwright/test';
import { ChatOffice, row, topicAddress, type Person } from './chat-office.ts';
import { owner } from './hearth-process.ts';
import { answerWithMany } from './many-messages.ts';
import { signIn } from './sessions.ts';
import { longestTask, workedMs, type LongestTask } from './traced-tasks.ts';
import { freshTest as test } from './watched.ts';

const isBench = process.env['HEARTH_BENCH'] === 'chat';
/** As a bench it scrolls for half of the time that a test may take; as a test it ends when it has seen what it judges, however long the machine takes for that. */
const scrollMs = isBench ? 30_000 : Infinity;
const passedEnough = isBench ? Infinity : 2000;
const emptyMs = isBench ? 30_000 : 500;
const messageCount = 100_000;
const mostScriptBytes = 250_000;
const mostNodes = 4000;
const keyCount = isBench ? 120 : 24;
const eventCount = isBench ? 20 : 5;
const eventEveryMs = 200;

let office: ChatOffice;
let ben: Person;
let channelId: number;

const texts = [
  'Short.',
  'A **longer** one: ' + 'words and more words '.repeat(12),
  '- a list\n- of things',
  '> quoted\n\nand answered',
] as const;

test.describe.configure({ mode: 'serial' });

test.beforeAll(async () => {
  office = await ChatOffice.open();
  ben = await office.newPerson('Ben Builder');
  channelId = await office.newChannel('library', [ben]);
  for (const text of [...texts, ...texts]) await office.say(owner.email, channelId, 'shelves', text);
});

test.afterAll(async () => office.close());

const note = (type: string, value: number): void => {
  test
    .info()
    .annotations.push({ type, description: String(value < 10 ? Math.round(value * 10) / 10 : Math.round(value)) });
};

const noteLongest = (whose: string, task: LongestTask): void => {
  note(`${whose}longest task while scrolling, ms`, task.tookMs);
  note(`${whose}of it on a processor: longest task while scrolling, ms`, task.workedMs);
};

test('the first message is there soon, with little script before it', async ({ context }) => {
  const page = await context.newPage();
  await signIn(context, office.hearth.url);
  await page.addInitScript(() => {
    new MutationObserver((_, observer) => {
      if (document.querySelector('.message') === null) return;
      observer.disconnect();
      requestAnimationFrame(() => performance.mark('first-message'));
    }).observe(document, { childList: true, subtree: true });
  });
  const scripts: Response[] = [];
  page.on('response', (answer) => {
    if (answer.url().endsWith('.js')) scripts.push(answer);
  });
  await page.goto(`${office.hearth.url}/chat/${topicAddress(channelId, 'shelves')}`);
  await page.waitForFunction(() => performance.getEntriesByName('first-message').length > 0);
  const first = await page.evaluate(() => performance.getEntriesByName('first-message')[0]?.startTime ?? NaN);
  note('first message, ms', first);
  const later = await page.evaluate(
    (at) => performance.getEntriesByType('resource').flatMap((entry) => (entry.startTime > at ? [entry.name] : [])),
    first,
  );
  // A slow machine asks for parts that come after it before this test looks.
  const before = scripts.filter((answer) => !later.includes(answer.url()));
  const sizes = await Promise.all(before.map(async (answer) => gzipSync(await answer.body()).length));
  const bytes = sizes.reduce((sum, size) => sum + size, 0);
  note('scripts before it, kB gzip', bytes / 1000);
  expect(bytes).toBeLessThan(mostScriptBytes);
});

test('a key is on the screen in the next frames', async ({ context }) => {
  const page = await office.openChat(context, owner, topicAddress(channelId, 'shelves'));
  await expect(page.locator('.message').first()).toBeVisible();
  await page.evaluate(() => {
    const took: number[] = [];
    (window as unknown as { took: number[] }).took = took;
    addEventListener(
      'keydown',
      ({ timeStamp }) => {
        // The frame that shows the key is drawn after this one's scripts, and has been when the next message comes.
        requestAnimationFrame(() => {
          const { port1, port2 } = new MessageChannel();
          port1.addEventListener('message', () => took.push(performance.now() - timeStamp));
          port1.start();
          port2.postMessage(null);
        });
      },
      { capture: true },
    );
  });
  await page.locator('.composer textarea').click();
  note('key to paint p95, ms', await typingTook(page));
  // As on a computer that is four times as slow.
  const session = await context.newCDPSession(page);
  await session.send('Emulation.setCPUThrottlingRate', { rate: 4 });
  note('key to paint p95 on a slow computer, ms', await typingTook(page));
});

/** Types into the box. @returns what 95 of 100 keys took at most until they were seen, in milliseconds */
async function typingTook(page: Page): Promise<number> {
  await page.evaluate(() => (window as unknown as { took: number[] }).took.splice(0));
  for (let key = 0; key < keyCount; key += 1) await page.keyboard.press('abcdefgh '[key % 9] ?? 'a', { delay: 10 });
  const seen = (): Promise<number[]> => page.evaluate(() => (window as unknown as { took: number[] }).took);
  // The last keys are on the screen frames after they were pressed.
  await expect.poll(async () => (await seen()).length).toBe(keyCount);
  const took = await seen();
  return took.toSorted((a, b) => a - b)[Math.floor(took.length * 0.95)] ?? NaN;
}

test('a channel of 100,000 messages scrolls with few nodes and little memory', async ({ browser, context }) => {
  const page = await context.newPage();
  await signIn(context, office.hearth.url);
  await answerWithMany(page, messageCount);
  await page.goto(`${office.hearth.url}/chat/${topicAddress(channelId, 'shelves')}`);
  await expect(page.locator('.message').first()).toBeVisible();
  const session = await context.newCDPSession(page);
  const isCounted = (): boolean => {
    const places = [...document.querySelectorAll('.message')].map((one) => Number(one.getAttribute('aria-posinset')));
    return places.every((place, index) => place > 0 && place === (places[0] ?? 0) + index);
  };
  const seen = { nodes: 0, passed: 0 };
  const longest = await longestTask(browser, page, async () => void Object.assign(seen, await fling(page)));
  // A user who hears the page is given the place of each message, although older ones came before it.
  await page.waitForFunction(isCounted);
  await session.send('HeapProfiler.enable');
  await session.send('HeapProfiler.collectGarbage');
  const { usedSize } = (await session.send('Runtime.getHeapUsage')) as { usedSize: number };
  note('messages passed', seen.passed);
  noteLongest('', longest);
  note('heap after scrolling, MB', usedSize / 1e6);
  note('nodes while scrolling', seen.nodes);
  expect(seen.passed).toBeGreaterThan(500);
  expect(seen.nodes).toBeLessThan(mostNodes);
});

/** Throws the feed upwards, frame by frame. */
async function fling(page: Page): Promise<{ nodes: number; passed: number }> {
  return page.evaluate(
    async ({ limitMs, enough }) => {
      const scroller = document.querySelector('.feed-scroller');
      if (scroller === null) throw new Error('There is no feed.');
      let nodes = 0;
      const idOf = (): number => Number(document.querySelector<HTMLElement>('.message')?.dataset['messageId']);
      const newest = idOf();
      const until = performance.now() + limitMs;
      while (performance.now() < until && idOf() > 100 && newest - idOf() < enough) {
        scroller.scrollBy(0, -1500);
        await new Promise((resolve) => requestAnimationFrame(resolve));
        nodes = Math.max(nodes, document.getElementsByTagName('*').length);
      }
      return { nodes, passed: newest - idOf() };
    },
    { limitMs: scrollMs, enough: passedEnough },
  );
}

test('another view is there soon, and one that was open before at once', async ({ context }) => {
  const page = await office.openChat(context, owner, topicAddress(channelId, 'shelves'));
  await expect(page.locator('.message').first()).toBeVisible();
  const topics = Array.from({ length: 8 }, (_, index) => `room ${index}`);
  for (const topic of topics) for (const text of texts) await office.say(owner.email, channelId, topic, text);
  const took = async (): Promise<number> => {
    const each: number[] = [];
    for (const topic of topics)
      each.push(await page.evaluate(openedIn, [topicAddress(channelId, topic), topic] as const));
    return each.toSorted((a, b) => a - b)[Math.floor(each.length / 2)] ?? NaN;
  };
  note('another view, ms', await took());
  note('a view that was open before, ms', await took());
});

/** Runs in the page. @returns the time from going to an address until the frame that shows its messages, in milliseconds */
function openedIn([address, title]: readonly [address: string, title: string]): Promise<number> {
  return new Promise((resolve) => {
    const start = performance.now();
    const look = (): void => {
      const isThere =
        document.querySelector('.view-header h1')?.textContent?.includes(title) === true &&
        document.querySelector('.feed-row .message') !== null;
      if (!isThere) return void requestAnimationFrame(look);
      const { port1, port2 } = new MessageChannel();
      port1.addEventListener('message', () => resolve(performance.now() - start));
      port1.start();
      port2.postMessage(null);
    };
    location.hash = address;
    requestAnimationFrame(look);
  });
}

test('an event in a long list takes little of the page', async ({ browser, context }) => {
  const ids = await office.sayMany(ben.email, channelId, 'long', isBench ? 600 : 150);
  await office.markAsRead(ids);
  const page = await office.openChat(context, owner, topicAddress(channelId, 'long'));
  const last = ids.at(-1) ?? 0;
  await expect(row(page, last)).toBeInViewport();
  const wait = (ms = eventCount * eventEveryMs): Promise<void> => new Promise((resolve) => setTimeout(resolve, ms));
  // All is loaded that comes later.
  await office.call(ben.email, 'POST', `/messages/${last}/reactions`, { emoji_name: 'tada' });
  await expect(row(page, last).locator('.reactions')).toBeVisible();
  await wait();
  const idle = await workedMs(browser, page, () => wait());
  const each = async (event: (index: number) => Promise<unknown>): Promise<number> => {
    const worked = await workedMs(browser, page, async () => {
      for (let index = 0; index < eventCount; index += 1) await Promise.all([event(index), wait(eventEveryMs)]);
    });
    return (worked - idle) / eventCount;
  };
  const react = (index: number): Promise<unknown> =>
    office.call(ben.email, 'POST', `/messages/${ids.at(-1 - (index % 5))}/reactions`, {
      emoji_name: ['heart', 'smile', 'wave', 'rocket', 'eyes'][Math.floor(index / 5)] ?? 'heart',
    });
  note('an event in a long list, ms', await each(react));
  note(
    'a message that comes to a long list, ms',
    await each((index) => office.say(ben.email, channelId, 'long', `and ${index}`)),
  );
  await expect(page.getByText(`and ${eventCount - 1}`)).toBeInViewport();
});

test('an empty page of the same libraries, to compare with', async ({ browser, context }) => {
  const page = await context.newPage();
  const script = await emptyPage();
  await page.route('**/empty*', (route) =>
    route.request().url().endsWith('.js')
      ? route.fulfill({ contentType: 'text/javascript', body: script })
      : route.fulfill({
          contentType: 'text/html',
          body: '<!doctype html><body><div></div><script type="module" src="/empty.js"></script>',
        }),
  );
  await page.goto(`${office.hearth.url}/empty`);
  await expect(page.getByText('empty')).toBeVisible();
  const session = await context.newCDPSession(page);
  await session.send('HeapProfiler.enable');
  await session.send('HeapProfiler.collectGarbage');
  const { usedSize } = (await session.send('Runtime.getHeapUsage')) as { usedSize: number };
  note(
    'empty page: first message, ms',
    await page.evaluate(() => performance.getEntriesByName('first-contentful-paint')[0]?.startTime ?? NaN),
  );
  note('empty page: scripts before it, kB gzip', gzipSync(script).length / 1000);
  note('empty page: heap after scrolling, MB', usedSize / 1e6);
  const waiting = longestTask(browser, page, () =>
    page.evaluate(async (limitMs) => {
      const until = performance.now() + limitMs;
      while (performance.now() < until) await new Promise((resolve) => requestAnimationFrame(resolve));
    }, emptyMs),
  );
  noteLongest('empty page: ', await waiting);
  note('empty page: nodes while scrolling', await page.evaluate(() => document.getElementsByTagName('*').length));
});

/** @returns the script of a page that has React, and one word. */
async function emptyPage(): Promise<string> {
  const entry = 'empty-page';
  const source = `import { createRoot } from 'react-dom/client';
    import { createElement } from 'react';
    createRoot(document.body.firstChild).render(createElement('p', null, 'empty'));`;
  const { build } = await import('vite');
  const built = await build({
    configFile: false,
    logLevel: 'silent',
    define: { 'process.env.NODE_ENV': '"production"' },
    plugins: [
      {
        name: 'empty-page',
        resolveId: (id) => (id.endsWith(entry) ? `${import.meta.dirname}/${entry}.js` : null),
        load: (id) => (id.endsWith(`/${entry}.js`) ? source : null),
      },
    ],
    build: { write: false, minify: true, lib: { entry, formats: ['es'], fileName: entry } },
  });
  const [output] = Array.isArray(built) ? built : [built];
  const [chunk] = output !== undefined && 'output' in output ? output.output : [];
  return chunk?.type === 'chunk' ? chunk.code : '';
}
