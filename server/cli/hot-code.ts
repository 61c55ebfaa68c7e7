/**
 * When V8 makes hot code fast. A start makes much hot that no answer needs again, and what its compiling threads have allocated stays
 * with the process: SQLite's interpreter alone takes them 35 MB. So what only the start uses is not optimized, and SQLite once it is in use.
 */
import { setFlagsFromString } from 'node:v8';

/** About a second of work; V8 would take a two-hundredth of it, which a start uses up. */
const sqliteIsHotAfter = 400_000_000;
/** Electron has flags of its own, and may refuse to change them. */
const isOurs = process.versions['electron'] === undefined;

/** Does short work of a start: nothing is optimized meanwhile, of whatever the process does. */
export async function withoutOptimizing<T>(work: () => Promise<T>): Promise<T> {
  setFlag('--no-opt');
  try {
    return await work();
  } finally {
    setFlag('--opt');
  }
}

function setFlag(flag: string): void {
  if (isOurs) setFlagsFromString(flag);
}

setFlag(`--wasm-tiering-budget=${sqliteIsHotAfter}`);
