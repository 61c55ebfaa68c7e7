/** Texts that no client may store: SQLite reads one up to its null byte, and half a character cannot be written as UTF-8. */
import { badRequest } from '../errors.ts';

/** @throws ApiError BAD_REQUEST */
export function refuseUnstorable(name: string, text: string): void {
  if (text.includes('\0')) throw badRequest(`${name} must not contain null bytes`);
  if (/\p{Surrogate}/u.test(text)) throw badRequest(`${name} must not contain unpaired surrogates`);
}

/**
 * The same of texts within JSON, where escapes hide them.
 * @param sent the JSON. @param read what it says. @throws ApiError BAD_REQUEST
 */
export function refuseUnstorableWithin(name: string, sent: string, read: unknown): void {
  if (isEscaped('u0000', sent)) throw badRequest(`${name} must not contain null bytes`);
  // Written again, whole characters are no escapes any more.
  if (/\\u[dD][89a-fA-F]/.test(sent) && isEscaped('ud[89a-f]', JSON.stringify(read)))
    throw badRequest(`${name} must not contain unpaired surrogates`);
}

/** Whether an escape stands there whose backslash no other one stands for. */
const isEscaped = (escape: string, json: string): boolean =>
  new RegExp(`(?<!\\\\)(?:\\\\\\\\)*\\\\${escape}`).test(json);
