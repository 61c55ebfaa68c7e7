/** The pages of a user's own settings, and what of them the server has. */
import { screen, within } from '@testing-library/dom';
import { expect, test } from 'vitest';
import { queryClient } from '../../client/queries.ts';
import { sessionQuery } from '../../client/session.ts';
import { changeAnswer, closePage, openChat } from '../../testing/chat-page.tsx';
import { fill, press, user } from '../../testing/elements.ts';
import { type Office, owner, type Person } from '../../testing/office.ts';
import { workshopOffice } from '../../testing/workshop.ts';

let office: Office;
let ben: Person;

workshopOffice((made) => {
  ({ office, ben } = made);
});

const onlyHere = /^Only this computer can reach the server\./;

test('other devices: shows the address, and the API key after the password', async () => {
  await openChat(office, '#settings/devices');
  // An address that is this computer's alone is of no use to another one.
  await screen.findByText(onlyHere);
  await user.click(screen.getByText('API key for apps and scripts'));
  await user.type(screen.getByLabelText('Your password'), owner.password);
  await press('Show API key');
  expect(await screen.findByText(/^[A-Za-z0-9]{32}$/)).toBeDefined();
});

test('other devices: shows the address by which others come at the server itself, too', async () => {
  const address = 'http://192.168.1.20:7420';
  changeAnswer('/api/v1/console/team_address', () => ({ result: 'success', msg: '', address }));
  await openChat(office, '#settings/devices');
  await screen.findByText(address);
  await screen.findByRole('img', { name: 'QR code of the address' });
  expect((await screen.findByRole('button', { name: 'Copy address' })).textContent).toBe('Copy');
  expect(screen.queryByText(onlyHere)).toBeNull();
});

test('language and hours that changed after the session was read, and before its queue began, are those of the page', async () => {
  changeAnswer('/api/v1/console/session', (answer) => ({
    ...answer,
    default_language: 'de',
    twenty_four_hour_time: true,
  }));
  await openChat(office, '#inbox');
  const known = { default_language: 'en', twenty_four_hour_time: null };
  await expect.poll(() => queryClient.getQueryData(sessionQuery.queryKey)).toMatchObject(known);
});

test('alert words are added and removed, on the server too', async () => {
  const stored = async (): Promise<unknown> => (await office.elsewhere('GET', '/users/me/alert_words'))['alert_words'];
  await openChat(office, '#settings/notifications');
  const field = await screen.findByRole<HTMLInputElement>('textbox', { name: 'New alert word' });
  await user.type(field, ' larch {Enter}');
  const words = (): (string | null)[] =>
    within(screen.getByRole('list', { name: 'Alert words' }))
      .queryAllByRole('listitem')
      .map(({ textContent }) => textContent);
  await expect.poll(words).toEqual(['larch']);
  expect(field.value).toBe('');
  await expect.poll(stored).toEqual(['larch']);
  await press('Remove larch');
  await expect.poll(() => screen.queryByRole('button', { name: 'Remove larch' })).toBeNull();
  expect(screen.queryAllByText('larch')).toEqual([]);
  await expect.poll(stored).toEqual([]);
});

test('choices of mail say that no mail leaves, and lead owners to set it up', async () => {
  const mailTo = (host: string): Promise<unknown> =>
    office.elsewhere('PATCH', '/console/delivery_settings', { settings: JSON.stringify({ smtp_host: host }) });
  const note = /^Email isn't set up yet\. These settings apply once it is\./;
  await openChat(office, '#settings/notifications');
  const link = within(await screen.findByText(note)).getByRole('link');
  expect(link.getAttribute('href')).toBe('/console/organization/mail');
  await mailTo('127.0.0.1');
  await closePage();
  await openChat(office, '#settings/notifications');
  await screen.findByRole('checkbox', { name: 'New sign-ins' });
  expect(screen.queryByText(note)).toBeNull();
  await mailTo('');
});

test('the own email address is changed by the link that goes to it, and its mistakes are shown at the field', async () => {
  await openChat(office, '#settings/profile', ben.email);
  const field = (): HTMLInputElement => screen.getByRole('textbox', { name: /^Your email address/ });
  const change = 'Change email address';
  await expect.poll(() => field().value).toBe(ben.email);
  expect(screen.getByRole('button', { name: change })).toHaveProperty('disabled', true);
  fill(field(), owner.email);
  await press(change);
  const alert = (): string => field().closest('.field')?.querySelector('[role=alert]')?.textContent ?? '';
  await expect.poll(alert).toMatch(/already in use/);
  const email = 'ben.by.another.name@example.com';
  fill(field(), email);
  await press(change);
  const note = await screen.findByText(/^Email isn't set up. Ask an administrator for the confirmation link/);
  expect(note.textContent).toContain(`Until you confirm, sign in with ${ben.email}.`);
  expect(field().value).toBe(ben.email);
  // Mail is made after the answer.
  const names = async (): Promise<string[]> =>
    ((await office.elsewhere('GET', '/console/outbox'))['mails'] as { name: string; to: string[] }[])
      .filter(({ to }) => to.includes(email))
      .map(({ name }) => name);
  await expect.poll(names).toHaveLength(1);
  const mail = await office.elsewhere('GET', `/console/outbox/${(await names())[0]}`);
  const [path = ''] = /\/confirm-email\/\w+/.exec(JSON.stringify(mail)) ?? [];
  expect((await fetch(office.url + path)).status).toBe(200);
  await expect.poll(() => field().value).toBe(email);
  await expect.poll(() => screen.queryByText(/^Email isn't set up/)).toBeNull();
  await office.elsewhere('PATCH', '/realm', { email_changes_disabled: 'true' });
  await screen.findByText(/Only administrators can change email addresses\./);
  expect(screen.queryByRole('textbox', { name: /^Your email address/ })).toBeNull();
});
