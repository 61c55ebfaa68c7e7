/** Maps and READMEs agree with the tree. */
import { readdirSync, readFileSync } from 'node:fs';
import { join, sep } from 'node:path';
import { expect, test } from 'vitest';
import { commands } from '../cli/commands.ts';
import { root } from './tree.ts';

const map = readFileSync(join(root, 'server/README.md'), 'utf8');
const readme = readFileSync(join(root, 'README.md'), 'utf8');
const foldersOf = (path: string): string[] =>
  readdirSync(join(root, path), { withFileTypes: true })
    .filter((entry) => entry.isDirectory())
    .map(({ name }) => name);

test('every folder of the server is on the map', () => {
  expect(foldersOf('server').filter((folder) => !map.includes(`\`${folder}/\``))).toEqual([]);
});

test('every file that stands loose in the server is on the map, and no other', () => {
  const loose = readdirSync(join(root, 'server')).filter((name) => name.endsWith('.ts'));
  const [, opening = ''] = map.split('\n\n');
  const named = [...opening.matchAll(/`([\w-]+\.ts)`/g)].map(([, name = '']) => name);
  expect(named.toSorted()).toEqual(loose.toSorted());
});

test('the map names no folder that is gone', () => {
  const named = [...map.matchAll(/^\| (`[^|]+`) \|/gm)].flatMap(([, cell = '']) =>
    [...cell.matchAll(/`([\w-]+)\/`/g)].map(([, name]) => name),
  );
  expect(named.length).toBeGreaterThan(10);
  expect(named.filter((folder) => folder !== undefined && !foldersOf('server').includes(folder))).toEqual([]);
});

test('every folder of the renderer, the chat and the console is on its map, and no other', () => {
  const ofRenderer = readFileSync(join(root, 'renderer/README.md'), 'utf8');
  const named = [...ofRenderer.matchAll(/^\| (`[^|]+`) \|/gm)].flatMap(([, cell = '']) =>
    [...cell.matchAll(/`([\w-]+)\/`/g)].map(([, name]) => name),
  );
  const folders = ['renderer', 'renderer/chat', 'renderer/console'].flatMap(foldersOf);
  expect(named.toSorted()).toEqual(folders.filter((name) => name !== 'screens').toSorted());
});

test('every source that a README names is there', () => {
  const files = ['server', 'renderer', 'electron', 'e2e', 'resources'].flatMap((folder) =>
    readdirSync(join(root, folder), { recursive: true, encoding: 'utf8' }).map((path) =>
      join(folder, path).split(sep).join('/'),
    ),
  );
  const loose = readdirSync(root);
  // The recipe for a new endpoint makes files of these names.
  const isThere = (name: string): boolean =>
    name.includes('greetings') ||
    loose.includes(name) ||
    files.some((file) => file === name || file.endsWith(`/${name}`));
  const gone = files
    .filter((path) => path.endsWith('README.md') && !path.includes('node_modules'))
    .concat('README.md')
    .flatMap((path) =>
      [...readFileSync(join(root, path), 'utf8').matchAll(/`([\w./-]+\.(?:tsx?|mjs|css))`/g)]
        .filter(([, name = '']) => !isThere(name))
        .map(([, name]) => `${path}: ${name}`),
    );
  expect(gone).toEqual([]);
});

test('the README shows the top level, and nothing else stands there', () => {
  const allowed = new Set([
    'package.json',
    'package-lock.json',
    'tsconfig.json',
    'vite.config.ts',
    'electron-builder.yml',
    'README.md',
    'LICENSE',
    'electron',
    'server',
    'renderer',
    'resources',
    'e2e',
  ]);
  const made = new Set(['node_modules', 'dist', 'release', 'test-results']);
  const entries = readdirSync(root).filter((name) => !name.startsWith('.') && !made.has(name));
  expect(entries.filter((name) => !allowed.has(name))).toEqual([]);
  for (const folder of ['electron', 'server', 'renderer', 'resources', 'e2e'])
    expect(readme).toContain(`\n${folder}/ `);
});

test('every command of the command line is in its README', () => {
  const ofCommands = readFileSync(join(root, 'server/cli/README.md'), 'utf8');
  expect(Object.keys(commands).filter((name) => !ofCommands.includes(`npm run ${name}`))).toEqual([]);
});
