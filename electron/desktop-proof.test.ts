/** The report of a run of the desktop app: what it says of a run with the stand-in, and its checks of an installed app on the real server. */
import { execFileSync, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdirSync, mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { programChecks } from '../server/tools/desktop-proof-program.mjs';
import { questions } from '../server/tools/desktop-proof-questions.mjs';
import { reportText } from '../server/tools/desktop-proof-report.mjs';
import { serviceChecks } from '../server/tools/desktop-proof-service.mjs';

const root = resolve(import.meta.dirname, '..');
// A build that is made on the way is one for people, not for tests.
const env = { ...process.env };
for (const name of ['VITEST', 'NODE_ENV']) delete env[name];
let work: string;
beforeAll(() => {
  work = mkdtempSync(join(tmpdir(), 'hearth-proof-test-'));
});
afterAll(() => rmSync(work, { recursive: true, force: true }));

const facts = { version: '1.2.3', machine: 'a computer', now: new Date(Date.UTC(2026, 10, 27)), folder: '/nowhere' };

test('names the program at its top, counts outcomes, and escapes table cells', () => {
  const rows = [
    { title: 'a | b', outcome: 'pass' as const, detail: '1 s' },
    { title: 'c', outcome: 'fail' as const, detail: `\u001B[31mfirst\u001B[39m\nsecond\n${'x'.repeat(1000)}` },
    { title: 'd', outcome: 'not run' as const, detail: 'no question was asked' },
  ];
  const text = reportText({
    ...facts,
    isReal: false,
    reason: 'there is no screen here',
    parts: [{ name: 'Part', rows }],
  });
  expect(text.split('\n')[2]).toMatch(/^\*\*With the stand-in, not with Electron: there is no screen here\.\*\*/);
  expect(text).toContain('1 passed, 1 failed, 1 not run.');
  expect(text).toContain(String.raw`| a \| b | pass | 1 s |`);
  expect(text).toContain('| d | not run | no question was asked |');
  expect(text.split('\n').filter((line) => line.startsWith('| c'))).toEqual([
    expect.stringMatching(/^\| c \| fail \| first second x{50,300} \|$/),
  ]);
  const real = reportText({ ...facts, isReal: true, reason: '', parts: [] });
  expect(real.split('\n')[2]).toBe('**With Electron 1.2.3 itself.**');
});

test('reports each check as not run, with the reason, without an installed app', async () => {
  const rows = await programChecks({ reason: 'only Electron itself can show it' }, work);
  expect(rows.length).toBeGreaterThan(6);
  for (const row of rows) expect(row).toMatchObject({ outcome: 'not run', detail: 'only Electron itself can show it' });
});

test.runIf(process.platform === 'linux')('passes the checks of an installed app with a real server', async () => {
  // In the place of the installed program: takes its words, runs the server, and ends it when it is asked to quit.
  const program = join(work, 'hearth');
  execFileSync(process.execPath, [join(root, 'server/tools/run.mjs'), '--help'], { env });
  const build = join(root, 'dist');
  const cli = join(build, 'server/cli.js');
  const pid = join(work, 'pid');
  writeFileSync(
    program,
    `#!/bin/sh
case " $* " in *" --quit "*) kill "$(cat '${pid}')"; exit 0 ;; esac
while [ "$1" != "--" ]; do shift; done
shift
echo $$ > '${pid}'
exec '${process.execPath}' '${cli}' serve "$@"
`,
    { mode: 0o755 },
  );
  mkdirSync(join(work, 'resources/app.asar.unpacked'), { recursive: true });
  symlinkSync(process.execPath, join(work, 'resources/node'));
  symlinkSync(build, join(work, 'resources/app.asar.unpacked/dist'));
  const rows = await programChecks({ program }, work);
  // Windows is asked on Windows.
  expect(rows.filter(({ outcome }) => outcome !== 'pass')).toEqual([
    { title: expect.stringContaining('the end of the session'), outcome: 'not run', detail: 'only on Windows' },
  ]);
});

test('has service rows for each system, and installs the service only on request', async () => {
  const rows = await serviceChecks(false);
  const here = { linux: 'systemd', darwin: 'launchd', win32: 'Task Scheduler' }[process.platform as string] ?? '';
  const [own, others] = [true, false].map((isOwn) => rows.filter(({ title }) => title.includes(here) === isOwn));
  expect(own).toMatchObject([
    { outcome: 'pass', detail: expect.stringMatching(/^read by /) },
    { outcome: 'not run', detail: 'it was started without --service' },
  ]);
  expect(others).toHaveLength(4);
  for (const row of others ?? [])
    expect(row).toMatchObject({ outcome: 'not run', detail: expect.stringMatching(/^this computer is not /) });
});

test('reports what the stand-in ran and nothing more without Electron', async () => {
  const folder = join(work, 'report');
  const script = join(root, 'server/tools/desktop-proof.mjs');
  const args = ['--stand-in', '--no-questions', '--output', folder, '--grep', 'keeps pages from leaving the server'];
  const child = spawn(process.execPath, [script, ...args], { cwd: root, env, stdio: ['ignore', 'pipe', 'inherit'] });
  let output = '';
  child.stdout.on('data', (chunk: Buffer) => (output += chunk.toString()));
  const [code] = await once(child, 'close');
  const text = readFileSync(join(folder, 'report.md'), 'utf8');
  expect(text).toContain('**With the stand-in, not with Electron: it was started with --stand-in.**');
  const rows = text.split('\n').filter((line) => /\| (?:pass|fail|not run) \|/.test(line));
  const passed = rows.filter((line) => line.includes('| pass |'));
  expect(passed[0]).toContain('keeps pages from leaving the server');
  // The definition of the service needs no Electron.
  expect(passed.slice(1)).toEqual([expect.stringContaining('reads the definition of the service')]);
  const here = questions.filter(({ platforms }) => platforms?.includes(process.platform) ?? true);
  for (const { title } of here)
    expect(rows.find((line) => line.includes(title))).toContain('| not run | only Electron itself can show it |');
  expect(text).toMatch(/^!\[keeps pages from leaving .*\]\(keeps-pages-from-leaving-.*\.png\)$/m);
  expect(output).toContain('report.md');
  expect(code).toBe(0);
});
