/** Editing what was said: nothing that is half written is lost, and what is saved is what was meant. */
import { expect, type Locator, type Page } from '@playwright/test';
import { alertIn, lookByKeys } from './chat-kit.ts';
import { box, ChatOffice, row, rows, topicAddress, type Person } from './chat-office.ts';
import { shutGate } from './gate.ts';
import { owner } from './hearth-process.ts';
import { watchedTest as test } from './watched.ts';

let office: ChatOffice;
let ben: Person;
let channelId: number;

test.describe.configure({ mode: 'default' });

test.beforeAll(async () => {
  ({ office, ben, channelId } = await ChatOffice.withWorkshop());
});

test.afterAll(async () => office.close());

/** Pastes a small file into a field. */
const pasteFile = (field: Locator): Promise<void> =>
  field.evaluate((element) => {
    const clipboardData = new DataTransfer();
    clipboardData.items.add(new File(['the plan'], 'plan.txt', { type: 'text/plain' }));
    element.dispatchEvent(new ClipboardEvent('paste', { clipboardData, bubbles: true, cancelable: true }));
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
  // Nothing lies over what is edited.
  await editor.hover();
  await expect(page.getByRole('group', { name: 'Message actions' })).toBeHidden();
  await editor.fill('a first version');
  // What is written stays when the view is left, when the page is loaded again, and when the edit is given up by mistake.
  const address = page.url();
  await page.goto(`${office.hearth.url}/chat/#inbox`);
  await expect(editor).toHaveCount(0);
  await page.goto(address);
  await expect(editor).toHaveValue('a first version');
  await page.reload();
  await expect(editor).toHaveValue('a first version');
  await editor.press('Escape');
  await expect(page.locator('.message-body')).toHaveText('a first vresion');
  await page.getByRole('button', { name: 'Continue editing' }).click();
  await expect(editor).toHaveValue('a first version');
  await editor.press('Enter');
  await expect(page.locator('.message-body')).toHaveText('a first version(edited)');
  await expect(box(page)).toBeFocused();
  await box(page).press('ArrowUp');
  await editor.fill('of this page');
  const [message] = await office.said(channelId, topic);
  await office.call(ben.email, 'PATCH', `/messages/${message?.id}`, { content: 'of elsewhere' });
  await editor.press('Enter');
  await expect(editor).toHaveValue('of this page\n\nof elsewhere');
  expect(await office.contentsOf(channelId, topic)).toEqual(['of elsewhere']);
  await editor.press('Enter');
  await expect(editor).toBeHidden();
  await expect.poll(() => office.contentsOf(channelId, topic)).toEqual(['of this page\n\nof elsewhere']);
  await page.reload();
  await expect(rows(page)).toHaveCount(1);
  await expect(editor).toHaveCount(0);
});

test('an edit is looked at before it is saved, by keys alone, and what one sees is what is saved', async ({
  context,
}) => {
  const topic = 'edit with a preview';
  await office.say(ben.email, channelId, topic, 'calm words');
  const page = await office.openChat(context, ben, topicAddress(channelId, topic));
  const editor = page.getByRole('textbox', { name: 'Edit message' });
  const preview = page.getByRole('region', { name: 'Preview' });
  await expect(rows(page)).toHaveCount(1);
  await box(page).press('ArrowUp');
  await lookByKeys(page, editor, '**loud** words', 'loud');
  await rows(page).getByRole('button', { name: 'Preview' }).click();
  await expect(preview.locator('strong')).toHaveText('loud');
  await rows(page).getByRole('button', { name: 'Save' }).click();
  await expect(preview).toHaveCount(0);
  await expect(page.locator('.message-body')).toHaveText('loud words(edited)');
  await expect(box(page)).toBeFocused();
});

test('what was half written of a message that is deleted goes into the box', async ({ context }) => {
  const topic = 'edit of what goes';
  const id = await office.say(ben.email, channelId, topic, 'one');
  const page = await office.openChat(context, ben, topicAddress(channelId, topic));
  await expect(rows(page)).toHaveCount(1);
  await box(page).press('ArrowUp');
  await page.getByRole('textbox', { name: 'Edit message' }).fill('one, and much more');
  await office.call(owner.email, 'DELETE', `/messages/${id}`);
  await expect(box(page)).toHaveValue('one, and much more');
  await expect(page.getByText('The message you were editing was deleted.')).toBeVisible();
});

test('what was half written of a message that was deleted while the page was closed, or out of sight, is a draft', async ({
  context,
}) => {
  const topic = 'edit of what went';
  const id = await office.say(ben.email, channelId, topic, 'one');
  const page = await office.openChat(context, ben, topicAddress(channelId, topic));
  const editor = page.getByRole('textbox', { name: 'Edit message' });
  await expect(rows(page)).toHaveCount(1);
  await box(page).press('ArrowUp');
  await editor.fill('one, and much more');
  await page.goto('about:blank');
  await office.call(owner.email, 'DELETE', `/messages/${id}`);
  const next = await office.say(ben.email, channelId, topic, 'two');
  await page.goto(`${office.hearth.url}/chat/#inbox`);
  await expect(page.getByText('A message you were editing was deleted.')).toBeVisible();
  const kept = () => page.evaluate(() => Object.keys(localStorage).filter((key) => key.startsWith('hearth.edit.')));
  await expect.poll(kept).toEqual([]);
  await page.goto(`${office.hearth.url}/chat/${topicAddress(channelId, topic)}`);
  await expect(box(page)).toHaveValue('one, and much more');
  // The box is there before the messages: until then the arrow finds none.
  await expect(rows(page)).toHaveCount(1);
  await box(page).fill('');
  await box(page).press('ArrowUp');
  await editor.fill('two, and more');
  await page.goto(`${office.hearth.url}/chat/#inbox`);
  await page.reload();
  await expect(page.getByRole('heading', { name: 'Inbox', exact: true })).toBeVisible();
  await expect.poll(kept).toHaveLength(1);
  await office.call(owner.email, 'DELETE', `/messages/${next}`);
  await expect(page.getByText('A message you were editing was deleted.')).toBeVisible();
  await expect.poll(kept).toEqual([]);
  await page.goto(`${office.hearth.url}/chat/${topicAddress(channelId, topic)}`);
  await expect(box(page)).toHaveValue('two, and more');
});

test('a message that is deleted while it is edited can be had back with its edit', async ({ context }) => {
  const topic = 'edit of what is deleted';
  await office.say(owner.email, channelId, topic, 'one');
  const page = await office.openChat(context, owner, topicAddress(channelId, topic));
  await expect(rows(page)).toHaveCount(1);
  const editor = page.getByRole('textbox', { name: 'Edit message' });
  await box(page).press('ArrowUp');
  await editor.fill('one, and much more');
  const remove = async (): Promise<void> => {
    await rows(page).focus();
    await page.keyboard.press('i');
    await page.getByRole('menuitem', { name: 'Delete' }).click();
    await expect(rows(page)).toHaveCount(0);
    await expect(page.getByText('Message deleted, with your changes.')).toBeVisible();
  };
  await remove();
  await page.keyboard.press('Control+z');
  await expect(editor).toHaveValue('one, and much more');
  // What the server does not do leaves the edit as it was.
  await page.route('**/api/v1/messages/*', (route) =>
    route.request().method() === 'DELETE'
      ? route.fulfill({ status: 400, json: { result: 'error', msg: 'Not now', code: 'BAD_REQUEST' } })
      : route.continue(),
  );
  await remove();
  await page.locator('.notice-bar').getByRole('button', { name: 'Close' }).click();
  await expect(page.getByText('Not now')).toBeVisible();
  await expect(editor).toHaveValue('one, and much more');
  await page.unrouteAll();
  await remove();
  await page.locator('.notice-bar').getByRole('button', { name: 'Close' }).click();
  await expect.poll(() => office.contentsOf(channelId, topic)).toEqual([]);
  await expect(box(page)).toHaveValue('');
});

test('an edit that is open in two tabs is over in both once it is saved, unless its words differ', async ({
  context,
}) => {
  const topic = 'edit in tabs';
  const id = await office.say(ben.email, channelId, topic, 'one');
  const page = await office.openChat(context, ben, topicAddress(channelId, topic));
  const editorOf = (tab: Page) => tab.getByRole('textbox', { name: 'Edit message' });
  await expect(rows(page)).toHaveCount(1);
  await box(page).press('ArrowUp');
  await editorOf(page).fill('two');
  const other = await context.newPage();
  await other.goto(page.url());
  await expect(editorOf(other)).toHaveValue('two');
  await editorOf(page).press('Enter');
  await expect(row(other, id).locator('.message-body')).toHaveText('two(edited)');
  await expect(editorOf(other)).toHaveCount(0);
  // The tab that saved it may hear of it after the other one.
  await expect(row(page, id).locator('.message-body')).toHaveText('two(edited)');
  await box(page).press('ArrowUp');
  await editorOf(page).fill('three');
  await other.reload();
  await expect(editorOf(other)).toHaveValue('three');
  await editorOf(other).fill('three of here');
  await editorOf(page).press('Enter');
  await expect(row(page, id).locator('.message-body')).toHaveText('three(edited)');
  await expect(editorOf(other)).toHaveValue('three of here');
});

test('a file that is put into an edit goes into the message, and an edit of nothing is not saved', async ({
  context,
}) => {
  const topic = 'edit with a file';
  const id = await office.say(ben.email, channelId, topic, 'The plan:');
  const page = await office.openChat(context, ben, topicAddress(channelId, topic));
  await expect(rows(page)).toHaveCount(1);
  const gate = await shutGate(page, '**/api/v1/tus**');
  await box(page).press('ArrowUp');
  const editor = page.getByRole('textbox', { name: 'Edit message' });
  const save = page.getByRole('button', { name: 'Save', exact: true });
  await editor.fill('');
  await expect(save).toBeDisabled();
  await editor.press('Enter');
  await expect(editor).toBeVisible();
  await editor.fill('The new plan:');
  await pasteFile(editor);
  await expect(page.getByRole('list', { name: 'Files being uploaded' }).getByText('plan.txt')).toBeVisible();
  await expect(save).toBeDisabled();
  gate.open();
  await expect(row(page, id).getByRole('list', { name: 'Attachments' }).getByRole('listitem')).toContainText(
    'plan.txt',
  );
  await expect(editor).toHaveValue('The new plan:');
  await expect(box(page)).toHaveValue('');
  await save.click();
  await expect(editor).toBeHidden();
  await expect
    .poll(async () => (await office.contentsOf(channelId, topic))[0])
    .toMatch(/^The new plan:\n\n\[plan\.txt\]\(\/user_uploads\/[^)]+\)$/);
});

test('an edit shows quotations and files beside the text, and changes nothing else in the Markdown', async ({
  context,
}) => {
  const topic = 'edit with parts';
  const quote = '@_**Mia|9** [said](http://127.0.0.1/#narrow/near/1):\n```quote\nThe **north** side\n```\n';
  const files = '[one.txt](/user_uploads/2/ab/one.txt)\n\n[two.txt](/user_uploads/2/cd/two.txt)';
  const whole = `${quote}\nYes,  __that__ one.\n* a\n* b\n\n\n${files}`;
  const id = await office.say(ben.email, channelId, topic, whole);
  const page = await office.openChat(context, ben, topicAddress(channelId, topic));
  await expect(rows(page)).toHaveCount(1);
  const saved: string[] = [];
  page.on('request', (request) => {
    if (request.method() === 'PATCH' && request.url().includes('/messages/')) saved.push(request.postData() ?? '');
  });
  const editor = page.getByRole('textbox', { name: 'Edit message' });
  const tools = row(page, id);
  await box(page).press('ArrowUp');
  await expect(editor).toHaveValue(/^Yes, {2}__that__ one\.\n\* a\n\* b$/);
  await expect(tools.getByRole('list', { name: 'Quotes' }).getByRole('listitem')).toContainText(['Mia']);
  await expect(tools.getByRole('list', { name: 'Attachments' }).getByRole('listitem')).toHaveCount(2);
  await tools.getByRole('button', { name: 'Show Markdown' }).click();
  await expect(editor).toHaveValue(whole);
  await tools.getByRole('button', { name: 'Hide Markdown' }).click();
  await expect(editor).toHaveValue(/^Yes, /);
  await tools.getByRole('button', { name: 'Save', exact: true }).click();
  await expect(editor).toBeHidden();
  expect(saved).toEqual([]);
  expect(await office.contentsOf(channelId, topic)).toEqual([whole]);
  await box(page).press('ArrowUp');
  await editor.press('Control+Home');
  await editor.press('Shift+ArrowRight');
  await editor.press('Shift+ArrowRight');
  await editor.press('Shift+ArrowRight');
  await tools.getByRole('button', { name: 'Bold' }).click();
  await expect(editor).toHaveValue(/^\*\*Yes\*\*, /);
  await tools.getByRole('button', { name: 'Save', exact: true }).click();
  await expect(editor).toBeHidden();
  await expect.poll(() => office.contentsOf(channelId, topic)).toEqual([whole.replace('Yes', '**Yes**')]);
});

test('an edit is not saved without a file that failed until that is taken away', async ({ context }) => {
  const topic = 'edit with a file that fails';
  const id = await office.say(ben.email, channelId, topic, 'The plan:');
  const page = await office.openChat(context, ben, topicAddress(channelId, topic));
  await expect(rows(page)).toHaveCount(1);
  await page.route('**/api/v1/tus**', (route) =>
    route.fulfill({ status: 400, json: { result: 'error', msg: 'Not this file', code: 'BAD_REQUEST' } }),
  );
  await box(page).press('ArrowUp');
  const editor = page.getByRole('textbox', { name: 'Edit message' });
  await editor.fill('The new plan:');
  await pasteFile(editor);
  const file = page.getByRole('list', { name: 'Files being uploaded' }).getByText('plan.txt');
  await expect(page.getByRole('button', { name: 'Remove plan.txt' })).toBeVisible();
  await editor.press('Enter');
  await expect(page.getByText('A file could not be uploaded. Remove it to save the message without it.')).toBeVisible();
  await expect(editor).toHaveValue('The new plan:');
  await expect(file).toBeVisible();
  expect(await office.contentsOf(channelId, topic)).toEqual(['The plan:']);
  await page.getByRole('button', { name: 'Remove plan.txt' }).click();
  await expect(page.getByText('A file could not be uploaded')).toHaveCount(0);
  await page.getByRole('button', { name: 'Save', exact: true }).click();
  await expect(row(page, id).locator('.message-body')).toHaveText('The new plan:(edited)');
});

test('an edit counts its characters near the limit, and asks before it calls many people', async ({ context }) => {
  const numbers = Array.from({ length: 16 }, (_, number) => number);
  const people = await Promise.all(numbers.map((number) => office.newPerson(`Crowd ${number}`)));
  const crowdId = await office.newChannel('crowd', [ben, ...people]);
  const id = await office.say(owner.email, crowdId, 'news', 'lunch');
  const page = await office.openChat(context, owner, topicAddress(crowdId, 'news'));
  await expect(rows(page)).toHaveCount(1);
  await box(page).press('ArrowUp');
  const editor = page.getByRole('textbox', { name: 'Edit message' });
  const save = page.getByRole('button', { name: 'Save', exact: true });
  await editor.fill('x'.repeat(9999));
  await expect(page.getByText('1 left')).toBeVisible();
  await editor.fill('x'.repeat(10_002));
  const counter = page.getByText('2 over the limit');
  await expect(counter).toBeVisible();
  const isDescribed = async (): Promise<boolean> =>
    (await editor.getAttribute('aria-describedby')) === (await counter.getAttribute('id'));
  await expect.poll(isDescribed).toBe(true);
  await expect(save).toBeDisabled();
  await editor.fill('@**all** lunch');
  await expect(page.getByText('over the limit')).toHaveCount(0);
  await editor.press('Enter');
  const question = page.getByRole('dialog', { name: 'Notify 17 people?' });
  await expect(question).toBeVisible();
  await page.keyboard.press('Escape');
  await expect(question).toHaveCount(0);
  await expect(editor).toHaveValue('@**all** lunch');
  await save.click();
  await question.getByRole('button', { name: 'Save and notify everyone' }).click();
  await expect(row(page, id).locator('.message-body')).toHaveText('@all lunch(edited)');
  // Who was called by the message already is not called again by its edit.
  await box(page).press('ArrowUp');
  await editor.fill('@**all** lunch at one');
  await editor.press('Enter');
  await expect(row(page, id).locator('.message-body')).toHaveText('@all lunch at one(edited)');
});

test('a dialog reports that its channel is out of reach, and the card that its person is deactivated', async ({
  context,
}) => {
  const vault = await office.newChannel('vault', [ben]);
  await office.say(owner.email, vault, 'keys', 'Where are the keys?');
  await office.call(owner.email, 'PATCH', `/streams/${vault}`, { is_private: 'true' });
  const temp = await office.newPerson('Tess Temp');
  const page = await office.openChat(context, ben, topicAddress(vault, 'keys'));
  await expect(rows(page)).toHaveCount(1);
  await page.evaluate((user) => (location.hash = `#user/${user}`), temp.userId);
  const card = page.getByRole('dialog', { name: 'Tess Temp' });
  await expect(card.getByRole('button', { name: 'Mention' })).toBeVisible();
  await office.call(owner.email, 'DELETE', `/users/${temp.userId}`);
  await expect(card.getByText('This account is deactivated.')).toBeVisible();
  await expect(card.getByRole('button', { name: 'Mention' })).toHaveCount(0);
  await page.keyboard.press('Escape');
  await page
    .getByRole('complementary', { name: 'Conversations' })
    .getByRole('link', { name: /vault/ })
    .first()
    .click({ button: 'right' });
  await page.getByRole('menuitem', { name: 'Notifications' }).click();
  await expect(page.getByRole('dialog', { name: 'Notifications of #vault' })).toBeVisible();
  await office.call(owner.email, 'DELETE', '/users/me/subscriptions', {
    subscriptions: '["vault"]',
    principals: `[${ben.userId}]`,
  });
  await expect(alertIn(page.getByRole('dialog'))).toHaveText('This channel no longer exists, or you cannot access it.');
});
