/** The rooms of renderer/chat/ and the one direction in which they import each other. */
import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { isTest, root, sourceFiles, type SourceFile } from './tree.ts';

type Imports = Pick<SourceFile, 'path' | 'imports'>;

/** A room imports only rooms before it, types and tests included. The rooms of one line do not import each other. */
const floors: readonly (readonly string[])[] = [
  ['kit', 'routing'],
  ['store'],
  ['actions'],
  ['parts'],
  ['notify'],
  ['dialogs'],
  ['search'],
  ['compose'],
  ['timeline'],
  ['keyboard'],
  ['lists'],
  ['settings'],
  ['shell'],
  ['entry'],
];

const chat = 'renderer/chat/';
const files = sourceFiles().filter(({ path }) => path.startsWith(chat));
const roomOf = (path: string): string => path.slice(chat.length).split('/')[0] ?? '';

/** @returns -1 for a file in no room. A file beside the rooms puts the chat together: it is above them all. */
function floorOf(path: string): number {
  const isLoose = !path.slice(chat.length).includes('/');
  return isLoose ? floors.length : floors.findIndex((rooms) => rooms.includes(roomOf(path)));
}

/** @returns each import of a room that is not below. */
function importsUpwards(looked: readonly Imports[]): string[] {
  return looked.flatMap(({ path, imports }) =>
    imports
      .filter(({ target }) => target.startsWith(chat))
      .filter(({ target }) => roomOf(target) !== roomOf(path) && floorOf(target) >= floorOf(path))
      // The files beside the rooms are one group.
      .filter(({ target }) => floorOf(target) < floors.length || floorOf(path) < floors.length)
      .map(({ target }) => `${path} imports ${target}`),
  );
}

test('every room of the chat is a folder, every folder is a room, and only the app is beside them', () => {
  const entries = readdirSync(join(root, chat), { withFileTypes: true });
  const folders = entries.filter((entry) => entry.isDirectory()).map(({ name }) => name);
  expect(folders.toSorted()).toEqual(floors.flat().toSorted());
  const loose = entries.filter((entry) => !entry.isDirectory()).map(({ name }) => name);
  expect(loose.toSorted()).toEqual(['README.md', 'app.tsx', 'index.html', 'main.tsx', 'manifest.webmanifest']);
  const nested = files.map(({ path }) => path).filter((path) => path.slice(chat.length).split('/').length > 2);
  expect(nested).toEqual([]);
});

test('rooms of the chat import only rooms below them', () => {
  expect(importsUpwards(files)).toEqual([]);
});

test('an import of a room above is found: of values, of types, of what is loaded later, and from a test', () => {
  const stray = (from: string, to: string, isTypeOnly = false): string[] =>
    importsUpwards([{ path: `${chat}${from}`, imports: [{ target: `${chat}${to}`, isOwn: true, isTypeOnly }] }]);
  expect(stray('kit/menu-store.ts', 'store/unread.ts')).toEqual([
    `${chat}kit/menu-store.ts imports ${chat}store/unread.ts`,
  ]);
  expect(stray('store/unread.test.ts', 'actions/topic.ts', true)).toHaveLength(1);
  expect(stray('routing/address.ts', 'kit/menu-store.ts')).toHaveLength(1);
  expect(stray('kit/menu-store.ts', 'routing/address.ts')).toHaveLength(1);
  expect(stray('shell/frame.tsx', 'app.tsx')).toHaveLength(1);
  expect(stray('elsewhere/frame.tsx', 'kit/menu-store.ts')).toHaveLength(1);
  expect(stray('store/unread.ts', 'kit/menu-store.ts')).toEqual([]);
  expect(stray('store/unread.ts', 'store/topics.ts')).toEqual([]);
  expect(stray('app.tsx', 'shell/frame.tsx')).toEqual([]);
  expect(stray('main.tsx', 'app.tsx')).toEqual([]);
});

test('every room stands on one below it, so that none is out of order by chance', () => {
  const between = floors.slice(1).map((rooms, index) => ({ rooms, below: floors.slice(0, index + 1).flat() }));
  const alone = between.filter(
    ({ rooms, below }) =>
      !files.some(
        ({ path, imports }) =>
          rooms.includes(roomOf(path)) &&
          imports.some(({ target }) => target.startsWith(chat) && below.includes(roomOf(target))),
      ),
  );
  expect(alone).toEqual([]);
});

test('the storage of the browser has one owner, which reaches it through the page', () => {
  const users = (access: RegExp): string[] =>
    sourceFiles()
      .filter((file) => /^renderer\/(?:chat|client)\//.test(file.path) && !isTest(file) && access.test(file.text))
      .map(({ path }) => path);
  expect(users(/\blocalStorage\b/)).toEqual(['renderer/client/page-port.ts']);
  expect(users(/\bpage\(\)\.storage\b|\{ storage \} = page\(\)/)).toEqual(['renderer/client/storage.ts']);
});

test('a key finds no element by how it is styled', () => {
  const keyboard = files.filter(({ path }) => roomOf(path) === 'keyboard');
  expect(keyboard.length).toBeGreaterThan(5);
  const byClass = /querySelector(?:All)?(?:<[^>]*>)?\(\s*['"`]\./;
  expect(keyboard.filter(({ text }) => byClass.test(text)).map(({ path }) => path)).toEqual([]);
});

/** Beyond this a file that takes another one in is harder to read than two. */
const roomyLines = 250;

/** @returns small files that could stand in the one file of their room that imports them. Tests of its own, and loading it later, are reasons for a file. */
function needlessFiles(looked: readonly Pick<SourceFile, 'path' | 'imports' | 'lines' | 'text'>[]): string[] {
  const importersOf = (target: string) =>
    looked.filter(({ imports }) => imports.some((each) => each.target === target));
  return looked
    .filter((file) => file.lines < 30 && !isTest(file))
    .filter(({ path, lines }) => {
      const [importer, ...others] = importersOf(path);
      const name = path.split('/').at(-1) ?? '';
      return (
        importer !== undefined &&
        others.length === 0 &&
        !importer.text.includes(`import('./${name}')`) &&
        roomOf(importer.path) === roomOf(path) &&
        importer.lines + lines <= roomyLines
      );
    })
    .map(({ path }) => path);
}

test('a file of few lines has several importers, tests of its own, or is loaded later', () => {
  expect(needlessFiles(files)).toEqual([]);
  const file = (name: string, lines: number, targets: readonly string[] = [], text = '') => ({
    path: `${chat}kit/${name}`,
    text,
    lines,
    imports: targets.map((target) => ({ target: `${chat}kit/${target}`, isOwn: true, isTypeOnly: false })),
  });
  const tiny = file('tiny.ts', 12);
  expect(needlessFiles([tiny, file('large.ts', 90, ['tiny.ts'])])).toEqual([tiny.path]);
  expect(needlessFiles([tiny, file('large.ts', 90, ['tiny.ts']), file('tiny.test.ts', 9, ['tiny.ts'])])).toEqual([]);
  expect(needlessFiles([tiny, file('large.ts', 90, ['tiny.ts'], "import('./tiny.ts')")])).toEqual([]);
  expect(needlessFiles([tiny, file('large.ts', 290, ['tiny.ts'])])).toEqual([]);
  expect(needlessFiles([file('whole.ts', 60), file('large.ts', 90, ['whole.ts'])])).toEqual([]);
});
