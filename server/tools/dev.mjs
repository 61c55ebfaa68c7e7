/**
 * `npm run dev -- [flags of serve]`: hot reload of both halves. The server runs from its sources and restarts when they
 * change; the console comes from Vite on port 7421, which passes everything else on to the server.
 */
import { spawn } from 'node:child_process';
import { join } from 'node:path';
import { createServer } from 'vite';
import { writeGenerated } from './endpoints.mjs';
import { root } from './fresh-build.mjs';

writeGenerated();
const args = process.argv.slice(2);
const portFlag = args.indexOf('--port');
const port = (portFlag === -1 ? process.env['HEARTH_PORT'] : args[portFlag + 1]) ?? '7420';
const target = `http://127.0.0.1:${port}`;

const watched = [
  'watch',
  '--clear-screen=false',
  '--exclude',
  'server/**/*.test.ts',
  'server/cli.ts',
  'serve',
  ...args,
];
const server = spawn(process.execPath, [join(root, 'node_modules/tsx/dist/cli.mjs'), ...watched], {
  cwd: root,
  stdio: 'inherit',
});

const pages = await createServer({
  configFile: join(root, 'vite.config.ts'),
  server: {
    proxy: Object.fromEntries(
      ['/api', '/avatar', '/user_uploads', '/health', '/static'].map((path) => [path, { target, changeOrigin: true }]),
    ),
  },
});
await pages.listen();
process.stderr.write(`The console with hot reload: http://127.0.0.1:${pages.config.server.port}/console/\n`);

for (const signal of /** @type {const} */ (['SIGINT', 'SIGTERM'])) {
  process.on(signal, () => {
    server.kill(signal);
    void pages.close().then(() => process.exit(0));
  });
}
server.once('exit', (code) => void pages.close().then(() => process.exit(code ?? 1)));
