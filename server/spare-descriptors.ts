/**
 * Spare file descriptors: open files that stand for nothing, and are closed for a moment for what must not fail when the process has no
 * other descriptor left. Node remembers a load that failed, and aborts the process when it cannot time a script. Depends on nothing
 * but Node.
 */
import { closeSync, openSync } from 'node:fs';
import { devNull } from 'node:os';

/** For a library, whose files are read many at a time. */
const most = 32;
/** For one file that is loaded, with the few that it loads. */
export const loadDescriptors = 8;
const spare: number[] = [];
let isKept = false;
let loads: Promise<unknown> = Promise.resolve();

/** Opens the spare descriptors of this process. Windows has no limit that a server reaches. */
export function keepSpareDescriptors(): void {
  isKept = process.platform !== 'win32';
  if (isKept) fill();
}

function fill(): void {
  try {
    while (spare.length < most) spare.push(openSync(devNull, 'r'));
  } catch {
    // Others have taken some: the next use tries again.
  }
}

function release(count: number): void {
  if (!isKept) return;
  if (spare.length < count) fill();
  if (spare.length < count) throw Object.assign(new Error('EMFILE: no spare file descriptor'), { code: 'EMFILE' });
  for (const descriptor of spare.splice(0, count)) closeSync(descriptor);
}

/**
 * Runs what needs up to `count` file descriptors, and gives it those.
 * @throws Error EMFILE when they cannot be had; what `run` throws
 */
export function withSpareDescriptors<T>(count: number, run: () => T): T {
  release(count);
  try {
    return run();
  } finally {
    if (isKept) fill();
  }
}

/** The same for the load of a library, one at a time. */
export async function loadWithSpares<T>(load: () => Promise<T>): Promise<T> {
  if (!isKept) return load();
  const loaded = loads.then(async () => {
    release(most);
    try {
      return await load();
    } finally {
      fill();
    }
  });
  loads = loaded.catch(() => undefined);
  return loaded;
}
