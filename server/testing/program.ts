/** Node arguments to run a module of the server in a process of its own: the built one where it is of these sources (find-build.mjs). */
import { resolve } from 'node:path';

const isBuilt = process.env['HEARTH_TEST_BUILT'] === 'true';

/** @param name the module from server/, without its ending. @returns its path. */
export const modulePath = (name: string): string =>
  resolve(import.meta.dirname, isBuilt ? `../../dist/server/${name}.js` : `../${name}.ts`);

/** What stands before the path of a module. */
export const loaderArgs: readonly string[] = isBuilt ? [] : ['--import', 'tsx'];

/** The command line itself; a command and its flags follow. */
export const programArgs: readonly string[] = [...loaderArgs, modulePath('cli')];
