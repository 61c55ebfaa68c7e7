/** Signing in with a provider (OpenID Connect) and with a directory (LDAP), as people see it: at a desk, on a phone and in desktop apps. */
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, test, type Browser, type Page } from '@playwright/test';
import zulip from 'zulip-js';
import { callApi } from './api-call.ts';
import { alertIn } from './chat-kit.ts';
import { expectAccessible } from './console-kit.ts';
import { owner, ownerKey } from './hearth-process.ts';
import { HostedServer } from './hosted-server.ts';
import { signIn } from './sessions.ts';
import {
  client,
  directoryPassword,
  signInAt,
  startDirectory,
  startProvider,
  withoutSlapd,
  type DirectoryService,
  type OpenIdService,
} from './sign-in-services.ts';

let folder: string;
let hearth: HostedServer;
let provider: OpenIdService;
let providerId: number;

type Params = Record<string, string>;
let asOwner: (method: string, path: string, params?: Params) => Promise<Record<string, unknown>>;

test.beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'hearth-sign-in-'));
  hearth = await HostedServer.start(join(folder, 'data'));
  const authorization = `Basic ${btoa(`${owner.email}:${await ownerKey(hearth.url)}`)}`;
  asOwner = (...call) => callApi(hearth.url, authorization, ...call);
  provider = await startProvider([`${hearth.url}/accounts/login/social/oidc/office/callback`]);
  for (const name of ['anna', 'bert', 'cora', 'dora'])
    provider.accounts.set(name, { email: `${name}@office.example`, email_verified: true, name: `Person ${name}` });
  provider.accounts.set('olga', { email: owner.email, email_verified: true, name: 'Olga' });
  const settings = { slug: 'office', name: 'Office ID', kind: 'keycloak', issuer: provider.issuer, ...client };
  const joins = { join_policy: 'domains', join_domains: ['office.example'], groups_claim: 'groups' };
  const { id } = await asOwner('POST', '/console/sign_in_providers', {
    provider: JSON.stringify({ ...settings, ...joins }),
  });
  providerId = Number(id);
});

test.afterAll(async () => {
  await provider.stop();
  await hearth.stop();
  await rm(folder, { recursive: true, force: true });
});

const phone = { viewport: { width: 360, height: 740 }, isMobile: true, hasTouch: true };

async function newPage(browser: Browser, options = {}): Promise<Page> {
  return (await browser.newContext({ viewport: { width: 1280, height: 800 }, ...options })).newPage();
}

/** Where an app is led to: browsers do not open its scheme here. */
function ledToApp(page: Page): Promise<URL> {
  return new Promise((resolve) =>
    page.on('response', (response) => {
      const { location = '' } = response.headers();
      if (location.startsWith('zulip:')) resolve(new URL(location));
    }),
  );
}

const inside = (page: Page) => expect(page.getByRole('navigation').first()).toBeAttached();

test.describe('with a provider', () => {
  test('signs in to the chat, and keeps the only way in linked', async ({ browser }) => {
    const page = await newPage(browser);
    await page.goto(`${hearth.url}/chat/`);
    const button = page.getByRole('link', { name: 'Continue with Office ID' });
    await expect(button.locator('img')).toHaveJSProperty('naturalWidth', 96);
    await expectAccessible(page);
    await button.click();
    await signInAt(page, 'anna');
    await expect(page).toHaveURL(`${hearth.url}/chat/`);
    await inside(page);
    await page.goto(`${hearth.url}/chat/#settings/devices`);
    const linked = page.getByRole('list', { name: 'Linked accounts' });
    await expect(linked.getByText('anna@office.example')).toBeVisible();
    await page.getByRole('button', { name: 'Unlink Office ID' }).click();
    await expect(alertIn(page)).toContainText('Choose a password first');
    await page.context().close();
  });

  test('links an account with a password, and unlinks it', async ({ browser }) => {
    const page = await newPage(browser);
    await signIn(page.context(), hearth.url);
    await page.goto(`${hearth.url}/chat/#settings/devices`);
    await page.getByRole('button', { name: 'Link Office ID' }).click();
    await signInAt(page, 'dora');
    const linked = page.getByRole('list', { name: 'Linked accounts' });
    await expect(linked.getByText('dora@office.example')).toBeVisible();
    await page.getByRole('button', { name: 'Unlink Office ID' }).click();
    await expect(page.getByRole('button', { name: 'Link Office ID' })).toBeVisible();
    await page.context().close();
  });

  test('asks for the password of an existing account, and joins it', async ({ browser }) => {
    const page = await newPage(browser);
    await page.goto(`${hearth.url}/chat/`);
    await page.getByRole('link', { name: 'Continue with Office ID' }).click();
    await signInAt(page, 'olga');
    await expect(page.getByRole('heading', { name: 'Link your account with Office ID' })).toBeVisible();
    await expectAccessible(page);
    await page.getByLabel('Password').fill('wrong');
    await page.getByRole('button', { name: 'Link and sign in' }).click();
    await expect(page.getByRole('alert')).toBeVisible();
    await page.getByLabel('Password').fill(owner.password);
    await page.getByRole('button', { name: 'Link and sign in' }).click();
    await inside(page);
    await page.context().close();
  });

  test('leads a phone back to its app with its key, at the width of a phone', async ({ browser }) => {
    const page = await newPage(browser, phone);
    const pad = 'ab'.repeat(32);
    const address = ledToApp(page);
    await page.goto(`${hearth.url}/accounts/login/?mobile_flow_otp=${pad}`);
    const button = page.getByRole('link', { name: 'Continue with Office ID' });
    await expect(button).toBeInViewport();
    await expect.poll(() => page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(360);
    await button.click();
    await signInAt(page, 'bert');
    const { host, searchParams } = await address;
    expect([host, searchParams.get('realm'), searchParams.get('email')]).toEqual([
      'login',
      hearth.url,
      'bert@office.example',
    ]);
    const sealed = Buffer.from(searchParams.get('otp_encrypted_api_key') ?? '', 'hex');
    const key = Buffer.from(sealed.map((byte) => byte ^ 0xab)).toString();
    const authorization = `Basic ${btoa(`bert@office.example:${key}`)}`;
    expect(await callApi(hearth.url, authorization, 'GET', '/users/me')).toMatchObject({ full_name: 'Person bert' });
    await page.context().close();
  });

  test('continues in the browser for a desktop app that reads the clipboard', async ({ browser }) => {
    const page = await newPage(browser, { userAgent: 'Mozilla/5.0 ZulipElectron/5.12.0 Chrome/130 Safari/537.36' });
    // What that app offers its pages: a key, and the text that was copied once it opens with the key.
    await page.addInitScript(() => {
      const key = crypto.getRandomValues(new Uint8Array(32));
      const bytes = (hex: string) => Uint8Array.from(hex.match(/../g) ?? [], (digits) => Number.parseInt(digits, 16));
      const pasted = new Promise<string>((resolve) => {
        const copied = async ({ detail }: CustomEvent<string>): Promise<void> => {
          const data = bytes(detail);
          const secret = await crypto.subtle.importKey('raw', key, 'AES-GCM', false, ['decrypt']);
          const [iv, sealed] = [data.slice(0, 12), data.slice(12)];
          resolve(new TextDecoder().decode(await crypto.subtle.decrypt({ name: 'AES-GCM', iv }, secret, sealed)));
        };
        addEventListener('copied', (event) => void copied(event as CustomEvent<string>));
      });
      Object.assign(globalThis, { electron_bridge: { decrypt_clipboard: () => ({ version: 1, key, pasted }) } });
    });
    await page.goto(`${hearth.url}/chat/`);
    const opened = page.waitForEvent('popup');
    await page.getByRole('link', { name: 'Continue with Office ID' }).click();
    await expect(page.getByRole('heading', { name: 'Continue in your browser' })).toBeVisible();
    const system = await opened;
    await signInAt(system, 'cora');
    await expect(system.getByRole('heading', { name: "You're signed in" })).toBeVisible();
    const code = await system.locator('code').innerText();
    await page.evaluate((detail) => dispatchEvent(new CustomEvent('copied', { detail })), code);
    await expect(page).toHaveURL(`${hearth.url}/chat/`);
    await inside(page);
    await page.context().close();
  });

  test('can be tried as a user from the console, edited, and mapped to groups', async ({ browser }) => {
    const page = await newPage(browser);
    await signIn(page.context(), hearth.url);
    await page.goto(`${hearth.url}/console/organization/sign-in`);
    const card = page.getByRole('region', { name: 'Office ID' });
    const opened = page.waitForEvent('popup');
    await card.getByRole('button', { name: 'Test Office ID as a user' }).click();
    const tried = await opened;
    await signInAt(tried, 'anna');
    await expect(tried.getByText('This was only a test. Nothing was changed, and no one was signed in.')).toBeVisible();
    await expect(tried.getByText('Address: anna@office.example, confirmed by the provider')).toBeVisible();
    await card.getByRole('button', { name: 'Edit Office ID' }).click();
    const form = page.locator('form').filter({ has: page.getByLabel('Client ID') });
    await form.getByRole('button', { name: 'Add rule' }).click();
    const rule = form.getByRole('region', { name: 'Rule 1' });
    await rule.getByLabel('Group', { exact: true }).fill('leads');
    await rule.getByRole('combobox', { name: 'Role' }).click();
    await page.getByRole('option', { name: 'Moderator' }).click();
    await rule.getByRole('combobox', { name: 'Channels', exact: true }).click();
    await page.getByRole('option', { name: '#general' }).click();
    await form.getByRole('button', { name: 'Save provider' }).click();
    await expect(card).toBeVisible();
    const { providers } = await asOwner('GET', '/console/sign_in_providers');
    expect(providers).toMatchObject([
      { id: providerId, client_secret_set: true, group_mappings: [{ group: 'leads', role: 300 }] },
    ]);
    await page.context().close();
  });

  test('does not keep an owner out while it is down', async ({ browser }) => {
    const { id } = await asOwner('POST', '/console/sign_in_providers', {
      provider: JSON.stringify({ slug: 'down', name: 'Gone ID', issuer: 'http://127.0.0.1:9', ...client }),
    });
    const page = await newPage(browser, phone);
    await page.goto(`${hearth.url}/chat/`);
    await page.getByRole('link', { name: 'Continue with Gone ID' }).click();
    await expect(page.getByRole('alert')).toHaveText('The provider cannot be reached.');
    await expectAccessible(page);
    await page.getByRole('link', { name: 'Back to sign-in' }).click();
    await page.getByLabel('Email').fill(owner.email);
    await page.getByLabel('Password', { exact: true }).fill(owner.password);
    await page.getByRole('button', { name: 'Sign in' }).click();
    await inside(page);
    await asOwner('DELETE', `/console/sign_in_providers/${String(id)}`);
    await page.context().close();
  });
});

test.describe('with a directory', () => {
  test.skip(withoutSlapd !== undefined, withoutSlapd ?? '');
  let directory: DirectoryService;
  test.beforeAll(async () => {
    directory = await startDirectory(['emil', 'fred']);
    await asOwner('PATCH', '/console/directory', { settings: JSON.stringify(directory.settings) });
  });
  test.afterAll(async () => {
    await asOwner('PATCH', '/console/directory', { settings: JSON.stringify({ ldap_enabled: false }) });
    await directory.stop();
  });

  test('signs in by name, refuses a wrong password, and says where the password is changed', async ({ browser }) => {
    const page = await newPage(browser);
    await page.goto(`${hearth.url}/chat/`);
    await page.getByLabel('Email or username').fill('emil');
    await page.getByLabel('Password', { exact: true }).fill('wrong');
    await page.getByRole('button', { name: 'Sign in' }).click();
    await expect(page.getByRole('alert')).toBeVisible();
    await page.getByLabel('Password', { exact: true }).fill(directoryPassword);
    await page.getByRole('button', { name: 'Sign in' }).click();
    await inside(page);
    await page.goto(`${hearth.url}/chat/#settings/account`);
    await expect(page.getByText('Press Ctrl+Alt+Del on your office computer.')).toBeVisible();
    await page.context().close();
  });

  test('leads a phone back to its app by name, at the width of a phone', async ({ browser }) => {
    const page = await newPage(browser, phone);
    await page.goto(`${hearth.url}/accounts/login/?mobile_flow_otp=${'cd'.repeat(32)}`);
    await page.getByLabel('Email or username').fill('fred');
    await page.getByLabel('Password', { exact: true }).fill(directoryPassword);
    await page.getByRole('button', { name: 'Sign in' }).click();
    await expect(page.getByRole('link', { name: 'Open app' })).toHaveAttribute(
      'href',
      /^zulip:\/\/login\?.*email=fred%40office\.example/,
    );
    await page.context().close();
  });

  test('gives the client library its key for a directory name', async () => {
    const api = await zulip({ username: 'emil', password: directoryPassword, realm: hearth.url });
    expect(await api.users.me.getProfile()).toMatchObject({ result: 'success', full_name: 'Person emil' });
    const refused = await zulip({ username: 'emil', password: 'wrong', realm: hearth.url });
    expect(await refused.users.me.getProfile()).toMatchObject({ result: 'error' });
  });

  test('does not keep an owner out while it is down', async ({ browser }) => {
    await directory.stop();
    const page = await newPage(browser);
    await page.goto(`${hearth.url}/console/`);
    await page.getByLabel('Email or username').fill('emil');
    await page.getByLabel('Password', { exact: true }).fill(directoryPassword);
    await page.getByRole('button', { name: 'Sign in' }).click();
    await expect(page.getByRole('alert')).toContainText('The directory of the organization cannot be asked now.');
    await page.getByLabel('Email or username').fill(owner.email);
    await page.getByLabel('Password', { exact: true }).fill(owner.password);
    await page.getByRole('button', { name: 'Sign in' }).click();
    await expect(page.getByText('Live', { exact: true })).toBeVisible();
    await page.context().close();
  });
});
