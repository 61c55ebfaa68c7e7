/** Threads that the server has for files, however it is started: the few of Node would all wait for one disk that hangs. */
import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { expect, test } from 'vitest';

const root = fileURLToPath(new URL('../../', import.meta.url));
const textOf = (path: string): string => readFileSync(`${root}${path}`, 'utf8');

test.skipIf(process.platform === 'win32').each(['serve', 'demo'])(
  'npm run %s has as many threads as a service, or those of the environment',
  (name) => {
    const { scripts } = JSON.parse(textOf('package.json')) as { scripts: Record<string, string> };
    const [, preloaded = ''] = /^exec node --require (\S+) server\/tools\/run\.mjs /.exec(scripts[name] ?? '') ?? [];
    const threadsIn = (env: NodeJS.ProcessEnv): string =>
      execFileSync(process.execPath, ['--require', preloaded, '-p', 'process.env.UV_THREADPOOL_SIZE'], {
        cwd: root,
        env,
        encoding: 'utf8',
      }).trim();
    expect(textOf('server/service/systemd.ts')).toContain(`Environment=UV_THREADPOOL_SIZE=${threadsIn({})}`);
    expect(threadsIn({ UV_THREADPOOL_SIZE: '5' })).toBe('5');
  },
);
