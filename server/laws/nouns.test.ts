/** The house of the chat: a folder a noun, the same storeys in each, and no noun that needs itself by way of others. */
import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { circlesAmong } from './cycles.ts';
import { isTest, root, sourceFiles } from './tree.ts';

/** A noun, perhaps a part of it, and a file. */
const domain = /^server\/domain\/([\w-]+)\/(?:[\w-]+\/)?([\w.-]+)\.ts$/;
const files = sourceFiles().filter((file) => domain.test(file.path) && !isTest(file));
const nounOf = (path: string): string => domain.exec(path)?.[1] ?? '';
const nameOf = (path: string): string => domain.exec(path)?.[2] ?? '';

/** From the ground up. The name of a file says in which it is; one without such an ending is a verb. */
const storeys = ['rows', 'shared', 'verbs', 'initial state'] as const;
const rows = /(?:^|-)(?:rows|rules|errors)$/;
/** What other nouns use of a noun: who may see it, how it looks, who hears of it. */
const shared = /(?:^|-)(?:access|wire)$|\.shared$/;

function storeyOf(path: string): number {
  const name = nameOf(path);
  if (rows.test(name)) return 0;
  if (name === 'initial-state') return 3;
  return shared.test(name) ? 1 : 2;
}

const edges = files.flatMap((file) =>
  file.imports.filter(({ target }) => domain.test(target)).map(({ target }) => ({ from: file.path, to: target })),
);

test('the chat is folders, each a noun, and two files that know them all', () => {
  const entries = readdirSync(join(root, 'server/domain'), { withFileTypes: true });
  const besides = entries.filter((entry) => !entry.isDirectory() && entry.name.endsWith('.ts'));
  expect(besides.map(({ name }) => name).sort()).toEqual(['acting.ts', 'initial-state.ts']);
  expect(entries.length).toBeGreaterThan(20);
});

test('a file of less than 30 lines has the name of a storey, or serves more than one file', () => {
  const importers = new Map<string, Set<string>>();
  for (const { path, imports } of sourceFiles().filter((file) => !isTest(file)))
    for (const { target } of imports) importers.set(target, (importers.get(target) ?? new Set()).add(path));
  const isStorey = (path: string): boolean => ['rows', 'access', 'wire', 'initial-state'].includes(nameOf(path));
  const small = files.filter(({ path, lines }) => lines < 30 && !isStorey(path));
  expect(small.filter(({ path }) => (importers.get(path)?.size ?? 0) < 2).map(({ path }) => path)).toEqual([]);
});

test('no storey stands on a higher one', () => {
  const upward = edges.filter(({ from, to }) => storeyOf(to) > storeyOf(from));
  expect(
    upward.map(({ from, to }) => `${from} (${storeys[storeyOf(from)]}) imports ${to} (${storeys[storeyOf(to)]})`),
  ).toEqual([]);
});

/**
 * Imports by which a noun stands on one that stands on it, with the reason. This list may only become shorter: all else that two
 * nouns want of each other belongs to one of them, or to a noun below or above both.
 */
const bothWays: Readonly<Record<string, string>> = {
  'channels/activity.shared.ts > messages/rows.ts': 'how busy a channel is, its messages say',
  'channels/notices.ts > messages/system.ts': 'what changes in a channel is told in it, in a message of the server',
};
const isBothWays = ({ from, to }: { from: string; to: string }): boolean =>
  Object.hasOwn(bothWays, `${from} > ${to}`.replaceAll('server/domain/', ''));

test('nouns depend on each other in one direction, whole folders, types counted', () => {
  const nouns = [...new Set(files.map(({ path }) => nounOf(path)))].map((noun) => ({
    path: `nouns/${noun}`,
    imports: edges
      .filter((edge) => nounOf(edge.from) === noun && nounOf(edge.to) !== noun && !isBothWays(edge))
      .map(({ to }) => ({ target: `nouns/${nounOf(to)}`, isOwn: true, isTypeOnly: false })),
  }));
  expect(nouns.length).toBeGreaterThan(20);
  expect(circlesAmong(nouns, ['nouns'])).toEqual([]);
  // What is allowed is there, and would close a circle.
  const closing = edges.filter(isBothWays).filter(({ from, to }) => {
    const back = { target: `nouns/${nounOf(to)}`, isOwn: true, isTypeOnly: false };
    const withIt = nouns.map((noun) =>
      noun.path === `nouns/${nounOf(from)}` ? { ...noun, imports: [...noun.imports, back] } : noun,
    );
    return circlesAmong(withIt, ['nouns']).length > 0;
  });
  expect(closing.map(({ from, to }) => `${from} > ${to}`.replaceAll('server/domain/', '')).sort()).toEqual(
    Object.keys(bothWays).sort(),
  );
});

test('rows know tables and nothing of who asks', () => {
  // narrow: what is written is written into the search index with it.
  const allowed =
    /^server\/(?:storage|permissions|contract|markdown|narrow)\/|^server\/(?:errors|durations|names)\.ts$/;
  const strays = files
    .filter(({ path }) => storeyOf(path) === 0)
    .flatMap((file) =>
      file.imports
        .filter(
          ({ target, isOwn }) => isOwn && !allowed.test(target) && !(domain.test(target) && storeyOf(target) === 0),
        )
        .map(({ target }) => `${file.path} imports ${target}`),
    );
  expect(strays).toEqual([]);
});
