/** Commands that are sent from the message box, and the forms that they open. */
import { screen, within } from '@testing-library/dom';
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest';
import { closePage, openChat } from '../../testing/chat-page.tsx';
import { dialogOf, fill, press, user } from '../../testing/elements.ts';
import { Office, owner } from '../../testing/office.ts';

let office: Office;
let workshop: number;

beforeAll(async () => {
  office = await Office.open();
  workshop = await office.newChannel('workshop', []);
  await office.say(owner.email, workshop, 'tools', 'Which hammer?');
});
afterAll(() => office.close());
afterEach(closePage);

/** Opens the topic. @returns its message box */
async function openBox(): Promise<HTMLTextAreaElement> {
  await openChat(office, `#narrow/channel/${workshop}/topic/tools`);
  await screen.findByRole('button', { name: 'Bold' });
  return screen.getByRole('textbox', { name: /Message/ });
}

async function contents(): Promise<unknown[]> {
  const narrow = JSON.stringify([
    { operator: 'channel', operand: workshop },
    { operator: 'topic', operand: 'tools' },
  ]);
  const query = { narrow, anchor: 'newest', num_before: '50', num_after: '0', apply_markdown: 'false' };
  const { messages } = await office.elsewhere('GET', '/messages', query);
  return (messages as { content: string }[]).map(({ content }) => content);
}

test('a poll without a question opens its form, which sends what was written', async () => {
  const box = await openBox();
  fill(box, '/poll\nSoup\nBread');
  await press(/^Send to/);
  const dialog = await dialogOf('New poll');
  const option = (number: number) =>
    within(dialog).getByRole<HTMLInputElement>('textbox', { name: `Option ${number}` });
  expect([option(1).value, option(2).value]).toEqual(['Soup', 'Bread']);
  expect(await contents()).toEqual(['Which hammer?']);
  fill(within(dialog).getByRole('textbox', { name: 'Question' }), 'Lunch?');
  await press('Send', dialog);
  await expect.poll(contents).toEqual(['Which hammer?', '/poll Lunch?\nSoup\nBread']);
  await expect.poll(() => box.value).toBe('');
});

test('a command that is picked from the list opens its form, and text below it stays in the box', async () => {
  const before = await contents();
  const box = await openBox();
  fill(box, '\nnot a task');
  box.focus();
  box.setSelectionRange(0, 0);
  await user.type(box, '/tod', { initialSelectionStart: 0, initialSelectionEnd: 0 });
  await screen.findByRole('option', { name: /todo/ });
  await user.keyboard('{Enter}');
  const dialog = await dialogOf('New to-do list');
  fill(within(dialog).getByRole('textbox', { name: 'Task 1' }), 'Sweep');
  await press('Send', dialog);
  await expect.poll(contents).toEqual([...before, '/todo\nSweep']);
  await expect.poll(() => box.value.trim()).toBe('not a task');
  fill(box, '');
});

test('a cancelled form leaves the text in the box, and a command that is done leaves nothing', async () => {
  const before = await contents();
  const box = await openBox();
  fill(box, '/poll\nSoup');
  await press(/^Send to/);
  await press('Cancel', await dialogOf('New poll'));
  expect(box.value).toBe('/poll\nSoup');
  fill(box, '/keys ');
  await press(/^Send to/);
  await dialogOf('Keyboard shortcuts');
  await expect.poll(() => box.value).toBe('');
  expect(await contents()).toEqual(before);
});
