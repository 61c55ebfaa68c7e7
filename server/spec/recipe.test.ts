/** "Add an endpoint" in server/api/README.md, followed to the letter in a copy of the server: its files, its commands. */
import { execFile } from 'node:child_process';
import { cp, mkdtemp, readFile, rm, symlink, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { expect, onTestFinished, test } from 'vitest';
import { root } from '../laws/tree.ts';

/** What the copy needs beside server/ to build its list and run its tests. */
const beside = ['package.json', 'tsconfig.json', 'vite.config.ts'];

const recipe = async (): Promise<string> =>
  /^## Add an endpoint$(.*?)^## /ms.exec(await readFile(join(root, 'server/api/README.md'), 'utf8'))?.[1] ?? '';

/** The path that was named last before each block, with the block. */
const filesOf = (text: string): { path: string; content: string }[] =>
  [...text.matchAll(/`(server\/api\/[\w.-]+\.ts)`(?:(?!`server\/api\/)[^])*?^```ts$\n([^]*?)^```$/gm)].map(
    ([, path = '', content = '']) => ({ path, content }),
  );

const commandsOf = (text: string): string[] => /^```sh$\n([^]*?)^```$/m.exec(text)?.[1]?.trim().split('\n') ?? [];

test('adds an endpoint that is served, typed and tested', async () => {
  const text = await recipe();
  const [files, commands] = [filesOf(text), commandsOf(text)];
  expect(files).toHaveLength(2);
  expect(commands).toHaveLength(2);
  const copy = await mkdtemp(join(tmpdir(), 'hearth-recipe-'));
  onTestFinished(() => rm(copy, { recursive: true }));
  await cp(join(root, 'server'), join(copy, 'server'), { recursive: true });
  for (const name of beside) await cp(join(root, name), join(copy, name));
  await symlink(join(root, 'node_modules'), join(copy, 'node_modules'), 'junction');
  for (const { path, content } of files) await writeFile(join(copy, path), content, { flag: 'wx' });

  const { VITEST: _vitest, ...env } = process.env;
  const run = async (command: string): Promise<string> => {
    const [program = '', ...args] = command.split(' ');
    const { stdout } = await promisify(execFile)(program, args, {
      cwd: copy,
      env,
      shell: process.platform === 'win32',
    });
    return stdout;
  };
  const [write = '', tests = ''] = commands;
  await run(write);
  expect(await readFile(join(copy, 'server/contract/api.ts'), 'utf8')).toContain(
    "'GET /users/me/greeting': { params: { word?: string | undefined }; answer: { result:",
  );
  // Of all the calls of everybody, only those that the recipe adds; and in one process, for most of their time is its start.
  const report = await run(`${tests} -t greeting|greets|permissions.md --maxWorkers=1 --reporter=json`);
  expect(report).toContain('"numPassedTests":3,"numFailedTests":0,');
  expect(await readFile(join(copy, 'server/spec/permissions.md'), 'utf8')).toMatch(/^\| `GET \/users\/me\/greeting` /m);
});
