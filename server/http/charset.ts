/** Decoding of request bytes in their declared charset: text that cannot be read is refused, never kept as something else. */
import { TextDecoder } from 'node:util';
import { malformedRequest } from '../errors.ts';

/** Of the usual charset, which no one has to name. */
const usual = new TextDecoder('utf-8', { fatal: true });

/** The charset of a content type as its decoder, which throws a TypeError for bytes that it does not have. @throws ApiError BAD_REQUEST */
export function decoderOf(contentType: string): TextDecoder {
  const charset = /;\s*charset="?([\w:.+-]{1,40})/i.exec(contentType)?.[1] ?? 'utf-8';
  try {
    return new TextDecoder(charset, { fatal: true });
  } catch {
    throw malformedRequest(`unknown charset ${charset}`);
  }
}

/**
 * All of a text at once, without the mark that some put before it.
 * @param contentType without one it is UTF-8. @throws ApiError BAD_REQUEST
 */
export function textOf(bytes: Buffer, contentType = ''): string {
  const decoder = contentType.includes('charset') ? decoderOf(contentType) : usual;
  try {
    return decoder.decode(bytes);
  } catch {
    throw malformedRequest(`what was sent is not ${decoder.encoding.toUpperCase()}`);
  }
}
