/**
 * "Add an endpoint" in server/api/README.md, followed to the letter in a copy of the server: its files, its commands. What it made
 * compiles, and the laws about endpoints hold.
 */
import { execFile } from 'node:child_process';
import { cp, mkdtemp, readFile, rm, symlink, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { root } from '../laws/tree.ts';

/** What the copy needs beside server/: copied, or only read. */
const copied = ['package.json', 'tsconfig.json', 'vite.config.ts', '.gitignore'];
const linked = ['node_modules', 'renderer', 'electron', 'e2e', 'resources'];
const laws = ['endpoints', 'contract', 'contract-params', 'privacy', 'imports', 'nouns', 'exports', 'size'];

/** Types of libraries that have none, which the project of the server includes. */
const declarations = ['server/delivery/http-ece.d.ts'];

/** The files that the recipe makes. */
const made = ['', '.facts', '.test'].map((kind) => `server/api/greetings${kind}.ts`);

const recipe = async (): Promise<string> =>
  /^## Add an endpoint$(.*?)^## /ms.exec(await readFile(join(root, 'server/api/README.md'), 'utf8'))?.[1] ?? '';

/** The path that was named last before each block, with the block. */
const filesOf = (text: string): { path: string; content: string }[] =>
  [...text.matchAll(/`(server\/api\/[\w.-]+\.ts)`(?:(?!`server\/api\/)[^])*?^```ts$\n([^]*?)^```$/gm)].map(
    ([, path = '', content = '']) => ({ path, content }),
  );

const commandsOf = (text: string): string[] => /^```sh$\n([^]*?)^```$/m.exec(text)?.[1]?.trim().split('\n') ?? [];

let copy: string;
let files: { path: string; content: string }[];
let commands: string[];

async function run(command: string): Promise<string> {
  const { VITEST: _vitest, ...env } = process.env;
  const [program = '', ...args] = command.split(' ');
  const { stdout } = await promisify(execFile)(program, args, {
    cwd: copy,
    env,
    maxBuffer: 64 * 1024 * 1024,
    shell: process.platform === 'win32',
  });
  return stdout;
}

beforeAll(async () => {
  copy = await mkdtemp(join(tmpdir(), 'hearth-recipe-'));
  await cp(join(root, 'server'), join(copy, 'server'), { recursive: true });
  for (const name of copied) await cp(join(root, name), join(copy, name));
  for (const name of linked) await symlink(join(root, name), join(copy, name), 'junction');
  const text = await recipe();
  files = filesOf(text);
  commands = commandsOf(text);
  for (const { path, content } of files) await writeFile(join(copy, path), content, { flag: 'wx' });
  await run(commands[0] ?? '');
});
afterAll(() => rm(copy, { recursive: true }));

test('adds an endpoint that is typed, and compiles', async () => {
  expect(files.map(({ path }) => path)).toEqual(made);
  expect(commands).toHaveLength(2);
  expect(await readFile(join(copy, 'server/contract/api.ts'), 'utf8')).toContain(
    "'POST /users/{user_id}/greeting': { params: { greeting: string }; answer: { result:",
  );
  // The files of the recipe, and the list that has them.
  const program = { extends: './server/tsconfig.json', compilerOptions: { composite: false }, include: [] };
  await writeFile(
    join(copy, 'tsconfig.recipe.json'),
    JSON.stringify({ ...program, files: [...made, 'server/api/index.ts', ...declarations] }),
  );
  await run('npx tsc --project tsconfig.recipe.json');
});

/** In one process, for most of their time is its start. */
const once = '--maxWorkers=1 --reporter=json';

test('adds an endpoint that keeps the laws', async () => {
  const report = await run(
    `npx vitest run --project server ${laws.map((law) => `server/laws/${law}.test.ts`).join(' ')} ${once}`,
  );
  expect(report).toContain('"numFailedTests":0,');
});

test('adds an endpoint that is served and tested', async () => {
  // Of the calls of all operations only those that the recipe adds.
  const report = await run(`${commands[1]} -t greeting|greets|permissions.md ${once}`);
  expect(report).toContain('"numPassedTests":4,"numFailedTests":0,');
  expect(await readFile(join(copy, 'server/spec/permissions.md'), 'utf8')).toMatch(
    /^\| `POST \/users\/\{user_id\}\/greeting` /m,
  );
});
