/**
 * Writes the sources that are generated and not tracked, where they are missing or stale: server/api/index.ts, the list of all endpoints
 * (every exported `endpoint({...})` is one), so that a bundled file needs no folder to look into; and the types of server/contract. Build,
 * check, tests and `npm run dev` begin with it; `npm run contract:api` does it alone.
 */
import { spawnSync } from 'node:child_process';
import { existsSync, readdirSync, readFileSync, renameSync, writeFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { root, stampOf } from './source-stamp.mjs';

const folder = resolve(import.meta.dirname, '../api');
const exported = /^export const (\w+)(?:: ApiEndpoint = | = endpoint\()/gm;

/**
 * @param {string} [from] the folder of the API
 * @returns {string} the module: endpoints by the subject of their file
 */
export function endpointsModule(from = folder) {
  const files = ['.', './console'].flatMap((place) =>
    readdirSync(join(from, place))
      .filter((name) => name.endsWith('.ts') && !name.endsWith('.test.ts') && name !== 'index.ts')
      .sort()
      .map((name) => ({
        path: `${place}/${name}`,
        names: [...readFileSync(join(from, place, name), 'utf8').matchAll(exported)].map(([, one = '']) => one),
      })),
  );
  const found = files.filter(({ names }) => names.length > 0).map((file, i) => ({ ...file, module: `file${i + 1}` }));
  return [
    '/** Every endpoint of the API. Written by server/tools/endpoints.mjs from the files of this folder; not to be edited. */',
    "import type { ApiEndpoint } from './console/endpoint.ts';",
    "import { subjects, type Subject } from './subjects.ts';",
    ...found.map(({ module, path }) => `import * as ${module} from '${path}';`),
    '',
    'const files: readonly { subject: Subject; endpoints: readonly ApiEndpoint[] }[] = [',
    ...found.map(
      ({ module, names }) =>
        `  { subject: ${module}.subject, endpoints: [${names.map((name) => `${module}.${name}`).join(', ')}] },`,
    ),
    '];',
    '',
    '/** Every endpoint. */',
    'export const endpoints = files.flatMap((file) => file.endpoints);',
    '',
    '/** Every endpoint, by what its file is about. */',
    'export const endpointsBySubject: ReadonlyMap<Subject, readonly ApiEndpoint[]> = new Map(',
    '  subjects.map((subject) => [subject, files.filter((file) => file.subject === subject).flatMap((file) => file.endpoints)]),',
    ');',
    '',
  ].join('\n');
}

/** What the generated files are made from, themselves included: one that was removed is made again. */
const sources = ['server', 'server/tools/api-type.ts', 'server/tools/write-api-type.ts', 'server/tools/endpoints.mjs'];
const stampFile = join(root, 'server/contract/generated.stamp');

/** @returns whether they are up to date now: they cannot be made from files that do not load, which report the reason. */
export function writeGenerated() {
  if (existsSync(stampFile) && readFileSync(stampFile, 'utf8') === stampOf(sources)) return true;
  writeWhole(join(folder, 'index.ts'), endpointsModule());
  const script = join(import.meta.dirname, 'write-api-type.ts');
  const { status } = spawnSync(process.execPath, ['--import', 'tsx', script], { cwd: root, stdio: ['ignore', 2, 2] });
  if (status !== 0) return false;
  writeWhole(stampFile, stampOf(sources));
  return true;
}

/**
 * Writes a file where its text differs: a process that reads it meanwhile gets the former or the new one.
 * @param {string} file
 * @param {string} text
 */
function writeWhole(file, text) {
  if (existsSync(file) && readFileSync(file, 'utf8') === text) return;
  const part = `${file}.${process.pid}.part`;
  writeFileSync(part, text);
  renameSync(part, file);
}

if (process.argv[1] === import.meta.filename) process.exitCode = writeGenerated() ? 0 : 1;
