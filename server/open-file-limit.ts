/** Open-file limit of this process. Depends on nothing but Node: the command line asks before anything else is loaded. */
import { readFileSync } from 'node:fs';

/** @returns null where the system does not bound them, or does not say. */
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
