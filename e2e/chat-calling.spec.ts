/** Notifications of a new message: by a card, a notification, a sound, and by the title and the picture of the tab. */
import { expect, type Locator, type Page } from '@playwright/test';
import { show } from './chat-kit.ts';
import { ChatOffice, rows, topicAddress, type Person } from './chat-office.ts';
import { owner } from './hearth-process.ts';
import { signIn } from './sessions.ts';
import { watchedTest as test } from './watched.ts';

let office: ChatOffice;
let ben: Person;
let channelId: number;

test.beforeAll(async () => {
  ({ office, ben, channelId } = await ChatOffice.withWorkshop());
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

test('a card is no wider than a phone, however long the topic is called', async ({ context }) => {
  const page = await office.openChat(context, owner, '#inbox');
  await page.setViewportSize({ width: 360, height: 740 });
  await expect(page.getByText('No unread messages.')).toBeVisible();
  // To a user who looks it is shown for some seconds, which a busy machine may need to measure it.
  await show(page, false);
  await office.mentionOwner(ben.email, channelId, 'a topic that is called by more words than a phone shows', 'come');
  await expect(cards(page)).toContainText('come');
  await expect(cards(page).getByRole('button', { name: 'Close' })).toBeInViewport({ ratio: 1 });
});

interface Notified {
  shown: { title: string; body: string; tag: string }[];
  closed: string[];
}

/** In place of the browser's own notifications, which no one sees here. */
function recordNotifications(): void {
  const notified: Notified = { shown: [], closed: [] };
  class Recorded extends EventTarget {
    static readonly permission = 'granted';
    private readonly tag: string;

    constructor(title: string, { body = '', tag = '' }: NotificationOptions) {
      super();
      this.tag = tag;
      notified.shown.push({ title, body, tag });
    }

    close(): void {
      notified.closed.push(this.tag);
    }
  }
  Object.assign(window, { notified, Notification: Recorded });
}

const notified = (page: Page): Promise<Notified> =>
  page.evaluate(() => (window as unknown as { notified: Notified }).notified);

test('what calls in one conversation is one card and one notification, counted, with the newest words, until it is read', async ({
  context,
}) => {
  await context.addInitScript(recordNotifications);
  const page = await office.openChat(context, owner, '#inbox');
  await expect(page).toHaveTitle(/^Inbox/);
  await show(page, false);
  for (const word of ['One.', 'Two.', 'Three.']) await office.writeToOwner(ben.email, word);
  await office.mentionOwner(ben.email, channelId, 'lunch', 'soup?');
  await expect
    .poll(async () => (await notified(page)).shown.map(({ title }) => title))
    .toEqual([
      'Ben Builder',
      'Ben Builder · 2 new messages',
      'Ben Builder · 3 new messages',
      'Ben Builder · #workshop › lunch',
    ]);
  const { shown } = await notified(page);
  expect(shown.map(({ body }) => body).slice(0, 3)).toEqual(['One.', 'Two.', 'Three.']);
  // Of one name: browsers then put each in the place of the last.
  expect(new Set(shown.slice(0, 3).map(({ tag }) => tag)).size).toBe(1);
  expect(shown[3]?.tag).not.toBe(shown[0]?.tag);
  await expect(cards(page)).toHaveText([/Ben Builder3 new messagesThree\.$/, /lunch.*soup\?$/]);
  // They hide neither what stands in the head of a view nor the box below it.
  const edge = async (place: Locator, side: 'top' | 'bottom'): Promise<number> =>
    place.evaluate((element, which) => element.getBoundingClientRect()[which], side);
  const head = page.getByRole('button', { name: 'Mark all as read' });
  await expect
    .poll(async () => (await edge(cards(page).first(), 'top')) - (await edge(head, 'bottom')))
    .toBeGreaterThan(0);
  await page.goto(`${office.hearth.url}/chat/${topicAddress(channelId, 'nothing yet')}`);
  await expect(page.locator('.composer')).toBeVisible();
  await expect
    .poll(async () => (await edge(page.locator('.composer'), 'top')) - (await edge(cards(page).last(), 'bottom')))
    .toBeGreaterThan(0);

  // On another device.
  const narrow = JSON.stringify([{ operator: 'dm', operand: [ben.userId] }]);
  const all = { anchor: 'newest', num_before: '100', num_after: '0', narrow, op: 'add', flag: 'read' };
  await office.call(owner.email, 'POST', '/messages/flags/narrow', all);
  await expect(cards(page)).toHaveCount(1);
  await expect(cards(page)).toContainText('soup?');
  await expect.poll(async () => (await notified(page)).closed).toEqual([shown[0]?.tag]);

  await office.writeToOwner(ben.email, 'Four.');
  await expect.poll(async () => (await notified(page)).shown.at(-1)?.title).toBe('Ben Builder');
});

test('what one sees in one tab does not call in another', async ({ context }) => {
  await context.addInitScript(recordNotifications);
  const other = await office.openChat(context, owner, '#inbox');
  await expect(other).toHaveTitle(/^Inbox/);
  await show(other, false);
  const seen = await office.openChat(context, owner, topicAddress(channelId, 'tabs'));
  await seen.getByRole('main').click();
  // The part of the page that listens has come.
  await expect(seen).toHaveTitle(/tabs/);
  // A hidden tab leaves the other some time, which a busy machine could take all of.
  await other.clock.install();
  // A time that has passed when the page hears of it would be refused.
  await other.clock.pauseAt(Date.now() + 10_000);
  await office.mentionOwner(ben.email, channelId, 'tabs', 'seen at once');
  await expect(rows(seen).filter({ hasText: 'seen at once' })).toBeVisible();
  await expect.poll(async () => seen.evaluate(() => Object.keys(localStorage).join())).toContain('hearth.notified.');
  await other.clock.resume();
  await seen.close();
  // Shown after all that the first one could have brought.
  await office.writeToOwner(ben.email, 'And then?');
  await expect.poll(async () => (await notified(other)).shown.map(({ body }) => body)).toEqual(['And then?']);
  await expect(cards(other)).toHaveCount(1);
});

interface Sounds {
  /** The event during which each sound was made. */
  made: string[];
  states: string[];
  notes: number;
  isForbidden: boolean;
}

/** The browser's own sound, which reports what becomes of it; and which may be reported not to wake, as browsers do before a touch. */
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
      return (await sounds(page)).made.length;
    })
    .toBe(1);
}

test('the sound is woken when the page rests, and no click or key waits for it; it sleeps until a message calls', async ({
  context,
}) => {
  await context.addInitScript(recordSounds);
  const page = await office.openChat(context, owner, '#inbox');
  await touchUntilMade(page);
  await expect.poll(async () => (await sounds(page)).made).toEqual(['at rest']);
  await expect.poll(async () => (await sounds(page)).states.at(-1)).toBe('suspended');
  const { notes, states } = await sounds(page);
  expect(notes).toBe(0);
  await office.writeToOwner(ben.email, 'Do you hear?');
  await expect.poll(async () => (await sounds(page)).notes).toBe(2);
  // Awake for as long as it plays, and asleep again, however late one looks.
  await expect.poll(async () => (await sounds(page)).states.slice(states.length)).toEqual(['running', 'suspended']);
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
  await expect.poll(async () => (await sounds(page)).notes).toBe(0);
  await page.clock.fastForward(6000);
  await forbid(false);
  await page.keyboard.press('Shift');
  await expect.poll(async () => (await sounds(page)).states).toContain('running');
  await office.writeToOwner(ben.email, 'But this.');
  await expect.poll(async () => (await sounds(page)).notes).toBe(2);
});
