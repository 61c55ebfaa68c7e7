/** The status page's own address, and the three files behind it: nothing else of the disk has an address in this app. */

export const statusScheme = 'hearth';
export const statusPage = `${statusScheme}://status/index.html`;

const types: Record<string, string> = {
  '/index.html': 'text/html; charset=utf-8',
  '/status.css': 'text/css; charset=utf-8',
  '/status.js': 'text/javascript; charset=utf-8',
};

/** @returns the name of a file in electron/status/page with its type; null for every other address. */
export function statusFile(url: string): { name: string; type: string } | null {
  const { protocol, host, pathname } = new URL(url);
  const type = types[pathname];
  if (protocol !== `${statusScheme}:` || host !== 'status' || type === undefined) return null;
  return { name: pathname.slice(1), type };
}
