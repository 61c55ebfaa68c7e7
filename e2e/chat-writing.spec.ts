/** Writing: the destination is right, no half-written word is lost, and what is written arrives as meant; numbers of the brief's scenarios. */
import { randomBytes } from 'node:crypto';
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, type Page } from '@playwright/test';
import { box, ChatOffice, rows, topicAddress, waitingRows, type Person } from './chat-office.ts';
import { CuttingProxy } from './cutting-proxy.ts';
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
test('18: a topic is renamed while somebody writes: the reply goes to the new name, and the box says so', async ({
  context,
}) => {
  const id = await office.say(owner.email, channelId, 'old name', 'here');
  const page = await office.openChat(context, ben, topicAddress(channelId, 'old name'));
  await expect(rows(page)).toHaveCount(1);
  await box(page).fill('half a reply');
  await moveTopic(id, 'new name');
  await expect(page.getByText('moved this topic. Your text goes to new name.')).toBeVisible();
  await expect(page.getByRole('textbox', { name: 'Message to #workshop › new name' })).toHaveValue('half a reply');
  await expect(box(page)).toBeFocused();
  await box(page).press('Enter');
  await expect(waitingRows(page)).toHaveCount(0);
  await expect(rows(page).filter({ hasText: 'half a reply' })).toHaveCount(1);
  // Between them the server says who moved the topic.
  const said = await contentsOf('new name');
  expect([said[0], said.at(-1)]).toEqual(['here', 'half a reply']);
  expect(await contentsOf('old name')).not.toContain('half a reply');
});

test('19: a topic is resolved while somebody writes: they are told before they send', async ({ context }) => {
  const id = await office.say(owner.email, channelId, 'question', 'why?');
  const page = await office.openChat(context, ben, topicAddress(channelId, 'question'));
  await expect(rows(page)).toHaveCount(1);
  await box(page).fill('because');
  await moveTopic(id, '✔ question');
  await expect(page.getByText('marked this topic as resolved. Your text still goes to question.')).toBeVisible();
  await expect(box(page)).toHaveValue('because');
  await box(page).press('Enter');
  await expect(rows(page).filter({ hasText: 'because' })).toHaveCount(1);
  expect((await contentsOf('✔ question')).at(-1)).toBe('because');
});

test('20: replies from the feed go where the message is, for ten rows', async ({ context }) => {
  const feedId = await office.newChannel('replies', [ben]);
  const topics = Array.from({ length: 10 }, (_, index) => `reply ${index}`);
  for (const topic of topics) await office.say(owner.email, feedId, topic, `in ${topic}`);
  const page = await office.openChat(context, ben, `#narrow/channel/${feedId}`);
  // All of them on the screen: which rows are drawn is not what this is about.
  await page.setViewportSize({ width: 1280, height: 2600 });
  for (const topic of topics.toReversed()) {
    await expect(box(page)).toHaveCount(0);
    await page
      .locator('article')
      .filter({ hasText: `in ${topic}` })
      .locator('.message-body')
      .click();
    await page.getByRole('button', { name: `Reply in ${topic}` }).click();
    const reply = page.getByRole('textbox', { name: `Message to #replies › ${topic}` });
    await expect(reply).toBeFocused();
    await reply.fill(`to ${topic}`);
    await reply.press('Enter');
    await expect(page.locator('article').filter({ hasText: `to ${topic}` })).toHaveCount(1);
    await reply.press('Escape');
  }
  for (const topic of topics) {
    const said = await office.said(feedId, topic);
    expect(said.map(({ content }) => content)).toEqual([`in ${topic}`, `to ${topic}`]);
  }
});

test('31: 80 MB go on after two cuts of the network, and are one file', async ({ context }) => {
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
  await expect(page.getByRole('button', { name: 'Do not send yet' })).toBeVisible();
  await expect(rows(page)).toHaveCount(1, { timeout: 90_000 });
  await expect(waitingRows(page)).toHaveCount(0);
  expect(proxy.cutCount).toBe(2);
  // It goes on with what had arrived: nothing is begun anew.
  expect(resumedAt.length).toBeGreaterThan(0);
  expect(Math.min(...resumedAt)).toBeGreaterThan(10 * mib);
  const [sent] = await contentsOf(topic);
  const [, address = ''] = /^The plan: \[plan\.bin\]\((\/user_uploads\/\S+)\)$/.exec(sent ?? '') ?? [];
  expect(address, sent).not.toBe('');
  const file = await page.request.get(`${office.hearth.url}${address}`);
  expect(content.equals(await file.body())).toBe(true);
  const { attachments } = (await office.call(ben.email, 'GET', '/attachments')) as { attachments: { name: string }[] };
  expect(attachments.filter(({ name }) => name === 'plan.bin')).toHaveLength(1);
  await page.close();
  await proxy.close();
});

test('33: Enter that ends a composed word sends nothing', async ({ context }) => {
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

test('32: words get a link by pasting one, tables and formats become Markdown, and each is undone', async ({
  context,
}) => {
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

test('who is mentioned from outside the channel is offered to be added', async ({ context }) => {
  const outsider = await office.newPerson('Oskar Outside');
  const page = await office.openChat(context, owner, topicAddress(channelId, 'mention'));
  await box(page).fill(`look, @**${outsider.name}**`);
  await expect(page.getByText('Oskar Outside would not see this: not in #workshop.')).toBeVisible();
  await page.getByRole('button', { name: 'Add to the channel' }).click();
  await expect(page.getByText('Oskar Outside would not see this')).toBeHidden();
  const { subscribers } = await office.call(owner.email, 'GET', `/streams/${channelId}/members`);
  expect(subscribers).toContain(outsider.userId);
});

test('one edits one’s last message by the arrow, and nothing that was changed elsewhere is overwritten', async ({
  context,
}) => {
  const topic = 'edit';
  const page = await office.openChat(context, ben, topicAddress(channelId, topic));
  await box(page).fill('a first vresion');
  await box(page).press('Enter');
  await expect(rows(page)).toHaveCount(1);
  await box(page).press('ArrowUp');
  const editor = page.getByRole('textbox', { name: 'Edit message' });
  await expect(editor).toHaveValue('a first vresion');
  await editor.fill('a first version');
  await editor.press('Enter');
  await expect(page.locator('.message-body')).toHaveText('a first version(edited)');
  await expect(box(page)).toBeFocused();
  await box(page).press('ArrowUp');
  await editor.fill('of this page');
  const [message] = await office.said(channelId, topic);
  await office.call(ben.email, 'PATCH', `/messages/${message?.id}`, { content: 'of elsewhere' });
  await editor.press('Enter');
  await expect(editor).toHaveValue('of this page\n\nof elsewhere');
  expect(await contentsOf(topic)).toEqual(['of elsewhere']);
  await editor.press('Enter');
  await expect(editor).toBeHidden();
  expect(await contentsOf(topic)).toEqual(['of this page\n\nof elsewhere']);
});

test('who may not write is told so, and what was refused can be written anew', async ({ context }) => {
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
  await expect(page.getByText('You may read this channel, but not write in it.')).toBeVisible();
  await expect(box(page)).toHaveCount(0);
});

test('new topics and direct messages are begun from a view of many conversations', async ({ context }) => {
  const page = await office.openChat(context, owner, '#feed');
  await page.getByRole('button', { name: 'New topic' }).click();
  const dialog = page.getByRole('dialog', { name: 'New topic' });
  await dialog.getByLabel('Channel').selectOption('workshop');
  await dialog.getByLabel('Topic', { exact: true }).fill('brand new');
  await dialog.getByRole('button', { name: 'Write there' }).click();
  const reply = page.getByRole('textbox', { name: 'Message to #workshop › brand new' });
  await expect(reply).toBeFocused();
  await reply.fill('to the wrong place');
  await page.getByRole('button', { name: 'Change', exact: true }).click();
  const elsewhere = page.getByRole('dialog', { name: 'Write somewhere else' });
  await elsewhere.getByRole('radio', { name: 'People' }).check();
  await elsewhere.getByRole('textbox', { name: 'People' }).fill('mia');
  await elsewhere.getByRole('textbox', { name: 'People' }).press('Enter');
  await elsewhere.getByRole('button', { name: 'Write there' }).click();
  await expect(page.getByRole('textbox', { name: 'Message to Mia Mason' })).toHaveValue('to the wrong place');
  await box(page).press('Enter');
  await expect(rows(page)).toHaveCount(1);
  expect(await contentsOf('brand new')).toEqual([]);
});
