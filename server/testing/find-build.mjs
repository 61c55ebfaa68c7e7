/**
 * Before the tests: writes the generated sources, and says once whether the build is of these very sources. Where it is, processes and worker threads that tests
 * start run it; from TypeScript they would spend most of their time on reading it. And makes a folder for what files share, and
 * one in memory for everything that they write.
 */
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { writeGenerated } from '../tools/endpoints.mjs';
import { isFresh } from '../tools/fresh-build.mjs';
import { makeMemoryFolder } from '../tools/memory-folder.mjs';

export default function findBuild() {
  if (!writeGenerated()) throw new Error('the generated sources could not be written');
  process.env['HEARTH_TEST_BUILT'] = String(isFresh());
  // Tests of the storage itself stay on it (storage-kit.ts).
  process.env['HEARTH_TEST_DISK'] ??= tmpdir();
  const memory = makeMemoryFolder();
  if (memory !== undefined) process.env['TMPDIR'] = memory;
  const shared = mkdtempSync(join(tmpdir(), 'hearth-shared-'));
  process.env['HEARTH_TEST_SHARED'] = shared;
  return () => rmSync(memory ?? shared, { recursive: true, force: true });
}
