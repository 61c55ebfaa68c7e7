/** Writing: the destination is right, no half-written word is lost, and what is written arrives as meant. */
import { randomBytes } from 'node:crypto';
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, type Locator, type Page } from '@playwright/test';
import { box, ChatOffice, rows, topicAddress, waitingRows, type Person } from './chat-office.ts';
import { CuttingProxy } from './cutting-proxy.ts';
import { shutGate } from './gate.ts';
import { owner } from './hearth-process.ts';
import { watchedTest as test } from './watched.ts';

let office: ChatOffice;
let ben: Person;
let mia: Person;
let channelId: number;

test.describe.configure({ mode: 'default' });

test.beforeAll(async () => {
  office = await ChatOffice.open();
  ben = await office.newPerson('Ben Builder');
  mia = await office.newPerson('Mia Mason');
  channelId = await office.newChannel('workshop', [ben, mia]);
});

test.afterAll(async () => office.close());

const moveTopic = (id: number, topic: string): Promise<unknown> =>
  office.call(owner.email, 'PATCH', `/messages/${id}`, { topic, propagate_mode: 'change_all' });
const contentsOf = (topic: string): Promise<string[]> => office.contentsOf(channelId, topic);
test('a topic is renamed while someone writes: the reply goes to the new name, and the box says so', async ({
  context,
}) => {
  const id = await office.say(owner.email, channelId, 'old name', 'here');
  const page = await office.openChat(context, ben, topicAddress(channelId, 'old name'));
  await expect(rows(page)).toHaveCount(1);
  await box(page).fill('half a reply');
  await moveTopic(id, 'new name');
  await expect(page.getByText('moved this topic. Your text goes to new name.')).toBeVisible();
  await expect(page.getByRole('textbox', { name: 'Message #workshop › new name' })).toHaveValue('half a reply');
  await expect(box(page)).toBeFocused();
  await box(page).press('Enter');
  await expect(waitingRows(page)).toHaveCount(0);
  await expect(rows(page).filter({ hasText: 'half a reply' })).toHaveCount(1);
  // Between them the server says who moved the topic.
  const ends = async (): Promise<unknown[]> => {
    const said = await contentsOf('new name');
    return [said[0], said.at(-1)];
  };
  await expect.poll(ends).toEqual(['here', 'half a reply']);
  expect(await contentsOf('old name')).not.toContain('half a reply');
});

test('a topic is renamed twice while nothing is heard: what waits to be sent and what is half written go to the last name', async ({
  context,
}) => {
  const id = await office.say(owner.email, channelId, 'first name', 'here');
  const page = await office.openChat(context, ben, topicAddress(channelId, 'first name'));
  await expect(rows(page)).toHaveCount(1);
  let lost = 0;
  await page.route('**/api/v1/messages', async (route) => {
    lost += 1;
    await route.abort();
  });
  await box(page).fill('sent before');
  await box(page).press('Enter');
  await expect.poll(() => lost).toBeGreaterThan(0);
  await box(page).fill('half a reply');
  const gate = await shutGate(page, '**/api/v1/events?**');
  // The poll that was under way is answered; the next one is held.
  await office.say(owner.email, channelId, 'elsewhere', 'listen');
  await expect.poll(() => gate.waiting).toBe(1);
  await moveTopic(id, 'second name');
  await moveTopic(id, 'third name');
  gate.open();
  await expect(page.getByRole('textbox', { name: 'Message #workshop › third name' })).toHaveValue('half a reply');
  await page.unroute('**/api/v1/messages');
  await expect(rows(page).filter({ hasText: 'sent before' })).toHaveCount(1);
  await expect(waitingRows(page)).toHaveCount(0);
  await expect.poll(() => contentsOf('third name')).toContain('sent before');
  for (const topic of ['first name', 'second name']) expect(await contentsOf(topic)).not.toContain('sent before');
});

test('a file that is on its way goes along with the words, and both leave for the new name', async ({ context }) => {
  const id = await office.say(owner.email, channelId, 'old place', 'here');
  const page = await office.openChat(context, ben, topicAddress(channelId, 'old place'));
  await expect(rows(page)).toHaveCount(1);
  const gate = await shutGate(page, '**/api/v1/tus**');
  await box(page).fill('The plan:');
  await page
    .locator('.composer input[type=file]')
    .setInputFiles({ name: 'plan.txt', mimeType: 'text/plain', buffer: Buffer.from('the plan') });
  await page.getByRole('button', { name: 'Send to #workshop › old place' }).click();
  await expect.poll(() => gate.waiting).toBe(1);
  await moveTopic(id, 'new place');
  await expect(page.getByRole('textbox', { name: 'Message #workshop › new place' })).toHaveValue('The plan:');
  await expect(page.getByRole('list', { name: 'Files being uploaded' }).getByText('plan.txt')).toBeVisible();
  gate.open();
  await expect(rows(page).filter({ hasText: /The plan:.*plan\.txt/s })).toHaveCount(1);
  await expect(waitingRows(page)).toHaveCount(0);
  await expect(box(page)).toHaveValue('');
  expect((await contentsOf('new place')).at(-1)).toMatch(/^The plan:\n\n\[plan\.txt\]\(/);
  expect((await contentsOf('old place')).join(' ')).not.toContain('plan.txt');
});

test('a topic is resolved while someone writes: they are informed before they send', async ({ context }) => {
  const id = await office.say(owner.email, channelId, 'question', 'why?');
  const page = await office.openChat(context, ben, topicAddress(channelId, 'question'));
  await expect(rows(page)).toHaveCount(1);
  await box(page).fill('because');
  await moveTopic(id, '✔ question');
  await expect(page.getByText('marked this topic as resolved. Your text still goes to question.')).toBeVisible();
  await expect(box(page)).toHaveValue('because');
  await box(page).press('Enter');
  await expect(rows(page).filter({ hasText: 'because' })).toHaveCount(1);
  await expect.poll(async () => (await contentsOf('✔ question')).at(-1)).toBe('because');
});

test('80 MB go on after two cuts of the network, and are one file', async ({ context }) => {
  const topic = 'upload';
  const mib = 1024 * 1024;
  const content = randomBytes(80 * mib);
  const path = join(office.dataDir, 'plan.bin');
  await writeFile(path, content);
  const proxy = await CuttingProxy.before(office.hearth.url);
  const page = await office.openChat(context, ben, topicAddress(channelId, topic), proxy.url);
  await box(page).fill('The plan:');
  proxy.cutAfter(20 * mib, 30 * mib);
  const resumedAt: number[] = [];
  page.on('response', (response) => {
    if (response.request().method() === 'HEAD') resumedAt.push(Number(response.headers()['upload-offset']));
  });
  await page.locator('input[type=file]').setInputFiles(path);
  await page.getByRole('button', { name: 'Send to #workshop › upload' }).click();
  await expect(page.getByRole('button', { name: 'Cancel sending' })).toBeVisible();
  await expect(rows(page)).toHaveCount(1);
  await expect(waitingRows(page)).toHaveCount(0);
  expect(proxy.cutCount).toBe(2);
  // It goes on with what had arrived: nothing is begun again.
  await expect.poll(() => resumedAt.length).toBeGreaterThan(0);
  expect(Math.min(...resumedAt)).toBeGreaterThan(10 * mib);
  const [sent] = await contentsOf(topic);
  const [, address = ''] = /^The plan:\n\n\[plan\.bin\]\((\/user_uploads\/\S+)\)$/.exec(sent ?? '') ?? [];
  expect(address, sent).not.toBe('');
  const file = await page.request.get(`${proxy.url}${address}`);
  expect(content.equals(await file.body())).toBe(true);
  const { attachments } = (await office.call(ben.email, 'GET', '/attachments')) as { attachments: { name: string }[] };
  expect(attachments.filter(({ name }) => name === 'plan.bin')).toHaveLength(1);
  await page.close();
  await proxy.close();
});

test('Enter that ends a composed word sends nothing', async ({ context }) => {
  const topic = 'composed';
  const page = await office.openChat(context, ben, topicAddress(channelId, topic));
  await box(page).click();
  const session = await context.newCDPSession(page);
  await session.send('Input.imeSetComposition', { text: 'にほん', selectionStart: 3, selectionEnd: 3 });
  await box(page).dispatchEvent('keydown', { key: 'Enter', isComposing: true, keyCode: 229, bubbles: true });
  await session.send('Input.insertText', { text: '日本' });
  await expect(box(page)).toHaveValue('日本');
  await expect(page.locator('article')).toHaveCount(0);
  await box(page).press('Enter');
  await expect(rows(page)).toHaveCount(1);
  expect(await contentsOf(topic)).toEqual(['日本']);
});

test('words get a link by pasting one, tables and formats become Markdown, and each is undone', async ({ context }) => {
  const page = await office.openChat(context, ben, topicAddress(channelId, 'paste'));
  await box(page).fill('see the plan');
  await box(page).evaluate((field: HTMLTextAreaElement) => field.setSelectionRange(4, 12));
  await pasteInto(page, { 'text/plain': 'https://example.com/plan' });
  await expect(box(page)).toHaveValue('see [the plan](https://example.com/plan)');
  await page.keyboard.press('Control+z');
  await expect(box(page)).toHaveValue('see the plan');
  await box(page).fill('');
  const table = '<table><tr><td>a</td><td>b</td></tr><tr><td>1</td><td>2</td></tr></table>';
  await pasteInto(page, { 'text/plain': 'a\tb\n1\t2', 'text/html': table });
  await expect(box(page)).toHaveValue('| a | b |\n| --- | --- |\n| 1 | 2 |');
  await page.keyboard.press('Control+z');
  await expect(box(page)).toHaveValue('a\tb\n1\t2');
  await page.keyboard.press('Control+z');
  await expect(box(page)).toHaveValue('');
});

async function pasteInto(page: Page, data: Record<string, string>): Promise<void> {
  await box(page).evaluate((field, texts) => {
    const clipboardData = new DataTransfer();
    for (const [type, text] of Object.entries(texts)) clipboardData.setData(type, text);
    field.focus();
    field.dispatchEvent(new ClipboardEvent('paste', { clipboardData, bubbles: true, cancelable: true }));
  }, data);
}

test('names, channels and emoji are completed by keys, and the grid puts one in', async ({ context }) => {
  const topic = 'completion';
  const page = await office.openChat(context, ben, topicAddress(channelId, topic));
  await box(page).click();
  await page.keyboard.type('@mia');
  await expect(page.getByRole('option', { name: 'Mia Mason' })).toBeVisible();
  await page.keyboard.press('Tab');
  await page.keyboard.type('see #work');
  await expect(page.getByRole('option', { name: /workshop/ })).toBeVisible();
  await page.keyboard.press('Enter');
  await page.keyboard.type(':octop');
  await expect(page.getByRole('option', { name: ':octopus:' })).toBeVisible();
  await page.keyboard.press('Enter');
  await expect(box(page)).toHaveValue('@**Mia Mason** see #**workshop** :octopus: ');
  await page.getByRole('button', { name: 'Emoji', exact: true }).click();
  await page.getByRole('searchbox', { name: 'Find an emoji' }).fill('snail');
  await expect(page.getByRole('button', { name: 'snail', exact: true })).toBeVisible();
  await page.keyboard.press('Enter');
  await expect(box(page)).toHaveValue('@**Mia Mason** see #**workshop** :octopus: :snail: ');
  await box(page).press('Enter');
  await expect(rows(page)).toHaveCount(1);
  await expect(page.locator('.message-body')).toContainText('@Mia Mason see #workshop');
});

test('Enter in the grid of emoji waits for those that are on their way', async ({ context }) => {
  const page = await office.openChat(context, ben, topicAddress(channelId, 'late emoji'));
  const gate = await shutGate(page, '**/static/emoji/emoji-data.json');
  await page.getByRole('button', { name: 'Emoji', exact: true }).click();
  await page.getByRole('searchbox', { name: 'Find an emoji' }).fill('snail');
  await expect.poll(() => gate.waiting).toBe(1);
  await page.keyboard.press('Enter');
  gate.open();
  await expect(box(page)).toHaveValue(':snail: ');
});

test('who is mentioned from outside the channel is offered to be added', async ({ context }) => {
  const outsider = await office.newPerson('Oskar Outside');
  const page = await office.openChat(context, owner, topicAddress(channelId, 'mention'));
  await box(page).fill(`look, @**${outsider.name}**`);
  await expect(page.getByText("Oskar Outside won't see this message because they are not in #workshop.")).toBeVisible();
  await page.getByRole('button', { name: 'Add to channel' }).click();
  await expect(page.getByText("Oskar Outside won't see this message")).toBeHidden();
  await expect
    .poll(async () => (await office.call(owner.email, 'GET', `/streams/${channelId}/members`))['subscribers'])
    .toContain(outsider.userId);
});

test('a file that is dropped beside the box goes into it, and one that nothing takes leaves the page as it is', async ({
  context,
}) => {
  const topic = 'dropped';
  await office.say(owner.email, channelId, topic, 'Where is the plan?');
  const page = await office.openChat(context, ben, topicAddress(channelId, topic));
  /** @returns whether the page took what is let go over it; on its own the browser would open it. */
  const drop = (over: Locator): Promise<boolean> =>
    over.evaluate((element) => {
      const dataTransfer = new DataTransfer();
      dataTransfer.items.add(new File(['the plan'], 'plan.txt', { type: 'text/plain' }));
      const init = { dataTransfer, bubbles: true, cancelable: true };
      return ['dragover', 'drop'].every((type) => !element.dispatchEvent(new DragEvent(type, init)));
    });
  await expect(box(page)).toBeVisible();
  expect(await drop(rows(page).first())).toBe(true);
  await page.getByRole('button', { name: 'Remove plan.txt' }).click();
  await expect(page.getByRole('list', { name: 'Attachments' })).toHaveCount(0);
  // A picture of the page that slips from the hand is not sent again.
  const first = rows(page).first();
  await first.dispatchEvent('dragstart');
  expect(await drop(first)).toBe(true);
  await first.dispatchEvent('dragend');
  // The rows of other conversations are not the box of this one.
  expect(await drop(page.locator('.sidebar a').first())).toBe(true);
  await expect(page.getByRole('list', { name: 'Files being uploaded' })).toHaveCount(0);
  await expect(box(page)).toHaveValue('');
  await page.goto(`${office.hearth.url}/chat/#inbox`);
  const heading = page.getByRole('heading', { name: 'Inbox', exact: true });
  await expect(heading).toBeVisible();
  expect(await drop(heading)).toBe(true);
});

test('who may not write is notified, and what was refused can be written again', async ({ context }) => {
  const topic = 'rights';
  const page = await office.openChat(context, mia, topicAddress(channelId, topic));
  await expect(box(page)).toBeVisible();
  // The server refuses what the page cannot know.
  await page.route('**/api/v1/messages', (route) =>
    route.fulfill({ status: 400, json: { result: 'error', code: 'BAD_REQUEST', msg: 'Not like this.' } }),
  );
  await box(page).fill('refused words');
  await box(page).press('Enter');
  await expect(page.getByText('Not sent: Not like this.')).toBeVisible();
  await page.unroute('**/api/v1/messages');
  await page.getByRole('button', { name: 'Edit', exact: true }).click();
  await expect(box(page)).toHaveValue('refused words');
  await expect(waitingRows(page)).toHaveCount(0);
  const { user_id: ownerId } = await office.call(owner.email, 'GET', '/users/me');
  const onlyOwner = JSON.stringify({ new: { direct_members: [ownerId], direct_subgroups: [] } });
  await office.call(owner.email, 'PATCH', `/streams/${channelId}`, { can_send_message_group: onlyOwner });
  await expect(page.getByText("You can't send messages in this channel.")).toBeVisible();
  await expect(box(page)).toHaveCount(0);
});

test('new topics and direct messages are begun from a view of many conversations', async ({ context }) => {
  const page = await office.openChat(context, owner, '#feed');
  await page.getByRole('button', { name: 'New topic' }).click();
  const dialog = page.getByRole('dialog', { name: 'New topic' });
  await dialog.getByRole('combobox', { name: 'Channel' }).selectOption('workshop');
  await dialog.getByLabel('Topic', { exact: true }).fill('brand new');
  await dialog.getByRole('button', { name: 'Continue' }).click();
  const reply = page.getByRole('textbox', { name: 'Message #workshop › brand new' });
  await expect(reply).toBeFocused();
  await reply.fill('to the wrong place');
  await page.getByRole('button', { name: 'Change', exact: true }).click();
  const elsewhere = page.getByRole('dialog', { name: 'Change recipient' });
  await elsewhere.getByRole('radio', { name: 'People' }).check();
  // A user who Enter takes is marked, and no one looks for themselves.
  const found = elsewhere.getByRole('list', { name: 'Search results' }).getByRole('button');
  const { full_name: ownName } = await office.call(owner.email, 'GET', '/users/me');
  await expect(found.filter({ hasText: ben.name })).toBeVisible();
  await expect(found.filter({ hasText: String(ownName) })).toHaveCount(0);
  await expect(elsewhere.locator('.destination-found [aria-current]')).toHaveCount(0);
  await elsewhere.getByRole('textbox', { name: 'People' }).fill('mia');
  await expect(found.and(elsewhere.locator('[aria-current]'))).toHaveText(/Mia Mason/);
  await elsewhere.getByRole('textbox', { name: 'People' }).press('Enter');
  await elsewhere.getByRole('button', { name: 'Continue' }).click();
  await expect(page.getByRole('textbox', { name: 'Message Mia Mason' })).toHaveValue('to the wrong place');
  await box(page).press('Enter');
  await expect(rows(page)).toHaveCount(1);
  expect(await contentsOf('brand new')).toEqual([]);
});
