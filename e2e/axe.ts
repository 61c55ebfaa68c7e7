/** Whether a page keeps the rules of axe (WCAG 2.2 AA among them), in one theme. */
import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import type { Page } from '@playwright/test';
import type axe from 'axe-core';

/** The small form: half as much to be read by each page that is looked at. */
const rulesScript = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8');

/** Both themes, the one that is shown first: the page is drawn anew once instead of twice. */
export async function themes(page: Page): Promise<('light' | 'dark')[]> {
  const isDark = await page.evaluate(() => matchMedia('(prefers-color-scheme: dark)').matches);
  return isDark ? ['dark', 'light'] : ['light', 'dark'];
}

/**
 * All rules in light; contrast, which alone can differ, in the dark. They are brought into the page once: reading them takes
 * longer than a check.
 * @param within only what stands there; the whole page without it.
 */
export async function violations(page: Page, colorScheme: 'light' | 'dark', within?: string): Promise<string[]> {
  await page.emulateMedia({ colorScheme, reducedMotion: 'reduce' });
  // The console hears of the other theme a moment later, and only then its colours begin to change.
  await page.waitForFunction((theme) => {
    const { mantineColorScheme: shown = theme } = document.documentElement.dataset;
    return shown === theme;
  }, colorScheme);
  if (!(await page.evaluate(() => 'axe' in window))) await page.evaluate(rulesScript);
  const found = await page.evaluate(
    async ({ only, place }) => {
      // Colours on their way from one theme to the other are those of neither.
      const changing = document.getAnimations().filter((one) => one instanceof CSSTransition);
      await Promise.allSettled(changing.map(async (one) => one.finished));
      const { axe: rules } = window as unknown as { axe: typeof axe };
      const { violations: all } = await rules.run(place ?? document, {
        resultTypes: ['violations'],
        ...(only !== null && { runOnly: [only] }),
      });
      return all.map(
        ({ id, nodes }) =>
          `${id}: ${nodes
            .map(({ html }) => html.slice(0, 240))
            .slice(0, 3)
            .join(' ')}`,
      );
    },
    { only: colorScheme === 'dark' ? 'color-contrast' : null, place: within ?? null },
  );
  return found.map((violation) => `${colorScheme}, ${violation}`);
}
