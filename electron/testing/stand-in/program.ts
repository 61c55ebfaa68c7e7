/**
 * A program in Electron's place, for machines and tests without Electron: runs an app's own main, preload and pages together.
 * Windows are pages of a real Chromium; the system around them (tray, menus, dialogs, power) is recorded and can be worked by
 * a test through control.ts. Called as Electron is: `electron [switches] APP [-- ARGUMENTS]`.
 */
import { readFileSync } from 'node:fs';
import Module, { register } from 'node:module';
import { join, resolve } from 'node:path';
import { pathToFileURL } from 'node:url';

register('./hooks.mjs', import.meta.url);

const words = process.argv.slice(2);
const appWord = words.find((word) => !word.startsWith('-'));
if (appWord === undefined) throw new Error('Which app?');
const appPath = resolve(appWord);
const { main } = JSON.parse(readFileSync(join(appPath, 'package.json'), 'utf8')) as { main: string };
process.argv = [process.execPath, ...words];

// The libraries of an installed app ask for it by `require`.
const electron: unknown = await import('./electron-module.ts');
const load = Reflect.get(Module, '_load') as (...args: unknown[]) => unknown;
Reflect.set(Module, '_load', (name: string, ...rest: unknown[]) =>
  name === 'electron' ? electron : load(name, ...rest),
);

const { app } = await import('./app.ts');
const resources = process.env['STAND_IN_RESOURCES'];
if (resources !== undefined) Object.defineProperty(process, 'resourcesPath', { value: resources });
app.begin(appPath, words);
await import(pathToFileURL(join(appPath, main)).href);
const { openControl } = await import('./control.ts');
await app.becomeReady(openControl);
