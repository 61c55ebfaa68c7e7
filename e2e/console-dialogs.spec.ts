/**
 * Every dialog and panel of the console by keyboard alone: opened, gone through, left by Escape, and the focus is back where it
 * was; what was typed is asked about. console-dialogs.ts says which there are, and a law that none is left out.
 */
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { expect, type Locator, type Page } from '@playwright/test';
import { dialogWays, type DialogWay, type Step } from './console-dialogs.ts';
import { demo } from './hearth-process.ts';
import { HostedServer } from './hosted-server.ts';
import { signIn } from './sessions.ts';
import { watchedTest as test } from './watched.ts';

let dataDir: string;
let hearth: HostedServer;

test.beforeAll(async () => {
  dataDir = await mkdtemp(join(tmpdir(), 'hearth-dialogs-'));
  hearth = await HostedServer.startDemo(dataDir);
  // What some of them are about.
  const authorization = `Basic ${btoa(`${demo.owner}:AmaraKey123456789012345678901234`)}`;
  const call = async (path: string, params: Record<string, string> = {}): Promise<void> => {
    const body = new URLSearchParams(params);
    const answer = await fetch(`${hearth.url}/api/v1${path}`, { method: 'POST', headers: { authorization }, body });
    expect(answer.status, path).toBe(200);
  };
  await call('/realm/domains', { domain: 'example.org', allow_subdomains: 'false' });
  const provider = { slug: 'keycloak', name: 'Keycloak', issuer: 'https://id.example.org', client_id: 'hearth' };
  await call('/console/sign_in_providers', { provider: JSON.stringify(provider) });
  await call('/console/network/certificate/make');
  await call('/console/training/snapshots', { name: 'before' });
  await call('/console/backups');
});

test.afterAll(async () => {
  await hearth.stop();
  await rm(dataDir, { recursive: true, force: true });
});

async function openAs(page: Page, path: string): Promise<void> {
  await signIn(page.context(), hearth.url, demo.owner, demo.password);
  // Choosing files is taken over from here on: where it began only with a step, the key could come before it.
  page.on('filechooser', () => undefined);
  await page.goto(`${hearth.url}/console${path}`);
  await expect(page.getByText('Live', { exact: true })).toBeVisible();
}

interface Noted {
  stops: { at: number; offence: string }[];
}

/** Notes what gets the focus, and whether it says what it is. */
function noteStops(): void {
  const stops: Noted['stops'] = [];
  Object.assign(window, { stops });
  document.addEventListener('focusin', ({ target: focused }) => {
    if (!(focused instanceof HTMLElement)) return;
    const dialog = focused.closest('[role=dialog]');
    const labels =
      focused instanceof HTMLInputElement || focused instanceof HTMLTextAreaElement ? focused.labels : null;
    const names = [focused.getAttribute('aria-label'), focused.textContent, focused.getAttribute('placeholder')];
    const isNamed = names.some((one) => one !== null && one.trim() !== '') || (labels?.length ?? 0) > 0;
    const offence = dialog === null ? 'outside' : isNamed || focused.hasAttribute('aria-labelledby') ? '' : 'nameless';
    stops.push({
      at: [...document.querySelectorAll('*')].indexOf(focused),
      offence: offence && `${offence}: ${focused.outerHTML}`,
    });
  });
}

/** Tab leads through everything in a dialog and round again, never out of it; nothing on the way is without a name. */
async function expectRoundTrip(page: Page, what: string): Promise<void> {
  await page.evaluate(() => ((window as unknown as Noted).stops.length = 0));
  let distinct = 0;
  let isRound = false;
  for (let turn = 0; turn < 8 && !isRound && (turn === 0 || distinct > 0); turn += 1) {
    for (let step = 0; step < 10; step += 1) await page.keyboard.press('Tab');
    const stops = await page.evaluate(() => (window as unknown as Noted).stops);
    expect(
      stops.map(({ offence }) => offence).filter((offence) => offence !== ''),
      what,
    ).toEqual([]);
    distinct = new Set(stops.map(({ at }) => at)).size;
    isRound = distinct > 1 && distinct < stops.length;
  }
  // One with a single button has nothing to go round.
  if (distinct === 0) await expect(page.locator('[role=dialog] button:focus'), `${what} comes round`).toHaveCount(1);
  else expect(isRound, `${what} comes round`).toBe(true);
}

function stepOf(page: Page, step: Step): Locator {
  const named = (role: 'button' | 'menuitem' | 'tab' | 'checkbox', name: string | RegExp): Locator =>
    page.getByRole(role, { name, exact: typeof name === 'string' && role !== 'menuitem' }).first();
  if ('button' in step) return named('button', step.button);
  if ('picture' in step) return named('button', step.picture);
  if ('menuitem' in step) return named('menuitem', step.menuitem);
  return 'tab' in step ? named('tab', step.tab) : named('checkbox', step.box);
}

const markSeen = (dialogs: Element[]): void => dialogs.forEach((dialog) => dialog.setAttribute('data-seen', ''));

/** Walks to a dialog with nothing but Enter and Space. */
async function follow(page: Page, { steps }: DialogWay): Promise<void> {
  for (const step of steps) {
    const place = stepOf(page, step);
    await expect(place).toBeVisible();
    if (step === steps.at(-1) && !('tab' in step)) await page.locator('[role=dialog]').evaluateAll(markSeen);
    const chooser = 'picture' in step ? page.waitForEvent('filechooser') : null;
    await place.press('box' in step ? 'Space' : 'Enter');
    await (await chooser)?.setFiles(resolve('resources/icons/128x128.png'));
  }
  // What opens above a panel may ask the server first, and the panel looks like a dialog all the while.
  await expect(page.locator('[role=dialog][data-settled]:not([data-seen])')).toHaveCount(1);
}

/** What opened the dialog, as far as it is still there: an entry of a menu has gone, its button has not. */
async function expectFocusBack(page: Page, { steps, file }: DialogWay): Promise<void> {
  await expect
    .poll(
      async () => {
        for (const step of steps.toReversed()) {
          const place = stepOf(page, step);
          if (!(await place.isVisible())) continue;
          return place.evaluate((element) => (element === document.activeElement ? 'back' : element.outerHTML));
        }
        return 'nothing is left of the way';
      },
      { message: `${file}: the focus is where it was` },
    )
    .toBe('back');
}

for (const screen of new Set(dialogWays.map(({ path }) => path)))
  test(`the dialogs of ${screen} are opened, gone through and left by keyboard, and nothing typed is thrown away`, async ({
    page,
  }) => {
    await openAs(page, screen);
    await page.evaluate(noteStops);
    for (const way of dialogWays.filter(({ path }) => path === screen)) {
      await follow(page, way);
      // The last one: a panel may stand below the question that it asks.
      const dialog = page.locator('[role=dialog][data-settled]').last();
      await expect(dialog, way.file).toBeVisible();
      const title = (await dialog.getByRole('heading').first().textContent()) ?? '';
      await expectRoundTrip(page, `${way.file} (${title})`);
      const before = await page.getByRole('dialog').count();
      if (way.field !== undefined) {
        const field = dialog.getByLabel(way.field, { exact: typeof way.field === 'string' }).first();
        await field.fill('What somebody typed');
        await page.keyboard.press('Escape');
        const question = page.getByRole('dialog', { name: 'Discard your changes?' });
        await expect(question.getByRole('button', { name: 'Keep editing' })).toBeFocused();
        await page.keyboard.press('Enter');
        await expect(field).toHaveValue('What somebody typed');
        await page.keyboard.press('Escape');
        await question.getByRole('button', { name: 'Discard changes' }).focus();
        await page.keyboard.press('Enter');
      } else await page.keyboard.press('Escape');
      await expect(page.getByRole('dialog'), way.file).toHaveCount(before - 1);
      await expectFocusBack(page, way);
      // The panel that it stood in.
      if (before > 1) await page.keyboard.press('Escape');
      await expect(page.getByRole('dialog')).toHaveCount(0);
    }
  });

test('the list of keys, two links to hand over, and what the palette opened give the focus back, too', async ({
  page,
}) => {
  await openAs(page, '/invites');
  await page.evaluate(noteStops);
  const dialog = page.locator('[role=dialog][data-settled]');
  const invite = page.getByRole('button', { name: 'Invite by email' });
  await invite.focus();
  await page.keyboard.press('?');
  await expect(dialog).toBeVisible();
  await expectRoundTrip(page, 'the list of keys');
  await page.keyboard.press('Escape');
  await expect(invite).toBeFocused();

  await page.keyboard.press('Enter');
  await dialog.getByLabel('Email addresses').fill('one@example.com, two@example.com');
  await dialog.getByRole('button', { name: 'Create invitations' }).click();
  await expect(page.getByRole('dialog', { name: '2 invitations to share' })).toBeVisible();
  await expectRoundTrip(page, 'invitations to share');
  await page.keyboard.press('Escape');
  await expect(invite).toBeFocused();

  // After the palette, what had it before; and where nothing is left of the page before, the heading.
  await page.keyboard.press('Control+k');
  await page.getByRole('combobox', { name: /Screen, person/ }).fill('invite people');
  await expect(page.getByRole('option', { name: /Invite people/i, selected: true })).toBeVisible();
  await page.keyboard.press('Enter');
  await expect(dialog.and(page.getByRole('dialog', { name: 'Invite people' }))).toBeVisible();
  await page.keyboard.press('Escape');
  await expect(invite).toBeFocused();
  await page.goto(`${hearth.url}/console/users/5`);
  await expect(dialog).toBeVisible();
  await page.keyboard.press('Escape');
  await expect(page.getByRole('heading', { level: 1, name: 'Users' })).toBeFocused();
});

test('what opened a dialog and is still at work gets the focus when it is done', async ({ page }) => {
  await openAs(page, '/invites');
  const invite = page.getByRole('button', { name: 'Invite by email' });
  await invite.focus();
  await page.keyboard.press('Enter');
  await expect(page.getByRole('dialog', { name: 'Invite people' })).toBeVisible();
  // Behind a dialog it has no role.
  const button = page.locator('button').filter({ hasText: 'Invite by email' });
  await button.evaluate((opener: HTMLButtonElement) => void (opener.disabled = true));
  await page.keyboard.press('Escape');
  await expect(page.getByRole('dialog')).toHaveCount(0);
  // Meanwhile one is somewhere, and not at the top of the page.
  await expect(page.getByRole('heading', { level: 1 })).toBeFocused();
  await button.evaluate((opener: HTMLButtonElement) => void (opener.disabled = false));
  await expect(invite).toBeFocused();
});
