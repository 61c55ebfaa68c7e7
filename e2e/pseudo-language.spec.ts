/**
 * Console screens in the pseudo-languages: no text that no language can translate, and none that is cut off
 * when it is a third longer, on a computer and on a phone, in both directions. The screens come from the
 * table that the console is made of. `npm run test:long` opens all
 * of them with their tabs, in both directions and at both widths; `npm test` the first.
 */
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, type Page } from '@playwright/test';
import { screens, walkOf, walks } from './console-table.ts';
import { demo } from './hearth-process.ts';
import { HostedServer } from './hosted-server.ts';
import { inForm } from './long-form.ts';
import { clippedAt, openPseudo, untranslated, type PseudoTag } from './pseudo-walk.ts';
import { signIn } from './sessions.ts';
import { watchedTest as test } from './watched.ts';

let dataDir: string;
let hearth: HostedServer;

test.beforeAll(async () => {
  dataDir = await mkdtemp(join(tmpdir(), 'hearth-pseudo-'));
  hearth = await HostedServer.startDemo(dataDir);
});

test.afterAll(async () => {
  await hearth.stop();
  await rm(dataDir, { recursive: true, force: true });
});

const directions: readonly PseudoTag[] = inForm(['ar-xb'], ['ar-xb', 'en-xa']);
/** Pixels. A phone has the least room. */
const widths: readonly number[] = inForm([360], [1280, 360]);
const hasTabs = inForm(false, true);
/** All screens are a long walk. */
const tests = hasTabs ? walks : walks.filter(({ walk }) => walk === 'home');

async function open(page: Page, tag: PseudoTag, path: string): Promise<void> {
  await openPseudo(page.context(), tag);
  await signIn(page.context(), hearth.url, demo.owner, demo.password);
  await page.setViewportSize({ width: 1280, height: 800 });
  await page.goto(`${hearth.url}${path}`);
}

const settled = async (page: Page): Promise<void> => {
  await expect(page.getByRole('main').getByText('[[Loading', { exact: false })).toHaveCount(0);
  await expect(page.getByRole('heading', { level: 1 }).first()).toBeVisible();
};

for (const tag of directions)
  for (const { walk, part, parts } of tests)
    test(`the screens of "${walk}" are translated and not cut off in ${tag}, ${part + 1}`, async ({ page }) => {
      await open(page, tag, '/console/');
      const offences: string[] = [];
      for (const { name, path } of screens.filter((each) => walkOf(each) === walk))
        await test.step(name, async () => {
          await page.evaluate((to) => history.pushState(null, '', to), `/console${path}`);
          await expect(page.getByRole('heading', { level: 1 })).toHaveText(new RegExp(name));
          await settled(page);
          if (part === 0) offences.push(...(await clippedAt(page, name, widths)));
          if (!hasTabs) return;
          const tabs = page.getByRole('main').getByRole('tablist').first().getByRole('tab');
          for (const [place, tab] of (await tabs.allInnerTexts()).entries()) {
            if (place === 0 || place % parts !== part) continue;
            await tabs.nth(place).click();
            await expect(tabs.nth(place)).toHaveAttribute('aria-selected', 'true');
            await settled(page);
            offences.push(...(await clippedAt(page, `${name} ${tab}`, widths)));
          }
        });
      // Dates of the other one have Latin letters.
      if (tag === 'ar-xb') offences.push(...(await untranslated(page, walk === 'developers')));
      expect(offences).toEqual([]);
    });
