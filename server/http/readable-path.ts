/** Path of a request as one that can be decoded, and what is wrong with it as it was sent. */
import { malformedRequest, type ApiError } from '../errors.ts';

/** @returns the path, in which signs that encode nothing, and null bytes, are encoded signs themselves. */
export function readablePath(path: string): { path: string; problem: ApiError | undefined } {
  if (!path.includes('%')) return { path, problem: undefined };
  const problem = !isReadable(path)
    ? malformedRequest('the path has malformed percent-encoding')
    : path.includes('%00')
      ? malformedRequest('the path has a null byte')
      : undefined;
  if (problem === undefined) return { path, problem };
  const readable = path.replaceAll(/(?:%[\da-f]{2})+|%/gi, (signs) =>
    isReadable(signs) && !signs.includes('%00') ? signs : signs.replaceAll('%', '%25'),
  );
  return { path: readable, problem };
}

function isReadable(text: string): boolean {
  try {
    decodeURIComponent(text);
    return true;
  } catch {
    return false;
  }
}
