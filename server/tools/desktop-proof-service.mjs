/**
 * The service that starts before sign-in, on this computer: its definition is read by the system's own service manager, and with
 * `--service` it is installed, ended by force, and removed again. Each system has a row, so that the report shows which were tried.
 */
import { spawnSync } from 'node:child_process';
import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { eventually, freePort, row } from './desktop-proof-steps.mjs';
import { root } from './fresh-build.mjs';

/** @typedef {import('./desktop-proof-report.mjs').Row} Row */

const managers = [
  { platform: 'linux', system: 'Linux', name: 'systemd' },
  { platform: 'darwin', system: 'a Mac', name: 'launchd' },
  { platform: 'win32', system: 'Windows', name: 'Task Scheduler' },
];

/** Task Scheduler reads the definition and registers nothing (taskfolder-registertask, TASK_VALIDATE_ONLY); no rights are needed. */
const validateTask = `
$scheduler = New-Object -ComObject Schedule.Service
$scheduler.Connect()
$text = [IO.File]::ReadAllText($env:HEARTH_DEFINITION)
$null = $scheduler.GetFolder('\\').RegisterTask('HearthProof', $text, 1, $null, $null, 2)
`;

/** Commands that read a definition. @type {Record<string, {extension: string, command: (path: string) => string[]}>} */
const readers = {
  linux: { extension: 'service', command: (path) => ['systemd-analyze', 'verify', path] },
  darwin: { extension: 'plist', command: (path) => ['plutil', '-lint', path] },
  win32: { extension: 'xml', command: () => ['powershell', '-NoProfile', '-NonInteractive', '-Command', validateTask] },
};

/**
 * @param {string[]} words for `hearth service`
 * @returns {string} what it printed. @throws {Error} with its last line where it refuses
 */
function service(...words) {
  const entry = join(root, 'dist/server/cli.js');
  const { status, stdout, stderr } = spawnSync(process.execPath, [entry, 'service', ...words], { encoding: 'utf8' });
  if (status !== 0) throw new Error(`"service ${words[0]}" ended with ${status}: ${stderr.trim().split('\n').at(-1)}`);
  return stdout;
}

/** @param {string} work folder @returns {string} what the service manager answered */
function readDefinition(work) {
  const { extension, command } = readers[process.platform] ?? { extension: '', command: () => [] };
  const account = process.getuid?.() === 0 ? ['--user', process.env['SUDO_USER'] ?? 'nobody'] : [];
  const printed = service('install', '--print', '--data-dir', join(work, 'nowhere'), ...account);
  const text = /^write [^\n]*:\n(.*?)(?=^(?:run|remove|write)[: ]|$(?![\s\S]))/ms.exec(printed)?.[1];
  if (text === undefined) throw new Error('"service install --print" shows no definition');
  const path = join(work, `hearth-proof.${extension}`);
  writeFileSync(path, text);
  const [program = '', ...args] = command(path);
  const { status, stdout, stderr, error } = spawnSync(program, args, {
    encoding: 'utf8',
    env: { ...process.env, HEARTH_DEFINITION: path },
  });
  if (error !== undefined) throw new Error(`${program} does not run here: ${error.message}`);
  if (status !== 0) throw new Error(`${program}: ${`${stdout}${stderr}`.trim()}`);
  return `read by ${program}`;
}

/** Installs the service on a folder of its own, ends its server by force, and removes it. @param {string} work folder */
async function tryService(work) {
  if (JSON.parse(service('status', '--json')).isInstalled)
    throw new Error('a service is installed already: remove it first, with "npm run service -- remove"');
  const dataDir = join(work, 'data');
  const port = await freePort();
  const account = process.env['SUDO_USER'] === undefined ? [] : ['--user', process.env['SUDO_USER']];
  const isServing = async () => (await fetch(`http://127.0.0.1:${port}/health`)).ok;
  const server = () => JSON.parse(readFileSync(join(dataDir, 'in-use.lock'), 'utf8')).pid;
  try {
    service('install', '--data-dir', dataDir, '--port', String(port), ...account);
    await eventually('the server', isServing);
    const first = server();
    process.kill(first, 'SIGKILL');
    await eventually('the server after its end', async () => (await isServing()) && server() !== first);
  } finally {
    service('remove');
  }
  await eventually('the end of the server', async () => !(await isServing().catch(() => false)));
  if (JSON.parse(service('status', '--json')).isInstalled) throw new Error('it is still installed');
  return 'installed, started again after its end, removed';
}

/**
 * @param {boolean} isWanted whether the service may be installed here, which takes an administrator
 * @returns {Promise<Row[]>}
 */
export async function serviceChecks(isWanted) {
  const work = mkdtempSync(join(tmpdir(), 'hearth-proof-service-'));
  /** @type {Row[]} */
  const rows = [];
  for (const { platform, system, name } of managers) {
    const isHere = process.platform === platform;
    const elsewhere = `this computer is not ${system}`;
    const read = `${name} reads the definition of the service`;
    rows.push(
      isHere
        ? await row(read, async () => readDefinition(work))
        : { title: read, outcome: 'not run', detail: elsewhere },
    );
    const whole = `The service is installed with ${name}, starts again after its end, and is removed`;
    rows.push(
      isHere && isWanted
        ? await row(whole, () => tryService(work))
        : { title: whole, outcome: 'not run', detail: isHere ? 'it was started without --service' : elsewhere },
    );
  }
  if (existsSync(work)) rmSync(work, { recursive: true, force: true });
  return rows;
}
