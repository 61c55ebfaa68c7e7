/** Import rules between folders. A rule that has to change is changed here, with its reason, in the same commit. */
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { circlesAmong } from './cycles.ts';
import { isTest, root, sourceFiles, type Import, type SourceFile } from './tree.ts';

const files = sourceFiles();
const product = files.filter((file) => !isTest(file));

/**
 * The rooms of server/, and those each of them may import; "types" may only be imported as types. Its own files always, and
 * options, errors and secrets. A room knows only rooms above its own line.
 */
const allowed: Record<string, { values: string[]; types?: string[] }> = {
  storage: { values: [] },
  contract: { values: [] },
  markdown: { values: [] },
  permissions: { values: [] },
  http: { values: [] },
  narrow: { values: [] },
  events: { values: ['narrow'], types: ['storage', 'contract'] },
  uploads: { values: [] },
  ntfy: { values: [] },
  // How a name is written in Markdown.
  integrations: { values: ['markdown'] },
  delivery: { values: [], types: ['storage'] },
  domain: {
    values: ['permissions', 'events', 'narrow', 'markdown', 'integrations', 'uploads', 'delivery', 'storage'],
    types: ['contract'],
  },
  network: { values: ['storage'], types: ['contract'] },
  api: {
    values: ['http', 'domain', 'events', 'permissions', 'narrow', 'markdown', 'integrations', 'uploads', 'delivery'],
    types: ['storage'],
  },
  operations: {
    // Of markdown, narrow and integrations what makes messages of other chats ours.
    values: [
      'http',
      'domain',
      'events',
      'permissions',
      'narrow',
      'markdown',
      'integrations',
      'uploads',
      'delivery',
      'network',
      'storage',
    ],
    types: ['contract', 'desktop-link'],
  },
  'api/console': {
    // Of the contract, what it says of answers: the explorer shows it.
    values: [
      'api',
      'operations',
      'http',
      'domain',
      'permissions',
      'markdown',
      'uploads',
      'delivery',
      'network',
      'contract',
    ],
    types: ['storage', 'events'],
  },
  demo: {
    values: ['operations', 'domain', 'permissions', 'uploads', 'delivery', 'storage'],
    types: ['contract'],
  },
  runtime: {
    values: [
      'api',
      'operations',
      'demo',
      'http',
      'domain',
      'events',
      'uploads',
      'delivery',
      'ntfy',
      'network',
      'storage',
    ],
    // The name of the app's own window: its pages run scripts of the build alone.
    types: ['desktop-link'],
  },
  // Knows the system's service managers, and nothing of Hearth but its command line.
  service: { values: [] },
  'desktop-link': { values: [], types: ['storage'] },
  start: { values: ['runtime', 'operations', 'domain', 'events', 'storage'] },
  // Of markdown what the first messages need, made ready once a server has started.
  cli: {
    values: ['start', 'operations', 'demo', 'domain', 'markdown', 'network', 'storage', 'service'],
    types: ['desktop-link'],
  },
  // It builds the organizations that it measures, without a server in between, with the demo's repeatable chance.
  bench: { values: ['start', 'operations', 'demo', 'domain', 'storage'] },
  // It writes from the declarations and the contract what follows from them.
  tools: { values: ['api', 'api/console', 'storage', 'contract'], types: ['http'] },
};

/** The list of all endpoints is the one file of api/ that knows the console's. */
const listOfEndpoints = 'server/api/index.ts';

function roomOf(path: string): string {
  if (path.startsWith('server/api/console/')) return 'api/console';
  // The command line is its folder and the file that is run; any other loose file is a room of its own.
  return /^server\/([^/.]+)/.exec(path)?.[1] ?? '';
}

const isForAll = (path: string): boolean =>
  /^server\/(options|errors|secrets|shell-words|durations|json-text|machine-network|names|scripts|alert-words|address-list|disk-codes|worker-file|file-access|file-gates|socket-lines|spare-descriptors|special-files|open-file-limit|texts|translation|turns)\.ts$/.test(
    path,
  ) ||
  path === 'server/confusables.json' ||
  path === 'resources/languages/languages.json';

/** Every import of one room by another. */
const crossings = product
  .filter(({ path }) => path.startsWith('server/'))
  .flatMap((file) =>
    file.imports
      .filter(({ target, isOwn }) => isOwn && target.startsWith('server/') && !isForAll(target))
      .map((found) => ({ file, found, from: roomOf(file.path), to: roomOf(found.target) })),
  )
  .filter(({ from, to }) => from !== to);

function isAllowed({ file, found, from, to }: { file: SourceFile; found: Import; from: string; to: string }): boolean {
  const rule = allowed[from];
  if (file.path === listOfEndpoints && to === 'api/console') return true;
  return rule?.values.includes(to) === true || (found.isTypeOnly && rule?.types?.includes(to) === true);
}

test('every room of the server has its rule', () => {
  const rooms = new Set(
    product
      .map(({ path }) => path)
      .filter((path) => path.startsWith('server/') && !isForAll(path))
      .map(roomOf),
  );
  expect([...rooms].filter((room) => allowed[room] === undefined)).toEqual([]);
});

test('rooms of the server import only what their layer may', () => {
  expect(
    crossings
      .filter((crossing) => !isAllowed(crossing))
      .map(({ file, found }) => `${file.path} imports ${found.target}`),
  ).toEqual([]);
});

test('what is for every room stands on none', () => {
  const strays = product
    .filter(({ path }) => isForAll(path))
    .flatMap((file) =>
      file.imports
        .filter(({ target, isOwn }) => isOwn && !isForAll(target) && target !== 'package.json')
        .map(({ target }) => `${file.path} imports ${target}`),
    );
  expect(strays).toEqual([]);
});

test('no room may import what it does not', () => {
  const unused = Object.entries(allowed).flatMap(([from, { values, types = [] }]) => [
    ...values
      .filter((to) => !crossings.some((one) => one.from === from && one.to === to && !one.found.isTypeOnly))
      .map((to) => `${from}: ${to}`),
    ...types
      .filter((to) => !crossings.some((one) => one.from === from && one.to === to))
      .map((to) => `${from}: types of ${to}`),
  ]);
  expect(unused).toEqual([]);
});

test('rooms depend on each other in one direction', () => {
  const rooms = Object.entries(allowed).map(([from, { values, types = [] }]) => ({
    path: `rooms/${from}`,
    imports: [...values, ...types].map((to) => ({ target: `rooms/${to}`, isOwn: true, isTypeOnly: false })),
  }));
  expect(circlesAmong(rooms, ['rooms'])).toEqual([]);
});

test('the API reaches tables through the domain only', () => {
  const withSql = product.filter(
    ({ path, text }) =>
      path.startsWith('server/api/') && /\b(SELECT|INSERT INTO|UPDATE|DELETE FROM)\s+[a-z_"(*]/.test(text),
  );
  expect(withSql.map(({ path }) => path)).toEqual([]);
});

const ownersOfPackages: Record<string, RegExp> = {
  'sql.js': /^server\/storage\//,
  // The bench measures beside a bare one.
  koa: /^server\/(http\/|runtime\/pages\.ts|bench\/parts\/floor\.ts)/,
  '@koa/router': /^server\/(http\/|runtime\/pages\.ts)/,
  'koa-body': /^server\/http\//,
  '@fastify/busboy': /^server\/http\//,
  'markdown-it': /^server\/markdown\//,
  re2js: /^server\/markdown\//,
  http_ece: /^server\/delivery\//,
  nodemailer: /^server\/delivery\//,
  undici: /^server\/delivery\//,
  electron: /^electron\//,
  '@homebridge/ciao': /^server\/network\//,
  selfsigned: /^server\/network\//,
  ldapts: /^server\/network\//,
  'acme-client': /^server\/network\//,
  'openid-client': /^server\/domain\/single-sign-on\//,
  ws: /^server\/ntfy\//,
  otpauth: /^server\/domain\/two-factor\//,
  // No one's: once a context has been kept, every await of the process takes three times as long.
  'node:async_hooks': /^$/,
};

test('a library of one concern is imported by that concern only', () => {
  const strays = product.flatMap((file) =>
    file.imports
      .filter(({ target }) => ownersOfPackages[target]?.test(file.path) === false)
      .map(({ target }) => `${file.path} imports ${target}`),
  );
  expect(strays).toEqual([]);
  const unused = Object.keys(ownersOfPackages).filter(
    (name) =>
      !name.startsWith('node:') && !product.some(({ imports }) => imports.some(({ target }) => target === name)),
  );
  expect(unused).toEqual([]);
});

/** Packages that no file of ours names, with what they are there for. */
const namelessPackages: Readonly<Record<string, string>> = {
  '@img/sharp-wasm32': 'what sharp loads inside the desktop app (picture-worker.ts)',
  recharts: 'what @mantine/charts draws with',
  '@hearth/exec': 'the word `exec` in the scripts of package.json, on Windows',
  'oxlint-tsgolint': 'the part of oxlint that knows types',
};

test('every package that is installed is used', () => {
  const { dependencies, devDependencies } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8')) as Record<
    'dependencies' | 'devDependencies',
    Record<string, string>
  >;
  const names = Object.keys({ ...dependencies, ...devDependencies }).filter((name) => !name.startsWith('@types/'));
  // Tools and benches name some in the path of a program.
  const own = files.filter(({ path }) => path !== 'server/laws/imports.test.ts').map(({ text }) => text);
  const texts = [...own, ...otherTexts()];
  const unused = names.filter((name) => !texts.some((text) => new RegExp(`['"\`/]${name}['"\`/]`).test(text)));
  expect(unused.toSorted()).toEqual(Object.keys(namelessPackages).toSorted());
});

function otherTexts(): string[] {
  const scripts = ['server', 'electron', 'e2e', 'renderer'].flatMap((folder) =>
    readdirSync(join(root, folder), { recursive: true, encoding: 'utf8' })
      .filter((path) => /\.(?:mjs|css|html)$/.test(path) && !path.includes('node_modules'))
      .map((path) => join(folder, path)),
  );
  return [...scripts, 'vite.config.ts'].map((path) => readFileSync(join(root, path), 'utf8'));
}

test('the server knows neither Electron nor the console, and the tests from outside know none of us', () => {
  const strays = product.flatMap((file) => {
    const side = file.path.split('/')[0] ?? '';
    const own = file.imports.filter(({ isOwn }) => isOwn);
    if (side === 'server')
      return own
        .filter(
          ({ target }) =>
            !target.startsWith('server/') &&
            target !== 'package.json' &&
            target !== 'resources/languages/languages.json',
        )
        .map(({ target }) => `${file.path} imports ${target}`);
    if (side === 'renderer')
      return own
        .filter(
          ({ target, isTypeOnly }) =>
            !/^(renderer|resources)\//.test(target) &&
            // Reads a pasted list alike on every page and on the server; depends on nothing.
            target !== 'server/address-list.ts' &&
            target !== 'server/scripts.ts' &&
            // Marks stand where the server sets its flag; depends on scripts alone.
            target !== 'server/alert-words.ts' &&
            // Sentences get their values alike on every page, in mails and in the desktop app; depends on nothing.
            target !== 'server/translation.ts' &&
            // The box must know where code begins exactly as the server does; the file depends on nothing.
            target !== 'server/markdown/blocks/fence-lines.ts' &&
            // What is sent and answered is typed by the contract, what the desktop app offers its pages in one place.
            !(isTypeOnly && (target.startsWith('server/contract/') || target === 'electron/bridge.ts')),
        )
        .map(({ target }) => `${file.path} imports ${target}`);
    if (side === 'electron')
      return own
        .filter(
          ({ target, isTypeOnly }) =>
            !target.startsWith('electron/') &&
            // They depend on nothing but Node and a library.
            ![
              'server/file-access.ts',
              'server/service/command.ts',
              'server/shell-words.ts',
              'server/socket-lines.ts',
              'server/texts.ts',
            ].includes(target) &&
            !(isTypeOnly && target === 'server/desktop-link.ts'),
        )
        .map(({ target }) => `${file.path} imports ${target}`);
    return own
      .filter(({ target }) => /^(server|renderer|electron)\//.test(target))
      .map(({ target }) => `${file.path} imports ${target}`);
  });
  expect(strays).toEqual([]);
});

test('only tests import what is made for tests', () => {
  const strays = product.flatMap((file) =>
    file.imports
      .filter(({ target }) => /^(?:server|electron)\/testing\//.test(target) && !/\/testing\//.test(file.path))
      .map(({ target }) => `${file.path} imports ${target}`),
  );
  expect(strays).toEqual([]);
});

/** The one clock and the one source of chance, and the benches, which measure both. */
const clocks = /^server\/(options\.ts|bench\/|tools\/)/;

test('the clock and chance are injected', () => {
  const looking = product.filter(({ path }) => path.startsWith('server/') && !clocks.test(path));
  const strays = looking
    .filter(({ text }) => /\bDate\.now\(|new Date\(\)|Math\.random\(/.test(text))
    .map(({ path }) => path);
  expect(strays).toEqual([]);
});

test('only the command line and the options read the environment', () => {
  // Where Windows keeps its own tools is said there and nowhere else: no setting of ours.
  const strays = product.filter(
    ({ path, text }) =>
      path.startsWith('server/') &&
      text.replace("process.env['SystemRoot']", '').includes('process.env') &&
      !/^server\/(cli\/|options\.ts|bench)/.test(path),
  );
  expect(strays.map(({ path }) => path)).toEqual([]);
});

/** Large, and needed by a few requests only: each would cost every start tens of milliseconds and megabytes. */
const loadedLate = ['sharp', 'nodemailer', 'undici', 'selfsigned', 'ldapts', 'acme-client', 'openid-client'];

test('what a start does not need is loaded with its first use', () => {
  const early = product.flatMap(({ path, text }) =>
    loadedLate
      .filter((name) => new RegExp(`^import (?!type\\b)[^;]*from '${name}';`, 'm').test(text))
      .map((name) => `${path} imports ${name}`),
  );
  expect(early).toEqual([]);
});
