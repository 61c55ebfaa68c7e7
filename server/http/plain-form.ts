/** The usual body of a request that writes: a short form in one piece, as text, read without the library that reads all others (body.ts). */
import type { IncomingMessage } from 'node:http';
import { malformedRequest } from '../errors.ts';
import { textOf } from './charset.ts';

const usualType = /^application\/x-www-form-urlencoded(?:; ?charset=utf-8)?$/i;

/** Whether a request brings such a form. @param maxBytes so long a body may be for anybody, known or not. */
export function isPlainForm({ headers }: IncomingMessage, maxBytes: number): boolean {
  return (
    usualType.test(headers['content-type'] ?? '') &&
    headers['transfer-encoding'] === undefined &&
    headers['content-encoding'] === undefined &&
    Number(headers['content-length']) <= maxBytes
  );
}

/** Reads it to its end, which its head has bounded. @throws the error of a connection that ends before; ApiError BAD_REQUEST for what is no UTF-8. */
export async function readPlainForm(request: IncomingMessage): Promise<string> {
  const bytes = await new Promise<Buffer>((resolve, reject) => {
    const chunks: Buffer[] = [];
    const brokenOff = (): void =>
      reject(request.errored ?? malformedRequest('the connection ended before the body did'));
    request.on('data', (chunk: Buffer) => chunks.push(chunk));
    request.once('end', () => {
      // Each request closes some time: an error for no one would be made of it.
      request.off('close', brokenOff);
      resolve(chunks.length === 1 ? (chunks[0] as Buffer) : Buffer.concat(chunks));
    });
    request.once('error', brokenOff).once('close', brokenOff);
    if (request.destroyed) brokenOff();
  });
  return textOf(bytes);
}
