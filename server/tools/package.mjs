/**
 * `npm run package`: makes the installers of this computer's platform in release/ and says how large everything is.
 * electron-builder.yml describes how they are made; here is what depends on the moment: the feed of updates, where Electron
 * comes from, and what to do when something would have to be fetched and cannot be.
 */
import { spawnSync } from 'node:child_process';
import { existsSync, lstatSync, readdirSync, statSync } from 'node:fs';
import { createRequire } from 'node:module';
import { basename, join, relative, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';
import { parseArgs } from 'node:util';
import { build } from 'electron-builder';
import { ensureBuilt, root } from './fresh-build.mjs';
import { signing } from './signing.mjs';

const help = `npm run package -- [TARGET ...] [--dir] [--output DIR] [--electron DIR]
  TARGET          what to make instead of everything for this platform: AppImage, deb, rpm, nsis, dmg, zip
  --dir           only the app's folder, no installer
  --output DIR    where to (default: release)
  --electron DIR  an unpacked Electron, or a folder with its zip file, to use instead of fetching one
HEARTH_UPDATE_FEED=https://… builds an app that has this address for updates in it. With a certificate it is signed: README.md
names the variables.
`;

/**
 * @typedef {object} Wishes
 * @property {string[]} targets names of targets; none means all of this platform
 * @property {string} [output] folder, default release/
 * @property {string} [electron] folder of an unpacked Electron
 * @property {string} [feed] address where the app looks for updates
 */

/**
 * The Node program that a service runs the server with, as a file of the app: the one that makes the installers, for it has this
 * platform, and the version that the tests ran with.
 * @returns {import('electron-builder').Configuration}
 * @throws {Error} for a Node that needs libraries of the system that it was installed on
 */
function nodeBeside() {
  const variables = /** @type {Record<string, unknown>} */ (process.config.variables);
  if (variables['node_shared'] === true)
    throw new Error('this Node needs libraries of this system. Use the Node of nodejs.org to make installers');
  return { extraResources: [{ from: process.execPath, to: process.platform === 'win32' ? 'node.exe' : 'node' }] };
}

/** What is made on Linux when nothing else is said. An rpm needs the tool of that name. */
function linuxTargets() {
  const hasRpm = spawnSync('rpmbuild', ['--version']).status === 0;
  if (!hasRpm) process.stderr.write('No .rpm is made: rpmbuild is not installed here.\n');
  return ['AppImage', 'deb', ...(hasRpm ? ['rpm'] : [])];
}

/**
 * What electron-builder is asked for on top of electron-builder.yml.
 * @param {Wishes} wishes
 * @returns {import('electron-builder').CliOptions}
 * @throws {Error} when the feed is no address that updates may come from
 */
export function packagerOptions({ targets, output, electron, feed }) {
  const fromElectron = createRequire(createRequire(import.meta.url).resolve('electron/package.json'));
  /** @type {import('electron-builder').Configuration} */
  const config = {
    ...(feed === undefined ? {} : { publish: { provider: 'generic', url: updateFeed(feed) } }),
    // Checked against the sums that came with the package, so that an archive in the cache is enough.
    electronDownload: { mirrorOptions: {}, checksums: fromElectron('./checksums.json') },
    ...(output === undefined ? {} : { directories: { output: resolve(output) } }),
    ...(electron === undefined ? {} : { electronDist: resolve(electron) }),
    ...(targets.length === 0 || targets.includes('AppImage') ? imageFirst() : {}),
    ...nodeBeside(),
    ...signing(process.env, process.platform).config,
  };
  const platform = process.platform === 'win32' ? 'win' : process.platform === 'darwin' ? 'mac' : 'linux';
  const wanted = targets.length === 0 && platform === 'linux' ? linuxTargets() : targets;
  return { projectDir: root, publish: 'never', [platform]: wanted, config };
}

/**
 * A Debian package marks the app's folder as its own, so that updates come as such packages. An AppImage made of the same
 * folder must not have that mark: so it is made first.
 * @returns {import('electron-builder').Configuration}
 */
function imageFirst() {
  let finish = () => {};
  const finished = new Promise((done) => void (finish = () => done(undefined)));
  return {
    artifactBuildStarted: ({ targetPresentableName: name }) => (name === 'deb' ? finished : undefined),
    artifactBuildCompleted: ({ file }) => (file.endsWith('.AppImage') ? finish() : undefined),
  };
}

/** Linux has nothing but the feed to say what an update is, so it must be protected on its way. @param {string} text */
function updateFeed(text) {
  const url = URL.canParse(text) ? new URL(text) : null;
  const local = ['localhost', '127.0.0.1', '[::1]'].includes(url?.hostname ?? '');
  if (url?.protocol !== 'https:' && !(url?.protocol === 'http:' && local))
    throw new Error(`HEARTH_UPDATE_FEED takes an https:// address, not '${text}'.`);
  return url.href;
}

/** @param {string} path @returns {number} bytes of a file, or of everything in a folder */
function sizeOf(path) {
  const facts = lstatSync(path);
  if (!facts.isDirectory()) return facts.size;
  return readdirSync(path).reduce((sum, name) => sum + sizeOf(join(path, name)), 0);
}

/** @param {number} bytes */
const megabytes = (bytes) => `${(bytes / 1e6).toFixed(1)} MB`;

/**
 * One line for each app folder in `output` and for each installer.
 * @param {string} output @param {string[]} installers
 */
export function sizes(output, installers) {
  const lines = [];
  for (const name of readdirSync(output)) {
    const folder = join(output, name);
    if (!statSync(folder).isDirectory()) continue;
    const resources = [join(folder, 'resources'), join(folder, 'Hearth.app/Contents/Resources')].find(existsSync);
    if (resources === undefined || !existsSync(join(resources, 'app.asar'))) continue;
    const archive = sizeOf(join(resources, 'app.asar'));
    const beside = sizeOf(join(resources, 'app.asar.unpacked'));
    lines.push(
      `${relative(root, folder)}: ${megabytes(sizeOf(folder))}, of which the app ${megabytes(archive + beside)} ` +
        `(app.asar ${megabytes(archive)}, the server's files beside it ${megabytes(beside)})`,
    );
  }
  for (const file of installers) lines.push(`${basename(file)}: ${megabytes(sizeOf(file))}`);
  return lines;
}

/** @param {unknown} error @returns {boolean} whether something could not be fetched */
const isOffline = (error) =>
  /ENOTFOUND|EAI_AGAIN|ECONNREFUSED|ECONNRESET|ENETUNREACH|ETIMEDOUT|fetch failed/.test(String(error));

async function main() {
  const { values, positionals } = parseArgs({
    allowPositionals: true,
    options: {
      dir: { type: 'boolean' },
      output: { type: 'string' },
      electron: { type: 'string' },
      help: { type: 'boolean' },
    },
  });
  if (values.help) return void process.stdout.write(help);
  const feed = process.env['HEARTH_UPDATE_FEED'] || undefined;
  const targets = values.dir ? ['dir'] : positionals;
  const options = packagerOptions({ targets, output: values.output, electron: values.electron, feed });
  if (!(await ensureBuilt())) return void (process.exitCode = 1);
  const installers = await build(options);
  for (const line of sizes(resolve(values.output ?? join(root, 'release')), installers))
    process.stdout.write(`${line}\n`);
  process.stdout.write(`${signing(process.env, process.platform).summary}\n`);
  process.stdout.write(feed === undefined ? 'Updates: no feed.\n' : `Updates: from ${feed}\n`);
}

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  try {
    await main();
  } catch (error) {
    process.stderr.write(`No installer was made: ${error instanceof Error ? error.message : String(error)}\n`);
    if (isOffline(error))
      process.stderr.write(
        'Electron, and the tools that make installers, are fetched once and then kept. This computer could not fetch them now.\n' +
          'What needs nothing fetched: npm run package -- --dir --electron DIR, with an unpacked Electron in DIR.\n',
      );
    process.exitCode = 1;
  }
}
