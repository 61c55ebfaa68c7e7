/** Two-factor sign-in from the settings to the sign-in page, where it is required, and in the console; on a wide screen and on a phone. */
import { readFile } from 'node:fs/promises';
import type { Page } from '@playwright/test';
import { TOTP } from 'otpauth';
import { alertIn, openChat } from './chat-kit.ts';
import { expect, expectAccessible, openAs, test, type Office } from './console-kit.ts';
import { owner } from './hearth-process.ts';
import { signIn } from './sessions.ts';

const password = 'a good password';

/** A user with a password. */
async function addUser(office: Office, name: string): Promise<string> {
  const email = `${name.toLowerCase()}@example.com`;
  await office.elsewhere('POST', '/users', { email, password, full_name: `${name} Baker` });
  return email;
}

/** What a phone shows so many steps from now: the server takes one before and one after, each once. */
const codeOf = (secret: string, step = 0): string =>
  new TOTP({ secret }).generate({ timestamp: Date.now() + step * 30_000 });

/** The secret that the page shows in words. */
async function secretOn(page: Page): Promise<string> {
  const text = await page
    .locator('code')
    .filter({ hasText: /^([A-Z2-7]{4} ?){8}$/ })
    .innerText();
  return text.replaceAll(' ', '');
}

async function fillPassword(page: Page, email: string): Promise<void> {
  await page.getByLabel('Email').fill(email);
  await page.getByLabel('Password', { exact: true }).fill(password);
  await page.getByRole('button', { name: 'Sign in', exact: true }).click();
}

test('a user sets it up, signs in with a code and with a recovery code, and turns it off', async ({
  browser,
  office,
}) => {
  const email = await addUser(office, 'Tess');
  const context = await browser.newContext();
  const page = await context.newPage();
  await signIn(context, office.url, email, password);
  await openChat(page, office.url, '#settings/profile');
  await page.getByRole('button', { name: 'Set up two-factor sign-in' }).click();
  await expect(page.getByLabel('Your password')).toBeFocused();
  await page.getByLabel('Your password').fill(password);
  await page.getByRole('button', { name: 'Continue' }).click();
  await expect(page.getByRole('img', { name: /QR code/ })).toBeVisible();
  await expectAccessible(page);
  const secret = await secretOn(page);
  await page.getByLabel('Code from the app').fill('000000');
  await page.getByRole('button', { name: 'Turn on two-factor sign-in' }).click();
  await expect(alertIn(page)).toContainText("The server's clock shows");
  await page.getByLabel('Code from the app').fill(codeOf(secret));
  await page.getByRole('button', { name: 'Turn on two-factor sign-in' }).click();
  const codes = page.getByRole('region', { name: /^Recovery codes/ }).locator('li');
  await expect(codes).toHaveCount(10);
  const [first = '', second = ''] = await codes.allInnerTexts();
  const downloaded = page.waitForEvent('download');
  await page.getByRole('button', { name: 'Download' }).click();
  expect(await readFile(await (await downloaded).path(), 'utf8')).toContain(`${first}\n${second}\n`);
  await page.getByRole('button', { name: "I've saved the codes" }).click();
  await expect(page.getByText(/^On since/)).toContainText('10 recovery codes are left.');

  await context.clearCookies();
  await page.goto(`${office.url}/chat/`);
  await fillPassword(page, email);
  await expect(page.getByLabel('Code', { exact: true })).toBeFocused();
  await expectAccessible(page);
  await page.getByLabel('Code', { exact: true }).fill('123456');
  await page.keyboard.press('Enter');
  await expect(alertIn(page)).toContainText('Wrong code');
  await page.getByLabel('Code', { exact: true }).fill(codeOf(secret, 1));
  await page.keyboard.press('Enter');
  await expect(page.getByRole('navigation').first()).toBeAttached();

  await context.clearCookies();
  await page.goto(`${office.url}/chat/#settings/profile`);
  await page.reload();
  await fillPassword(page, email);
  await page.getByRole('button', { name: 'Use a recovery code' }).click();
  await page.getByLabel('Recovery code').fill(first.toUpperCase());
  await page.keyboard.press('Enter');
  await expect(page.getByText(/^On since/)).toContainText('9 recovery codes are left.');
  await page.getByRole('button', { name: 'Turn off' }).click();
  await page.getByLabel('Your password').fill(password);
  await page.getByLabel('Code from the app, or a recovery code').fill(second);
  await page.getByRole('button', { name: 'Turn off two-factor sign-in' }).click();
  await expect(page.getByRole('button', { name: 'Set up two-factor sign-in' })).toBeVisible();
  await context.close();
});

test('where it is required, a sign-in on a 360 px phone sets it up and goes on; the owner resets it', async ({
  browser,
  office,
  page,
}) => {
  const email = await addUser(office, 'Uma');
  await openAs(page, office, '/organization/sign-in');
  const card = page.getByRole('region', { name: 'Two-factor sign-in' });
  await card.getByRole('combobox', { name: 'Require two-factor sign-in' }).click();
  await page.getByRole('option', { name: 'Everyone with a password' }).click();
  await expect(card.getByText(/set it up at their next sign-in/)).toBeVisible();
  await expectAccessible(page);

  const context = await browser.newContext({ viewport: { width: 360, height: 740 }, hasTouch: true, isMobile: true });
  const phone = await context.newPage();
  await phone.goto(`${office.url}/chat/`);
  await fillPassword(phone, email);
  await phone.getByRole('button', { name: 'Set up two-factor sign-in' }).click();
  await expect(phone.getByRole('img', { name: /QR code/ })).toBeVisible();
  await phone.getByLabel('Code from the app').fill(codeOf(await secretOn(phone)));
  await expectNoSideways(phone);
  await phone.getByRole('button', { name: 'Turn on two-factor sign-in' }).click();
  await expect(phone.getByRole('region', { name: /^Recovery codes/ }).locator('li')).toHaveCount(10);
  await expectNoSideways(phone);
  await expectAccessible(phone);
  await phone.getByRole('button', { name: 'Continue' }).click();
  await expect(phone.getByRole('navigation').first()).toBeAttached();
  await context.close();

  await page.reload();
  await card.getByRole('button', { name: 'Reset two-factor sign-in of Uma Baker' }).click();
  await card.getByRole('button', { name: 'Reset Uma Baker' }).click();
  await expect(card.getByRole('row', { name: /Uma Baker/ })).toContainText('Required, not set up');
  await card.getByRole('combobox', { name: 'Require two-factor sign-in' }).click();
  await page.getByRole('option', { name: /^No one/ }).click();
  await expect(card.getByRole('row', { name: /Uma Baker/ })).toContainText('Off');
});

test('the console asks for the set-up and for the code, too', async ({ browser, office }) => {
  await office.elsewhere('PATCH', '/console/two_factor_users', { require_two_factor: 'administrators' });
  const page = await (await browser.newContext()).newPage();
  await page.goto(`${office.url}/console/`);
  const enter = async (): Promise<void> => {
    await page.getByLabel('Email').fill(owner.email);
    await page.getByLabel('Password', { exact: true }).fill(owner.password);
    await page.getByRole('button', { name: 'Sign in', exact: true }).click();
  };
  await enter();
  await page.getByRole('button', { name: 'Set up two-factor sign-in' }).click();
  const secret = await secretOn(page);
  await page.getByLabel('Code from the app').fill(codeOf(secret));
  await expectAccessible(page);
  await page.getByRole('button', { name: 'Turn on two-factor sign-in' }).click();
  await page.getByRole('button', { name: 'Continue' }).click();
  await expect(page.getByText('Live', { exact: true })).toBeVisible();
  await page.context().clearCookies();
  await page.reload();
  await enter();
  await expect(page.getByLabel('Code', { exact: true })).toBeFocused();
  await page.getByLabel('Code', { exact: true }).fill(codeOf(secret, 1));
  await page.keyboard.press('Enter');
  await expect(page.getByText('Live', { exact: true })).toBeVisible();
  await page.context().close();
});

async function expectNoSideways(page: Page): Promise<void> {
  await expect
    .poll(() => page.evaluate(() => document.documentElement.scrollWidth - innerWidth))
    .toBeLessThanOrEqual(0);
}
