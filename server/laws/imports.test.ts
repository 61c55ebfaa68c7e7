/** What may import what. A rule that has to give is changed here, with its reason, in the same commit. */
import { expect, test } from 'vitest';
import { isTest, sourceFiles, type Import, type SourceFile } from './tree.ts';

const files = sourceFiles();
const product = files.filter((file) => !isTest(file));

/** Folders of server/ that each folder of server/ may import; "types" may only be imported as types. Its own files always. */
const allowed: Record<string, { values: string[]; types?: string[] }> = {
  http: { values: [] },
  storage: { values: [] },
  contract: { values: [] },
  markdown: { values: [] },
  narrow: { values: ['markdown'], types: ['events', 'storage'] },
  events: { values: ['narrow'], types: ['storage', 'contract'] },
  permissions: { values: ['http'], types: ['domain', 'storage'] },
  // What leaves the machine, and files: both are told what to do by the domain, and use its nouns.
  delivery: { values: ['http', 'domain', 'permissions', 'markdown', 'events'], types: ['storage', 'contract'] },
  uploads: { values: ['http', 'domain'], types: ['storage'] },
  domain: {
    values: ['http', 'permissions', 'events', 'narrow', 'markdown', 'uploads', 'delivery', 'storage'],
    types: ['contract', 'network', 'operations'],
  },
  operations: {
    values: ['http', 'domain', 'permissions', 'events', 'uploads', 'delivery', 'network', 'storage'],
    types: ['contract'],
  },
  network: { values: ['http', 'domain', 'permissions', 'events', 'storage'], types: ['contract'] },
  api: {
    // Of the contract, what it says of answers: the explorer shows it.
    values: [
      'http',
      'domain',
      'permissions',
      'events',
      'narrow',
      'markdown',
      'uploads',
      'delivery',
      'network',
      'operations',
      'contract',
    ],
    types: ['storage'],
  },
  demo: {
    values: [
      'http',
      'domain',
      'permissions',
      'events',
      'markdown',
      'uploads',
      'delivery',
      'storage',
      'operations',
      '*',
    ],
    types: ['contract'],
  },
  cli: { values: ['runtime', 'http', 'domain', 'operations', 'storage', 'demo', 'network', '*'] },
};

const folderOf = (path: string): string => /^server\/([^/]+)\//.exec(path)?.[1] ?? '*';

function offence(file: SourceFile, found: Import): string | null {
  const from = folderOf(file.path);
  const to = folderOf(found.target);
  const rule = allowed[from];
  if (!found.isOwn || rule === undefined || from === to) return null;
  if (/^server\/(options|errors|secrets)\.ts$/.test(found.target)) return null;
  if (rule.values.includes(to) || (found.isTypeOnly && rule.types?.includes(to) === true)) return null;
  return `${file.path} imports ${found.target}`;
}

test('folders of the server import only what their layer may', () => {
  const offences = product
    .filter(({ path }) => path.startsWith('server/'))
    .flatMap((file) => file.imports.map((found) => offence(file, found)));
  expect(offences.filter((line) => line !== null)).toEqual([]);
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
  koa: /^server\/(http\/|runtime\/pages\.ts)/,
  '@koa/router': /^server\/http\//,
  'koa-body': /^server\/http\//,
  '@fastify/busboy': /^server\/http\//,
  'markdown-it': /^server\/markdown\//,
  re2js: /^server\/markdown\//,
  nodemailer: /^server\/delivery\//,
  undici: /^server\/delivery\//,
  electron: /^electron\//,
  '@homebridge/ciao': /^server\/network\//,
  selfsigned: /^server\/network\//,
};

test('a library of one concern is imported by that concern only', () => {
  const strays = product.flatMap((file) =>
    file.imports
      .filter(({ target }) => ownersOfPackages[target]?.test(file.path) === false)
      .map(({ target }) => `${file.path} imports ${target}`),
  );
  expect(strays).toEqual([]);
});

test('the server knows neither Electron nor the console, and the tests from outside know none of us', () => {
  const strays = product.flatMap((file) => {
    const side = file.path.split('/')[0] ?? '';
    const own = file.imports.filter(({ isOwn }) => isOwn);
    if (side === 'server')
      return own
        .filter(({ target }) => !target.startsWith('server/') && target !== 'package.json')
        .map(({ target }) => `${file.path} imports ${target}`);
    if (side === 'renderer')
      return own
        .filter(
          ({ target, isTypeOnly }) =>
            !/^(renderer|resources)\//.test(target) &&
            // What the desktop app offers its pages is typed in one place.
            !(isTypeOnly && (target.startsWith('server/') || target === 'electron/bridge.ts')),
        )
        .map(({ target }) => `${file.path} imports ${target}`);
    if (side === 'electron')
      return own
        .filter(({ target, isTypeOnly }) => target.startsWith('server/') && !isTypeOnly)
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
      .filter(({ target }) => target.startsWith('server/testing/'))
      .map(({ target }) => `${file.path} imports ${target}`),
  );
  expect(strays).toEqual([]);
});

test('the clock and chance are injected', () => {
  const looking = product.filter(({ path }) => /^server\/(api|domain|events|permissions|narrow|markdown)\//.test(path));
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
