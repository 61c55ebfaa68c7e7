/** Program that uses a port, as far as the system reports without further rights, and which other port is free. Never throws. */
import { execFile } from 'node:child_process';
import { readdir, readFile, readlink } from 'node:fs/promises';
import { createServer } from 'node:net';
import { win32 } from 'node:path';
import { phrase } from '../translation.ts';

export interface PortOwner {
  pid: number;
  /** "nginx" */
  name: string;
}

/** By their full paths: a program of that name in the PATH or in the current folder is not the system's. */
export const systemTools = (systemRoot: string | undefined): Record<'lsof' | 'netstat' | 'tasklist', string> => {
  const system32 = win32.join(
    systemRoot !== undefined && win32.isAbsolute(systemRoot) ? systemRoot : 'C:\\Windows',
    'System32',
  );
  return {
    lsof: '/usr/sbin/lsof',
    netstat: win32.join(system32, 'NETSTAT.EXE'),
    tasklist: win32.join(system32, 'tasklist.exe'),
  };
};

const tools = systemTools(process.env['SystemRoot']);
/** The tools get this long, in milliseconds: a start that fails should fail soon. */
const limitMs = 1500;
/** How many ports after the taken one are tried before any other. */
const nearby = 20;

/** @returns null when no one can say. */
export async function portOwner(port: number, platform: NodeJS.Platform = process.platform): Promise<PortOwner | null> {
  try {
    if (platform === 'linux') return await holderOnLinux(port);
    if (platform === 'darwin')
      return ownerInLsof(await outputOf(tools.lsof, ['-nP', `-iTCP:${port}`, '-sTCP:LISTEN', '-Fpc']));
    if (platform === 'win32') return await holderOnWindows(port);
  } catch {
    // The tool is not there, or may not say.
  }
  return null;
}

/** @returns "nginx (process 12)", or "another program" when no one can say. */
export async function portOwnerText(port: number): Promise<string> {
  const holder = await portOwner(port);
  return holder === null ? phrase('another program') : nameOf(holder);
}

export const nameOf = ({ name, pid }: PortOwner): string => phrase(`${name} (process ${pid})`);

/** @returns a port on `host` near the given one that no one has now, else any. */
export async function freePort(port: number, host: string): Promise<number | null> {
  for (let candidate = port + 1; candidate <= Math.min(port + nearby, 65_535); candidate += 1)
    if ((await tryPort(candidate, host)) !== null) return candidate;
  return tryPort(0, host);
}

async function tryPort(port: number, host: string): Promise<number | null> {
  const server = createServer();
  return new Promise((resolve) => {
    server.once('error', () => resolve(null));
    server.listen({ port, host, exclusive: true }, () => {
      const address = server.address();
      server.close(() => resolve(typeof address === 'object' && address !== null ? address.port : null));
    });
  });
}

async function holderOnLinux(port: number): Promise<PortOwner | null> {
  const tables = await Promise.all(
    ['tcp', 'tcp6'].map(async (name) => readFile(`/proc/net/${name}`, 'utf8').catch(() => '')),
  );
  const sockets = new Set(tables.flatMap((table) => listeningInodes(table, port)).map((inode) => `socket:[${inode}]`));
  if (sockets.size === 0) return null;
  for (const pid of (await readdir('/proc')).filter((name) => /^\d+$/.test(name)).map(Number)) {
    const files = await readdir(`/proc/${pid}/fd`).catch(() => []);
    for (const file of files) {
      if (!sockets.has(await readlink(`/proc/${pid}/fd/${file}`).catch(() => ''))) continue;
      return { pid, name: (await readFile(`/proc/${pid}/comm`, 'utf8')).trim() };
    }
  }
  return null;
}

/** @param table /proc/net/tcp. @returns the inodes of the sockets that listen on the port. */
export function listeningInodes(table: string, port: number): string[] {
  const wanted = port.toString(16).toUpperCase().padStart(4, '0');
  return table.split('\n').flatMap((line) => {
    const [, local = '', , state, , , , , , inode = ''] = line.trim().split(/\s+/);
    return state === '0A' && local.endsWith(`:${wanted}`) ? [inode] : [];
  });
}

async function holderOnWindows(port: number): Promise<PortOwner | null> {
  const pid = listenerInNetstat(await outputOf(tools.netstat, ['-ano', '-p', 'TCP']), port);
  if (pid === null) return null;
  const row = await outputOf(tools.tasklist, ['/FI', `PID eq ${pid}`, '/FO', 'CSV', '/NH']);
  return { pid, name: /^"([^"]+)"/m.exec(row)?.[1] ?? phrase('a program') };
}

/** @param text of `netstat -ano`, in any language: a listener is one whose other end is 0.0.0.0:0 or [::]:0. */
export function listenerInNetstat(text: string, port: number): number | null {
  const line = text.split(/\r?\n/).find((each) => {
    const [, local = '', foreign = ''] = each.trim().split(/\s+/);
    return local.endsWith(`:${port}`) && /^(0\.0\.0\.0|\[::\]):0$/.test(foreign);
  });
  const pid = Number(line?.trim().split(/\s+/).at(-1));
  return Number.isInteger(pid) && pid > 0 ? pid : null;
}

/** @param text of `lsof -F pc`: a line "p" with the process, then one "c" with its command. */
export function ownerInLsof(text: string): PortOwner | null {
  const pid = Number(/^p(\d+)$/m.exec(text)?.[1]);
  return pid > 0 ? { pid, name: /^c(.+)$/m.exec(text)?.[1] ?? phrase('a program') } : null;
}

async function outputOf(tool: string, args: string[]): Promise<string> {
  return new Promise((resolve, reject) => {
    execFile(tool, args, { timeout: limitMs, windowsHide: true, maxBuffer: 4 * 1024 * 1024 }, (error, stdout) =>
      error === null ? resolve(stdout) : reject(error),
    );
  });
}
