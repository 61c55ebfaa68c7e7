/**
 * Fixtures of the console tests: a page that is watched for what must never happen, signing in, something
 * done elsewhere, and the check for accessibility in both themes.
 */
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, type Locator, type Page } from '@playwright/test';
import { callApi } from './api-call.ts';
import { themes, violations } from './axe.ts';
import { owner, ownerKey } from './hearth-process.ts';
import { HostedServer } from './hosted-server.ts';
import { signIn } from './sessions.ts';
import { watchedTest } from './watched.ts';

export { expect };

/** An office with an owner, and what another client of the API does in it. */
export interface Office {
  url: string;
  dataDir: string;
  /** @throws when the answer is not a success. */
  elsewhere(method: string, path: string, params?: Record<string, string>): Promise<Record<string, unknown>>;
}

interface PerTest {
  office: Office;
}

interface PerWorker {
  /** The office of a test file: its tests share one, and other files have others. */
  officeOf: (file: string) => Promise<Office>;
}

async function startOffice(): Promise<{ office: Office; close: () => Promise<void> }> {
  const dataDir = await mkdtemp(join(tmpdir(), 'hearth-console-'));
  const hearth = await HostedServer.start(dataDir);
  const authorization = `Basic ${Buffer.from(`${owner.email}:${await ownerKey(hearth.url)}`).toString('base64')}`;
  const elsewhere: Office['elsewhere'] = (...call) => callApi(hearth.url, authorization, ...call);
  const close = async (): Promise<void> => {
    await hearth.stop();
    await rm(dataDir, { recursive: true, force: true });
  };
  return { office: { url: hearth.url, dataDir, elsewhere }, close };
}

export const test = watchedTest.extend<PerTest, PerWorker>({
  officeOf: [
    async ({ browser: _browser }, use) => {
      const offices = new Map<string, ReturnType<typeof startOffice>>();
      // Files follow one another: who was there before has gone.
      const closeAll = async (): Promise<void> => {
        for (const started of offices.values()) await (await started).close();
        offices.clear();
      };
      await use(async (file) => {
        const known = offices.get(file);
        if (known !== undefined) return (await known).office;
        await closeAll();
        const started = startOffice();
        offices.set(file, started);
        return (await started).office;
      });
      await closeAll();
    },
    { scope: 'worker' },
  ],
  office: async ({ officeOf }, use, { file }) => use(await officeOf(file)),
});

/** Signs in without the form, and opens a screen. */
export async function openAs(page: Page, office: Office, path: string, email = owner.email): Promise<void> {
  await signIn(page.context(), office.url, email);
  await page.goto(`${office.url}/console${path}`);
  await expect(page.getByText('Live', { exact: true })).toBeVisible();
}

/** Leads the open console to another screen as a link does, without loading it again. */
export async function lead(page: Page, path: string): Promise<void> {
  await page.evaluate((to) => history.pushState(null, '', to), `/console${path}`);
}

/** Whether the server makes a backup of its own, minutes after its start: on a slow machine in the midst of a test of others. */
export async function backUpDaily(office: Office, isOn: boolean): Promise<void> {
  await office.elsewhere('PATCH', '/console/backup_settings', { settings: JSON.stringify({ backup_daily: isOn }) });
}

/** Saves a form, and waits until the server has it: a button that is still at it is disabled, too. */
export async function save(scope: Page | Locator): Promise<void> {
  const button = scope.getByRole('button', { name: 'Save', exact: true });
  await button.click();
  await expect(button).toHaveAttribute('data-disabled');
}

/** No violation of axe's rules, in light and in dark, and nothing cut off sideways at 360 px. */
export async function expectAccessible(page: Page): Promise<void> {
  for (const theme of await themes(page)) expect(await violations(page, theme)).toEqual([]);
  const size = page.viewportSize();
  await page.setViewportSize({ width: 360, height: 740 });
  await expect.poll(() => page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(360);
  if (size !== null) await page.setViewportSize(size);
}
