/** Sends one large file as the body of a request, and reports its progress: `fetch` cannot. */
import type { AnswerOf } from './api.ts';
import { answerOf, ApiError, hasFreshToken, mutationHeaders, unreachable } from './request.ts';
import { t } from './text.ts';

export interface Sending {
  /** From 0 to 1. */
  onProgress: (portion: number) => void;
  signal: AbortSignal;
}

/** @param path below /api/v1. @param query what is sent beside the file. @throws ApiError */
export async function sendFile<const P extends string>(
  path: P,
  query: Record<string, string>,
  file: Blob,
  sending: Sending,
): Promise<AnswerOf<'POST', P>> {
  const url = `/api/v1${path}?${new URLSearchParams(query)}`;
  try {
    return await send(url, file, sending);
  } catch (error) {
    if (!(error instanceof ApiError) || !(await hasFreshToken(error.code))) throw error;
    return send(url, file, sending);
  }
}

function send<T>(url: string, file: Blob, { onProgress, signal }: Sending): Promise<T> {
  return new Promise((resolve, reject) => {
    const sender = new XMLHttpRequest();
    sender.open('POST', url);
    for (const [name, value] of Object.entries(mutationHeaders())) sender.setRequestHeader(name, value);
    sender.setRequestHeader('Content-Type', 'application/octet-stream');
    sender.upload.addEventListener('progress', ({ loaded, total }) => onProgress(total === 0 ? 1 : loaded / total));
    sender.addEventListener('error', () => reject(unreachable()));
    sender.addEventListener('abort', () => reject(new ApiError(0, 'ABORTED', t('Cancelled.'))));
    sender.addEventListener('load', () => {
      try {
        resolve(answerOf<T>(sender.status, sender.responseText));
      } catch (error) {
        reject(error instanceof Error ? error : new Error(String(error)));
      }
    });
    signal.addEventListener('abort', () => sender.abort());
    sender.send(file);
  });
}
