/** Devices with the ntfy app in the settings: one is added, connects, gets a test, and is revoked. */
import { screen, within } from '@testing-library/dom';
import { expect, test } from 'vitest';
import { openChat } from '../../testing/chat-page.tsx';
import { expectGone, fill, press } from '../../testing/elements.ts';
import { workshopOffice } from '../../testing/workshop.ts';

const made = workshopOffice();

test('a device is added, tested and revoked', async () => {
  await openChat(made.office, '#settings/notifications');
  const phones = await screen.findByRole('region', { name: 'On my phone' });
  await press('Add a device', phones);
  fill(await within(phones).findByRole('textbox', { name: /^Name/ }), 'Phone of mine');
  await press('Add device', phones);
  await within(phones).findByRole('img', { name: /QR code/ });
  await within(phones).findByText('Waiting for the device to connect.');
  const topic = [...phones.querySelectorAll('code')].find(({ textContent }) => textContent.startsWith('hearth-'));
  const name = topic?.textContent ?? '';
  const waiting = await fetch(`${made.office.url}/${name}/json`);
  await within(phones).findByText('Device connected.');
  await press('Done', phones);
  await expectGone(() => within(phones).queryByText(name));
  await press('Send test to Phone of mine', phones);
  await within(phones).findByText('Test sent. Check the notifications on the device.');
  await press('Revoke Phone of mine', phones);
  await expectGone(() => within(phones).queryByText('Phone of mine'));
  // Revoking ends the subscription, and with it this answer.
  expect(await waiting.text()).toContain('Notifications reach Phone of mine.');
});
