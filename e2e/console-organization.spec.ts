/** The organization's settings in the console: kept, refused at their field, followed live, and locked for others. */
import { X509Certificate } from 'node:crypto';
import { once } from 'node:events';
import type { AddressInfo } from 'node:net';
import { expect } from '@playwright/test';
import { generate } from 'selfsigned';
import { SMTPServer } from 'smtp-server';
import { expectAccessible, openAs, save, test } from './console-kit.ts';
import { owner } from './hearth-process.ts';

test('name and limits are changed, and a change made elsewhere shows', async ({ page, office }) => {
  await openAs(page, office, '/organization');
  await expect(page.getByRole('button', { name: 'Save', exact: true })).toBeDisabled();
  await page.getByLabel('Name', { exact: true }).fill('Corner office');
  await save(page);
  await expect(page.getByRole('banner').getByText('Corner office')).toBeVisible();
  await office.elsewhere('PATCH', '/realm', { name: 'Test office' });
  await expect(page.getByLabel('Name', { exact: true })).toHaveValue('Test office');

  await page.getByRole('tab', { name: 'Messages' }).click();
  await page.getByRole('combobox', { name: 'Time limit for editing messages' }).click();
  await page.getByRole('option', { name: 'Forever' }).click();
  await page.getByRole('combobox', { name: 'Time limit for deleting own messages' }).click();
  await page.getByRole('option', { name: 'Custom' }).click();
  await page.getByLabel('Time limit for deleting own messages: minutes').fill('25');
  await page.getByLabel('Days to keep messages').fill('365');
  await expectAccessible(page);
  await save(page);
  const { settings } = (await office.elsewhere('GET', '/console/organization')) as {
    settings: Record<string, unknown>;
  };
  expect(settings).toMatchObject({
    message_content_edit_limit_seconds: null,
    message_content_delete_limit_seconds: 1500,
    message_retention_days: 365,
  });
});

test('a mail server whose certificate no authority signed is refused, and trusted by its fingerprint on request', async ({
  page,
  office,
}) => {
  const pair = await generate([{ name: 'commonName', value: 'mail.office.lan' }], { keySize: 2048 });
  const received: string[] = [];
  const server = new SMTPServer({
    key: pair.private,
    cert: pair.cert,
    authOptional: true,
    onData(stream, _session, done) {
      stream.on('data', (chunk: Buffer) => received.push(chunk.toString()));
      stream.on('end', () => done());
    },
  });
  server.listen(0, '127.0.0.1');
  await once(server.server, 'listening');
  const { port } = server.server.address() as AddressInfo;
  try {
    const settings = {
      smtp_host: '127.0.0.1',
      smtp_port: port,
      smtp_security: 'starttls',
      smtp_from: 'chat@example.com',
    };
    await office.elsewhere('PATCH', '/console/delivery_settings', { settings: JSON.stringify(settings) });
    await openAs(page, office, '/organization/mail');
    await page.getByRole('button', { name: 'Send test email' }).click();
    await expect(page.getByText(/trust its certificate in the email settings/)).toBeVisible();
    expect(received).toEqual([]);

    const section = page.getByRole('region', { name: 'Certificate of the mail server' });
    await section.getByRole('button', { name: 'Check certificate' }).click();
    const alert = section.getByRole('alert');
    await expect(alert).toContainText('The certificate is not accepted');
    await expect(alert).toContainText('mail.office.lan');
    const { fingerprint256: fingerprint } = new X509Certificate(pair.cert);
    await expect(alert).toContainText(fingerprint);
    await expect(alert).toContainText('Compare the fingerprint');
    await expectAccessible(page);
    await section.getByRole('button', { name: 'Trust this certificate only' }).click();
    await expect(section.getByText('Only the certificate with this SHA-256 fingerprint is accepted:')).toBeVisible();
    await expect(section.getByText(fingerprint)).toBeVisible();
    await page.getByRole('button', { name: 'Send test email' }).click();
    await expect.poll(() => received.join('')).toContain('chat@example.com');
    await section.getByRole('button', { name: 'Check certificate' }).click();
    await expect(section.getByText('The certificate is accepted')).toBeVisible();

    await section.getByRole('button', { name: 'Stop trusting this certificate' }).click();
    await expect(
      section.getByText('Certificates signed by an authority for the mail server are accepted.'),
    ).toBeVisible();
    await section.getByRole('button', { name: 'Check certificate' }).click();
    await expect(alert).toContainText('The certificate is not accepted');
  } finally {
    await new Promise<void>((resolve) => server.close(resolve));
    await office.elsewhere('PATCH', '/console/delivery_settings', {
      settings: JSON.stringify({ smtp_host: '', smtp_security: 'none', smtp_from: '' }),
    });
  }
});

test('a permission is given to a role and a person', async ({ page, office }) => {
  const { user_id: paula } = await office.elsewhere('POST', '/users', {
    email: 'paula@example.com',
    full_name: 'Paula Painter',
    password: owner.password,
  });
  await openAs(page, office, '/organization/permissions');
  await page.getByLabel('Search settings').fill('bots');
  await expect(page.getByRole('combobox', { name: 'Create public channels' })).toBeHidden();
  const picker = page.getByRole('combobox', { name: 'Create bots', exact: true });
  await picker.click();
  await page.getByRole('option', { name: 'Moderators and above' }).click();
  await page.getByRole('option', { name: 'Paula Painter' }).click();
  await page.keyboard.press('Escape');
  await expectAccessible(page);
  await save(page);
  const { settings } = (await office.elsewhere('GET', '/console/organization')) as {
    settings: Record<string, unknown>;
  };
  expect(settings['can_create_bots_group']).toMatchObject({ direct_members: [paula] });
});

test('mail is set up, its mistakes stand at the field, and a test mail says what became of it', async ({
  page,
  office,
}) => {
  await openAs(page, office, '/organization/mail');
  await page.getByRole('button', { name: 'Send test email' }).click();
  await expect(page.getByRole('list', { name: 'Recent email' }).getByText('In the outbox')).toBeVisible();
  await page.getByLabel('Sender address').fill('nobody');
  await page.getByRole('button', { name: 'Save' }).click();
  await expect(page.getByLabel('Sender address')).toHaveAccessibleDescription(/This is invalid/);
  await page.getByLabel('Sender address').fill('chat@example.com');
  await page.getByLabel('Mail server', { exact: true }).fill('127.0.0.1');
  await page.getByLabel('Port', { exact: true }).fill('9');
  await save(page);
  await page.getByRole('button', { name: 'Send test email' }).click();
  await expect(page.getByText(/ECONNREFUSED/)).toBeVisible();
  await expectAccessible(page);
  await office.elsewhere('PATCH', '/console/delivery_settings', { settings: JSON.stringify({ smtp_host: '' }) });
});

test('what the server may reach itself is set by owners, and a refusal stands at its field', async ({
  page,
  office,
}) => {
  await openAs(page, office, '/organization/outgoing');
  const networks = page.getByRole('combobox', { name: 'Private networks that webhooks may reach' });
  await networks.fill('office');
  await page.keyboard.press('Enter');
  await page.getByRole('button', { name: 'Save' }).click();
  await expect(networks).toHaveAccessibleDescription(/Not a network/);

  const { user_id: id } = await office.elsewhere('POST', '/users', {
    email: 'ada@example.com',
    full_name: 'Ada Admin',
    password: owner.password,
  });
  await office.elsewhere('PATCH', `/users/${String(id)}`, { role: '200' });
  await openAs(page, office, '/organization/outgoing', 'ada@example.com');
  await expect(page.getByLabel('Push relay')).toBeDisabled();
  await page.getByRole('tab', { name: 'Email' }).click();
  await expect(page.getByText('Only owners can change these settings.')).toBeVisible();
  await expect(page.getByLabel('Mail server', { exact: true })).toBeDisabled();
  await expectAccessible(page);
});

test('pictures are uploaded and taken back; what is no picture is refused where it stands', async ({
  page,
  office,
}) => {
  await openAs(page, office, '/organization');
  const pictures = page.getByRole('region', { name: 'Pictures' });
  const file = pictures.locator('input[type=file]').first();
  await file.setInputFiles({ name: 'icon.png', mimeType: 'image/png', buffer: Buffer.from('no picture') });
  await expect(pictures.getByRole('alert')).toHaveText(/Could not decode image/);
  await file.setInputFiles({
    name: 'icon.png',
    mimeType: 'image/png',
    buffer: await page.getByRole('banner').screenshot(),
  });
  await expect(page.getByRole('application', { name: 'Crop area' })).toBeVisible();
  await page.getByRole('dialog', { name: 'Crop picture' }).getByRole('button', { name: 'Save picture' }).click();
  await expect(pictures.getByRole('alert')).toBeHidden();
  await pictures.getByRole('button', { name: 'Reset icon' }).click();
  await expect(pictures.getByRole('button', { name: 'Reset icon' })).toBeHidden();
});

test('domains are allowed and removed, and the welcome is tried', async ({ page, office }) => {
  await openAs(page, office, '/organization/joining');
  const domains = page.getByRole('region', { name: 'Allowed domains' });
  await domains.getByLabel('Add domain').fill('not a domain');
  await domains.getByRole('button', { name: 'Add', exact: true }).click();
  await expect(domains.getByLabel('Add domain')).toHaveAccessibleDescription(/domain/i);
  await domains.getByLabel('Add domain').fill('example.org');
  await domains.getByRole('button', { name: 'Add', exact: true }).click();
  // Its state is the server's: a click changes it a moment later.
  await domains.getByLabel('Include subdomains of example.org').click();
  await expect(domains.getByLabel('Include subdomains of example.org')).toBeChecked();
  await expect
    .poll(async () => (await office.elsewhere('GET', '/realm/domains'))['domains'])
    .toEqual([{ domain: 'example.org', allow_subdomains: true }]);
  await page.getByRole('textbox', { name: 'Welcome message' }).fill('Good to have **you**');
  await save(page);
  await page.getByRole('button', { name: 'Send to me' }).click();
  await expect(page.getByRole('dialog').locator('strong').filter({ hasText: 'you' })).toBeVisible();
  await page.getByRole('dialog').getByRole('button', { name: 'Close' }).click();
  await expectAccessible(page);
  await domains.getByRole('button', { name: 'Remove example.org' }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Remove' }).click();
  await expect(domains.getByText(/No domains yet/)).toBeVisible();
});

test('what new people start with is found, changed, and is theirs', async ({ page, office }) => {
  await openAs(page, office, '/organization/defaults');
  await page.getByLabel('Search settings').fill('enter');
  await page.getByLabel('Enter sends').uncheck();
  await page.getByLabel('Search settings').fill('times');
  await page.getByRole('combobox', { name: 'Times' }).click();
  await page.getByRole('option', { name: '17:00' }).click();
  await save(page);
  const { user_settings_defaults: defaults } = await office.elsewhere('GET', '/console/organization');
  expect(defaults).toMatchObject({ enter_sends: false, twenty_four_hour_time: true });
  await page.getByLabel('Search settings').fill('');
  await expectAccessible(page);
});
