/**
 * The network as the person at the server sees it: sharing, the test from a second device, a changed address, HTTPS. The first
 * test has two real hosts; the others need none.
 */
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { chromium, type Browser, type Locator, type Page } from '@playwright/test';
import { browserArgs, findBrowser } from './browser.ts';
import { expect, expectAccessible, openAs, save, test } from './console-kit.ts';
import { HearthProcess, owner } from './hearth-process.ts';
import { canMakeHosts, TwoHosts } from './two-hosts.ts';

const first = '10.78.0.1';
const second = '10.78.0.9';
const port = 7420;
const phone = 'Mozilla/5.0 (Android 15; Mobile; rv:133.0) Gecko/133.0 Firefox/133.0';

/** Asks by multicast DNS for the name and for the service, as phones do; prints the answers in hexadecimal. */
const multicastQuery = `
import { createSocket } from 'node:dgram';
const nameOf = (name) => Buffer.concat([...name.split('.').map((part) => Buffer.from([part.length, ...Buffer.from(part)])), Buffer.from([0])]);
const question = (name, type) => Buffer.concat([Buffer.from([0, 1, 0, 0, 0, 1, 0, 0, 0, 0, 0, 0]), nameOf(name), Buffer.from([0, type, 0, 1])]);
const socket = createSocket('udp4');
let text = '';
socket.on('message', (message) => (text += message.toString('hex')));
socket.bind(0, '10.78.0.2', () => {
  socket.setMulticastInterface('10.78.0.2');
  const ask = () => {
    socket.send(question('hearth.local', 1), 5353, '224.0.0.251');
    socket.send(question('_http._tcp.local', 12), 5353, '224.0.0.251');
  };
  ask();
  const again = setInterval(ask, 300);
  const end = setInterval(() => {
    if (!text.includes('0a4e0001') || !text.includes(Buffer.from('Test office').toString('hex'))) return;
    console.log(text);
    clearInterval(again);
    clearInterval(end);
    socket.close();
  }, 50);
});
`;

test.describe('two hosts', () => {
  // Not run, and reported so, where namespaces cannot be made (no root, no Linux).
  test.skip(!canMakeHosts(), 'network namespaces cannot be made here');

  let address = first;
  let [hosts, dataDir, hearth, browser, page] = [] as unknown as [TwoHosts, string, HearthProcess, Browser, Page];

  test.beforeAll(async () => {
    hosts = new TwoHosts('n', { office: first, laptop: '10.78.0.2' });
    dataDir = await mkdtemp(join(tmpdir(), 'hearth-network-'));
    hearth = await HearthProcess.start({ dataDir, host: null, port, wrapper: hosts.inOffice });
    browser = await chromium.launch({ executablePath: hosts.browserInOffice(findBrowser()), args: browserArgs });
    page = await browser.newPage();
    await signIn(page, '/network');
  });
  test.afterAll(async () => {
    await browser.close();
    await hearth.stop();
    await rm(dataDir, { recursive: true, force: true });
    hosts.remove();
  });

  const share = (): Locator => page.getByLabel('Allow connections from the network');

  test('sharing lets a second device in, by address and by name', async () => {
    expect(hosts.fetchOnLaptop(`http://${first}:${port}/health`)).toBeNull();
    await share().click();
    await expect(share()).toBeChecked();
    await expect(page.getByText(`http://${first}:${port}`, { exact: true }).first()).toBeVisible();
    await expect.poll(() => hosts.fetchOnLaptop(`http://${first}:${port}/health`)).toContain('"status":"ok"');
    await expect(page.getByText('http://hearth.local:7420', { exact: true })).toBeVisible();
    expect(hosts.onLaptop(multicastQuery)).not.toBeNull();
  });

  test('the test from another device turns green by it', async () => {
    await share().check();
    await page.getByRole('button', { name: 'Test from another device' }).click();
    const shown = (await page.getByText(/^\d{3} \d{3}$/).innerText()).replace(' ', '');
    // One more at its end is another code, whichever this one is.
    const other = `${shown.slice(0, -1)}${(Number(shown.at(-1)) + 1) % 10}`;
    await expectAccessible(page);
    const reach = `http://${first}:${port}/reach?code=`;
    await expect.poll(() => hosts.fetchOnLaptop(reach + other, phone)).toContain('Wrong code');
    expect(hosts.fetchOnLaptop(reach + shown, phone)).toContain('Connection works');
    await expect(page.getByText(/^Reached from 10\.78\.0\.2 at .+ by Firefox on Android\.$/)).toBeVisible();
  });

  test('a new address is reported until the team knows it', async () => {
    await share().check();
    await page.goto(`http://127.0.0.1:${port}/console/users`);
    await expect(page.getByText('Live', { exact: true })).toBeVisible();
    hosts.move(first, second);
    address = second;
    const banner = page.getByRole('alert').filter({ hasText: "Your team's address has changed" });
    await expect(banner.getByText(`http://${second}:${port}`, { exact: true })).toBeVisible();
    await expectAccessible(page);
    await expect.poll(() => hosts.fetchOnLaptop(`http://${second}:${port}/health`)).toContain('"status":"ok"');
    await banner.getByRole('button', { name: 'Dismiss' }).click();
    await expect(banner).toBeHidden();
  });

  test('the second device is kept out when sharing ends', async () => {
    await page.goto(`http://127.0.0.1:${port}/console/network`);
    await share().check();
    await expect.poll(() => hosts.fetchOnLaptop(`http://${address}:${port}/health`)).toContain('"status":"ok"');
    await share().click();
    await expect(page.getByText('Only this computer can use this address.')).toBeVisible();
    await expect.poll(() => hosts.fetchOnLaptop(`http://${address}:${port}/health`)).toBeNull();
  });
});

async function signIn(page: Page, path: string): Promise<void> {
  const url = `http://127.0.0.1:${port}/console`;
  await page.goto(`${url}${path}`);
  await page.getByLabel('Email').fill(owner.email);
  await page.getByLabel('Password', { exact: true }).fill(owner.password);
  await page.getByRole('button', { name: 'Sign in' }).click();
  await expect(page.getByText('Live', { exact: true })).toBeVisible();
}

test('what a flag decided is said; HTTPS gets a certificate that is made here, or one that fits', async ({
  page,
  office,
}) => {
  await openAs(page, office, '/network');
  await expect(page.getByLabel('Allow connections from the network')).toBeDisabled();
  await expect(page.getByText('Set by --host or HEARTH_HOST.')).toBeVisible();

  await page.getByRole('button', { name: 'Use your own certificate' }).click();
  const dialog = page.getByRole('dialog');
  await dialog.getByLabel('Certificate', { exact: true }).fill('hello');
  await dialog.getByLabel('Private key', { exact: true }).fill('hello');
  await dialog.getByRole('button', { name: 'Use certificate' }).click();
  await expect(dialog.getByLabel('Certificate', { exact: true })).toHaveAccessibleDescription(
    /not a certificate in PEM/,
  );
  await dialog.getByRole('button', { name: 'Cancel' }).click();
  await expect(dialog).toBeHidden();

  await page.getByRole('button', { name: 'Create certificate' }).click();
  await expect(page.getByText('Fingerprint (SHA-256)')).toBeVisible();
  await page.getByRole('button', { name: 'How to trust the certificate' }).click();
  await expect(page.getByText(/^certutil/)).toBeVisible();
  await expectAccessible(page);
  await page.getByRole('button', { name: 'Delete certificate' }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Delete', exact: true }).click();
  await expect(page.getByText('Fingerprint (SHA-256)')).toBeHidden();
});

test('owners change how the server is reached; administrators see it; everyone finds the plain pages', async ({
  page,
  office,
}) => {
  await openAs(page, office, '/network');
  await page.getByLabel('Requests per minute from one client').fill('5000');
  await save(page);

  const { user_id: id } = await office.elsewhere('POST', '/users', {
    email: 'ada@example.com',
    full_name: 'Ada Admin',
    password: owner.password,
  });
  await office.elsewhere('PATCH', `/users/${String(id)}`, { role: '200' });
  await openAs(page, office, '/network', 'ada@example.com');
  await expect(page.getByText('Only owners can change these settings.').first()).toBeVisible();
  await expect(page.getByLabel('Requests per minute from one client')).toBeDisabled();
  await expect(page.getByLabel('Enable HTTPS')).toBeDisabled();

  for (const path of ['/help', '/reach?code=1']) {
    await page.goto(`${office.url}${path}`);
    await expectAccessible(page);
  }
});
