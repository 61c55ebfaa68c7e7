/** Where the file of a worker thread is, from TypeScript source as from the build. */
import { existsSync } from 'node:fs';
import { fileURLToPath } from 'node:url';

/**
 * @param base `import.meta.url` of the module that starts it, which stands beside it. @param room the folder of both in server/.
 * @throws Error when there is none.
 */
export function workerFile(base: string, room: string, name: string): URL {
  const places = base.endsWith('.ts')
    ? [`./${name}-from-source.mjs`]
    : [`./${name}.js`, `../${name}.js`, `./${room}/${name}.js`];
  const file = places.map((place) => new URL(place, base)).find((url) => existsSync(fileURLToPath(url)));
  if (file === undefined)
    throw new Error(`The file of the worker ${name} is missing; looked for ${places.join(', ')}.`);
  return file;
}
