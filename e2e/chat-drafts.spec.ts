/** Drafts of two devices on bad lines: no half-written word is lost. One device is in renderer/chat/compose/replies.page.test.ts. */
import { expect } from '@playwright/test';
import { box, ChatOffice, topicAddress, type Person } from './chat-office.ts';
import { CuttingProxy } from './cutting-proxy.ts';
import { watchedTest as test } from './watched.ts';

let office: ChatOffice;
let ben: Person;
let mia: Person;
let channelId: number;

test.beforeAll(async () => {
  office = await ChatOffice.open();
  ben = await office.newPerson('Ben Builder');
  mia = await office.newPerson('Mia Mason');
  channelId = await office.newChannel('workshop', [ben, mia]);
});

test.afterAll(async () => office.close());

const draftsOf = async (email: string): Promise<string[]> =>
  ((await office.call(email, 'GET', '/drafts'))['drafts'] as { content: string }[]).map(({ content }) => content);

test('a draft of the phone is on the desktop, and when both write at once none is lost', async ({
  browser,
  context: desktop,
}) => {
  const topic = 'drafts';
  const phone = await browser.newContext({ viewport: { width: 390, height: 844 } });
  const proxy = await CuttingProxy.before(office.hearth.url);
  const a = await office.openChat(phone, mia, topicAddress(channelId, topic), proxy.url);
  const b = await office.openChat(desktop, mia, topicAddress(channelId, topic));
  await expect(box(b)).toBeVisible();
  await box(a).fill('from the phone');
  await expect(box(b)).toHaveValue('from the phone');
  proxy.unplug();
  await box(a).fill('from the phone, more of it');
  await box(b).fill('of the desktop');
  await expect.poll(() => draftsOf(mia.email)).toEqual(['of the desktop']);
  proxy.plugIn();
  await expect
    .poll(async () => (await draftsOf(mia.email)).toSorted())
    .toEqual(['from the phone, more of it', 'of the desktop']);
  const other = b.getByText('Other draft: from the phone, more of it').or(b.getByText('Other draft: of the desktop'));
  await expect(other).toBeVisible();
  await b.getByRole('button', { name: 'Insert' }).click();
  await expect(other).toBeHidden();
  // That the other draft is gone may be heard before its words are added.
  await expect(box(b)).toHaveValue(/from the phone, more of it/);
  await expect(box(b)).toHaveValue(/of the desktop/);
  // One draft again, with the text of both, on the phone, too.
  await expect(async () => {
    const both = await box(b).inputValue();
    expect(await draftsOf(mia.email)).toEqual([both]);
    await expect(box(a)).toHaveValue(both, { timeout: 1000 });
  }).toPass();
  await phone.close();
  await proxy.close();
});
