/** The commands of the README, taken from the README, as a reader would run them. */
import { spawnSync } from 'node:child_process';
import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { expect, test } from '@playwright/test';
import { HearthProcess, owner } from './hearth-process.ts';

const root = resolve(import.meta.dirname, '..');
let readme: string;
let dataDir: string;
let hearth: HearthProcess;

test.beforeAll(async () => {
  readme = await readFile(join(root, 'README.md'), 'utf8');
  dataDir = await mkdtemp(join(tmpdir(), 'hearth-readme-'));
  hearth = await HearthProcess.start({ dataDir: join(dataDir, 'data') });
});

test.afterAll(async () => {
  await hearth.kill();
  await rm(dataDir, { recursive: true, force: true });
});

const bash = (script: string) =>
  spawnSync('bash', ['-euo', 'pipefail', '-c', script], { encoding: 'utf8', cwd: root, timeout: 50_000 });

test('the curl commands send a message, read it back and receive events', () => {
  const block = /runs the next block as it stands -->\n```bash\n([\s\S]*?)```/.exec(readme)?.[1] ?? '';
  expect(block).toContain(owner.email);
  expect(block).toContain(owner.password);
  // The reader's server has the default address; this one has a free port.
  const { status, stdout, stderr } = bash(block.replace('http://127.0.0.1:7420', hearth.url));
  expect(status, stderr).toBe(0);
  const answers = stdout.split(/(?<=\})(?=\{)/).map((text) => JSON.parse(text) as Record<string, unknown>);
  expect(answers.map(({ result }) => result)).toEqual(['success', 'success', 'success']);
  const [sent, read, events] = answers;
  expect(read?.['messages']).toEqual([
    expect.objectContaining({ id: sent?.['id'], content: '<p>Hello from <strong>curl</strong></p>' }),
  ]);
  expect(events?.['events']).toEqual([]);
});

test('a backup of the running server is restored into an empty folder with the same counts', () => {
  const file = join(dataDir, 'office.hearth-backup');
  const backup = bash(`npm run --silent backup -- --data-dir ${join(dataDir, 'data')} --out ${file}`);
  expect(backup.status, backup.stderr).toBe(0);
  const restore = bash(`npm run --silent restore -- --data-dir ${join(dataDir, 'copy')} --from ${file}`);
  expect(restore.status, restore.stderr).toBe(0);
  const counts = (output: string): string[] => output.split('\n').filter((line) => line.startsWith('  '));
  expect(counts(backup.stdout).length).toBeGreaterThan(3);
  expect(counts(restore.stdout)).toEqual(counts(backup.stdout));
});

test('every script that the README and the guides name exists', async () => {
  const { scripts } = JSON.parse(await readFile(join(root, 'package.json'), 'utf8')) as {
    scripts: Record<string, string>;
  };
  const guides = await Promise.all(
    ['server/cli/README.md', 'server/tools/README.md'].map((path) => readFile(join(root, path), 'utf8')),
  );
  const named = [...[readme, ...guides].join('\n').matchAll(/npm (?:run )?(start|test|(?<=run )[\w:]+)/g)].map(
    ([, name = '']) => name,
  );
  expect(named.length).toBeGreaterThan(20);
  expect(named.filter((name) => scripts[name] === undefined)).toEqual([]);
});
