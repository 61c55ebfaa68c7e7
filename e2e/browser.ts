/**
 * Finds a Chromium for the tests: Playwright's own before the system's; else it installs one. A whole browser, as the headless shell
 * shows no notifications. Reports each installation in one line. Runs once, in Playwright's main process; its workers get the path from
 * the environment.
 */
import { spawnSync } from 'node:child_process';
import { accessSync, constants, existsSync } from 'node:fs';
import { delimiter, join, resolve } from 'node:path';
import { chromium } from '@playwright/test';

const resultVariable = 'HEARTH_TEST_CHROMIUM';
const root = resolve(import.meta.dirname, '..');
const programs = ['chromium', 'chromium-browser', 'google-chrome', 'google-chrome-stable', 'chrome', 'msedge'];
const places = [
  '/Applications/Google Chrome.app/Contents/MacOS/Google Chrome',
  '/Applications/Chromium.app/Contents/MacOS/Chromium',
  'C:\\Program Files\\Google\\Chrome\\Application\\chrome.exe',
  'C:\\Program Files (x86)\\Microsoft\\Edge\\Application\\msedge.exe',
];
const installLimitMs = 240_000;

/**
 * Features that are off. The first three draw the address bar's suggestions as a page in a process of its own, made again for every
 * context, though no one sees a bar: it cost more than most of the tests' own pages. Of several such lists a browser reads the
 * last, so what Playwright turns off is named again.
 */
const featuresOff = [
  'WebUIOmniboxPopup',
  'WebUIOmniboxAimPopup',
  'WebUIOmniboxFullPopup',
  'AimEnabled',
  'AvoidCorsURLLoaderRestartOnRedirect',
  'AvoidUnnecessaryBeforeUnloadCheckSync',
  'DestroyProfileOnBrowserClose',
  'HttpsFirstBalancedModeAutoEnable',
  'HttpsUpgrades',
  'LensOverlay',
  'MediaRouter',
  'NetworkTimeServiceQuerying',
  'OptimizationHints',
  'PaintHolding',
  'PreconnectToSearch',
  'ThirdPartyStoragePartitioning',
];

/** The browser does nothing but what the tests ask of it, and calls no one. */
export const browserArgs = [
  `--disable-features=${featuresOff.join(',')}`,
  '--no-sandbox',
  '--disable-quic',
  '--no-first-run',
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-sync',
];

/** @returns the path of a Chromium. @throws Error with what was tried, when there is none and none can be installed. */
export function findBrowser(): string {
  const known = process.env[resultVariable];
  if (known !== undefined) return known;
  const found = present() ?? installed();
  if (found === undefined)
    throw new Error('There is no Chromium here, and neither Playwright nor apt-get could install one.');
  process.env[resultVariable] = found;
  return found;
}

function present(): string | undefined {
  return ownBrowser() ?? onPath(programs) ?? places.find(isProgram);
}

function ownBrowser(): string | undefined {
  const path = chromium.executablePath();
  return existsSync(path) ? path : undefined;
}

function onPath(names: readonly string[]): string | undefined {
  return (process.env['PATH'] ?? '')
    .split(delimiter)
    .flatMap((folder) => names.map((name) => join(folder, name)))
    .find(isProgram);
}

function isProgram(path: string): boolean {
  try {
    accessSync(path, constants.X_OK);
    return true;
  } catch {
    return false;
  }
}

function installed(): string | undefined {
  say('No Chromium here: installing the one of Playwright ...');
  run(process.execPath, [join(root, 'node_modules/playwright/cli.js'), 'install', '--no-shell', 'chromium']);
  const own = present();
  if (own !== undefined || process.getuid?.() !== 0 || !existsSync('/usr/bin/apt-get')) return own;
  say("Playwright's Chromium cannot be fetched: installing the one of the system with apt-get ...");
  run('apt-get', ['update', '-qq']);
  run('apt-get', ['install', '-y', '-qq', '--no-install-recommends', 'chromium']);
  return present();
}

function run(command: string, args: string[]): void {
  spawnSync(command, args, {
    stdio: 'ignore',
    timeout: installLimitMs,
    env: { ...process.env, DEBIAN_FRONTEND: 'noninteractive' },
  });
}

function say(line: string): void {
  process.stderr.write(`${line}\n`);
}
