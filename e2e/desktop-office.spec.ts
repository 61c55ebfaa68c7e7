/** The desktop app as the office's own: the question before quitting, the tray, the badge and the service, with the stand-in. */
import { once } from 'node:events';
import { callApi } from './api-call.ts';
import { Desktop, expect, setUp, shareApp, test } from './desktop-kit.ts';
import { ownerKey } from './hearth-process.ts';
import { client, signInAt, startProvider } from './sign-in-services.ts';

test.describe('in use', () => {
  const shared = shareApp(({ page }) => setUp(page));

  test('has the switch of the service on This computer, or says why not', async () => {
    const { app } = shared;
    await app.click('menu', 'This computer');
    const service = app.page.getByRole('switch', { name: 'Start with the computer, before anyone signs in' });
    await expect(service).toBeVisible();
    const whyNot = app.page.getByText(
      /This system does not use systemd\.|The system asks for an administrator password\./,
    );
    await expect(whyNot).toBeVisible();
    const isConsistent = async (): Promise<boolean> =>
      (await whyNot.innerText()).startsWith('This system') === (await service.isDisabled());
    await expect.poll(isConsistent).toBe(true);
  });

  test('opens the page of a link that a second start was given', async () => {
    const { origin } = new URL(shared.app.page.url());
    await once(Desktop.spawn(shared.home, ['hearth://console/users']), 'exit');
    await expect(shared.app.page).toHaveURL(`${origin}/console/users`);
  });

  test('opens a browser, shows the logs and restarts the server from the tray', async () => {
    const { app } = shared;
    const { origin } = new URL(app.page.url());
    expect(await app.tray()).toEqual(expect.arrayContaining(['Open in browser', 'Restart server', 'Show logs']));
    await app.click('tray', 'Open in browser');
    await expect.poll(async () => (await app.recorded()).openedOutside).toEqual([`${origin}/chat/`]);
    await app.click('tray', 'Show logs');
    await expect.poll(async () => (await app.recorded()).openedPaths.at(-1)).toMatch(/logs$/);
    const before = await app.serverPid();
    await app.click('tray', 'Restart server');
    await expect.poll(() => app.serverPid().catch(() => before)).not.toBe(before);
    await expect.poll(() => app.tray()).toContain('Restart server');
    // The restarted server took another port. In between the window shows the status page, which has an address of its own.
    const now = (): string => new URL(app.page.url()).origin;
    await expect.poll(() => now() !== origin && now().startsWith('http://127.0.0.1:')).toBe(true);
  });

  test('asks before quitting while a program is connected, and Cancel leaves the server running', async () => {
    const { app } = shared;
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

test.describe('with a provider', () => {
  const shared = shareApp(({ page }) => setUp(page));

  test('signs in with a provider in the browser, and comes back by a link', async ({ browser }) => {
    const { app, home } = shared;
    const { origin } = new URL(app.page.url());
    const provider = await startProvider([`${origin}/accounts/login/social/oidc/office/callback`]);
    provider.accounts.set('anna', { email: 'anna@office.example', email_verified: true, name: 'Anna' });
    const key = await ownerKey(origin, 'olga@example.com', 'a long enough password');
    const settings = { slug: 'office', name: 'Office ID', issuer: provider.issuer, join_policy: 'domains', ...client };
    await callApi(origin, `Basic ${btoa(`olga@example.com:${key}`)}`, 'POST', '/console/sign_in_providers', {
      provider: JSON.stringify({ ...settings, join_domains: ['office.example'] }),
    });
    await app.page.context().clearCookies();
    await app.page.goto(`${origin}/chat/`);
    await app.page.getByRole('link', { name: 'Continue with Office ID' }).click();
    await expect(app.page.getByRole('heading', { name: 'Continue in your browser' })).toBeVisible();
    const opened = async (): Promise<string> => (await app.recorded()).openedOutside.at(-1) ?? '';
    await expect.poll(opened).toContain('/accounts/login/social/oidc/office?desktop_flow_otp=');
    const system = await browser.newPage();
    await system.goto(await opened());
    await signInAt(system, 'anna');
    const link = await system.getByRole('link', { name: 'Open app' }).getAttribute('href');
    expect(link).toMatch(/^hearth:\/\/chat\/signed-in\?desktop_data=[0-9a-f]+$/);

    await test.step('a link for another window is refused, and the own one signs in', async () => {
      await once(Desktop.spawn(home, [`hearth://chat/signed-in?desktop_data=${'ab'.repeat(60)}`]), 'exit');
      await expect(app.page.getByRole('alert')).toContainText('from another sign-in');
      await once(Desktop.spawn(home, [link ?? '']), 'exit');
      await expect(app.page).toHaveURL(`${origin}/chat/`);
      await expect(app.page.getByRole('navigation').first()).toBeAttached();
    });
    await system.close();
    await provider.stop();
  });
});
