/** The limit of open files, where it is too low for the program. */
import { openFileLimit } from '../open-file-limit.ts';
import { phrase } from '../translation.ts';

/** With fewer a server may start and fail later, or not start: which of the two depends on what is loaded at the same time. */
const fewest = 128;

/** @returns why the program does not run under this limit of open files; null where the limit is enough, or unknown. */
export function tooFewDescriptors(limit = openFileLimit()): string | null {
  return limit !== null && limit < fewest
    ? phrase(
        `This process may open ${limit} files, which is not enough. Raise the limit (ulimit -n) to at least 1024, then start again.`,
      )
    : null;
}
