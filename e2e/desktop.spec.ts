/**
 * The desktop app itself, driven through Playwright's Electron support. Runs where the Electron program and a screen are;
 * elsewhere it is reported as not run, with the reason.
 */
import { existsSync } from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { _electron, expect, test, type ElectronApplication } from '@playwright/test';

const root = resolve(import.meta.dirname, '..');
const program =
  { darwin: 'Electron.app/Contents/MacOS/Electron', win32: 'electron.exe' }[process.platform as string] ?? 'electron';
const executablePath = join(root, 'node_modules/electron/dist', program);
const hasScreen =
  process.platform !== 'linux' || (process.env['DISPLAY'] ?? process.env['WAYLAND_DISPLAY'] ?? '') !== '';

test.skip(!existsSync(executablePath), `there is no Electron program at ${executablePath}`);
test.skip(!hasScreen, 'there is no screen here');

let dataDir: string;
let app: ElectronApplication;

test.beforeEach(async () => {
  dataDir = await mkdtemp(join(tmpdir(), 'hearth-desktop-'));
  const sandbox = process.getuid?.() === 0 ? ['--no-sandbox'] : [];
  app = await _electron.launch({
    executablePath,
    args: [
      ...sandbox,
      `--user-data-dir=${join(dataDir, 'profile')}`,
      root,
      '--',
      '--data-dir',
      join(dataDir, 'data'),
      '--port',
      '0',
    ],
  });
});

test.afterEach(async () => {
  await app.close();
  await rm(dataDir, { recursive: true, force: true });
});

test('the window leads from the first start to the console, and its pages have no Node in them', async () => {
  const page = await app.firstWindow();
  await page.getByRole('button', { name: 'Set up my team' }).click();
  await page.getByLabel('Organization name').fill('Corner Office');
  await page.getByLabel('Your name').fill('Olga Owner');
  await page.getByLabel('Email', { exact: true }).fill('olga@example.com');
  await page.getByLabel('Password', { exact: true }).fill('a long enough password');
  await page.getByLabel('Only this computer').check();
  await page.getByRole('button', { name: 'Create organization' }).click();
  await expect(page.getByRole('heading', { level: 1, name: 'Your team connects here' })).toBeVisible();
  expect(
    await page.evaluate(() => [typeof Reflect.get(window, 'require'), typeof Reflect.get(window, 'process')]),
  ).toEqual(['undefined', 'undefined']);
  expect(await page.evaluate(() => Object.keys(Reflect.get(window, 'desktop') as object).sort())).toEqual([
    'onStatus',
    'platform',
    'quit',
    'restartServer',
    'status',
  ]);
});

test('a page cannot lead the window to another site', async () => {
  const page = await app.firstWindow();
  await page.getByRole('button', { name: 'Set up my team' }).waitFor();
  const before = page.url();
  await page.evaluate(() => window.location.assign('http://127.0.0.1:9/elsewhere'));
  await page.getByRole('button', { name: 'Set up my team' }).waitFor();
  expect(page.url()).toBe(before);
  expect(app.windows()).toHaveLength(1);
});
