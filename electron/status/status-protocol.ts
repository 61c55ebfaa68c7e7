/** Serves the status page under an address of the app's own, so that no page here has the rights of a file. */
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { protocol } from 'electron';
import { statusFile, statusScheme } from './status-files.ts';

/** Must be called before the app is ready. */
export function registerStatusScheme(): void {
  protocol.registerSchemesAsPrivileged([{ scheme: statusScheme, privileges: { standard: true, secure: true } }]);
}

/** @param folder with the page's files. */
export function serveStatusPage(folder: string): void {
  protocol.handle(statusScheme, async ({ url }) => {
    const file = statusFile(url);
    if (file === null) return new Response('Not found', { status: 404 });
    const headers = { 'Content-Type': file.type, 'X-Content-Type-Options': 'nosniff' };
    return new Response(await readFile(join(folder, file.name), 'utf8'), { headers });
  });
}
