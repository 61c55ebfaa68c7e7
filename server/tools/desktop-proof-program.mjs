/**
 * The app as it is installed, asked over its API: everything in it that a checkout runs from other files than the installed app does
 * (workers, native code, the Node program of the service).
 */
import { spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { endings } from './desktop-proof-endings.mjs';
import { eventually, freePort, limitMs, row } from './desktop-proof-steps.mjs';
import { root } from './fresh-build.mjs';

/** @typedef {import('./desktop-proof-report.mjs').Row} Row */
/** @typedef {{program: string, dataDir: string, call: (method: string, path: string, body?: BodyInit) => Promise<any>}} App */

const owner = { email: 'owner@example.com', password: 'correct horse battery' };
/** @type {{title: string, run: (app: App) => Promise<string>}[]} */
const checks = [
  {
    title: 'A picture is read and made smaller, in the process of the app',
    async run({ call }) {
      const form = new FormData();
      form.set('file', new Blob([readFileSync(join(root, 'resources/icon.png'))], { type: 'image/png' }), 'icon.png');
      const { url } = await call('POST', '/user_uploads', form);
      const content = new URLSearchParams({
        type: 'channel',
        to: 'general',
        topic: 'proof',
        content: `[icon](${url})`,
      });
      const { id } = await call('POST', '/messages', content);
      const html = await eventually('the small picture', async () => {
        const { message } = await call('GET', `/messages/${id}`);
        return /user_uploads\/thumbnail\/[^"]+/.exec(message.content)?.[0];
      });
      return html;
    },
  },
  {
    title: 'A backup is made and read through, by its worker',
    async run({ call }) {
      await call('POST', '/console/backups');
      const { backups } = await eventually('the backup', async () => {
        const answer = await call('GET', '/console/backups');
        return answer.backups.length > 0 && answer;
      });
      return backups[0].name;
    },
  },
  {
    title: 'The data is compacted, by its worker',
    run: ({ dataDir }) =>
      eventually('a snapshot', async () => readdirSync(dataDir).find((name) => /^snapshot-\d+\.manifest/.test(name))),
  },
  {
    title: 'The team is exported, by its worker',
    async run({ call }) {
      await call('POST', '/export/realm', new URLSearchParams({ export_type: '1' }));
      const done = await eventually('the export', async () => {
        const { exports } = await call('GET', '/export/realm');
        return exports.find((/** @type {{export_url: string | null}} */ one) => one.export_url);
      });
      return done.export_url;
    },
  },
  {
    title: 'A certificate is made',
    async run({ call }) {
      await call('POST', '/console/network/certificate/make');
      return 'made by the server';
    },
  },
  {
    title: 'The Node program of the service is inside, and runs the server',
    async run({ program }) {
      const folder =
        process.platform === 'darwin' ? join(dirname(program), '../Resources') : join(dirname(program), 'resources');
      const node = join(folder, process.platform === 'win32' ? 'node.exe' : 'node');
      const entry = join(folder, 'app.asar.unpacked/dist/server/cli.js');
      const { status, stdout } = spawnSync(node, [entry, 'service', 'status'], { encoding: 'utf8' });
      if (status !== 0) throw new Error(`"service status" ended with ${status}`);
      return stdout.trim();
    },
  },
];
const startTitle = 'The installed app starts, and its server answers';
const quitTitle = 'The installed app is asked to quit by a second start, and stops its server in order';

/**
 * @param {{program: string} | {reason: string}} packed @param {string} folder for its profile and data, taken away afterwards
 * @returns {Promise<Row[]>}
 */
export async function programChecks(packed, folder) {
  const titles = [startTitle, ...[...checks, ...endings].map(({ title }) => title), quitTitle];
  if ('reason' in packed) return titles.map((title) => ({ title, outcome: 'not run', detail: packed.reason }));
  const work = mkdtempSync(join(tmpdir(), 'hearth-proof-'));
  const dataDir = join(work, 'data');
  const profile = [...(process.getuid?.() === 0 ? ['--no-sandbox'] : []), `--user-data-dir=${join(work, 'profile')}`];
  const port = await freePort();
  const flags = ['--port', String(port), '--data-dir', dataDir, '--compact-at-bytes', '1'];
  const people = ['--owner-email', owner.email, '--owner-password', owner.password];
  const child = spawn(packed.program, [...profile, '--', ...flags, ...people], { stdio: 'ignore' });
  const ended = once(child, 'exit');
  /** @type {Row[]} */
  const rows = [];
  try {
    rows.push(
      await row(startTitle, async () =>
        String((await eventually('the server', () => fetch(`http://127.0.0.1:${port}/health`))).status),
      ),
    );
    const call = await signedIn(`http://127.0.0.1:${port}/api/v1`).catch(() => undefined);
    for (const { title, run } of checks)
      rows.push(
        call === undefined
          ? { title, outcome: 'not run', detail: 'no server answered' }
          : await row(title, () => run({ program: packed.program, dataDir, call })),
      );
    rows.push(
      await row(quitTitle, async () => {
        spawnSync(packed.program, [...profile, '--quit'], { timeout: limitMs });
        await eventually('the end of the app', async () => child.exitCode !== null);
        if (existsSync(join(dataDir, 'in-use.lock'))) throw new Error('the data folder is still locked');
        return 'ended, and the data folder is free';
      }),
    );
    await ended;
    for (const { title, platforms, where, run } of endings)
      rows.push(
        platforms.includes(process.platform)
          ? await row(title, () => run(packed.program, join(work, 'ending')))
          : { title, outcome: 'not run', detail: `only ${where}` },
      );
    return rows;
  } finally {
    child.kill();
    await ended;
    rmSync(work, { recursive: true, force: true });
    rmSync(join(folder, 'app'), { recursive: true, force: true });
  }
}

/** @param {string} api @returns {Promise<App['call']>} */
async function signedIn(api) {
  const body = new URLSearchParams({ username: owner.email, password: owner.password });
  const { api_key: key } = await eventually('the owner', async () => {
    const answer = await fetch(`${api}/fetch_api_key`, { method: 'POST', body });
    return answer.ok ? await answer.json() : undefined;
  });
  const headers = { authorization: `Basic ${btoa(`${owner.email}:${key}`)}` };
  return async (method, path, sent) => {
    const answer = await fetch(`${api}${path}`, { method, headers, ...(sent === undefined ? {} : { body: sent }) });
    const text = await answer.text();
    if (!answer.ok) throw new Error(`${method} ${path} answered ${answer.status}: ${text.slice(0, 200)}`);
    return JSON.parse(text);
  };
}
