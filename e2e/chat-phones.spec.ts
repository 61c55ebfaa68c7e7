/** Adding a device with the ntfy app in the settings: it connects, gets a test, and is revoked; on a wide screen and on a phone. */
import { openChat } from './chat-kit.ts';
import { expect, expectAccessible, test } from './console-kit.ts';
import { signIn } from './sessions.ts';

for (const width of [1280, 360])
  test(`a device is added, tested and revoked at ${width} px`, async ({ page, office }) => {
    await page.setViewportSize({ width, height: 800 });
    await signIn(page.context(), office.url);
    await openChat(page, office.url, '#settings/notifications');
    const phones = page.getByRole('region', { name: 'On my phone' });
    const name = `Phone ${width}`;
    await phones.getByRole('button', { name: 'Add a device' }).click();
    await phones.getByLabel('Name').fill(name);
    await phones.getByRole('button', { name: 'Add device' }).click();
    await expect(phones.getByRole('img', { name: /QR code/ })).toBeVisible();
    await expectAccessible(page);
    const topic = await phones.locator('code', { hasText: 'hearth-' }).innerText();
    await expect(phones.getByText('Waiting for the device to connect.')).toBeVisible();
    const waiting = await fetch(`${office.url}/${topic}/json`);
    await expect(phones.getByText('Device connected.')).toBeVisible();
    await phones.getByRole('button', { name: 'Done' }).click();
    await expect(phones.getByText(topic)).toBeHidden();
    await phones.getByRole('button', { name: `Send test to ${name}` }).click();
    await expect(phones.getByText('Test sent. Check the notifications on the device.')).toBeVisible();
    await phones.getByRole('button', { name: `Revoke ${name}` }).click();
    await expect(phones.getByText(name)).toBeHidden();
    // Revoking ends the subscription, and with it this answer.
    expect(await waiting.text()).toContain(`Notifications reach ${name}.`);
  });
