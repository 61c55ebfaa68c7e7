/** The limit of open files, where it is too low for the program to load. Imports nothing: each file takes a descriptor. */

/** With fewer the modules of the program may not load. */
const fewest = 256;

export const tooFewDescriptors =
  'The program cannot be loaded: this process may not open enough files. Raise the limit (ulimit -n) to at least 1024, then start again.';

/** Whether a module could not be loaded because of the limit. Node reports a package whose files it cannot open as missing. */
export function isOfFewDescriptors(error: unknown): boolean {
  const code = error instanceof Error && 'code' in error ? error.code : undefined;
  if (code === 'EMFILE' || code === 'ENFILE') return true;
  return code === 'ERR_MODULE_NOT_FOUND' && openFilesLimit() < fewest;
}

/** Infinity where the system has no such limit, or does not tell. */
function openFilesLimit(): number {
  const { userLimits } = process.report.getReport() as { userLimits?: { open_files?: { soft?: unknown } } };
  const soft = userLimits?.open_files?.soft;
  return typeof soft === 'number' ? soft : Infinity;
}
