/**
 * Before the tests: says once whether the build is of these very sources. Where it is, processes and worker threads that tests
 * start run it; from TypeScript they would spend most of their time on reading it.
 */
import { isFresh } from '../tools/fresh-build.mjs';

export default function findBuild() {
  process.env['HEARTH_TEST_BUILT'] = String(isFresh());
}
