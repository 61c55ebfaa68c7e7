/**
 * A person who reads no English sets up a server, invites, joins on a phone, writes, searches, changes a setting and restores a
 * backup: in each language, by its own words alone, and without a sentence in English on the way.
 */
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, type Browser, type BrowserContext, type Page } from '@playwright/test';
import { englishShown, noteShownTexts } from './english-texts.ts';
import { HostedServer } from './hosted-server.ts';
import { journeyWords, type JourneyWords } from './journey-words.ts';
import { signIn } from './sessions.ts';
import { watchedTest as test } from './watched.ts';

const password = '3 Zimtsterne + 7';
const locales = { de: 'de-DE', fr: 'fr-FR', es: 'es-ES', ja: 'ja-JP', ar: 'ar-EG' } as const;
const tags = Object.keys(locales) as (keyof typeof locales)[];

// A control that is not there in its language is named before the test's time is over.
test.use({ actionTimeout: 20_000 });

let hearth: HostedServer;

const button = (page: Page, name: string | RegExp): ReturnType<Page['getByRole']> =>
  page.getByRole('button', { name, exact: typeof name === 'string' });

async function setUp(page: Page, words: JourneyWords): Promise<void> {
  await page.goto(hearth.setupLink ?? '');
  await page.getByRole('button', { name: words.setUp }).click();
  await page.getByLabel(words.organization).fill('Corner 7');
  await page.getByLabel(words.yourName).fill('Olga');
  await page.getByLabel(words.email, { exact: true }).fill('olga@example.com');
  await page.getByLabel(words.password, { exact: true }).fill(password);
  await button(page, words.create).click();
  await expect(page.getByRole('heading', { level: 1, name: words.connectsHere })).toBeVisible();
}

/** @returns the link of the invitation. */
async function invite(page: Page, words: JourneyWords): Promise<string> {
  await page.getByRole('link', { name: words.invitePeople }).click();
  await expect(page.getByRole('heading', { level: 1, name: words.invites })).toBeVisible();
  await button(page, words.inviteByEmail).click();
  await page.getByLabel(words.addresses).fill('bea@example.com');
  await button(page, words.createInvitations).click();
  const made = page.getByRole('dialog', { name: words.invitationFor });
  await expect(made.getByText(words.notSent)).toBeVisible();
  const link = await made.getByRole('link', { name: /\/join\// }).innerText();
  await button(page, words.close).last().click();
  return link;
}

async function joinAndWrite(phone: Page, words: JourneyWords, link: string): Promise<void> {
  await phone.goto(link);
  await expect(phone.getByRole('heading', { name: words.invitesYou })).toBeVisible();
  await phone.getByLabel(words.yourName).fill('Bea');
  await phone.getByLabel(words.password, { exact: true }).fill(password);
  await expect(phone.getByText(words.goodLength)).toBeVisible();
  await button(phone, words.join).tap();
  await button(phone, words.newTopic).first().tap();
  await phone.getByRole('combobox', { name: words.topic }).fill('Zimt');
  await button(phone, words.goOn).tap();
  await phone.getByRole('textbox', { name: words.messageTo }).fill('Zimt 42');
  await button(phone, words.send).tap();
  await expect(phone.getByRole('article').filter({ hasText: 'Zimt 42' })).toBeVisible();
}

async function searchAndSet(phone: Page, words: JourneyWords): Promise<void> {
  await phone.goto(`${hearth.url}/chat/#inbox`);
  await button(phone, words.search).tap();
  const field = phone.getByRole('combobox', { name: words.searchField });
  await field.fill('Zimt');
  await field.press('Enter');
  await expect(phone.getByText(words.oneResult, { exact: true })).toBeVisible();
  await phone.goto(`${hearth.url}/chat/#inbox`);
  await phone.getByRole('link', { name: words.me, exact: true }).tap();
  await phone.getByRole('link', { name: words.preferences, exact: true }).last().tap();
  await phone.getByRole('combobox', { name: words.theme, exact: true }).selectOption({ label: words.dark });
  await expect(phone.getByText(words.saved)).toBeVisible();
}

async function restore(page: Page, words: JourneyWords): Promise<void> {
  await page.getByRole('link', { name: words.backups, exact: true }).click();
  await button(page, words.backUpNow).click();
  await button(page, words.moreOfBackup).click();
  await page.getByRole('menuitem', { name: words.restore }).click();
  const question = page.getByRole('dialog', { name: words.restoreThis });
  const field = question.getByLabel(words.yourPassword);
  await field.fill('7 Nelken');
  await question.getByRole('button', { name: words.replace }).click();
  await expect(field).toHaveAccessibleDescription(words.wrongPassword);
  await field.fill(password);
  await question.getByRole('button', { name: words.replace }).click();
  const done = page.getByRole('dialog', { name: words.restored });
  await expect(done).toBeVisible();
  await done.getByRole('button', { name: words.goOn }).click();
  await expect(page.getByText(words.beforeRestore, { exact: true })).toBeVisible();
}

async function openIn(browser: Browser, tag: keyof typeof locales, isPhone: boolean): Promise<BrowserContext> {
  const device = isPhone ? { viewport: { width: 360, height: 740 }, hasTouch: true, isMobile: true } : {};
  const context = await browser.newContext({ locale: locales[tag], ...device });
  await noteShownTexts(context);
  return context;
}

for (const tag of tags)
  test.describe(`in ${tag}, without a sentence in English,`, () => {
    // The second test goes on with the office of the first.
    test.describe.configure({ mode: 'serial' });
    const words = journeyWords[tag];
    let dataDir: string;

    test.beforeAll(async () => {
      dataDir = await mkdtemp(join(tmpdir(), 'hearth-journey-'));
      hearth = await HostedServer.startFresh(dataDir, '127.0.0.1');
    });

    test.afterAll(async () => {
      await hearth.stop();
      await rm(dataDir, { recursive: true, force: true });
    });

    test('an office is set up, joined on a phone and used', async ({ browser }) => {
      const desk = await openIn(browser, tag, false);
      const hand = await openIn(browser, tag, true);
      const page = await desk.newPage();
      const phone = await hand.newPage();
      await test.step('set up', () => setUp(page, words));
      const link = await test.step('invite', () => invite(page, words));
      await test.step('join and write', () => joinAndWrite(phone, words, link));
      expect(await englishShown(phone, tag)).toEqual([]);
      await test.step('search and change a setting', () => searchAndSet(phone, words));
      expect(await englishShown(phone, tag)).toEqual([]);
      expect(await englishShown(page, tag)).toEqual([]);
      await desk.close();
      await hand.close();
    });

    test('a backup is restored', async ({ browser }) => {
      const desk = await openIn(browser, tag, false);
      await signIn(desk, hearth.url, 'olga@example.com', password);
      const page = await desk.newPage();
      await page.goto(`${hearth.url}/console/`);
      await restore(page, words);
      expect(await englishShown(page, tag)).toEqual([]);
      await desk.close();
    });
  });
