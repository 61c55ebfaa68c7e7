/** Accounts of this computer (Linux and macOS), by name or number; id(1) asks a directory too. */
import { execFileSync } from 'node:child_process';

export interface Account {
  name: string;
  uid: number;
  gid: number;
}

/** @param who a name or a user id. @returns undefined when there is none. */
export function accountOf(who: string | number): Account | undefined {
  const word = String(who);
  // A name that looks like an option is none.
  if (!/^[\p{L}\d_][\p{L}\d_.@-]*\$?$/u.test(word)) return undefined;
  const ask = (...args: string[]): string =>
    execFileSync('id', args, { encoding: 'utf8', stdio: ['ignore', 'pipe', 'ignore'] }).trim();
  try {
    return { name: ask('-un', word), uid: Number(ask('-u', word)), gid: Number(ask('-g', word)) };
  } catch {
    return undefined;
  }
}
