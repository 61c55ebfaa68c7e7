/** Content of messages and its controls: polls, tasks, pictures, sound and film, spoilers, mentions, code and formulas. */
import { expect, type Locator, type Page } from '@playwright/test';
import sharp from 'sharp';
import { box, ChatOffice, row, topicAddress, type Person } from './chat-office.ts';
import { owner } from './hearth-process.ts';
import { watchedTest as test } from './watched.ts';

let office: ChatOffice;
let ben: Person;
let cy: Person;
let channelId: number;

test.beforeAll(async () => {
  ({ office, ben, channelId } = await ChatOffice.withWorkshop());
  cy = await office.newPerson('Cy Carpenter');
});

test.afterAll(async () => office.close());

const say = async (topic: string, content: string, email = ben.email): Promise<number> =>
  office.say(email, channelId, topic, content);

/** Puts a file on the server, as Ben. @returns its link in Markdown */
const upload = async (name: string, type: string, bytes: Uint8Array): Promise<string> =>
  `[${name}](${await office.upload(ben.email, name, type, bytes)})`;

const picture = async (color: string): Promise<Uint8Array> =>
  sharp({ create: { width: 640, height: 480, channels: 3, background: color } })
    .png()
    .toBuffer();

test('a list of tasks is worked through by two people', async ({ context, browser }) => {
  const id = await say('tasks', '/todo Before Friday\nSweep: the whole floor\nOil');
  const a = await office.openChat(context, owner, topicAddress(channelId, 'tasks'));
  const other = await browser.newContext();
  const b = await office.openChat(other, ben, topicAddress(channelId, 'tasks'));
  const task = (page: Page, name: string): Locator => row(page, id).getByRole('checkbox', { name });
  await expect(row(a, id).getByRole('heading', { name: 'Before Friday' })).toBeVisible();
  await task(a, 'Sweep').click();
  await expect(task(b, 'Sweep: the whole floor')).toBeChecked();
  await row(b, id).getByRole('textbox', { name: 'Add a task' }).fill('Lock up');
  await row(b, id).getByRole('button', { name: 'Add', exact: true }).click();
  await task(a, 'Lock up').click();
  await expect(task(b, 'Lock up')).toBeChecked();
  await task(b, 'Sweep').click();
  await expect(task(a, 'Sweep')).not.toBeChecked();
  await expect.poll(async () => (await task(a, 'Sweep').boundingBox())?.height).toBeGreaterThanOrEqual(18);
  await other.close();
  // In lists of last words stands what it is, not the command that made it.
  await a.goto(`${office.hearth.url}/chat/#recent`);
  await expect(a.getByText('List: Before Friday')).toBeVisible();
  await expect(a.getByText('/todo')).toHaveCount(0);
});

test('pictures open large, one after the other by keys, and the focus comes back', async ({ context }) => {
  const red = await upload('red.png', 'image/png', await picture('#aa3333'));
  const blue = await upload('blue.png', 'image/png', await picture('#3333aa'));
  await say('pictures', red);
  await say('pictures', blue);
  const page = await office.openChat(context, owner, topicAddress(channelId, 'pictures'));
  const first = page.locator('[data-action="picture"]').first();
  await first.click();
  const dialog = page.getByRole('dialog', { name: 'red.png' });
  await expect(dialog.getByText('1 of 2')).toBeVisible();
  await expect.poll(() => dialog.getByRole('img').evaluate((image: HTMLImageElement) => image.naturalWidth)).toBe(640);
  await dialog.getByRole('button', { name: 'Show full size' }).click();
  await expect(dialog.getByRole('button', { name: 'Fit to window' })).toBeVisible();
  await page.keyboard.press('ArrowRight');
  const next = page.getByRole('dialog', { name: 'blue.png' });
  await expect(next.getByText('2 of 2')).toBeVisible();
  await expect(next.getByRole('button', { name: 'Next image' })).toBeHidden();
  await expect(next.getByRole('link', { name: 'Download' })).toHaveAttribute('href', /blue\.png\?download=true$/);
  await next.getByRole('button', { name: 'Previous image' }).click();
  await expect(dialog).toBeVisible();
  await page.keyboard.press('Escape');
  await expect(dialog).toBeHidden();
  await expect(first).toBeFocused();
});

/** A film of a few pictures, made by the browser that plays it. */
async function film(page: Page): Promise<Buffer> {
  const text = await page.evaluate(async () => {
    const canvas = Object.assign(document.createElement('canvas'), { width: 64, height: 48 });
    const brush = canvas.getContext('2d');
    const recorder = new MediaRecorder(canvas.captureStream(), { mimeType: 'video/webm' });
    const parts: Blob[] = [];
    const isRecorded = new Promise((resolve) => {
      recorder.addEventListener('dataavailable', ({ data }) => {
        if (data.size === 0) return;
        parts.push(data);
        resolve(null);
      });
    });
    const isStopped = new Promise((resolve) => {
      recorder.addEventListener('stop', resolve, { once: true });
    });
    recorder.start(100);
    const timer = setInterval(() => {
      if (brush === null) return;
      brush.fillStyle = `hsl(${performance.now() % 360} 80% 50%)`;
      brush.fillRect(0, 0, 64, 48);
    }, 20);
    await isRecorded;
    clearInterval(timer);
    recorder.stop();
    await isStopped;
    const bytes = new Uint8Array(await new Blob(parts).arrayBuffer());
    return Array.from(bytes, (byte) => String.fromCharCode(byte)).join('');
  });
  return Buffer.from(text, 'latin1');
}

test('sound and film are loaded when someone plays them, and not before', async ({ context }) => {
  // A second of silence, as WAV.
  const header = Buffer.from(
    '524946462400000057415645666d74201000000001000100401f0000401f000001000800646174610040',
    'hex',
  );
  const wav = Buffer.concat([header, Buffer.alloc(2), Buffer.alloc(8000, 128)]);
  const id = await say('sound', await upload('bell.wav', 'audio/wav', wav));
  const page = await office.openChat(context, owner, topicAddress(channelId, 'sound'));
  const asked: string[] = [];
  page.on('request', (request) => asked.push(request.url()));
  await expect(
    row(page, id).getByRole('link', { name: 'bell.wav' }).or(row(page, id).locator('audio')).first(),
  ).toBeVisible();
  expect(asked.filter((address) => address.endsWith('/bell.wav'))).toEqual([]);
  const play = row(page, id).getByRole('button', { name: 'Play bell.wav' });
  await play.click();
  await expect(row(page, id).locator('audio')).toBeVisible();
  await expect.poll(() => asked.some((address) => address.endsWith('/bell.wav'))).toBe(true);
  await expect
    .poll(() =>
      row(page, id)
        .locator('audio')
        .evaluate((audio: HTMLAudioElement) => audio.error?.code ?? 0),
    )
    .toBe(0);
  const played = await say('sound', await upload('film.webm', 'video/webm', await film(page)));
  await row(page, played).getByRole('button', { name: 'Play film.webm' }).click();
  await expect
    .poll(() =>
      row(page, played)
        .locator('video')
        .evaluate((video: HTMLVideoElement) => ({ width: video.videoWidth, error: video.error?.message ?? null })),
    )
    .toEqual({ width: 64, error: null });
  // A film that not every browser plays has the player of the message alone, outside of its link.
  const foreign = await say('sound', await upload('film.mov', 'video/quicktime', Buffer.from('no film')));
  await expect(row(page, foreign).locator('video[controls]')).toBeVisible();
  await expect(row(page, foreign).locator('a video')).toHaveCount(0);
});

test('a spoiler opens by click and by key, and stays open when its message changes', async ({ context }) => {
  const id = await say('spoiler', '```spoiler Who won?\nThe **oak** did.\n```', owner.email);
  const page = await office.openChat(context, owner, topicAddress(channelId, 'spoiler'));
  const toggle = row(page, id).getByRole('button', { name: 'Who won?' });
  const words = row(page, id).getByText('The oak did.');
  await expect(words).toBeHidden();
  await toggle.click();
  await expect(words).toBeVisible();
  await office.call(owner.email, 'PATCH', `/messages/${id}`, {
    content: '```spoiler Who won?\nThe **oak** did.\n```\nSo.',
  });
  await expect(row(page, id).getByText('So.')).toBeVisible();
  await expect(words).toBeVisible();
  await toggle.press('Enter');
  await expect(words).toBeHidden();
  await expect(toggle).toHaveAttribute('aria-expanded', 'false');
});

test('a mention opens the card of its person, by key too, and leads to a direct message', async ({ context }) => {
  const id = await say('cards', `Ask @**${cy.name}|${cy.userId}** first.`);
  const page = await office.openChat(context, owner, topicAddress(channelId, 'cards'));
  const mention = row(page, id).getByRole('button', { name: `@${cy.name}` });
  await mention.click();
  const card = page.getByRole('dialog', { name: cy.name });
  await expect(card).toBeVisible();
  await page.keyboard.press('Escape');
  await expect(card).toBeHidden();
  await mention.press('Enter');
  await card
    .getByRole('link', { name: 'Message', exact: true })
    .or(card.getByRole('button', { name: 'Message', exact: true }))
    .click();
  await expect(page.getByRole('heading', { name: cy.name })).toBeVisible();
  await expect(box(page)).toBeVisible();
});

test('code is copied, wrapped, and opened where it runs', async ({ context }) => {
  await context.grantPermissions(['clipboard-read', 'clipboard-write']);
  const playground = { name: 'Bench', pygments_language: 'Python' };
  const template = `${office.hearth.url}/help?code={code}`;
  await office.call(owner.email, 'POST', '/realm/playgrounds', { ...playground, url_template: template });
  const code = `print("${'long '.repeat(80)}")\n`;
  const id = await say('code', `\`\`\`python\n${code}\`\`\``);
  const page = await office.openChat(context, owner, topicAddress(channelId, 'code'));
  const block = row(page, id).locator('.codehilite');
  await block.getByRole('button', { name: 'Copy' }).click();
  await expect(page.getByText('Copied')).toBeVisible();
  await expect.poll(() => page.evaluate(() => navigator.clipboard.readText())).toBe(code);
  const isWide = (): Promise<boolean> =>
    block.locator('pre').evaluate(({ scrollWidth, clientWidth }) => scrollWidth > clientWidth);
  await expect.poll(isWide).toBe(true);
  await block.getByRole('button', { name: 'Wrap lines' }).click();
  await expect(block.getByRole('button', { name: 'Wrap lines' })).toHaveAttribute('aria-pressed', 'true');
  await expect.poll(isWide).toBe(false);
  const opened = context.waitForEvent('page');
  await block.getByRole('button', { name: 'Open in Bench' }).click();
  await expect(await opened).toHaveURL(({ searchParams }) => searchParams.get('code') === code);
});

test('headings differ, and what is wrong or was taken out is reported by its colour', async ({ context }) => {
  const id = await say('marks', '# One\n## Two\n### Three\n$$\\frac$$ <time:someday>\n```diff\n- old\n+ new\n```');
  const page = await office.openChat(context, owner, topicAddress(channelId, 'marks'));
  const styles = async (selector: string, property: 'color' | 'fontSize'): Promise<string> =>
    row(page, id)
      .locator(selector)
      .evaluate((element, name) => getComputedStyle(element)[name], property);
  // A style sheet may come after the message.
  const shrinks = async (): Promise<boolean[]> => {
    const sizes = await Promise.all(['h1', 'h2', 'h3'].map(async (name) => parseFloat(await styles(name, 'fontSize'))));
    return sizes.slice(1).map((size, index) => size < (sizes[index] ?? 0));
  };
  await expect.poll(shrinks).toEqual([true, true]);
  const areWrong = async (): Promise<boolean[]> => {
    const wrong = await styles('.gd', 'color');
    const others = ['.tex-error', '.timestamp-error', '.gi', 'p'];
    return Promise.all(others.map(async (name) => (await styles(name, 'color')) === wrong));
  };
  await expect.poll(areWrong).toEqual([true, true, false, false]);
});

test('formulas are drawn in fonts of our own, and only with a formula they are asked for', async ({ context }) => {
  await say('plain', 'No formula here.');
  const id = await say('formulas', 'It is $$\\sqrt{a^2+b^2}$$ long:\n\n```math\n\\overbrace{x+\\frac{1}{y}}^{n}\n```');
  const page = await office.openChat(context, owner, topicAddress(channelId, 'plain'));
  await expect(page.getByText('No formula here.')).toBeVisible();
  const asked: string[] = [];
  page.on('request', (request) => asked.push(request.url()));
  expect(
    await page.evaluate(() => performance.getEntriesByType('resource').map(({ name }) => name)),
  ).not.toContainEqual(expect.stringMatching(/math-style|KaTeX/));
  await page.goto(`${office.hearth.url}/chat/${topicAddress(channelId, 'formulas')}`);
  const formula = row(page, id).locator('.katex-html').first();
  await expect(formula).toBeVisible();
  await expect(row(page, id).locator('.katex-html svg').first()).toBeVisible();
  await expect
    .poll(() =>
      page.evaluate(() => [...document.fonts].some((font) => /KaTeX/.test(font.family) && font.status === 'loaded')),
    )
    .toBe(true);
  await expect.poll(() => asked.filter((address) => /KaTeX.*\.woff2$/.test(address)).length).toBeGreaterThan(0);
  // Heard, it is MathML.
  await expect(row(page, id).locator('math').first()).toBeAttached();
});

test('the marks of alert words are where the server sets the flag: over formatting, lines, links, code and emoji', async ({
  context,
}) => {
  const words = ['foo bar', 'kettle', 'smile', '🚀', '設定', 'istanbul'];
  await office.call(owner.email, 'POST', '/users/me/alert_words', { alert_words: JSON.stringify(words) });
  const cases: readonly (readonly [content: string, marked: string])[] = [
    ['**foo** bar', 'foo bar'],
    ['a *foo*\n~~bar~~', 'foobar'],
    ['foo [bar](https://example.invalid/)', 'foo bar'],
    ['see `foo` bar', 'foo bar'],
    ['- foo\n- bar', 'foobar'],
    ['foo\n\nbar', 'foobar'],
    ['> foo\n\nbar', 'foobar'],
    ['```\nfoo   bar\n```', 'foo   bar'],
    ['**foo**bar', ''],
    ['foo, bar', ''],
    ['foo :smile: bar', ''],
    ['KETTLE, “kettle”', 'KETTLEkettle'],
    ['kettles', ''],
    [':smile:', ''],
    ['up 🚀 and :rocket:', '🚀🚀'],
    ['日本語の設定を変更', '設定'],
    ['**İSTAN**BUL', 'İSTANBUL'],
    ['$$kettle$$', ''],
    ['| kettle | b |\n|--|--|\n| foo | bar |', 'kettlefoobar'],
    ['```spoiler kettle\nfoo bar\n```', 'kettlefoo bar'],
  ];
  const ids: number[] = [];
  for (const [content] of cases) ids.push(await say('alert words', content));
  const narrow = [
    ['channel', channelId],
    ['topic', 'alert words'],
  ].map(([operator, operand]) => ({ operator, operand }));
  const params = { anchor: 'newest', num_before: '100', num_after: '0', narrow: JSON.stringify(narrow) };
  const { messages } = await office.call(owner.email, 'GET', '/messages', params);
  const flagged = (messages as { flags: string[] }[]).map(({ flags }) => flags.includes('has_alert_word'));
  expect(flagged).toEqual(cases.map(([, marked]) => marked !== ''));
  const page = await office.openChat(context, owner, topicAddress(channelId, 'alert words'));
  for (const [index, [content, marked]] of cases.entries()) {
    const message = row(page, ids[index] ?? 0);
    await message.scrollIntoViewIfNeeded();
    const texts = message.locator('mark.alert-word');
    await expect.poll(async () => (await texts.allTextContents()).join(''), content).toBe(marked);
  }
  await office.call(owner.email, 'DELETE', '/users/me/alert_words', { alert_words: JSON.stringify(words) });
});
