/** How a message calls its reader: by a card, a notification, a sound, and by the title and the picture of the tab. */
import { expect, type Locator, type Page } from '@playwright/test';
import { show } from './chat-kit.ts';
import { ChatOffice, rows, type Person } from './chat-office.ts';
import { owner } from './hearth-process.ts';
import { signIn } from './sessions.ts';
import { watchedTest as test } from './watched.ts';

let office: ChatOffice;
let ben: Person;

test.beforeAll(async () => {
  ({ office, ben } = await ChatOffice.withWorkshop());
});

test.beforeEach(async () => office.call(owner.email, 'POST', '/mark_all_as_read'));

test.afterAll(async () => office.close());

const cards = (page: Page): Locator => page.getByRole('region', { name: 'New messages' }).locator('.toast');

test('a message calls in a tab that is not looked at: number in the title, a card, and the picture of the tab', async ({
  context,
}) => {
  const page = await office.openChat(context, owner, '#inbox');
  await expect(page).toHaveTitle(/^Inbox/);
  await show(page, false);
  await office.writeToOwner(ben.email, 'Are you there?');
  await expect(page).toHaveTitle(/^\(1\) /);
  await expect(cards(page)).toContainText('Are you there?');
  await expect(page.locator('link[rel=icon]')).toHaveAttribute('href', /^data:image\/png/);
  await show(page, true);
  await cards(page)
    .getByRole('button', { name: /Ben Builder/ })
    .click();
  await expect(rows(page).filter({ hasText: 'Are you there?' })).toBeVisible();
  await expect(page).not.toHaveTitle(/^\(/);
});

interface Sounds {
  /** The event during which each sound was made. */
  made: string[];
  states: string[];
  notes: number;
  isForbidden: boolean;
}

/** The browser's own sound, which tells what becomes of it; and which may be told not to wake, as browsers do before a touch. */
function recordSounds(): void {
  const sounds: Sounds = { made: [], states: [], notes: 0, isForbidden: false };
  Object.assign(window, { sounds });
  window.AudioContext = class extends AudioContext {
    constructor() {
      sounds.made.push(window.event?.type ?? 'at rest');
      super();
      this.addEventListener('statechange', () => sounds.states.push(this.state));
    }

    override async resume(): Promise<void> {
      while (sounds.isForbidden) await new Promise((resolve) => setTimeout(resolve, 20));
      await super.resume();
    }

    override createOscillator(): OscillatorNode {
      sounds.notes += 1;
      return super.createOscillator();
    }
  };
}

const sounds = (page: Page): Promise<Sounds> => page.evaluate(() => (window as unknown as { sounds: Sounds }).sounds);

/** Until the part of the page that listens has come. */
async function touchUntilMade(page: Page): Promise<void> {
  await expect
    .poll(async () => {
      await page.keyboard.press('Shift');
      return (await sounds(page)).made;
    })
    .toEqual(['at rest']);
}

test('the sound is woken when the page rests, and no click or key waits for it; it sleeps until a message calls', async ({
  context,
}) => {
  await context.addInitScript(recordSounds);
  const page = await office.openChat(context, owner, '#inbox');
  await touchUntilMade(page);
  await expect.poll(async () => (await sounds(page)).states.at(-1)).toBe('suspended');
  expect((await sounds(page)).notes).toBe(0);
  await office.writeToOwner(ben.email, 'Do you hear?');
  await expect.poll(async () => (await sounds(page)).notes).toBe(2);
  expect((await sounds(page)).states.at(-1)).toBe('running');
  await expect.poll(async () => (await sounds(page)).states.at(-1)).toBe('suspended');
});

test('a sound that the browser did not let wake is woken by the next touch, and plays nothing that is old', async ({
  context,
}) => {
  await context.addInitScript(recordSounds);
  const page = await context.newPage();
  await page.clock.install();
  await signIn(context, office.hearth.url, owner.email);
  await page.goto(`${office.hearth.url}/chat/#inbox`);
  const forbid = (is: boolean): Promise<void> =>
    page.evaluate(
      (to) => void Object.assign((window as unknown as { sounds: Sounds }).sounds, { isForbidden: to }),
      is,
    );
  await forbid(true);
  await touchUntilMade(page);
  await office.writeToOwner(ben.email, 'Nobody hears this.');
  await expect(cards(page)).toContainText('Nobody hears this.');
  expect((await sounds(page)).notes).toBe(0);
  await page.clock.fastForward(2000);
  await forbid(false);
  await page.keyboard.press('Shift');
  await expect.poll(async () => (await sounds(page)).states).toContain('running');
  await office.writeToOwner(ben.email, 'But this.');
  await expect.poll(async () => (await sounds(page)).notes).toBe(2);
});
