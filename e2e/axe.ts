/** Accessibility check of a page with axe (WCAG 2.2 AA among them), in both themes and at three widths. */
import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { expect, type Page } from '@playwright/test';
import type axe from 'axe-core';

/** The small form: half as much to be read by each page that is looked at. */
const rulesScript = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8');

const onlyColours: axe.RunOptions = { runOnly: ['color-contrast'] };
const withoutColours: axe.RunOptions = { rules: { 'color-contrast': { enabled: false } } };

/** Both themes, the one that is shown first: the page is drawn again once instead of twice. */
export async function themes(page: Page): Promise<readonly ['light' | 'dark', 'light' | 'dark']> {
  const isDark = await page.evaluate(() => matchMedia('(prefers-color-scheme: dark)').matches);
  return isDark ? ['dark', 'light'] : ['light', 'dark'];
}

/**
 * All rules in light; contrast, which alone can differ, in the dark.
 * @param within only what stands there; the whole page without it.
 */
export async function violations(page: Page, colorScheme: 'light' | 'dark', within?: string): Promise<string[]> {
  await showTheme(page, colorScheme);
  return violationsNow(page, colorScheme, colorScheme === 'light' ? {} : onlyColours, within);
}

/** Of a page that is looked at in three widths, in this order. */
export type Width = 'wide' | 'narrow' | 'middle';

/**
 * At one of three widths. What a width changes is looked at in each: what is shown, how large, in which order, under which name.
 * Colours are of a theme and not of a width: at the widest both themes are looked at; at the narrowest, for what only a phone
 * shows, the one that is there; at the one between, which shows nothing that neither of them has, none.
 */
export async function violationsAt(page: Page, width: Width, within?: string): Promise<string[]> {
  const [shown, other] = await themes(page);
  if (width === 'wide') return [...(await violations(page, shown, within)), ...(await violations(page, other, within))];
  return violationsNow(page, shown, width === 'middle' ? withoutColours : {}, within);
}

async function showTheme(page: Page, colorScheme: 'light' | 'dark'): Promise<void> {
  await page.emulateMedia({ colorScheme, reducedMotion: 'reduce' });
  // The console and the page of the API change their colours a moment later.
  await expect
    .poll(() =>
      page.evaluate((theme) => {
        const { dataset, classList } = document.documentElement;
        if (document.querySelector('.swagger-ui') !== null) return classList.contains('dark-mode') ? 'dark' : 'light';
        return dataset['mantineColorScheme'] ?? theme;
      }, colorScheme),
    )
    .toBe(colorScheme);
}

/** The rules are brought into a page once: reading them takes longer than a check. */
async function violationsNow(
  page: Page,
  colorScheme: 'light' | 'dark',
  rules: axe.RunOptions,
  within?: string,
): Promise<string[]> {
  if (!(await page.evaluate(() => 'axe' in window))) await page.evaluate(rulesScript);
  const found = await page.evaluate(
    async ({ options, place }) => {
      // Colours on their way from one theme to the other are those of neither: they are there now, whether a busy browser paints or not.
      for (const one of document.getAnimations()) if (one instanceof CSSTransition) one.finish();
      const { axe: checker } = window as unknown as { axe: typeof axe };
      const { violations: all } = await checker.run(place ?? document, {
        resultTypes: ['violations'],
        // Style sheets are read for a rule that is off.
        preload: { assets: ['media'] },
        ...options,
      });
      return all.map(
        ({ id, nodes }) =>
          `${id}: ${nodes
            .map(({ html }) => html.slice(0, 240))
            .slice(0, 3)
            .join(' ')}`,
      );
    },
    { options: rules, place: within ?? null },
  );
  return found.map((violation) => `${colorScheme}, ${violation}`);
}
