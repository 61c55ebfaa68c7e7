/**
 * "Add an endpoint" in server/api/README.md, followed to the letter in a copy of the server: its files, its commands. What it made
 * compiles, and the laws about endpoints hold.
 */
import { execFile } from 'node:child_process';
import { cp, mkdtemp, readFile, rm, symlink, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join, sep } from 'node:path';
import { promisify } from 'node:util';
import { expect, onTestFinished, test } from 'vitest';
import { root } from '../laws/tree.ts';

/** What the copy needs beside server/: copied, or only read. */
const copied = ['package.json', 'tsconfig.json', 'vite.config.ts'];
const linked = ['node_modules', 'renderer', 'electron', 'e2e', 'resources'];
const laws = ['endpoints', 'contract', 'contract-params', 'privacy', 'imports', 'nouns', 'exports', 'size'];

const recipe = async (): Promise<string> =>
  /^## Add an endpoint$(.*?)^## /ms.exec(await readFile(join(root, 'server/api/README.md'), 'utf8'))?.[1] ?? '';

/** The path that was named last before each block, with the block. */
const filesOf = (text: string): { path: string; content: string }[] =>
  [...text.matchAll(/`(server\/api\/[\w.-]+\.ts)`(?:(?!`server\/api\/)[^])*?^```ts$\n([^]*?)^```$/gm)].map(
    ([, path = '', content = '']) => ({ path, content }),
  );

const commandsOf = (text: string): string[] => /^```sh$\n([^]*?)^```$/m.exec(text)?.[1]?.trim().split('\n') ?? [];

async function copyOfServer(): Promise<string> {
  const copy = await mkdtemp(join(tmpdir(), 'hearth-recipe-'));
  onTestFinished(() => rm(copy, { recursive: true }));
  const isSource = (path: string): boolean => !path.split(sep).includes('node_modules');
  await cp(join(root, 'server'), join(copy, 'server'), {
    recursive: true,
    filter: (path) => isSource(path.slice(root.length)),
  });
  for (const name of copied) await cp(join(root, name), join(copy, name));
  for (const name of linked) await symlink(join(root, name), join(copy, name), 'junction');
  return copy;
}

test('adds an endpoint that compiles, keeps the laws, is served, typed and tested', async () => {
  const text = await recipe();
  const [files, commands] = [filesOf(text), commandsOf(text)];
  expect(files.map(({ path }) => path)).toEqual(
    ['', '.facts', '.test'].map((kind) => `server/api/greetings${kind}.ts`),
  );
  expect(commands).toHaveLength(2);
  const copy = await copyOfServer();
  for (const { path, content } of files) await writeFile(join(copy, path), content, { flag: 'wx' });

  const { VITEST: _vitest, ...env } = process.env;
  const run = async (command: string): Promise<string> => {
    const [program = '', ...args] = command.split(' ');
    const { stdout } = await promisify(execFile)(program, args, {
      cwd: copy,
      env,
      maxBuffer: 64 * 1024 * 1024,
      shell: process.platform === 'win32',
    });
    return stdout;
  };
  const [write = '', tests = ''] = commands;
  await run(write);
  expect(await readFile(join(copy, 'server/contract/api.ts'), 'utf8')).toContain(
    "'POST /users/{user_id}/greeting': { params: { greeting: string }; answer: { result:",
  );
  // The files of the recipe, and the list that has them.
  const program = { extends: './server/tsconfig.json', compilerOptions: { composite: false }, include: [] };
  const compiled = [...files.map(({ path }) => path), 'server/api/index.ts'];
  await writeFile(join(copy, 'tsconfig.recipe.json'), JSON.stringify({ ...program, files: compiled }));
  // Each vitest in one process, for most of its time is its start; of the calls of all operations only those that the recipe adds.
  const once = '--maxWorkers=1 --reporter=json';
  const [report] = await Promise.all([
    run(`${tests} -t greeting|greets|permissions.md ${once}`),
    run('npx tsc --project tsconfig.recipe.json'),
    run(`npx vitest run --project server ${laws.map((law) => `server/laws/${law}.test.ts`).join(' ')} ${once}`),
  ]);
  expect(report).toContain('"numPassedTests":4,"numFailedTests":0,');
  expect(await readFile(join(copy, 'server/spec/permissions.md'), 'utf8')).toMatch(
    /^\| `POST \/users\/\{user_id\}\/greeting` /m,
  );
});
