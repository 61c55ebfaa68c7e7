/** The organization's pictures and its mail server in the console. The other settings are in organization.page.test.ts. */
import { X509Certificate } from 'node:crypto';
import { once } from 'node:events';
import type { AddressInfo } from 'node:net';
import { expect } from '@playwright/test';
import { generate } from 'selfsigned';
import { SMTPServer } from 'smtp-server';
import { expectAccessible, openAs, test } from './console-kit.ts';

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
