/**
 * The end-to-end tests: real commands, a real browser, a real data folder each. They know the product from outside only.
 */
import { defineConfig } from '@playwright/test';
import { browserArgs, findBrowser } from './browser.ts';

// The commands that the tests start speak English, whatever the language of this machine is.
process.env['HEARTH_LANGUAGE'] = 'en';

export default defineConfig({
  testDir: '.',
  outputDir: '../test-results/e2e',
  globalSetup: './global-setup.ts',
  // Tests wait about half of their time: three keep two slow cores busy.
  workers: 3,
  fullyParallel: false,
  // No test may take longer (server/laws/timeouts.test.ts); what it waits for has half of that, and names itself when it fails.
  timeout: 60_000,
  expect: { timeout: 30_000 },
  forbidOnly: true,
  // What passes only when it is tried again is broken, in the product or in its test; and what is lost once is lost.
  retries: 0,
  reporter: [['list'], ['json', { outputFile: '../test-results/playwright.json' }]],
  use: {
    browserName: 'chromium',
    launchOptions: { executablePath: findBrowser(), args: browserArgs },
    // No one watches; a test of what moves asks for it.
    contextOptions: { reducedMotion: 'reduce' },
    screenshot: 'only-on-failure',
    // Recording takes about as long as the tests: server/tools/test.mjs runs those that failed once more with it.
    trace: 'off',
  },
});
