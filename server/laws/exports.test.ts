/** Exports are used by other files: a name used in its own file only is not exported, and an unused name is removed. */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { root, sourceFiles } from './tree.ts';

const files = sourceFiles();
const config = readFileSync(join(root, 'vite.config.ts'), 'utf8');

/** Facts are collected from all files of their name (spec/operation-facts.ts). */
const isCollected = (path: string): boolean => path.endsWith('.facts.ts');

test('every constant, function and class that is exported is imported somewhere, and no type is there for no one', () => {
  const importers = new Map<string, string[]>();
  for (const { text, imports } of files)
    for (const { target } of imports) importers.set(target, [...(importers.get(target) ?? []), text]);
  // The build imports a plugin of its own.
  importers.set('server/tools/languages/plugin.ts', [config]);
  const isNamedIn = (text: string, name: string): boolean => new RegExp(`\\b${name}\\b`).test(text);
  const unused = files
    .filter(({ path }) => !isCollected(path))
    .flatMap(({ path, text }) =>
      [...text.matchAll(/^export (?:async )?(const|let|function\*?|(?:abstract )?class|interface|type|enum) (\w+)/gm)]
        .filter(([, , name = '']) => !(importers.get(path) ?? []).some((other) => isNamedIn(other, name)))
        // The type of a parameter or an answer may be of use to the user who calls.
        .filter(
          ([, kind = '', name = '']) =>
            !/interface|type/.test(kind) || text.split(new RegExp(`\\b${name}\\b`)).length < 3,
        )
        .map(([, , name]) => `${path}: ${name}`),
    );
  expect(unused).toEqual([]);
});
