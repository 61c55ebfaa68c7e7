/**
 * Every screen of the console, with the demo's data: without violations of axe's rules in light and dark, without a scroll
 * sideways at three widths, with one heading and a title, and without an error on the console. The screens are those that the
 * navigation has, so a new one is tested from its first day. With HEARTH_SCREENSHOTS=DIR pictures of all are left there.
 */
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';
import { expect, type Page } from '@playwright/test';
import { themes, violations } from './axe.ts';
import { manySections, screens, walkOf, walks } from './console-table.ts';
import { demo } from './hearth-process.ts';
import { HostedServer } from './hosted-server.ts';
import { signIn } from './sessions.ts';
import { watchedTest as test } from './watched.ts';

const widths = [1280, 768, 360];
const pictures = process.env['HEARTH_SCREENSHOTS'];
/** Before the first paint, as gzip makes them; each screen is loaded when it is opened. */
const mostScriptBytes = 250_000;

let dataDir: string;
let hearth: HostedServer;

test.beforeAll(async () => {
  dataDir = await mkdtemp(join(tmpdir(), 'hearth-screens-'));
  hearth = await HostedServer.startDemo(dataDir);
});

test.afterAll(async () => {
  await hearth.stop();
  await rm(dataDir, { recursive: true, force: true });
});

/** @returns what the page has written on the console as errors since. */
async function openAs(page: Page, email: string): Promise<string[]> {
  const errors: string[] = [];
  page.on('console', (message) => {
    if (message.type() === 'error') errors.push(message.text());
  });
  await signIn(page.context(), hearth.url, email, demo.password);
  await page.emulateMedia({ colorScheme: 'light', reducedMotion: 'reduce' });
  await page.goto(`${hearth.url}/console/`);
  await expect(page.getByText('Live', { exact: true })).toBeVisible();
  return errors;
}

const navigation = (page: Page) => page.getByRole('navigation', { name: 'Main' });

/** Everything that was asked for has come. */
async function settled(page: Page): Promise<void> {
  await expect(page.getByRole('main').getByText('Loading', { exact: true })).toHaveCount(0);
  await expect(page.getByRole('heading', { level: 1 })).toHaveCount(1);
}

async function picture(page: Page, name: string, theme: 'light' | 'dark', width: number): Promise<void> {
  if (pictures === undefined) return;
  await page.emulateMedia({ colorScheme: theme, reducedMotion: 'reduce' });
  const file = `${name.toLowerCase().replaceAll(/\W+/g, '-')}-${theme}-${width}.png`;
  await page.screenshot({ path: join(pictures, file) });
}

/**
 * @param isFirst whether the frame around the screen was not looked at in this walk: its colours in the other theme are the same
 *   on every screen.
 * @returns everything that is wrong with what the page shows now.
 */
async function offencesOf(page: Page, name: string, isFirst = true): Promise<string[]> {
  await settled(page);
  const offences: string[] = [];
  for (const theme of await themes(page)) {
    offences.push(...(await violations(page, theme, isFirst || theme === 'light' ? undefined : 'main')));
    await picture(page, name, theme, 1280);
  }
  for (const width of widths) {
    await page.setViewportSize({ width, height: 800 });
    const needed = () => page.evaluate(() => document.documentElement.scrollWidth);
    // What is laid out by script follows in the next frames, whenever they come.
    const fits = expect.poll(needed, { timeout: 10_000 }).toBeLessThanOrEqual(width);
    await fits.catch(async () => offences.push(`needs ${await needed()} px at ${width} px`));
    if (width < 1280) await picture(page, name, 'dark', width);
  }
  await page.setViewportSize({ width: 1280, height: 800 });
  return offences.map((offence) => `${name}: ${offence}`);
}

/** Opens a screen by its link, whose name a number may follow. */
async function openScreen(page: Page, name: string): Promise<void> {
  await navigation(page)
    .getByRole('link', { name: new RegExp(`^${name}(?: \\d|$)`) })
    .click();
  await expect(page).toHaveTitle(`${name} - Hearth`);
  await settled(page);
  await expect(page.getByRole('heading', { level: 1 })).toHaveText(name);
}

test('the navigation has every screen of the table in sight, each in one line', async ({ page }) => {
  await page.setViewportSize({ width: 1280, height: 800 });
  const errors = await openAs(page, demo.owner);
  const links = navigation(page).getByRole('link');
  // A number may stand beside a name, and another one later.
  const shown = async () => (await links.allInnerTexts()).map((text) => text.replace(/\n.*/s, ''));
  // One is there only once the server has said that it is a demo.
  await expect.poll(shown).toEqual(screens.map(({ name }) => name));
  // At this size all of them are in sight at once.
  await expect(links.last()).toBeInViewport({ ratio: 1 });
  // Each takes one line.
  const heights = (): Promise<number[]> =>
    links.evaluateAll((all) => [...new Set(all.map(({ clientHeight }) => clientHeight))]);
  await expect.poll(heights).toHaveLength(1);
  expect(errors).toEqual([]);
});

for (const { walk, part, parts } of walks)
  test(`every screen and tab of "${walk}" is accessible, in both themes and at every width (${part + 1} of ${parts})`, async ({
    page,
  }) => {
    await page.setViewportSize({ width: 1280, height: 800 });
    const errors = await openAs(page, demo.owner);
    let isFirst = true;
    for (const { name } of screens.filter((each) => walkOf(each) === walk)) {
      await test.step(name, async () => {
        await openScreen(page, name);
        if (part === 0) {
          expect.soft(await offencesOf(page, name, isFirst)).toEqual([]);
          isFirst = false;
        }
        // Those of the screen itself; some have more below.
        const tabs = page.getByRole('main').getByRole('tablist').first().getByRole('tab');
        if (parts > 1) await expect(tabs.nth(manySections - 1)).toBeVisible();
        for (const [place, tab] of (await tabs.allInnerTexts()).entries()) {
          if (place === 0 || place % parts !== part) continue;
          await tabs.nth(place).click();
          await expect(tabs.nth(place)).toHaveAttribute('aria-selected', 'true');
          expect.soft(await offencesOf(page, `${name} ${tab}`, false)).toEqual([]);
        }
      });
    }
    expect(errors).toEqual([]);
  });

test('the palette finds screens, people and things to do; keys lead to screens; the focus follows', async ({
  page,
}) => {
  const errors = await openAs(page, demo.owner);
  await page.keyboard.press('Tab');
  await expect(page.getByRole('link', { name: 'Skip to content' })).toBeFocused();
  await page.keyboard.press('Enter');
  await expect(page.getByRole('main')).toBeFocused();

  await page.keyboard.press('Control+k');
  const field = page.getByRole('combobox', { name: 'Screen, person, channel' });
  await expect(field).toBeFocused();
  expect.soft(await violations(page, 'light')).toEqual([]);
  await field.fill('yuki');
  await expect(page.getByRole('option', { name: /Yuki Tanaka/ })).toHaveAttribute('aria-selected', 'true');
  await page.keyboard.press('Enter');
  await expect(page).toHaveURL(/\/console\/users\/\d+/);
  await expect(page.getByRole('dialog', { name: /Yuki Tanaka/ })).toBeVisible();
  await page.keyboard.press('Escape');
  await expect(page.getByRole('dialog')).toHaveCount(0);
  await page.getByRole('button', { name: 'Go to…' }).click();
  await field.fill('channels');
  await expect(page.getByRole('option', { name: 'Channels', selected: true })).toBeVisible();
  await page.keyboard.press('Enter');
  await expect(page.getByRole('heading', { level: 1, name: 'Channels' })).toBeFocused();
  // One after the other without waiting: the second letter counts for little more than a second after the first.
  await Promise.all([page.keyboard.press('g'), page.keyboard.press('e')]);
  await expect(page.getByRole('heading', { level: 1, name: 'Events' })).toBeFocused();

  await page.keyboard.press('?');
  const help = page.getByRole('dialog', { name: 'Keyboard shortcuts' });
  await expect(help).toBeVisible();
  expect.soft(await violations(page, 'light')).toEqual([]);
  await page.keyboard.press('Escape');
  await expect(help).toBeHidden();

  await page.getByRole('button', { name: /Account:/ }).click();
  expect.soft(await violations(page, 'light')).toEqual([]);
  await page.getByRole('menuitemcheckbox', { name: 'Projector mode' }).click();
  await expect(page.locator('html')).toHaveCSS('font-size', '24px');
  await page.getByRole('menuitemradio', { name: 'Dark theme' }).click();
  await expect(page.locator('html')).toHaveAttribute('data-mantine-color-scheme', 'dark');
  await page.reload();
  await expect(page.locator('html')).toHaveCSS('font-size', '24px');
  await expect(page.locator('html')).toHaveAttribute('data-mantine-color-scheme', 'dark');
  // The system wants it light still: the colours, too, follow what was chosen.
  await expect(page.locator('html')).toHaveCSS('color-scheme', 'dark');
  // What can be done with a row is in sight, though everything is half as large again.
  await page.goto(`${hearth.url}/console/invites`);
  await expect(page.getByRole('button', { name: /^Revoke/ }).first()).toBeInViewport({ ratio: 1 });
  expect(errors).toEqual([]);
});

test('a guest finds how to connect, an own API key, and the way out', async ({ page }) => {
  const errors = await openAs(page, demo.guest);
  expect.soft(await offencesOf(page, 'Guest')).toEqual([]);
  const main = page.getByRole('main');
  await expect(main).toContainText('You are a guest');
  await expect(main).toContainText(hearth.url);
  await main.getByLabel('Password', { exact: true }).fill('wrong');
  await main.getByRole('button', { name: 'Show API key' }).click();
  await expect(main.getByText(/incorrect/)).toBeVisible();
  await main.getByLabel('Password', { exact: true }).fill(demo.password);
  await main.getByRole('button', { name: 'Show API key' }).click();
  await expect(main.getByRole('button', { name: 'Copy API key' })).toBeVisible();
  await page.goto(`${hearth.url}/console/events`);
  await expect(page.getByText('This screen shows all server activity.', { exact: false })).toBeVisible();
  await expect(page.getByRole('navigation').getByRole('link', { name: 'Groups', exact: true })).toHaveCount(0);
  await page.goto(`${hearth.url}/console/groups`);
  await expect(page.getByText('Not available to guests', { exact: true })).toBeVisible();
  await page.goto(`${hearth.url}/console/`);
  await main.getByRole('button', { name: 'Sign out' }).click();
  await expect(page.getByRole('heading', { level: 1, name: /Sign in to/ })).toBeVisible();
  expect.soft(await offencesOf(page, 'Sign in')).toEqual([]);
  expect(errors.filter((error) => !/40[13]/.test(error))).toEqual([]);
});

/** @returns what is loaded before anything can be painted: scripts and styles, in bytes as gzip makes them. */
async function entryBytes(): Promise<{ scripts: number; styles: number }> {
  const html = await (await fetch(`${hearth.url}/console/`)).text();
  const sizeOf = async (pattern: RegExp): Promise<number> => {
    const paths = [...html.matchAll(pattern)].map(([, path]) => path ?? '');
    const files = await Promise.all(paths.map(async (path) => (await fetch(hearth.url + path)).arrayBuffer()));
    return files.reduce((sum, file) => sum + gzipSync(file).length, 0);
  };
  return { scripts: await sizeOf(/(?:src|href)="([^"]+\.js)"/g), styles: await sizeOf(/href="([^"]+\.css)"/g) };
}

test('little is loaded before the first paint', async ({ page }) => {
  await openAs(page, demo.owner);
  await page.goto('about:blank');
  await page.goto(`${hearth.url}/console/`);
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
  const painted = await page.evaluate(() => performance.getEntriesByName('first-contentful-paint')[0]?.startTime ?? 0);
  const { scripts, styles } = await entryBytes();
  const figures = {
    // Told, not judged: it says as much of the machine as of the page.
    'first paint, ms': Math.round(painted),
    'scripts before it, kB gzip': Math.round(scripts / 1000),
    'styles before it, kB gzip': Math.round(styles / 1000),
  };
  for (const [type, figure] of Object.entries(figures))
    test.info().annotations.push({ type, description: String(figure) });
  expect(scripts).toBeLessThan(mostScriptBytes);
});
