/** The desktop app as the office's own: the question before quitting, the tray, the badge and the service, with the stand-in. */
import { once } from 'node:events';
import { callApi } from './api-call.ts';
import { Desktop, expect, setUp, test } from './desktop-kit.ts';
import { ownerKey } from './hearth-process.ts';

test('asks before quitting while a program is connected, restarts the server and opens a browser from the tray', async ({
  home,
  start,
}) => {
  const app = await start();
  await setUp(app.page);
  const { origin } = new URL(app.page.url());
  expect(await app.tray()).toEqual(expect.arrayContaining(['Open in browser', 'Restart server', 'Show logs']));

  await test.step('This computer has the switch of the service, or says why not', async () => {
    await app.click('menu', 'This computer');
    const service = app.page.getByRole('switch', { name: 'Start with the computer, before anyone signs in' });
    await expect(service).toBeVisible();
    const whyNot = app.page.getByText(/This system does not use systemd\.|The system asks for an administrator\./);
    await expect(whyNot).toBeVisible();
    const hasReason = (await whyNot.innerText()).startsWith('This system');
    expect(await service.isDisabled()).toBe(hasReason);
  });

  await test.step('a link that a second start was given opens its page', async () => {
    await once(Desktop.spawn(home, ['hearth://console/users']), 'exit');
    await expect(app.page).toHaveURL(`${origin}/console/users`);
  });

  await test.step('the tray opens a browser, shows the logs and restarts the server', async () => {
    await app.click('tray', 'Open in browser');
    await expect.poll(async () => (await app.recorded()).openedOutside).toEqual([`${origin}/chat/`]);
    await app.click('tray', 'Show logs');
    await expect.poll(async () => (await app.recorded()).openedPaths.at(-1)).toMatch(/logs$/);
    const before = await app.serverPid();
    await app.click('tray', 'Restart server');
    await expect.poll(() => app.serverPid().catch(() => before)).not.toBe(before);
    await expect.poll(() => app.tray()).toContain('Restart server');
  });

  await test.step('quitting asks, and Cancel leaves the server running', async () => {
    // The restarted server took another port.
    await expect.poll(() => new URL(app.page.url()).origin).not.toBe(origin);
    const url = new URL(app.page.url()).origin;
    const key = await ownerKey(url, 'olga@example.com', 'a long enough password');
    await callApi(url, `Basic ${btoa(`olga@example.com:${key}`)}`, 'POST', '/register');
    const asked = async (): Promise<string[]> =>
      (await app.recorded()).dialogs.map(({ text }) => text.split('\n')[0] ?? '');
    await expect.poll(async () => (await app.recorded()).blockers).toEqual(['prevent-app-suspension']);
    await app.click('tray', 'Quit Hearth');
    await expect.poll(asked).toEqual(['Quit Hearth? 1 program or browser is connected.']);
    await app.answer(null);
    expect((await fetch(`${url}/health`)).status).toBe(200);
    await app.click('tray', 'Quit Hearth');
    await expect.poll(async () => (await asked()).length).toBe(2);
    await app.answer(0);
    await expect.poll(() => app.child.exitCode).toBe(0);
  });
});
