/**
 * The Chromium behind the stand-in: one for the app, with a profile that lasts, as Electron's own session does. Tests look at
 * its pages over the debugging port that it writes into its profile.
 */
import { join } from 'node:path';
import { chromium, type BrowserContext } from 'playwright';
import { app } from './app.ts';

let started: Promise<BrowserContext> | null = null;

export const profilePath = (): string => join(app.getPath('userData'), 'stand-in-profile');

/** @returns the one context; Chromium starts with the first window. */
export function browserContext(): Promise<BrowserContext> {
  started ??= start();
  return started;
}

/** What tests turn off in every browser (e2e/browser.ts). */
const args = (process.env['HEARTH_TEST_CHROMIUM_ARGS'] ?? '').split(' ').filter((arg) => arg !== '');

async function start(): Promise<BrowserContext> {
  const context = await chromium.launchPersistentContext(profilePath(), {
    executablePath: process.env['HEARTH_TEST_CHROMIUM'],
    headless: true,
    viewport: null,
    userAgent: app.userAgentFallback,
    acceptDownloads: true,
    handleSIGINT: false,
    handleSIGTERM: false,
    handleSIGHUP: false,
    args: [...args, '--remote-debugging-port=0', '--no-sandbox', '--disable-background-networking', '--no-first-run'],
  });
  app.endings.push(() => context.close());
  return context;
}
