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
 * A list as the formatter writes it: in one line where there is room.
 * @param {string} name
 * @param {string[]} items
 */
function property(name, items) {
  const key = /^\w+$/.test(name) ? name : `'${name}'`;
  const line = `  ${key}: [${items.join(', ')}],`;
  return line.length <= 120 ? [line] : [`  ${key}: [`, ...items.map((item) => `    ${item},`), '  ],'];
}

/**
 * @param {string} [from] the folder of the API
 * @returns {string} the module: endpoints by file, files by name
 */
export function endpointsModule(from = folder) {
  const files = ['.', './console'].flatMap((place) =>
    readdirSync(join(from, place))
      .filter((name) => name.endsWith('.ts') && !name.endsWith('.test.ts') && name !== 'index.ts')
      .sort()
      .map((name) => ({
        path: `${place}/${name}`,
        file: `${place}/${name}`.slice('./'.length, -'.ts'.length),
        names: [...readFileSync(join(from, place, name), 'utf8').matchAll(exported)].map(([, one = '']) => one),
      })),
  );
  const found = files.filter(({ names }) => names.length > 0).map((file, i) => ({ ...file, module: `file${i + 1}` }));
  return [
    '/** Every endpoint of the API. Written by server/tools/endpoints.mjs from the files of this folder; not to be edited. */',
    "import type { ApiEndpoint } from './console/endpoint.ts';",
    ...found.map(({ module, path }) => `import * as ${module} from '${path}';`),
    '',
    '/** The files that declare them: one for each thing that the API is about. */',
    'export type ApiFile =',
    ...found.map(({ file }, i) => `  | '${file}'${i === found.length - 1 ? ';' : ''}`),
    '',
    'export const endpointsByFile: Readonly<Record<ApiFile, readonly ApiEndpoint[]>> = {',
    ...found.flatMap(({ module, file, names }) =>
      property(
        file,
        names.map((name) => `${module}.${name}`),
      ),
    ),
    '};',
    '',
    'export const endpoints: readonly ApiEndpoint[] = Object.values(endpointsByFile).flat();',
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
