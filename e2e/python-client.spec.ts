/** The `zulip` library for Python, as it is published: its uploads have no type of their own. Not run without Python or PyPI. */
import { spawnSync } from 'node:child_process';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, test } from '@playwright/test';
import { callApi } from './api-call.ts';
import { owner, ownerKey } from './hearth-process.ts';
import { HostedServer } from './hosted-server.ts';
import { directoryPassword, startDirectory, withoutSlapd } from './sign-in-services.ts';

const library = 'zulip==0.9.1';
const dot = 'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==';

type Answer = Record<string, unknown>;

let folder: string;
let hearth: HostedServer;

const packages = (): string => join(folder, 'packages');

test.beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'hearth-python-'));
  hearth = await HostedServer.start(join(folder, 'data'));
});
test.beforeAll(installLibrary);

test.afterAll(async () => {
  await hearth.stop();
  await rm(folder, { recursive: true, force: true });
});

/** The first Python 3 there is; undefined for none. */
const python = ['python3', 'python', 'py'].find((name) => {
  const { status, stdout } = spawnSync(name, ['--version'], { encoding: 'utf8' });
  return status === 0 && stdout.startsWith('Python 3');
});

/** Installs the library: before the tests, each of which has its own time. Skips them where it cannot be installed. */
function installLibrary(): void {
  test.skip(python === undefined, 'there is no Python here');
  const pip = ['-m', 'pip', 'install', '--quiet', '--disable-pip-version-check', '--target', packages(), library];
  const installed = spawnSync(python ?? '', pip, { encoding: 'utf8', timeout: 50_000 });
  test.skip(installed.status !== 0, `${library} cannot be installed here: ${installed.stderr}`);
}

/** @param script beside this file. */
function runScript(script: string, args: string[]) {
  return spawnSync(python ?? '', [join(import.meta.dirname, script), ...args], {
    encoding: 'utf8',
    timeout: 50_000,
    env: { ...process.env, PYTHONPATH: packages(), PYTHONIOENCODING: 'utf-8' },
  });
}

test('a Python script gets its key with a name of the directory', async () => {
  test.skip(withoutSlapd !== undefined, withoutSlapd ?? '');
  const directory = await startDirectory(['emil']);
  const authorization = `Basic ${btoa(`${owner.email}:${await ownerKey(hearth.url)}`)}`;
  const set = async (settings: Record<string, unknown>) =>
    callApi(hearth.url, authorization, 'PATCH', '/console/directory', { settings: JSON.stringify(settings) });
  await set(directory.settings);
  const { status, stdout, stderr } = runScript('python-directory.py', [hearth.url, 'emil', directoryPassword]);
  expect(status, stderr).toBe(0);
  expect(JSON.parse(stdout)).toMatchObject({ result: 'success', full_name: 'Person emil' });
  await set({ ldap_enabled: false });
  await directory.stop();
});

test('a Python script uploads a file and an emoji, and sends a message with both', async () => {
  await writeFile(join(folder, 'naïve notes.txt'), 'as they are');
  await writeFile(join(folder, 'dot.png'), Buffer.from(dot, 'base64'));
  const args = [hearth.url, owner.email, await ownerKey(hearth.url), folder];
  const { status, stdout, stderr } = runScript('python-client.py', args);
  expect(status, stderr).toBe(0);
  const { file, emoji, listed, sent } = JSON.parse(stdout) as Record<'file' | 'emoji' | 'listed' | 'sent', Answer>;
  expect(file).toMatchObject({ result: 'success', filename: 'naïve notes.txt' });
  expect(emoji).toMatchObject({ result: 'success' });
  expect(Object.values(listed['emoji'] as Record<string, Answer>)).toEqual([
    expect.objectContaining({ name: 'red_dot' }),
  ]);
  expect(sent).toMatchObject({ result: 'success' });

  const headers = { authorization: `Basic ${Buffer.from(args.slice(1, 3).join(':')).toString('base64')}` };
  const stored = await fetch(`${hearth.url}${String(file['url'])}`, { headers });
  expect([stored.headers.get('content-type'), await stored.text()]).toEqual([
    'text/plain; charset=utf-8',
    'as they are',
  ]);
});
