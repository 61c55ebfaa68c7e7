/** Edits in two tabs, with a file on its way, that notify many people, and of channels out of reach. The rest is in renderer/chat/compose/edit-message.page.test.ts. */
import { expect, type Locator, type Page } from '@playwright/test';
import { alertIn } from './chat-kit.ts';
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
