/** From a link into a conversation, and what happens when someone is signed out, closed out, or finds other data. */
import { once } from 'node:events';
import type { AddressInfo } from 'node:net';
import type { Readable } from 'node:stream';
import { text } from 'node:stream/consumers';
import { chromium, type Locator, type Page } from '@playwright/test';
import { SMTPServer } from 'smtp-server';
import { browserArgs, findBrowser } from './browser.ts';
import { box, channelWithTopic, invite, newcomer, openChat, show, somebody, write } from './chat-kit.ts';
import { expect, expectAccessible, test } from './console-kit.ts';
import { demo, HearthProcess, owner } from './hearth-process.ts';
import { signIn } from './sessions.ts';
import { canMakeHosts, TwoHosts } from './two-hosts.ts';

const lanAddress = '10.77.3.1';

/** Counts what a page plays. */
function countNotes(): void {
  const counted = { notes: 0 };
  Object.assign(window, counted);
  window.AudioContext = class extends AudioContext {
    override createOscillator(): OscillatorNode {
      counted.notes += 1;
      Object.assign(window, counted);
      return super.createOscillator();
    }
  };
}

/** Does something as the user who is signed in to a page. */
const ask = (page: Page, path: string, params: Record<string, string> = {}): Promise<Record<string, unknown>> =>
  page.evaluate(
    async ([to, form]) => {
      const session = (await (await fetch('/api/v1/console/session')).json()) as { csrf_token: string };
      const headers = { 'X-CSRF-Token': session.csrf_token };
      const answer = await fetch(`/api/v1${to}`, { method: 'POST', headers, body: new URLSearchParams(form) });
      return (await answer.json()) as Record<string, unknown>;
    },
    [path, params] as const,
  );

test('A invites by a link, B joins on a 360 px phone, and A sees what B writes first', async ({
  page,
  office,
  browser,
}) => {
  const topic = await channelWithTopic(office, 'kitchen');
  const id = Number(/channel\/(\d+)/.exec(topic)?.[1]);
  const { link } = await invite(office, 'bea@example.com', [id]);
  await signIn(page.context(), office.url);
  await openChat(page, office.url, topic);
  await expect(page.getByText('First words in kitchen.')).toBeVisible();

  const context = await browser.newContext({ viewport: { width: 360, height: 740 }, hasTouch: true, isMobile: true });
  const phone = await context.newPage();
  await phone.goto(link);
  await expect(phone.getByRole('heading', { name: /invites you to the team chat/ })).toBeVisible();
  await expect(phone.getByLabel('Email')).toHaveValue('bea@example.com');
  await expect(phone.getByLabel('Email')).not.toBeEditable();
  await phone.getByLabel('Your name').fill('Bea Baker');
  const password = phone.getByLabel('Password', { exact: true });
  await password.fill('four');
  await expect(phone.getByText('2 more characters needed.')).toBeVisible();
  await password.fill('a good password');
  await expect(phone.getByText('Good length.')).toBeVisible();
  await phone.getByRole('button', { name: /^Join/ }).tap();
  // In a conversation at once, not before an empty list.
  await expect(phone.getByText('First words in kitchen.')).toBeVisible();
  await box(phone).fill('Here I am.');
  await phone.getByRole('button', { name: /^Send/ }).first().tap();
  await expect(page.getByRole('article').filter({ hasText: 'Here I am.' })).toBeVisible();
  await context.close();
});

test('one link lets several people in, each by an address of their own', async ({ office, browser }) => {
  const topic = await channelWithTopic(office, 'veranda');
  const channels = JSON.stringify([Number(/channel\/(\d+)/.exec(topic)?.[1])]);
  const { invite_link: link } = await office.elsewhere('POST', '/invites/multiuse', { stream_ids: channels });
  for (const [name, email] of [
    ['Mo Miller', 'mo@example.com'],
    ['Nia North', 'nia@example.com'],
  ] as const) {
    const context = await browser.newContext({ viewport: { width: 360, height: 740 }, hasTouch: true, isMobile: true });
    const phone = await context.newPage();
    await phone.goto(String(link));
    await phone.getByLabel('Your name').fill(name);
    await phone.getByLabel('Email').fill(email);
    await phone.getByLabel('Password', { exact: true }).fill('a good password');
    await phone.getByRole('button', { name: /^Join/ }).tap();
    await expect(phone.getByText('First words in veranda.')).toBeVisible();
    await box(phone).fill(`It is ${name}.`);
    await phone.getByRole('button', { name: /^Send/ }).first().tap();
    await expect(phone.getByRole('article').filter({ hasText: `It is ${name}.` })).toHaveCount(1);
    await context.close();
  }
});

test('B opens a link that has been used, and is informed what to do', async ({ page, office }) => {
  const { link } = await invite(office, 'used@example.com');
  const key = link.split('/').at(-1) ?? '';
  const form = new URLSearchParams({ full_name: 'Una Used', password: owner.password });
  expect((await fetch(`${office.url}/api/v1/console/join/${key}`, { method: 'POST', body: form })).status).toBe(200);
  await page.goto(link);
  await expect(page.getByRole('heading', { name: 'This invitation has been used' })).toBeVisible();
  await expect(page.getByText('If that was you, sign in.')).toBeVisible();
  await expectAccessible(page);
  await page.getByRole('button', { name: 'Sign in' }).click();
  await expect(page.getByRole('heading', { name: /^Sign in to/ })).toBeVisible();
  await expectAccessible(page);

  // A user who is in already is led there.
  const { link: other } = await invite(office, 'other@example.com');
  await signIn(page.context(), office.url, 'used@example.com');
  await page.goto(other);
  await expect(page.getByRole('heading', { name: "You're already signed in" })).toBeVisible();
  await page.getByRole('button', { name: 'Open chat' }).click();
  await expect(page.getByRole('navigation').first()).toBeAttached();
});

test('A withdraws the link while C fills in the form', async ({ page, office }) => {
  const { id, link } = await invite(office, 'cleo@example.com');
  await page.goto(link);
  await page.getByLabel('Your name').fill('Cleo Carter');
  await page.getByLabel('Password', { exact: true }).fill('a good password');
  await expectAccessible(page);
  await office.elsewhere('DELETE', `/invites/${id}`);
  await page.getByRole('button', { name: /^Join/ }).click();
  await expect(page.getByRole('heading', { name: 'This invitation was revoked' })).toBeVisible();
  await expect(page.getByText('If you think this is a mistake, contact them.')).toBeVisible();
  const { members } = await office.elsewhere('GET', '/users');
  expect((members as { full_name: string }[]).map((each) => each.full_name)).not.toContain('Cleo Carter');
  // A user who opens it only now is reported the same.
  await page.reload();
  await expect(page.getByRole('heading', { name: 'This invitation was revoked' })).toBeVisible();
  await expect(page.getByRole('button', { name: 'I have an account. Sign in' })).toBeVisible();
});

test('a link that has expired says so, and of one that no one could look up nothing is said against it', async ({
  page,
  office,
}) => {
  const { link } = await invite(office, 'late@example.com');
  const answerWith = (status: number, code: string, msg: string): Promise<unknown> =>
    page.route(/\/api\/v1\/console\/(?:join|new_password)\//, (route) =>
      route.fulfill({ status, json: { result: 'error', code, msg } }),
    );
  // As the server answers when the time is over (invitations.test.ts), which no test waits for.
  await answerWith(404, 'INVITATION_EXPIRED', 'This invitation has expired.');
  await page.goto(link);
  await expect(page.getByRole('heading', { name: 'This invitation has expired' })).toBeVisible();
  await expect(page.getByText('Ask the sender for a new')).toBeVisible();
  await page.unrouteAll();

  const id = await newcomer(office, 'lars@example.com', 'Lars Later');
  const { link_url: reset } = await office.elsewhere('POST', `/console/users/${id}/password_link`);
  for (const [address, field] of [
    [String(reset), 'Password'],
    [link, 'Your name'],
  ] as const) {
    await answerWith(503, 'UNAVAILABLE', 'The server is busy.');
    await page.goto(address);
    await expect(page.getByRole('heading', { name: 'Could not open the link' })).toBeVisible();
    await expect(page.getByText('The server is busy.')).toBeVisible();
    await page.unrouteAll();
    await page.getByRole('button', { name: 'Try again' }).click();
    await expect(page.getByLabel(field, { exact: true })).toBeVisible();
  }
});

test('an address that has an account leads to sign-in with it, and back to the place that was asked for', async ({
  page,
  office,
}) => {
  const topic = await channelWithTopic(office, 'lobby');
  await office.elsewhere('PATCH', '/realm', { invite_required: 'false' });
  await page.goto(`${office.url}/join`);
  await page.getByLabel('Your name').fill('Olga Again');
  await page.getByLabel('Email').fill(owner.email);
  await page.getByLabel('Password', { exact: true }).fill('a good password');
  await page.getByRole('button', { name: /^Join/ }).click();
  await expect(page.getByText('You already have an account with this email address.')).toBeVisible();
  await expect(page.getByLabel('Email')).toHaveValue(owner.email);
  await page.goto(`${office.url}/chat/${topic}`);
  await page.getByLabel('Email').fill(owner.email);
  await page.getByLabel('Password', { exact: true }).fill(owner.password);
  await page.getByRole('button', { name: 'Sign in' }).click();
  await expect(page.getByText('First words in lobby.')).toBeVisible();
  // What made the page of signing in leaves the dialogs of the chat as they are.
  await page.goto(`${office.url}/chat/#channels`);
  await page.getByRole('button', { name: 'New channel' }).click();
  const check = page.getByRole('dialog').getByRole('checkbox');
  await expect.poll(async () => (await check.boundingBox())?.height).toBeLessThan(24);
  await page.getByRole('dialog').getByRole('button', { name: 'Close' }).click();
  // A user who runs the team finds the console, and where people are invited.
  await page.locator('.organization').click();
  await expect(page.getByRole('menuitem', { name: 'Console' })).toHaveAttribute('href', '/console/');
  await page.getByRole('menuitem', { name: 'Invite people' }).click();
  await expect(page.getByRole('heading', { level: 1, name: 'Invites' })).toBeVisible();
});

test('a forgotten password: whom to ask without mail, and after ten failures the seconds to wait', async ({
  page,
  office,
}) => {
  await newcomer(office, 'fay@example.com', 'Fay Forgets');
  await page.goto(`${office.url}/chat/`);
  await page.getByRole('button', { name: 'Forgot your password?' }).click();
  await expect(page.getByText(/Ask an administrator/)).toBeVisible();
  await expect(page.getByText(/start the server with --password-link/)).toBeVisible();
  await expectAccessible(page);
  await page.getByRole('button', { name: 'Back to sign-in' }).click();
  for (let n = 0; n < 10; n += 1)
    await page.request.post(`${office.url}/api/v1/console/sign_in`, {
      form: { username: 'fay@example.com', password: 'wrong' },
    });
  await page.getByLabel('Email').fill('fay@example.com');
  await page.getByLabel('Password', { exact: true }).fill(owner.password);
  await page.getByRole('button', { name: 'Sign in' }).click();
  await expect(page.getByText(/Too many attempts\. Try again in \d+ seconds/)).toBeVisible();
  await expect(page.getByRole('button', { name: 'Sign in' })).toBeDisabled();
});

test('what is missing is said in the page, where it is missing', async ({ page, office }) => {
  await page.goto(`${office.url}/chat/`);
  await page.getByRole('button', { name: 'Sign in' }).click();
  const email = page.getByLabel('Email');
  await expect(email).toBeFocused();
  await expect(email).toHaveAccessibleDescription('This field is required.');
  await expect(page.getByLabel('Password', { exact: true })).toHaveAccessibleDescription('This field is required.');
  await expectAccessible(page);
  await email.fill('nobody');
  await expect(email).not.toHaveAttribute('aria-invalid', 'true');
  await page.getByRole('button', { name: 'Sign in' }).click();
  await expect(email).toHaveAccessibleDescription('Enter a valid email address.');
});

test('a forgotten password with mail: the same answer for any address, and a link that leads into the chat', async ({
  page,
  office,
}) => {
  await newcomer(office, 'mina@example.com', 'Mina Mails');
  const mails: string[] = [];
  const take = async (stream: Readable, done: () => void): Promise<void> => {
    mails.push(await text(stream));
    done();
  };
  const post = new SMTPServer({
    disabledCommands: ['STARTTLS', 'AUTH'],
    authOptional: true,
    onData: (stream, _session, done) => void take(stream, done),
  });
  post.listen(0, '127.0.0.1');
  await once(post.server, 'listening');
  const { port } = post.server.address() as AddressInfo;
  const deliverTo = (settings: object): Promise<unknown> =>
    office.elsewhere('PATCH', '/console/delivery_settings', { settings: JSON.stringify(settings) });
  await deliverTo({ smtp_host: '127.0.0.1', smtp_port: port, smtp_security: 'none', smtp_from: 'chat@office.example' });
  try {
    for (const address of ['nobody@example.com', 'mina@example.com']) {
      await page.goto(`${office.url}/chat/`);
      await page.getByRole('button', { name: 'Forgot your password?' }).click();
      await page.getByLabel('Email').fill(address);
      await page.getByRole('button', { name: 'Send link' }).click();
      await expect(page.getByRole('heading', { name: 'Check your email' })).toBeVisible();
      await expect(page.getByText(`If ${address} has an account, we sent it a password link.`)).toBeVisible();
    }
    await expectAccessible(page);
    // Lines that are long are broken by the mail, and an = is written by its number.
    const links = (): string[] =>
      mails.flatMap((mail) => /http:\S+\/new-password\/[\w-]+/.exec(mail.replaceAll(/=\r?\n/g, ''))?.[0] ?? []);
    await expect.poll(links).toHaveLength(1);
    // From a link that does not work any more another one is asked for.
    await page.goto(`${office.url}/new-password/no-such-key`);
    await page.getByRole('link', { name: 'Send new link' }).click();
    await expect(page.getByRole('button', { name: 'Send link' })).toBeVisible();
    await page.goto(links()[0] ?? '');
    await expect(page.getByRole('heading', { name: 'Choose a password, Mina Mails' })).toBeVisible();
    await page.getByLabel('Password', { exact: true }).fill('a password by mail');
    await page.getByRole('button', { name: 'Set password' }).click();
    await expect(page.getByRole('navigation').first()).toBeAttached();
  } finally {
    await deliverTo({ smtp_host: '' });
    await new Promise<void>((closed) => post.close(() => closed()));
  }
});

test('a new password by a link leads into the chat', async ({ page, office }) => {
  const id = await newcomer(office, 'nell@example.com', 'Nell New');
  const { link_url: link } = await office.elsewhere('POST', `/console/users/${id}/password_link`);
  const keyOf = async (password: string): Promise<unknown> => {
    const form = { username: 'nell@example.com', password };
    const answer = await page.request.post(`${office.url}/api/v1/fetch_api_key`, { form });
    return ((await answer.json()) as { api_key?: unknown }).api_key;
  };
  const oldKey = await keyOf(owner.password);
  expect(oldKey).toBeTruthy();
  await page.goto(String(link));
  await expect(page.getByRole('heading', { name: 'Choose a password, Nell New' })).toBeVisible();
  await expectAccessible(page);
  await page.getByLabel('Password', { exact: true }).fill('another good one');
  await page.getByRole('checkbox', { name: /Also replace the API key/ }).check();
  await page.getByRole('button', { name: 'Set password' }).click();
  await expect(page.getByRole('navigation').first()).toBeAttached();
  expect(await keyOf('another good one')).not.toBe(oldKey);
  await page.goto(String(link));
  await expect(page.getByRole('heading', { name: 'This link does not work' })).toBeVisible();
});

test('an app that signs in by the web is led back with its key', async ({ page, office }) => {
  const pad = 'ab'.repeat(32);
  await page.goto(`${office.url}/accounts/login/?mobile_flow_otp=${pad}`);
  await page.getByLabel('Email').fill(owner.email);
  await page.getByLabel('Password', { exact: true }).fill('wrong');
  await page.getByRole('button', { name: 'Sign in' }).click();
  await expect(page.getByRole('alert')).toBeVisible();
  await page.getByLabel('Password', { exact: true }).fill(owner.password);
  await page.getByRole('button', { name: 'Sign in' }).click();
  await expect(page.getByRole('link', { name: 'Open app' })).toHaveAttribute('href', /^zulip:\/\/login\?/);
  await page.goto(`${office.url}/accounts/login/`);
  await expect(page).toHaveURL(`${office.url}/chat/`);
});

/** The password in the dialog over the chat; what the server answers is expected by itself, or a refusal would look like a dialog that stays. */
async function signInAgain(page: Page, dialog: Locator): Promise<void> {
  await dialog.getByLabel('Password', { exact: true }).fill(owner.password);
  const answered = page.waitForResponse('**/console/sign_in', { timeout: 30_000 });
  await dialog.getByRole('button', { name: 'Sign in', exact: true }).click();
  expect((await answered).status()).toBe(200);
  await expect(dialog).toBeHidden();
}

test('A signs out in the console; the chat asks to sign in, and the half-written text is there afterwards', async ({
  page,
  office,
}) => {
  const topic = await channelWithTopic(office, 'workshop');
  await signIn(page.context(), office.url);
  await openChat(page, office.url, topic);
  await box(page).fill('Half a sentence');
  const second = await page.context().newPage();
  await second.goto(`${office.url}/console/`);
  await second
    .getByRole('button', { name: /Account|Owner/ })
    .first()
    .click();
  await second.getByRole('menuitem', { name: 'Sign out' }).click();
  await page.bringToFront();
  const dialog = page.getByRole('dialog', { name: 'You were signed out' });
  await expect(dialog).toBeVisible();
  await expect(dialog.getByText('Your unsent text is saved.')).toBeVisible();
  await expect(dialog.getByLabel('Email')).toHaveValue(owner.email);
  await expectAccessible(page);
  await signInAgain(page, dialog);
  await expect(box(page)).toHaveValue('Half a sentence');
  await write(page, 'Half a sentence, and the rest.');
  await expect(page.getByRole('article').filter({ hasText: 'and the rest.' })).toHaveCount(1);
  // What others write arrives in the same list: its queue went on.
  await office.elsewhere('POST', '/messages', {
    type: 'channel',
    to: 'workshop',
    topic: 'hello',
    content: 'And mine.',
  });
  await expect(page.getByText('And mine.')).toBeVisible();
});

test('A signs out in a second tab of the chat: that tab is left, and the first asks to sign in', async ({
  page,
  office,
}) => {
  const topic = await channelWithTopic(office, 'studio');
  await signIn(page.context(), office.url);
  await openChat(page, office.url, topic);
  await box(page).fill('Another half');
  const second = await page.context().newPage();
  await openChat(second, office.url, '#inbox');
  await second.locator('.organization').click();
  await second.getByRole('menuitem', { name: 'Sign out' }).click();
  await expect(second.getByRole('heading', { name: /^Sign in to/ })).toBeVisible();
  await expect(second.getByRole('dialog')).toHaveCount(0);
  await page.bringToFront();
  const dialog = page.getByRole('dialog', { name: 'You were signed out' });
  await expect(dialog.getByText('Your unsent text is saved.')).toBeVisible();
  await signInAgain(page, dialog);
  await expect(box(page)).toHaveValue('Another half');
});

test('C is deactivated while writing, is notified, and can take the words along', async ({ page: theirs, office }) => {
  const topic = await channelWithTopic(office, 'archive');
  const id = await newcomer(office, 'carl@example.com', 'Carl Closed');
  await signIn(theirs.context(), office.url, 'carl@example.com');
  await openChat(theirs, office.url, topic);
  await openChat(theirs, office.url, `#narrow/dm/${id}-me`);
  await box(theirs).fill('Words of another place.');
  // Nothing leaves this browser any more.
  await theirs.route('**/api/v1/drafts**', (route) => route.abort());
  const { user_id: ownerId } = await office.elsewhere('GET', '/users/me');
  await openChat(theirs, office.url, `#narrow/dm/${String(ownerId)}-owner`);
  await expect(box(theirs)).toHaveValue('');
  await box(theirs).fill('The list is in the second drawer.');
  await office.elsewhere('DELETE', `/users/${id}`);
  const dialog = theirs.getByRole('dialog', { name: 'Your account was deactivated' });
  await expect(dialog).toBeVisible();
  await expect(dialog.getByText('The list is in the second drawer.')).toBeVisible();
  await expect(dialog.getByText('Words of another place.')).toBeVisible();
  await expect(dialog.getByText('Not sent')).toHaveCount(2);
  await dialog.getByRole('button', { name: /Copy/ }).first().click();
  await expect(dialog.getByText('Copied')).toBeVisible();
  // Who comes back later is given the same at the door.
  await theirs.goto(`${office.url}/chat/`);
  await theirs.reload();
  // And has the words with them.
  await theirs.getByLabel('Email').press('Control+V');
  await expect(theirs.getByLabel('Email')).toHaveValue('The list is in the second drawer.');
  await theirs.getByLabel('Email').fill('carl@example.com');
  await theirs.getByLabel('Password', { exact: true }).fill(owner.password);
  await theirs.getByRole('button', { name: 'Sign in' }).click();
  await expect(theirs.getByRole('alert')).toHaveText(/deactivated/);
});

test('an organization that is deactivated says so over the chat, with what was not sent, and goes on when it is back', async ({
  page: theirs,
  office,
  browser,
}) => {
  const id = await newcomer(office, 'rita@example.com', 'Rita Rests');
  await signIn(theirs.context(), office.url, 'rita@example.com');
  await openChat(theirs, office.url, `#narrow/dm/${id}-me`);
  await box(theirs).fill('Before the holidays');
  const owners = await somebody(browser, office.url);
  await owners.goto(`${office.url}/console/`);
  const openChatOfOwner = await owners.context().newPage();
  await openChat(openChatOfOwner, office.url, '#inbox');
  expect(await ask(owners, '/console/organization/deactivate', { password: owner.password })).toMatchObject({
    result: 'success',
  });
  try {
    const dialog = theirs.getByRole('dialog', { name: 'Test office was deactivated' });
    await expect(dialog.getByText('Before the holidays')).toBeVisible();
    await dialog.getByRole('button', { name: 'Check again' }).click();
    await expect(dialog).toBeVisible();
    // Owners see it on every screen of the console; the chat is closed to them too, at once where it is open.
    await expect(openChatOfOwner.getByRole('link', { name: 'Reactivate in the console' })).toBeVisible();
    await openChatOfOwner.close();
    await expect(owners.getByRole('alert', { name: 'The organization is deactivated' })).toBeVisible();
    await owners.goto(`${office.url}/chat/`);
    await owners.getByRole('link', { name: 'Reactivate in the console' }).click();
    await expect(owners.getByRole('button', { name: 'Reactivate', exact: true })).toBeVisible();
    await ask(owners, '/console/organization/reactivate');
    await dialog.getByRole('button', { name: 'Check again' }).click();
    await expect(dialog).toBeHidden();
  } finally {
    await ask(owners, '/console/organization/reactivate');
  }
  await expect(box(theirs)).toHaveValue('Before the holidays');
  await write(theirs, 'After the holidays.');
  await expect(theirs.getByRole('article').filter({ hasText: 'After the holidays.' })).toHaveCount(1);
  await owners.context().close();
});

test.describe('on a network, at a bare address over plain http', () => {
  // Not run, and reported so, where namespaces cannot be made (no root, no Linux).
  test.skip(!canMakeHosts(), 'network namespaces cannot be made here');

  test('joining, writing, copying, sound and title work, and no error is in the console', async ({
    browser: _browser,
  }, info) => {
    const hosts = new TwoHosts('c', { office: lanAddress, laptop: '10.77.3.2' });
    const dataDir = info.outputPath('data');
    const url = `http://${lanAddress}:7420`;
    const hearth = await HearthProcess.start({
      dataDir,
      command: 'demo',
      host: '0.0.0.0',
      port: 7420,
      wrapper: hosts.inOffice,
    });
    const program = hosts.browserInOffice(findBrowser());
    const browser = await chromium.launch({ executablePath: program, args: browserArgs });
    try {
      const errors: string[] = [];
      const phone = async (): Promise<Page> => {
        const context = await browser.newContext({ viewport: { width: 360, height: 740 } });
        const opened = await context.newPage();
        opened.on('pageerror', (error) => errors.push(error.message));
        opened.on('console', (message) => {
          // A user who is not signed in yet is notified; browsers call that an error.
          if (message.type() === 'error' && !/status of 401/.test(message.text())) errors.push(message.text());
        });
        await opened.addInitScript(countNotes);
        return opened;
      };
      const page = await phone();
      await page.goto(`${url}/`);
      expect(await page.evaluate(() => isSecureContext)).toBe(false);
      await expect(page.getByText(`sign in as ${demo.owner} with the password ${demo.password}.`)).toBeVisible();
      await page.getByLabel('Email').fill(demo.owner);
      await page.getByLabel('Password', { exact: true }).fill(demo.password);
      await page.getByRole('button', { name: 'Sign in' }).click();
      await expect(page).toHaveTitle(/Inbox/);
      const me = await page.evaluate(async () => {
        const answer = await fetch('/api/v1/console/session');
        return ((await answer.json()) as { user_id: number }).user_id;
      });
      await page.evaluate((id) => localStorage.setItem(`hearth.first-steps.${id}`, 'open'), me);
      await page.goto(`${url}/chat/#narrow/dm/${me}-me`);
      await page.reload();
      await page.getByRole('button', { name: /Getting started/ }).click();
      const steps = page.getByRole('dialog', { name: 'Getting started' });
      await expect(steps.getByText(/http addresses/)).toBeVisible();
      await steps.getByRole('button', { name: 'Play test sound' }).click();
      const notes = (): Promise<number> => page.evaluate(() => (window as unknown as { notes: number }).notes);
      await expect.poll(notes).toBeGreaterThanOrEqual(2);
      await steps.getByRole('button', { name: 'Copy address' }).click();
      await expect(steps.getByText('Copied')).toBeVisible();
      await expect(steps.getByRole('img', { name: 'QR code of the address' })).toBeVisible();
      await steps.getByRole('button', { name: 'Done' }).click();
      await box(page).press('Control+Shift+V');
      await expect(box(page)).toHaveValue(new RegExp(`^http://${lanAddress.replaceAll('.', '\\.')}`));
      await write(page, 'Over plain http.');
      await expect(page.getByRole('article').filter({ hasText: 'Over plain http.' })).toHaveCount(1);
      await expect(page).toHaveTitle(/Notes to yourself/);

      // Someone joins there, and calls a user who looks elsewhere: by the title, and by the sound.
      const offer = { stream_ids: '[]', include_realm_default_subscriptions: 'true' };
      const link = String((await ask(page, '/invites/multiuse', offer))['invite_link']);
      expect(link).toContain(`${url}/join/`);
      const other = await phone();
      await other.goto(link);
      await other.getByLabel('Your name').fill('Lana Lan');
      await other.getByLabel('Email').fill('lana@example.com');
      await other.getByLabel('Password', { exact: true }).fill('a good password');
      await other.getByRole('button', { name: /^Join/ }).click();
      await expect(box(other)).toBeVisible();
      await show(page, false);
      await other.goto(`${url}/chat/#narrow/dm/${me}`);
      await expect(box(other)).toHaveAccessibleName(/Amara/);
      const before = await notes();
      await write(other, 'Are you there?');
      await expect(other.getByRole('article').filter({ hasText: 'Are you there?' })).toHaveCount(1);
      await expect(page).toHaveTitle(/^\(\d+\+?\) Direct message from Lana Lan/);
      await expect.poll(notes).toBeGreaterThan(before);
      expect(errors).toEqual([]);
    } finally {
      await browser.close();
      await hearth.stop();
      hosts.remove();
    }
  });
});
