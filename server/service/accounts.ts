/** Accounts of this computer (Linux and macOS), by name or number; id(1) asks a directory too. */
import { execFileSync } from 'node:child_process';
import { chownSync, mkdirSync } from 'node:fs';
import { dirname } from 'node:path';

export interface Account {
  name: string;
  uid: number;
  gid: number;
}

/** What may be the name or the number of an account: nothing that a program reads as an option, or a shell as more than a name. */
const possible = /^[\p{L}\d_][\p{L}\d_.@-]*\$?$/u;

/** @param who a name or a user id. @returns undefined when there is none. */
export function accountOf(who: string | number): Account | undefined {
  const word = String(who);
  if (!possible.test(word)) return undefined;
  const ask = (...args: string[]): string =>
    execFileSync('id', args, { encoding: 'utf8', stdio: ['ignore', 'pipe', 'ignore'] }).trim();
  try {
    return { name: ask('-un', word), uid: Number(ask('-u', word)), gid: Number(ask('-g', word)) };
  } catch {
    return undefined;
  }
}

/** @returns the home folder of an account, which is not that of the caller under sudo; undefined when it has none. */
export function homeOf(name: string): string | undefined {
  if (!possible.test(name)) return undefined;
  // The shell knows it on both systems (POSIX, tilde expansion); a name that it does not know stays as it is.
  const home = execFileSync('sh', ['-c', `echo ~${name}`], { encoding: 'utf8' }).trim();
  return home.startsWith('/') ? home : undefined;
}

/** Makes a folder that is missing; it and each folder above it that is made on the way are the account's own. */
export function makeFolderFor({ uid, gid }: Account, path: string): void {
  const highest = mkdirSync(path, { recursive: true, mode: 0o700 });
  if (highest === undefined || uid < 0) return;
  for (let folder = path; folder.length >= highest.length; folder = dirname(folder)) chownSync(folder, uid, gid);
}
