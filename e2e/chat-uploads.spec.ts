/** Uploads over a reload of the page: they go on with the file that the browser kept, or ask for it, and no message is lost. */
import { expect, type Page } from '@playwright/test';
import { box, ChatOffice, rows, topicAddress, waitingRows, type Person } from './chat-office.ts';
import { shutGate } from './gate.ts';
import { watchedTest as test } from './watched.ts';

let office: ChatOffice;
let ben: Person;
let channelId: number;

test.beforeAll(async () => {
  ({ office, ben, channelId } = await ChatOffice.withWorkshop());
});

test.afterAll(async () => office.close());

const uploading = (page: Page) => page.getByRole('list', { name: 'Files being uploaded' });
const plan = { name: 'plan.txt', mimeType: 'text/plain', buffer: Buffer.from('the plan') };

/** Sends a message with a file, whose bytes do not leave while the gate is shut. */
async function sendShut(page: Page, topic: string) {
  page.on('dialog', (dialog) => void dialog.accept());
  const gate = await shutGate(page, /\/api\/v1\/tus\/./);
  await box(page).fill('The plan:');
  await page.locator('.composer input[type=file]').setInputFiles(plan);
  await page.getByRole('button', { name: `Send to #workshop › ${topic}` }).click();
  await expect.poll(() => gate.waiting).toBe(1);
  await expect(page.getByText('Not sent yet: it is sent when its files are uploaded.')).toBeVisible();
  return gate;
}

const isKept = (page: Page, hasFile: boolean): Promise<void> =>
  expect
    .poll(() =>
      page.evaluate(
        () =>
          new Promise<string>((resolve) => {
            const opening = indexedDB.open('hearth-uploads');
            opening.addEventListener('success', () => {
              const all = opening.result.transaction('uploads').objectStore('uploads').getAll();
              all.addEventListener('success', () => {
                const [one] = all.result as { file: File | null; address: string | null; isAwaited: boolean }[];
                resolve(`${one?.address ?? ''} ${String(one?.isAwaited)} ${String(one?.file != null)}`);
              });
            });
          }),
      ),
    )
    .toMatch(new RegExp(`/tus/.+ true ${String(hasFile)}$`));

test('an upload goes on after a reload, in one tab, and its message is sent once', async ({ context }) => {
  const topic = 'reloaded';
  const page = await office.openChat(context, ben, topicAddress(channelId, topic));
  const gate = await sendShut(page, topic);
  await isKept(page, true);
  // A tab that opens before the text is at the server keeps it as a draft of its own.
  await expect
    .poll(async () => (await office.call(ben.email, 'GET', '/drafts'))['drafts'])
    .toEqual([expect.objectContaining({ content: 'The plan:' })]);
  const other = await context.newPage();
  await other.goto(page.url());
  await expect(box(other)).toHaveValue('The plan:');
  await page.bringToFront();
  await page.reload();
  gate.open();
  await expect(rows(page)).toHaveCount(1);
  await expect(waitingRows(page)).toHaveCount(0);
  await expect(uploading(page)).toHaveCount(0);
  await expect
    .poll(() => office.contentsOf(channelId, topic))
    .toEqual([expect.stringMatching(/^The plan:\n\n\[plan\.txt\]\(\/user_uploads\/[^)]+\)$/)]);
  await expect(box(page)).toHaveValue('');
  await other.close();
});

test('a file that the browser could not keep is asked for, and the message waits for it', async ({ context }) => {
  const topic = 'not kept';
  // As a browser whose storage has no room for files.
  await context.addInitScript(() => {
    const put = IDBObjectStore.prototype.put;
    IDBObjectStore.prototype.put = function (value: { file?: unknown }, key?: IDBValidKey) {
      if (value.file instanceof File) throw new DOMException('full', 'QuotaExceededError');
      return put.call(this, value, key);
    };
  });
  const page = await office.openChat(context, ben, topicAddress(channelId, topic));
  const gate = await sendShut(page, topic);
  await isKept(page, false);
  await page.reload();
  gate.open();
  await expect(uploading(page)).toContainText('Choose the file again to continue.');
  await expect(page.getByText('Not sent yet: a file is missing. Upload it again, or remove it.')).toBeVisible();
  await expect(box(page)).toHaveValue('The plan:');
  const again = uploading(page).locator('input[type=file]');
  await again.setInputFiles({ ...plan, name: 'other.txt' });
  await expect(uploading(page)).toContainText('This is another file. Choose plan.txt.');
  expect(await office.contentsOf(channelId, topic)).toEqual([]);
  await again.setInputFiles(plan);
  await expect(rows(page)).toHaveCount(1);
  await expect
    .poll(() => office.contentsOf(channelId, topic))
    .toEqual([expect.stringMatching(/^The plan:\n\n\[plan\.txt\]\(/)]);
});
