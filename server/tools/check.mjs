/**
 * `npm run check`: types, lint and format, side by side. `npm test` begins with it. Says only what is wrong; the exit code is the verdict.
 */
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { writeGenerated } from './endpoints.mjs';
import { root } from './source-stamp.mjs';

export const checks = [
  { name: 'types', script: 'typescript/bin/tsc', args: ['--build'] },
  { name: 'lint', script: 'oxlint/bin/oxlint', args: ['--quiet'] },
  { name: 'format', script: 'oxfmt/bin/oxfmt', args: ['--check'] },
];

/** @returns {Promise<{name: string, output: string}[]>} the checks that failed, with what they say */
export async function failedChecks() {
  if (!writeGenerated()) return [{ name: 'types', output: 'The generated sources could not be written; see above.\n' }];
  const results = await Promise.all(
    checks.map(async ({ name, script, args }) => {
      const child = spawn(process.execPath, [join(root, 'node_modules', script), ...args], { cwd: root });
      let output = '';
      for (const stream of [child.stdout, child.stderr]) stream.on('data', (chunk) => (output += chunk));
      const [status] = await once(child, 'close');
      return { name, output, isGood: status === 0 };
    }),
  );
  return results.filter(({ isGood }) => !isGood);
}

if (import.meta.url === pathToFileURL(process.argv[1] ?? '').href) {
  const failed = await failedChecks();
  for (const { name, output } of failed) process.stdout.write(`${name}:\n${output}\n`);
  process.exitCode = failed.length === 0 ? 0 : 1;
}
