/** Before any test: builds what is stale, once, so that the tests can start the built program directly; what an older one made goes. */
import { execFileSync } from 'node:child_process';
import { rmSync } from 'node:fs';
import { resolve } from 'node:path';
import { demoShelf } from './hearth-process.ts';

export default function buildWhatIsStale(): void {
  rmSync(demoShelf, { recursive: true, force: true });
  execFileSync(process.execPath, ['server/tools/run.mjs', '--version'], {
    cwd: resolve(import.meta.dirname, '..'),
    stdio: ['ignore', 'ignore', 'inherit'],
  });
}
