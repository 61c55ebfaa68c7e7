/**
 * Writes what is made from the declarations in server/api: server/api/index.ts, the list of all endpoints (every exported
 * `endpoint({...})` is one), and server/contract/api.ts, the type of their parameters and answers. The build does so first
 * (`npm run contract:api` does it alone), so that nobody keeps them by hand, and one bundled file needs no folder to look into.
 */
import { spawnSync } from 'node:child_process';
import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join, resolve } from 'node:path';

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

/** @returns whether it could be written: not from files that do not load, which say why themselves. */
export function writeFromDeclarations() {
  writeEndpoints();
  const script = join(import.meta.dirname, 'write-api-type.ts');
  const { status } = spawnSync(process.execPath, ['--import', 'tsx', script], { stdio: ['ignore', 2, 2] });
  return status === 0;
}

/** Writes the list where it is not up to date. */
function writeEndpoints() {
  const file = join(folder, 'index.ts');
  const text = endpointsModule();
  if (readFileSync(file, 'utf8') !== text) writeFileSync(file, text);
}

if (process.argv[1] === import.meta.filename) process.exitCode = writeFromDeclarations() ? 0 : 1;
