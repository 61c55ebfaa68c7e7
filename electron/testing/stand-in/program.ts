/**
 * A program in Electron's place, for machines and tests without Electron: runs an app's own main, preload and pages together.
 * Windows are pages of a real Chromium; the system around them (tray, menus, dialogs, power) is recorded and can be worked by
 * a test through control.ts. Called as Electron is: `electron [switches] APP [-- ARGUMENTS]`.
 */
import { readFileSync } from 'node:fs';
import { register } from 'node:module';
import { join, resolve } from 'node:path';
import { pathToFileURL } from 'node:url';

register('./hooks.mjs', import.meta.url);

const words = process.argv.slice(2);
const appWord = words.find((word) => !word.startsWith('-'));
if (appWord === undefined) throw new Error('Which app?');
const appPath = resolve(appWord);
const { main } = JSON.parse(readFileSync(join(appPath, 'package.json'), 'utf8')) as { main: string };
process.argv = [process.execPath, ...words];

const { app } = await import('./app.ts');
app.begin(appPath, words);
await import(pathToFileURL(join(appPath, main)).href);
const { openControl } = await import('./control.ts');
await app.becomeReady(openControl);
