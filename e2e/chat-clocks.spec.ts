/** Computers whose clock is wrong: what depends on the time goes by that of the server. */
import { expect } from '@playwright/test';
import { ChatOffice, row, topicAddress, type Person } from './chat-office.ts';
import { owner } from './hearth-process.ts';
import { signIn } from './sessions.ts';
import { watchedTest as test } from './watched.ts';

let office: ChatOffice;
let ben: Person;
let channelId: number;

test.beforeAll(async () => {
  ({ office, ben, channelId } = await ChatOffice.withWorkshop());
});

test.afterAll(async () => office.close());

/** For so many seconds everyone may edit and delete what they wrote. */
async function letChangeFor(limit: string): Promise<void> {
  await office.call(owner.email, 'PATCH', '/realm', {
    message_content_edit_limit_seconds: limit,
    message_content_delete_limit_seconds: limit,
  });
}

for (const { minutes, limit, isOffered } of [
  { minutes: 10, limit: '300', isOffered: true },
  { minutes: -10, limit: '1', isOffered: false },
])
  test(`a computer whose clock is wrong by ${minutes} minutes offers to edit and delete as long as the server lets one`, async ({
    context,
  }) => {
    await letChangeFor(limit);
    const page = await context.newPage();
    await page.clock.install({ time: Date.now() + minutes * 60_000 });
    await signIn(context, office.hearth.url, ben.email);
    await page.goto(`${office.hearth.url}/chat/${topicAddress(channelId, 'clocks')}`);
    const id = await office.say(ben.email, channelId, 'clocks', `Written ${minutes} minutes away.`);
    const menu = page.getByRole('menu', { name: 'Message actions' });
    // Also a limit of one second is over at some time.
    await expect(async () => {
      await row(page, id).hover();
      await row(page, id).getByRole('button', { name: 'More actions' }).click();
      await expect(menu.getByRole('menuitem', { name: 'Star' })).toBeVisible();
      // A menu that is open stays as it was when it opened: the next look opens it again.
      const offered = menu.getByRole('menuitem', { name: /^(Edit|Delete)( E)?$/ });
      try {
        await expect(offered).toHaveCount(isOffered ? 2 : 0, { timeout: 1000 });
      } finally {
        // With no menu open, the key would leave the conversation.
        await page.keyboard.press('Escape');
        await expect(menu).toBeHidden();
      }
    }).toPass();
    await letChangeFor('"unlimited"');
  });
