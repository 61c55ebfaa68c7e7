/** The limit of open files: every command refuses one that is too low in the same sentence. */
import { spawnSync } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { programArgs } from '../testing/program.ts';
import { tooFewDescriptors } from './few-descriptors.ts';

test('a limit of fewer than 128 open files is refused', () => {
  for (const limit of [null, 128, 256, 1024]) expect(tooFewDescriptors(limit)).toBeNull();
  for (const limit of [16, 64, 127]) expect(tooFewDescriptors(limit)).toContain(`may open ${limit} files`);
});

test.skipIf(process.platform === 'win32').each([24, 40, 64, 96])(
  'a start with %i descriptors ends with one sentence and changes nothing',
  (limit) => {
    const folder = mkdtempSync(join(tmpdir(), 'hearth-few-'));
    onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
    const command = [process.execPath, ...programArgs, 'serve', '--data-dir', join(folder, 'data'), '--port', '0'];
    const { status, stderr } = spawnSync('sh', ['-c', `ulimit -n ${limit} && exec "$@"`, 'sh', ...command], {
      encoding: 'utf8',
    });
    // Read from source, the program takes more descriptors than this before it has control.
    const isBuilt = programArgs.length === 1;
    expect(isBuilt ? [status, stderr] : [status === 0]).toEqual(
      isBuilt ? [1, `hearth: ${tooFewDescriptors(limit)}\n`] : [false],
    );
  },
);
