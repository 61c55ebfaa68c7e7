/** The console as a whole: what every screen keeps where it cannot ask, what it follows, and what it shows to whom. */
import { screen, within } from '@testing-library/dom';
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest';
import { closeConsole, openConsole } from '../testing/console-page.tsx';
import { descriptionOf, dialogOf, expectGone, fill, press, user } from '../testing/elements.ts';
import { Office, owner } from '../testing/office.ts';
import { answerInstead } from '../testing/opened-page.tsx';

let office: Office;

beforeAll(async () => {
  office = await Office.open();
});
afterAll(() => office.close());
afterEach(closeConsole);

const newUser = async (fullName: string, email: string): Promise<number> =>
  Number(
    (await office.elsewhere('POST', '/users', { email, full_name: fullName, password: owner.password }))['user_id'],
  );
const links = (): HTMLElement[] => within(screen.getByRole('navigation', { name: 'Main' })).getAllByRole('link');
const nameOf = (link: HTMLElement): string => link.textContent.replace(/\d.*$/, '');
async function open(name: string): Promise<void> {
  await user.click(links().find((link) => nameOf(link) === name) ?? document.body);
  await screen.findByRole('heading', { level: 1, name });
}
const cell = (name: string | RegExp): Promise<HTMLElement> => screen.findByRole('cell', { name });

test('a screen whose first question fails keeps its heading and its title', async () => {
  await openConsole(office, '/');
  const names = links().map(nameOf);
  expect(names.length).toBeGreaterThan(10);
  await closeConsole();
  // What the console needs to be there at all is answered.
  const asked = /^(?!.*\/(?:console\/setup|console\/session|register|events)$)/;
  const failure = { result: 'error', msg: 'The disk is full.', code: 'INTERNAL' };
  answerInstead('GET', asked, () => Promise.resolve(Response.json(failure, { status: 500 })));
  await openConsole(office, '/');
  for (const name of names) {
    await open(name);
    expect(screen.getAllByRole('heading', { level: 1 })).toHaveLength(1);
    await expect.poll(() => document.title).toBe(`${name} - Hearth`);
    await expectGone(() => within(screen.getByRole('main')).queryByText('Loading'));
    // Events are asked for again and again instead.
    if (name !== 'Events') await screen.findAllByText('Something went wrong');
  }
});

test('the overview shows where to connect and real figures, and follows them', async () => {
  await openConsole(office, '/');
  await screen.findByRole('heading', { name: 'Your team connects here' });
  await screen.findAllByText(`:${new URL(office.url).port}`, { exact: false });
  const people = (await within(screen.getByRole('main')).findByText('People')).parentElement;
  const figure = (): number => Number(people?.querySelector('dd')?.textContent);
  await expect.poll(figure).toBeGreaterThan(0);
  const before = figure();
  await newUser('Nora New', 'nora@example.com');
  await expect.poll(figure).toBe(before + 1);
});

test('a user is added where a mistake is shown at its field, follows at once elsewhere, and is found', async () => {
  await openConsole(office, '/users');
  await cell(owner.email);
  await press('Add user');
  const dialog = await dialogOf('Add user');
  const email = within(dialog).getByRole('textbox', { name: 'Email' });
  fill(within(dialog).getByRole('textbox', { name: 'Full name' }), 'Paula Painter');
  fill(email, owner.email);
  fill(within(dialog).getByLabelText(/^Password(?: \*)?$/), 'another good password');
  await press('Add user', dialog);
  await expect.poll(() => descriptionOf(email)).toMatch(/already/);
  fill(email, 'paula@example.com');
  await press('Add user', dialog);
  await cell('Paula Painter');
  await newUser('Otto Other', 'otto@example.com');
  await cell('Otto Other');

  const search = screen.getByRole('textbox', { name: 'Search' });
  fill(search, 'paula@');
  await expect.poll(() => screen.getAllByRole('row').length).toBe(2);
  fill(search, 'nobody at all');
  await screen.findByText('No one to show');
});

test('a channel is created with its people, and one created elsewhere appears at once', async () => {
  await openConsole(office, '/channels');
  await cell(/^#general/);
  await press('Create channel');
  const dialog = await dialogOf('Create channel');
  const name = within(dialog).getByRole('textbox', { name: 'Name' });
  fill(name, 'general');
  await press('Create channel', dialog);
  await expect.poll(() => descriptionOf(name)).toMatch(/already exists/);
  fill(name, 'garden');
  fill(within(dialog).getByRole('textbox', { name: 'Description (optional)' }), 'What grows');
  await press('Create channel', dialog);
  const row = await screen.findByRole<HTMLTableRowElement>('row', { name: /#garden/ });
  expect(row.textContent).toContain('What grows');
  const heads = screen.getAllByRole('columnheader');
  const column = heads.findIndex(({ textContent }) => textContent.includes('Subscribers'));
  expect(within(row).getAllByRole('cell')[column]?.textContent).toBe('1');

  await office.elsewhere('POST', '/channels/create', { name: 'harbour', subscribers: '[]' });
  await cell(/^#harbour/);
});

test('someone who is no administrator gets a clear page and no buttons that would be refused', async () => {
  await newUser('Mia Member', 'mia@example.com');
  await openConsole(office, '/', 'mia@example.com');
  await screen.findByText('Server status is visible to administrators.', { exact: false });
  await open('Users');
  await cell('Mia Member');
  expect(screen.queryByRole('button', { name: 'Add user' })).toBeNull();
});

test('a link opens the audit log and the uploads as filtered; an unknown value in it changes nothing', async () => {
  await openConsole(office, '/audit-log?text=nothing+has+this&kind=unknown&from=tomorrow&person=me');
  const search = await screen.findByRole('textbox', { name: 'Search' });
  expect(search).toHaveProperty('value', 'nothing has this');
  await screen.findByText('No entries match.', { exact: false });
  fill(search, '');
  await expect.poll(() => location.search).not.toContain('nothing');
  expect(location.search).toContain('kind=unknown');
  await screen.findByRole('table', { name: 'Audit log' });
  await closeConsole();
  await openConsole(office, '/uploads?use=unused&order=largest&page=0');
  await expect.poll(() => screen.queryByRole('combobox', { name: 'Used' })).toHaveProperty('value', 'Not in messages');
  expect(screen.getByRole('combobox', { name: 'Order' })).toHaveProperty('value', 'Largest first');
  await screen.findByText('No files found');
});
