/**
 * Starts a worker's module from TypeScript source: a worker thread does not inherit the loader of the thread that makes it.
 * Where a test run found the build to be of these very sources, the built module is started, which takes a third of the time.
 * The build has no use for this file.
 */
import { basename } from 'node:path';

/** @param {string} name the module from server/, without its ending */
export async function startWorker(name) {
  if (process.env['HEARTH_TEST_BUILT'] === 'true') {
    await import(`../dist/server/${basename(name)}.js`);
    return;
  }
  const { register } = await import('tsx/esm/api');
  register();
  await import(`./${name}.ts`);
}
