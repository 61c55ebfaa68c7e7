/** File descriptors of this process: how many it may have open, and what is loaded while there are some. */
import { readFileSync } from 'node:fs';
import { loadDeliveryLibraries } from '../delivery/libraries.ts';
import { loadBodyReaders } from '../http/body.ts';

/** @returns how many the process may have open; null where the system does not bound them, or does not say. */
export function openFileLimit(): number | null {
  try {
    const soft = /^Max open files\s+(\d+)/m.exec(readFileSync('/proc/self/limits', 'utf8'))?.[1];
    return soft === undefined ? null : Number(soft);
  } catch {
    return limitFromReport();
  }
}

/** Where there is no such file: macOS, and Windows, which has no limit. */
function limitFromReport(): number | null {
  const { userLimits }: { userLimits?: { open_files?: { soft?: number | string } } } = process.report.getReport();
  const soft = userLimits?.open_files?.soft;
  return typeof soft === 'number' ? soft : null;
}

/**
 * Loads what requests need now and then. Node remembers a load that failed for want of descriptors, so a feature that is loaded in
 * such a moment would fail until the next start. Pictures have a process of their own, whose start is repeated.
 */
export async function loadLibraries(): Promise<void> {
  // A library that this machine cannot load fails where it is used, and says so there.
  await Promise.allSettled([loadBodyReaders(), import('../api/tus.ts'), loadDeliveryLibraries()]);
}
