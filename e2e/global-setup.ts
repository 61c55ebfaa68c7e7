/** Before any test: builds what is stale, once, so that the tests can start the built program directly. */
import { execFileSync } from 'node:child_process';
import { resolve } from 'node:path';

export default function buildWhatIsStale(): void {
  execFileSync(process.execPath, ['server/tools/run.mjs', '--version'], {
    cwd: resolve(import.meta.dirname, '..'),
    stdio: ['ignore', 'ignore', 'inherit'],
  });
}
