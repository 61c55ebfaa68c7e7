/** Invitations: made by email and as a reusable link, shared where no email is sent, resent, revoked and made again. */
import { screen, within } from '@testing-library/dom';
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest';
import { closeConsole, openConsole } from '../../../testing/console-page.tsx';
import { choose, descriptionOf, dialogOf, expectGone, fill, press, user } from '../../../testing/elements.ts';
import { Office, owner } from '../../../testing/office.ts';

let office: Office;

beforeAll(async () => {
  office = await Office.open();
});
afterAll(() => office.close());
afterEach(closeConsole);

const openTab = async (name: string | RegExp): Promise<void> => user.click(await screen.findByRole('tab', { name }));
const textsOf = (elements: HTMLElement[]): string[] => elements.map(({ textContent }) => textContent);
const row = (name: RegExp): HTMLElement | null => screen.queryByRole('row', { name });
const textOf = (name: RegExp): string => row(name)?.textContent ?? '';
const setMail = (settings: Record<string, unknown>): Promise<unknown> =>
  office.elsewhere('PATCH', '/console/delivery_settings', { settings: JSON.stringify(settings) });

test('many addresses are invited at once; those that cannot be stay, each with its reason', async () => {
  await openConsole(office, '/invites');
  await screen.findByText('No pending invitations');
  await press('Invite by email');
  const dialog = await dialogOf('Invite people');
  await within(dialog).findByText('No email will be sent');
  const field = within(dialog).getByRole<HTMLTextAreaElement>('textbox', { name: 'Email addresses' });
  fill(field, `ann@example.com; ${owner.email}\nnot an address\nBen Bold <ben@example.com>`);
  const recipients = await within(dialog).findByRole('list', { name: 'Recipients' });
  await expect
    .poll(() => textsOf(within(recipients).getAllByRole('listitem')))
    .toEqual([
      'ann@example.com',
      `${owner.email}: Already has an account.`,
      expect.stringMatching(/^not an address: Not an email address/),
      'ben@example.com',
    ]);
  await press('Create invitations', dialog);
  await within(dialog).findByText('Created invitations for ann@example.com, ben@example.com.', { exact: false });
  expect(field.value).toBe(`${owner.email}\nnot an address`);
  expect(descriptionOf(field)).toMatch(/owner@example.com: Already has an account.*not an address: Not an email/);
  fill(field, 'cleo@example.com');
  await press('Create invitations', dialog);
  // Nothing was sent: it ends on the links, which here lead to this computer only.
  const handing = await dialogOf('3 invitations to share');
  await within(handing).findByText('No email was sent', { exact: false });
  await press('Link and QR code for ben@example.com', handing);
  await within(handing).findByText('No one else can open this link yet', { exact: false });
  expect(within(handing).queryByRole('img', { name: /QR code/ })).toBeNull();
  await user.keyboard('{Escape}');
  await expectGone(() => screen.queryByRole('dialog'));
  await screen.findByRole('tab', { name: 'Pending (3)' });
  // A user who gives up those that were refused gets the links of the others.
  await press('Invite by email');
  const again = await dialogOf('Invite people');
  fill(within(again).getByRole('textbox', { name: 'Email addresses' }), 'Bob <bob@example.com>; nonsense');
  await press('Create invitations', again);
  await within(again).findByText('Created invitations for bob@example.com.', { exact: false });
  await user.keyboard('{Escape}');
  await press('Discard changes');
  await dialogOf('Invitation for bob@example.com');
});

test('a reusable link that only this computer opens is offered to no one else, and is revoked after a question', async () => {
  await openConsole(office, '/invites');
  await press('Create link');
  const form = await dialogOf('Create reusable link');
  await choose('Role', 'Guest', form);
  await press('Create link', form);
  const ready = await dialogOf('Link created');
  await within(ready).findByText('No one else can open this link yet', { exact: false });
  within(ready).getByRole('link', { name: /\/join\// });
  within(ready).getByRole('link', { name: 'Open Network' });
  expect(within(ready).queryByRole('img', { name: /QR code/ })).toBeNull();
  expect(within(ready).queryByRole('button', { name: /^Copy/ })).toBeNull();
  await user.click(within(ready).getAllByRole('button', { name: 'Close' }).at(-1) ?? ready);
  const link = /Reusable link/;
  await expect.poll(() => textOf(link)).toContain('Guest');
  await press('Revoke Reusable link');
  const question = await dialogOf('Revoke this invitation?');
  await expect.poll(() => document.activeElement).toBe(within(question).getByRole('button', { name: 'Cancel' }));
  await press('Revoke', question);
  await expectGone(() => row(link));
});

test('an invitation made elsewhere appears at once, is sent again, revoked, and made again', async () => {
  await openConsole(office, '/invites');
  await screen.findByRole('button', { name: 'Invite by email' });
  const invitation = { invitee_emails: 'emil@example.com', include_realm_default_subscriptions: 'true' };
  await office.elsewhere('POST', '/invites', { ...invitation, stream_ids: '[]' });
  // Without a mail server there is nothing to send again: the link is handed over.
  await screen.findByRole('button', { name: 'Link and QR code for emil@example.com' });
  expect(screen.queryByRole('button', { name: 'Resend to emil@example.com' })).toBeNull();
  await setMail({ smtp_host: '127.0.0.1', smtp_port: 9 });
  await closeConsole();
  await openConsole(office, '/invites');
  await press('Resend to emil@example.com');
  await screen.findByText('emil@example.com will get another email.');
  // No one listens there: the page reports it with its next request.
  await expect.poll(async () => (await office.elsewhere('GET', '/console/invitations'))['is_mail_failing']).toBe(true);
  await closeConsole();
  await openConsole(office, '/invites');
  await screen.findByRole('alert', { name: 'Email is not being delivered' });

  const emil = /emil@example.com/;
  await openTab(/Pending/);
  await expect.poll(() => textOf(emil)).toContain('default channels');
  await press('Revoke emil@example.com');
  await press('Revoke', await screen.findByRole('dialog'));
  await expectGone(() => row(emil));
  await openTab(/Accepted and past/);
  await press('Invite again: emil@example.com');
  const dialog = await dialogOf('Invite by email');
  const field = within(dialog).getByRole<HTMLTextAreaElement>('textbox', { name: 'Email addresses' });
  expect(field.value).toBe('emil@example.com');
  await press('Send invitations', dialog);
  // The link is offered, and nothing is said to have been sent.
  const handedOver = await dialogOf('Invitation for emil@example.com');
  await expect.poll(() => handedOver.textContent).toContain('Email is not being delivered');
  await user.click(within(handedOver).getAllByRole('button', { name: 'Close' })[0] ?? handedOver);
  await setMail({ smtp_host: '' });
  await openTab(/Pending/);
  await expect.poll(() => row(emil)).not.toBeNull();
});
