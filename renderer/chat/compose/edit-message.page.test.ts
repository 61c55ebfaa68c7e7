/** Editing what was said: nothing that is half written is lost, and what is saved is what was meant. */
import { fireEvent, screen, within } from '@testing-library/dom';
import { expect, test } from 'vitest';
import { closeNotice, messageBox, pressKeys, row, rows, topicAddress } from '../../testing/chat-elements.ts';
import { answerInstead, lead, openChat, unloadChat } from '../../testing/chat-page.tsx';
import { expectGone, fill, press, user } from '../../testing/elements.ts';
import { owner } from '../../testing/office.ts';
import { workshopOffice } from '../../testing/workshop.ts';

const made = workshopOffice();

const say = (topic: string, content: string, email = made.ben.email): Promise<number> =>
  made.office.say(email, made.workshop, topic, content);
const contentsOf = (topic: string): Promise<string[]> => made.office.contentsOf(made.workshop, topic);
const findEditor = (): HTMLTextAreaElement | null => screen.queryByRole('textbox', { name: 'Edit message' });
const editor = (): Promise<HTMLTextAreaElement> => messageBox('Edit message');
const textOf = (): (string | null | undefined)[] =>
  rows().map((each) => each.querySelector('.message-body')?.textContent);

/** Opens a topic with one message of Ben's, as Ben. */
async function openTopic(topic: string, email = made.ben.email): Promise<void> {
  await openChat(made.office, topicAddress(made.workshop, topic), email);
  await expect.poll(() => rows()).toHaveLength(1);
}

/** Begins to edit the user's last message. */
async function beginEdit(): Promise<HTMLTextAreaElement> {
  await pressKeys(await messageBox(/^Message #/), '{ArrowUp}');
  return editor();
}

/** Pastes a small file into a field. */
function pasteFile(field: HTMLElement): void {
  const files = [new File(['the plan'], 'plan.txt', { type: 'text/plain' })];
  const items = files.map((file) => ({ kind: 'file', type: file.type, getAsFile: () => file }));
  fireEvent.paste(field, { clipboardData: { files, items, types: ['Files'], getData: () => '' } });
}

const fileList = (): Promise<HTMLElement> => screen.findByRole('list', { name: 'Files being uploaded' });

test('one edits one’s last message by the arrow, and nothing that was changed elsewhere is overwritten', async () => {
  const address = topicAddress(made.workshop, 'edit');
  await openChat(made.office, address, made.ben.email);
  const box = await messageBox();
  fill(box, 'a first vresion');
  await pressKeys(box, '{Enter}');
  await expect.poll(() => rows()).toHaveLength(1);
  expect((await beginEdit()).value).toBe('a first vresion');
  // Nothing lies over what is edited.
  await user.hover(await editor());
  expect(screen.queryByRole('group', { name: 'Message actions' })).toBeNull();
  fill(await editor(), 'a first version');
  // What is written stays when the view is left, when the page is loaded again, and when the edit is given up by mistake.
  lead('#inbox');
  await expectGone(findEditor);
  lead(address);
  await expect.poll(async () => (await editor()).value).toBe('a first version');
  await unloadChat();
  await openChat(made.office, address, made.ben.email);
  await expect.poll(async () => (await editor()).value).toBe('a first version');
  await pressKeys(await editor(), '{Escape}');
  await expect.poll(textOf).toEqual(['a first vresion']);
  await press('Continue editing');
  await expect.poll(async () => (await editor()).value).toBe('a first version');
  await pressKeys(await editor(), '{Enter}');
  await expect.poll(textOf).toEqual(['a first version(edited)']);
  await expect.poll(() => document.activeElement?.getAttribute('aria-label')).toMatch(/^Message #/);
  fill(await beginEdit(), 'of this page');
  const [message] = await made.office.said(made.workshop, 'edit');
  await made.office.call(made.ben.email, 'PATCH', `/messages/${message?.id}`, { content: 'of elsewhere' });
  await pressKeys(await editor(), '{Enter}');
  await expect.poll(async () => (await editor()).value).toBe('of this page\n\nof elsewhere');
  expect(await contentsOf('edit')).toEqual(['of elsewhere']);
  await pressKeys(await editor(), '{Enter}');
  await expectGone(findEditor);
  await expect.poll(() => contentsOf('edit')).toEqual(['of this page\n\nof elsewhere']);
  await unloadChat();
  await openTopic('edit');
  expect(findEditor()).toBeNull();
});

test('an edit is looked at before it is saved, by keys alone, and what one sees is what is saved', async () => {
  await say('edit with a preview', 'calm words');
  await openTopic('edit with a preview');
  const field = await beginEdit();
  const written = '**loud** words';
  fill(field, written);
  const find = (): HTMLElement | null => screen.queryByRole('region', { name: 'Preview' });
  for (const back of ['{Alt>}p{/Alt}', '{Escape}']) {
    await pressKeys(await editor(), '{Alt>}p{/Alt}');
    await expect.poll(() => find()?.querySelector('strong')?.textContent).toBe('loud');
    await expect.poll(() => document.activeElement === find()).toBe(true);
    await user.keyboard(back);
    await expectGone(find);
    await expect.poll(() => document.activeElement === findEditor()).toBe(true);
    expect(findEditor()?.value).toBe(written);
  }
  await press('Preview', rows()[0]);
  await expect.poll(() => find()?.querySelector('strong')?.textContent).toBe('loud');
  await press('Save', rows()[0]);
  await expectGone(find);
  await expect.poll(textOf).toEqual(['loud words(edited)']);
  await expect.poll(() => document.activeElement?.getAttribute('aria-label')).toMatch(/^Message #/);
});

test('what was half written of a message that is deleted goes into the box', async () => {
  const id = await say('edit of what goes', 'one');
  await openTopic('edit of what goes');
  fill(await beginEdit(), 'one, and much more');
  await made.office.elsewhere('DELETE', `/messages/${id}`);
  const box = await messageBox(/^Message #/);
  await expect.poll(() => box.value).toBe('one, and much more');
  await screen.findByText(/^The message you were editing was deleted\./);
});

test('what was half written of a message that was deleted while the page was closed, or out of sight, is a draft', async () => {
  const topic = 'edit of what went';
  const id = await say(topic, 'one');
  const kept = (): string[] => Object.keys(localStorage).filter((key) => key.startsWith('hearth.edit.'));
  const boxSays = async (text: string): Promise<void> => {
    await expect.poll(async () => (await messageBox(/^Message #/)).value).toBe(text);
  };
  await openTopic(topic);
  fill(await beginEdit(), 'one, and much more');
  await unloadChat();
  await made.office.elsewhere('DELETE', `/messages/${id}`);
  const next = await say(topic, 'two');
  await openChat(made.office, '#inbox', made.ben.email);
  await screen.findByText(/^A message you were editing was deleted\./);
  await expect.poll(kept).toEqual([]);
  lead(topicAddress(made.workshop, topic));
  await boxSays('one, and much more');
  // The box is there before the messages: until then the arrow finds none.
  await expect.poll(() => rows()).toHaveLength(1);
  fill(await messageBox(/^Message #/), '');
  fill(await beginEdit(), 'two, and more');
  lead('#inbox');
  await expectGone(findEditor);
  await unloadChat();
  await openChat(made.office, '#inbox', made.ben.email);
  await screen.findByRole('heading', { name: 'Inbox' });
  await expect.poll(kept).toHaveLength(1);
  await made.office.elsewhere('DELETE', `/messages/${next}`);
  await screen.findByText(/^A message you were editing was deleted\./);
  await expect.poll(kept).toEqual([]);
  lead(topicAddress(made.workshop, topic));
  await boxSays('two, and more');
});

test('a message that is deleted while it is edited can be had back with its edit', async () => {
  const topic = 'edit of what is deleted';
  await say(topic, 'one', owner.email);
  await openTopic(topic, owner.email);
  fill(await beginEdit(), 'one, and much more');
  const remove = async (): Promise<void> => {
    rows()[0]?.focus();
    await user.keyboard('i');
    await user.click(await screen.findByRole('menuitem', { name: /^Delete/ }));
    await expect.poll(() => rows()).toHaveLength(0);
    await screen.findByText('Message deleted, with your changes.');
  };
  const editorSays = async (): Promise<void> => {
    await expect.poll(async () => (await editor()).value).toBe('one, and much more');
  };
  await remove();
  await user.keyboard('{Control>}z{/Control}');
  await editorSays();
  // What the server does not do leaves the edit as it was.
  const mend = answerInstead('DELETE', /\/api\/v1\/messages\/\d+$/, () =>
    Promise.resolve(Response.json({ result: 'error', msg: 'Not now', code: 'BAD_REQUEST' }, { status: 400 })),
  );
  await remove();
  await closeNotice();
  await screen.findByText('Not now');
  await editorSays();
  mend();
  await remove();
  await closeNotice();
  await expect.poll(() => contentsOf(topic)).toEqual([]);
  expect((await messageBox(/^Message #/)).value).toBe('');
});

test('an edit shows quotations and files beside the text, and changes nothing else in the Markdown', async () => {
  const topic = 'edit with parts';
  const quote = '@_**Mia|9** [said](http://127.0.0.1/#narrow/near/1):\n```quote\nThe **north** side\n```\n';
  const files = '[one.txt](/user_uploads/2/ab/one.txt)\n\n[two.txt](/user_uploads/2/cd/two.txt)';
  const whole = `${quote}\nYes,  __that__ one.\n* a\n* b\n\n\n${files}`;
  const id = await say(topic, whole);
  await openTopic(topic);
  let saved = 0;
  answerInstead('PATCH', /\/messages\//, (goOn) => {
    saved += 1;
    return goOn();
  });
  const tools = async () => within(await row(id));
  const field = await beginEdit();
  expect(field.value).toBe('Yes,  __that__ one.\n* a\n* b');
  const quotes = within(await (await tools()).findByRole('list', { name: 'Quotes' })).getAllByRole('listitem');
  expect(quotes.map(({ textContent }) => textContent)).toEqual([expect.stringContaining('Mia')]);
  const parts = within(await (await tools()).findByRole('list', { name: 'Attachments' })).getAllByRole('listitem');
  expect(parts).toHaveLength(2);
  await press('Show Markdown', await row(id));
  await expect.poll(async () => (await editor()).value).toBe(whole);
  await press('Hide Markdown', await row(id));
  await expect.poll(async () => (await editor()).value).toMatch(/^Yes, /);
  await press('Save', await row(id));
  await expectGone(findEditor);
  expect(saved).toBe(0);
  expect(await contentsOf(topic)).toEqual([whole]);
  (await beginEdit()).setSelectionRange(0, 3);
  await press('Bold', await row(id));
  await expect.poll(async () => (await editor()).value).toMatch(/^\*\*Yes\*\*, /);
  await press('Save', await row(id));
  await expectGone(findEditor);
  await expect.poll(() => contentsOf(topic)).toEqual([whole.replace('Yes', '**Yes**')]);
});

test('an edit is not saved without a file that failed until that is taken away', async () => {
  const topic = 'edit with a file that fails';
  await say(topic, 'The plan:');
  await openTopic(topic);
  answerInstead('POST', /\/api\/v1\/tus/, () =>
    Promise.resolve(Response.json({ result: 'error', msg: 'Not this file', code: 'BAD_REQUEST' }, { status: 400 })),
  );
  const field = await beginEdit();
  fill(field, 'The new plan:');
  pasteFile(field);
  const file = within(await fileList());
  await screen.findByRole('button', { name: 'Remove plan.txt' });
  await pressKeys(field, '{Enter}');
  await screen.findByText('A file could not be uploaded. Remove it to save the message without it.');
  expect(field.value).toBe('The new plan:');
  expect(file.getByText('plan.txt')).toBeDefined();
  expect(await contentsOf(topic)).toEqual(['The plan:']);
  await press('Remove plan.txt');
  await expectGone(() => screen.queryByText(/^A file could not be uploaded/));
  await press('Save');
  await expect.poll(textOf).toEqual(['The new plan:(edited)']);
});
