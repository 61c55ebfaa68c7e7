/** The rooms of renderer/: pages that never meet, and what they stand on. */
import { expect, test } from 'vitest';
import { isTest, sourceFiles } from './tree.ts';

const files = sourceFiles().filter((file) => file.path.startsWith('renderer/') && !isTest(file));
const roomOf = (path: string): string => /^renderer\/([^/]+)\//.exec(path)?.[1] ?? '';
/** What is drawn in both pages, and what in several places of the console. */
const isComponent = (path: string): boolean => /^renderer\/(?:console\/)?components\//.test(path);
const screenOf = (path: string): string | undefined => /^renderer\/console\/screens\/([^/]+)\//.exec(path)?.[1];

/** Rooms of renderer/ that each of them may import; its own files always. */
const allowed: Record<string, string[]> = {
  console: ['client', 'components', 'styles'],
  chat: ['client', 'components', 'styles'],
  'api-docs': ['styles'],
  client: [],
  components: [],
  styles: [],
  // Pages for tests of components: it puts one together as its main file does.
  testing: ['chat', 'client', 'console', 'styles'],
};

/** What is said, how it is looked for, how long a day is, and how parts of a page load: for every room. */
const plain = new Set(
  ['text', 'use-language', 'formats', 'fold', 'common-passwords', 'durations', 'lazy-part'].map(
    (name) => `renderer/client/${name}.ts`,
  ),
);

const imports = files.flatMap(({ path, imports: found }) => found.map(({ target }) => ({ path, target })));
const told = ({ path, target }: { path: string; target: string }): string => `${path} imports ${target}`;

test('every file is in a room', () => {
  expect(files.length).toBeGreaterThan(100);
  expect(files.filter(({ path }) => allowed[roomOf(path)] === undefined).map(({ path }) => path)).toEqual([]);
});

test('the console and the chat stand on client and components, and never on each other', () => {
  const strays = imports.filter(({ path, target }) => {
    const [from, to] = [roomOf(path), roomOf(target)];
    const isOwn = from === to || plain.has(target);
    return target.startsWith('renderer/') && !isOwn && allowed[from]?.includes(to) !== true;
  });
  expect(strays.map(told)).toEqual([]);
  const unused = Object.entries(allowed).flatMap(([from, rooms]) =>
    rooms
      .filter((to) => !imports.some(({ path, target }) => roomOf(path) === from && roomOf(target) === to))
      .map((to) => `${from}: ${to}`),
  );
  expect(unused).toEqual([]);
});

test('what is pure knows no clock, no chance and no page', () => {
  // A time that a caller may hand in is no clock.
  const around =
    /\b(?:Date\.now\(|(?<!now = )new Date\(\)|Math\.random\(|performance\.|document\.|window\.|localStorage\b)/;
  const pure = files.filter(
    ({ path, text }) => path.startsWith('renderer/client/state/') || /^\/\*\*[^/]*\bPure\./s.test(text),
  );
  expect(pure.length).toBeGreaterThan(30);
  expect(pure.filter(({ text }) => around.test(text)).map(({ path }) => path)).toEqual([]);
});

test('a component fetches nothing and leads nowhere', () => {
  const needed = /^(?:@tanstack\/react-query|wouter)$/;
  const asking = /\b(?:fetch|XMLHttpRequest|EventSource|WebSocket)\(/;
  const components = files.filter(({ path }) => isComponent(path));
  expect(components.length).toBeGreaterThan(40);
  const strays = imports.filter(
    ({ path, target }) =>
      isComponent(path) && (needed.test(target) || (target.startsWith('renderer/console/') && !isComponent(target))),
  );
  expect(strays.map(told)).toEqual([]);
  expect(components.filter(({ text }) => asking.test(text)).map(({ path }) => path)).toEqual([]);
});

test('components that only the console draws are in its own folder', () => {
  const reached = new Set<string>();
  const waiting = files.filter(({ path }) => roomOf(path) === 'chat').map(({ path }) => path);
  for (let path = waiting.pop(); path !== undefined; path = waiting.pop()) {
    if (reached.has(path)) continue;
    reached.add(path);
    for (const one of imports) if (one.path === path) waiting.push(one.target);
  }
  const shared = files.filter(({ path }) => roomOf(path) === 'components').map(({ path }) => path);
  expect(shared.filter((path) => !reached.has(path))).toEqual([]);
});

test('what is sent and answered is typed by the declarations of the API, not by the user who asks', () => {
  const asking = files.filter(({ path, text }) => roomOf(path) !== 'client' && text.includes('client/request.ts'));
  expect(asking.length).toBeGreaterThan(50);
  const cast = /\brequest<|\bawait request\([^;]*?\)\)? as (?!const\b)/;
  expect(asking.filter(({ text }) => cast.test(text)).map(({ path }) => path)).toEqual([]);
});

test('danger is an outline until it is confirmed, and every toast says by its colour whether it went well', () => {
  const asked = new Set([
    'renderer/console/components/confirm-modal.tsx',
    'renderer/console/restore/restore-modal.tsx',
  ]);
  const tags = files.flatMap(({ path, text }) =>
    [...text.matchAll(/<(?:Button|ActionIcon)\b[^>]*?color="red"[^>]*/gs)].map(([tag]) => ({ path, tag })),
  );
  expect(tags.length).toBeGreaterThan(10);
  expect(tags.filter(({ path, tag }) => !asked.has(path) && !tag.includes('variant="outline"'))).toEqual([]);
  // As far as the next one, or a screenful.
  const toasts = files.flatMap(({ path, text }) =>
    text
      .split('notifications.show({')
      .slice(1)
      .map((toast) => ({ path, toast: toast.slice(0, 300) })),
  );
  expect(toasts.length).toBeGreaterThan(30);
  const ways = /\bcolor(?:,|: (?:'green'|'red'|\w+ \? '(?:green|red)' : '(?:green|red)'))/;
  expect(toasts.filter(({ toast }) => !ways.test(toast))).toEqual([]);
});

test('a screen imports no other screen, and only the table of screens and the app import screens', () => {
  const tables = new Set(['renderer/console/app.tsx', 'renderer/console/screens.tsx']);
  const strays = imports.filter(
    ({ path, target }) => screenOf(target) !== undefined && screenOf(target) !== screenOf(path) && !tables.has(path),
  );
  expect(strays.map(told)).toEqual([]);
});
