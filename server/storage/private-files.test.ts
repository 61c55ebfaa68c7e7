/** No one else on the computer reads what lies in a data folder, also where the folder itself is open to all. */
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { chmodSync, lstatSync, mkdirSync, mkdtempSync, readdirSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { programArgs } from '../testing/program.ts';

const owner = { email: 'owner@example.com', password: 'correct horse battery' };

test('in a folder of mode 755, everything is for the server alone: what it makes, and what an older version made', async (context) => {
  if (process.platform === 'win32') return context.skip('knows no modes');
  const root = mkdtempSync(join(tmpdir(), 'hearth-private-'));
  onTestFinished(() => rmSync(root, { recursive: true, force: true }));
  const dataDir = join(root, 'srv');
  const elsewhere = join(root, 'elsewhere');
  for (const folder of [dataDir, join(dataDir, 'outbox'), elsewhere]) mkdirSync(folder);
  writeFileSync(join(dataDir, 'outbox', 'old.eml'), 'a link to a new password');
  writeFileSync(join(dataDir, 'sleeps.json'), '[]');
  symlinkSync(elsewhere, join(dataDir, 'linked'));
  for (const open of [dataDir, join(dataDir, 'outbox'), elsewhere]) chmodSync(open, 0o755);
  chmodSync(join(dataDir, 'sleeps.json'), 0o644);

  const flags = ['--owner-email', owner.email, '--owner-password', owner.password, '--compact-at-bytes', '5000'];
  const command = [process.execPath, ...programArgs, 'serve', '--data-dir', dataDir, '--port', '0', ...flags];
  const child = spawn('sh', ['-c', 'umask 022; exec "$@"', 'sh', ...command], { stdio: ['ignore', 'pipe', 'inherit'] });
  onTestFinished(() => void child.kill('SIGKILL'));
  let url = '';
  let output = '';
  for await (const chunk of child.stdout) {
    output += String(chunk);
    url = /listening on (http:\/\/\S+)\n/.exec(output)?.[1] ?? '';
    if (url !== '') break;
  }
  const call = async (path: string, body: FormData | URLSearchParams): Promise<Record<string, string>> => {
    const answer = await fetch(`${url}/api/v1${path}`, { method: 'POST', body, headers });
    expect(answer.status, await answer.clone().text()).toBe(200);
    return (await answer.json()) as Record<string, string>;
  };
  const headers: Record<string, string> = {};
  const signIn = new URLSearchParams({ username: owner.email, password: owner.password });
  const key = (await call('/fetch_api_key', signIn))['api_key'] ?? '';
  headers['authorization'] = `Basic ${Buffer.from(`${owner.email}:${key}`).toString('base64')}`;
  const upload = new FormData();
  upload.append('filename', new File(['secret'], 'plan.txt', { type: 'text/plain' }));
  await call('/user_uploads', upload);
  await call('/invites', new URLSearchParams({ invitee_emails: 'new@example.org', stream_ids: '[]' }));
  const names = (): string[] => readdirSync(dataDir, { recursive: true, encoding: 'utf8' });
  const written = [/outbox.*\d\.eml$/, /snapshot.*manifest/];
  await expect.poll(() => written.filter((one) => names().some((name) => one.test(name)))).toEqual(written);
  const ended = once(child, 'exit');
  child.kill('SIGTERM');
  await ended;

  // What an older version made below a folder is shut in by that folder.
  const open = names().filter((name) => name !== join('outbox', 'old.eml') && name !== 'linked');
  const modes = open.map((name) => {
    const entry = lstatSync(join(dataDir, name));
    return [name, entry.isDirectory() ? 'folder' : 'file', (entry.mode & 0o777).toString(8)];
  });
  expect(modes).toEqual(modes.map(([name, kind]) => [name, kind, kind === 'folder' ? '700' : '600']));
  for (const part of ['outbox', 'uploads', 'logs', 'journal', 'journal-end.json'])
    expect(
      open.some((name) => name.startsWith(part)),
      part,
    ).toBe(true);
  const modeOf = (path: string): number => lstatSync(path).mode & 0o777;
  expect([modeOf(dataDir), modeOf(elsewhere)], 'those of others stay as they are').toEqual([0o755, 0o755]);
});
