/** Invitations in the console, from the form to the account, and the outbox that stands in for a mail server. */
import { writeFile } from 'node:fs/promises';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { expect } from '@playwright/test';
import { expectAccessible, openAs, test } from './console-kit.ts';
import { owner } from './hearth-process.ts';

test('a welcome message is previewed as the chat draws it', async ({ page, office }) => {
  await openAs(page, office, '/invites');
  await page.getByRole('button', { name: 'Invite by email' }).click();
  const dialog = page.getByRole('dialog', { name: 'Invite people' });
  await dialog
    .getByLabel('Welcome message (optional)')
    .fill('Good **morning** :tada: $$x^2$$\n```spoiler Who bakes?\nThe oak.\n```\n```python\nx = 1\n```\n- [ ] come');
  const preview = dialog.getByRole('region', { name: 'Preview of the welcome message' });
  await expect(preview.locator('strong')).toHaveText('morning');
  await expect(preview.getByRole('img', { name: 'tada' })).toHaveText('🎉');
  await expect(preview.locator('.katex math')).toHaveCount(1);
  await expect(preview.getByRole('button', { name: 'Copy' })).toBeVisible();
  await expect(preview.getByRole('listitem')).toHaveClass('is-task');
  await expect(preview.getByText('The oak.')).toBeHidden();
  await preview.getByRole('button', { name: 'Who bakes?' }).click();
  await expect(preview.getByText('The oak.')).toBeVisible();
  await expectAccessible(page);
});

test('an invited person joins by the link of the mail in the outbox, and the list follows', async ({
  page,
  office,
  browser,
}) => {
  await office.elsewhere('POST', '/invites', { invitee_emails: 'dora@example.com', stream_ids: '[]' });
  await openAs(page, office, '/invites');
  await page.getByRole('tab', { name: 'Outbox' }).click();
  await page.getByRole('button', { name: /dora@example.com/ }).click();
  const mail = page.getByRole('article');
  const link = (await mail.getByRole('link', { name: /\/join\// }).getAttribute('href')) ?? '';
  await expectAccessible(page);

  const guest = await (await browser.newContext()).newPage();
  await guest.goto(link);
  await expect(guest.getByRole('heading', { level: 1, name: 'Owner invites you to the team chat' })).toBeVisible();
  await expect(guest.getByLabel('Email', { exact: true })).toHaveValue('dora@example.com');
  // There is no mail server: nothing was sent.
  await expect(guest.getByText('This invitation is for this address.')).toBeVisible();
  await expectAccessible(guest);
  await guest.getByLabel('Your name').fill('Dora Dale');
  await guest.getByLabel('Password', { exact: true }).fill('abc');
  await guest.getByRole('button', { name: 'Join' }).click();
  await expect(guest.getByLabel('Password', { exact: true })).toHaveAccessibleDescription(/Password too short/);
  await guest.getByLabel('Password', { exact: true }).fill('a long enough password');
  await guest.getByRole('button', { name: 'Join' }).click();
  await expect(guest.getByRole('complementary', { name: 'Conversations' })).toBeVisible();
  await guest.goto(`${office.url}/console/`);
  await expect(guest.getByText('You are signed in as Dora Dale.')).toBeVisible();
  // No one is sent to an address that only this computer opens.
  await expect(guest.getByRole('alert', { name: 'Only this computer can reach the server' })).toBeVisible();
  await expect(guest.getByRole('link', { name: 'Open chat' })).toBeVisible();
  await guest.goto(link);
  await expect(guest.getByRole('heading', { name: 'This invitation has been used' })).toBeVisible();
  await guest.context().close();

  await page.getByRole('tab', { name: /Accepted and past/ }).click();
  await expect(page.getByRole('row', { name: /dora@example.com joined as Dora Dale/ })).toContainText('Accepted');
});

test('the outbox is counted in the navigation and read like a mailbox, and nothing of a mail runs or loads', async ({
  page,
  office,
  context,
  offences,
}) => {
  await office.elsewhere('POST', '/console/delivery_settings/test_mail');
  await openAs(page, office, '/');
  const count = page.getByRole('navigation').getByTitle(/new emails? in the outbox/);
  await expect(count).toBeVisible();
  await openAs(page, office, '/invites/outbox');
  // What is looked at is not new any more: the count is gone as soon as the mails are there, and not before this one came.
  await expect(page.getByRole('article', { name: 'Test email' })).toBeVisible();
  await expect(count).toHaveCount(0);
  await openAs(page, office, '/');
  await office.elsewhere('POST', '/console/delivery_settings/test_mail');
  await expect(count).toHaveText('1 1 new email in the outbox');
  let asked = 0;
  const elsewhere = createServer((_request, response) => {
    asked += 1;
    response.end();
  });
  await new Promise<void>((listening) => elsewhere.listen(0, '127.0.0.1', listening));
  const { port } = elsewhere.address() as AddressInfo;
  const spy = `http://127.0.0.1:${port}`;
  await writeFile(
    join(office.dataDir, 'outbox', '2999-01-01-000001.eml'),
    [
      'From: Hearth <noreply@hearth.invalid>',
      `To: ${owner.email}`,
      'Subject: A mail that wants more',
      'Content-Type: text/html; charset=utf-8',
      '',
      `<link rel="stylesheet" href="${spy}/a.css"><p id="words">It says what it says.</p><img src="${spy}/b.png">
       <a href="${office.url}/help">Help</a><script>document.getElementById('words').textContent = 'It ran.'</script>`,
    ].join('\r\n'),
  );
  await page.getByRole('link', { name: /^Invites/ }).click();
  await page.getByRole('tab', { name: /^Outbox/ }).click();
  const mail = page.getByRole('article', { name: 'A mail that wants more' });
  const frame = mail.locator('iframe');
  await expect(frame).toHaveAttribute('sandbox', 'allow-popups allow-popups-to-escape-sandbox');
  await expect(frame.contentFrame().getByText('It says what it says.')).toBeVisible();
  await expect
    .poll(() =>
      frame
        .contentFrame()
        .locator('img')
        .evaluate((img: HTMLImageElement) => img.complete),
    )
    .toBe(true);
  expect(asked).toBe(0);
  await new Promise((closed) => elsewhere.close(closed));
  // The browser says what it refused; nothing else went wrong.
  expect(offences.splice(0).filter((offence) => !offence.includes('Content Security Policy'))).toEqual([]);
  const opened = context.waitForEvent('page');
  await frame.contentFrame().getByRole('link', { name: 'Help' }).click();
  await expect((await opened).getByRole('heading', { level: 1 })).toBeVisible();
  await (await opened).close();
  await mail.getByRole('tab', { name: 'Headers' }).click();
  await expect(mail.getByText('noreply@hearth.invalid').last()).toBeVisible();
  await expectAccessible(page);
  await page
    .getByRole('button', { name: /Test email/ })
    .first()
    .click();
  const works = page.getByRole('article', { name: 'Test email' });
  await works.getByRole('tab', { name: 'Text' }).click();
  await expect(works.getByText('It does.')).toBeVisible();
  await works.getByRole('tab', { name: 'Source' }).click();
  await expect(works.getByText(/^Message-ID:/m)).toBeVisible();
  await expect(count).toHaveCount(0);
  // The links of a mail let anybody in: what is on a projector shows them only when someone asks.
  await page.evaluate(() => localStorage.setItem('hearth-projector', 'true'));
  await page.reload();
  const show = mail.getByRole('button', { name: 'Show the email with its links' });
  await expect(show).toBeVisible();
  await expect(frame).toHaveCount(0);
  await page
    .getByRole('button', { name: /Test email/ })
    .first()
    .click();
  await works.getByRole('button', { name: 'Show the email with its links' }).click();
  await expect(works.getByText('It does.')).toBeVisible();
  await page.evaluate(() => localStorage.removeItem('hearth-projector'));
});

test('a second invitation to an address replaces the first, whose link says so', async ({ page, office }) => {
  const invite = () => office.elsewhere('POST', '/invites', { invitee_emails: 'finn@example.com', stream_ids: '[]' });
  await invite();
  const { invitations } = await office.elsewhere('GET', '/console/invitations');
  const first = (invitations as { email: string; link_url: string }[]).find(({ email }) => email.startsWith('finn@'));
  await openAs(page, office, '/invites');
  const row = page.getByRole('row', { name: /finn@example.com/ });
  await expect(row).toHaveCount(1);
  await invite();
  await page.getByRole('tab', { name: /Accepted and past/ }).click();
  await expect(row).toContainText('Replaced');
  await page.getByRole('tab', { name: /Pending/ }).click();
  await expect(row).toHaveCount(1);
  await page.goto(first?.link_url ?? '');
  await expect(page.getByRole('heading', { name: 'There is a newer invitation' })).toBeVisible();
  await expect(page.getByText('Open the link in the latest invitation')).toBeVisible();
});
