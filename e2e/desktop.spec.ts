/**
 * The desktop app itself, driven through Playwright's Electron support. Runs where the Electron program and a screen are;
 * elsewhere it is reported as not run, with the reason. The same flows and more run everywhere with a stand-in: desktop-*.spec.ts.
 */
import { existsSync } from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { _electron, expect, test, type ElectronApplication } from '@playwright/test';
import { setUp, takePicture } from './desktop-kit.ts';

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

test.afterEach(async ({ browserName: _none }, { title }) => {
  await takePicture(app.windows()[0], title);
  await app.close();
  await rm(dataDir, { recursive: true, force: true });
});

test('opens the console after the first start, without Node in its pages', async () => {
  const page = await app.firstWindow();
  await setUp(page);
  await page.getByRole('link', { name: 'Go to overview' }).click();
  await expect(page.getByRole('link', { name: 'This computer' })).toBeVisible();
  expect(
    await page.evaluate(() => [typeof Reflect.get(window, 'require'), typeof Reflect.get(window, 'process')]),
  ).toEqual(['undefined', 'undefined']);
  const calls = await page.evaluate(() => Object.keys(Reflect.get(window, 'desktop') as object));
  expect(calls).toContain('changeChoices');
  expect(calls.filter((call) => /invoke|send|ipc/i.test(call))).toEqual([]);
});

test('refuses navigation to another site', async () => {
  const page = await app.firstWindow();
  const begin = page.getByRole('button', { name: 'Set up my team' });
  await begin.waitFor();
  const before = page.url();
  await page.evaluate(() => window.location.assign('http://127.0.0.1:9/elsewhere'));
  await begin.waitFor();
  expect(page.url()).toBe(before);
  expect(app.windows()).toHaveLength(1);
});

test('keeps the server running after the window is closed, and opens the window again', async () => {
  const page = await app.firstWindow();
  await page.getByRole('button', { name: 'Set up my team' }).waitFor();
  const health = new URL('/health', page.url()).href;
  const isVisible = () =>
    app.evaluate(({ BrowserWindow }) => BrowserWindow.getAllWindows().map((one) => one.isVisible()));
  await app.evaluate(({ BrowserWindow }) => BrowserWindow.getAllWindows()[0]?.close());
  await expect.poll(isVisible).toEqual([false]);
  expect((await fetch(health)).status).toBe(200);
  await app.evaluate(({ app: electron }) => electron.emit('activate'));
  await expect.poll(isVisible).toEqual([true]);
});

test('restarts a killed server, and shows that in the window', async () => {
  const page = await app.firstWindow();
  await page.getByRole('button', { name: 'Set up my team' }).waitFor();
  const pid = await app.evaluate(
    ({ app: electron }) => electron.getAppMetrics().find(({ name }) => name === 'Hearth server')?.pid ?? 0,
  );
  process.kill(pid, 'SIGKILL');
  await expect(page.getByRole('heading', { level: 1, name: 'The server stopped unexpectedly' })).toBeVisible();
  await page.getByRole('button', { name: 'Set up my team' }).waitFor();
});
