/** The house of the chat: a folder a noun, the same storeys in each, and one direction in every storey. */
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

test('the chat is folders, each a noun, and three files beside them', () => {
  const entries = readdirSync(join(root, 'server/domain'), { withFileTypes: true });
  const besides = entries.filter((entry) => !entry.isDirectory() && entry.name.endsWith('.ts'));
  expect(besides.map(({ name }) => name).sort()).toEqual(['acting.ts', 'initial-state.ts', 'registration.ts']);
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

test('in each storey the nouns depend on each other in one direction, types counted', () => {
  const bothWays = (all: typeof edges): string[] =>
    storeys.flatMap((_, storey) => {
      const inside = all.filter(({ from, to }) => storeyOf(from) === storey && storeyOf(to) === storey);
      const nouns = [...new Set(inside.flatMap(({ from, to }) => [nounOf(from), nounOf(to)]))].map((noun) => ({
        path: `nouns/${noun}`,
        imports: inside
          .filter(({ from, to }) => nounOf(from) === noun && nounOf(to) !== noun)
          .map(({ to }) => ({ target: `nouns/${nounOf(to)}`, isOwn: true, isTypeOnly: false })),
      }));
      return circlesAmong(nouns, ['nouns']).map((circle) => `${storeys[storey]}: ${circle}`);
    });
  expect(bothWays(edges)).toEqual([]);
  // Not vacuous: each of these imports closes a circle, among rows and among verbs.
  for (const [from, to] of [
    ['messages/recipient-rows.ts', 'channels/rows.ts'],
    ['accounts/lifecycle.ts', 'bots/edit.ts'],
  ])
    expect(bothWays([...edges, { from: `server/domain/${from}`, to: `server/domain/${to}` }])).toHaveLength(1);
});

test('rows know tables and nothing of who asks', () => {
  // narrow: what is written is written into the search index with it.
  const allowed =
    /^server\/(?:storage|permissions|contract|markdown|narrow)\/|^server\/(?:errors|durations|names|address-list)\.ts$/;
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
