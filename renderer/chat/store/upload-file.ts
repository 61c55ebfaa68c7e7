/** One file to the server by tus: in one go, and from where it stopped after every cut, under the session's cookie and token. */
import { Upload, type DetailedError, type HttpResponse } from 'tus-js-client';
import { hasFreshToken, mutationHeaders, unreachable } from '../../client/request.ts';
import { t } from '../../client/text.ts';

export interface UploadedFile {
  /** Its address at the server, without an origin. */
  url: string;
  filename: string;
}

interface Listener {
  /** Where the server has its first bytes; null for a new upload. */
  address: string | null;
  /** The server has made room for it. */
  onAddress: (address: string) => void;
  /** @param sent bytes. */
  onProgress: (sent: number) => void;
  /** The connection is gone; it is tried again on its own. */
  onPause: () => void;
  onStart: (abort: () => void) => void;
}

const endpoint = '/api/v1/tus';
/** Soon, then rarely, for as long as anybody waits: about an hour. Milliseconds. */
const pauses = [500, 1000, 2000, 4000, 8000, ...Array.from({ length: 240 }, () => 15_000)];
/** No byte for so long, and no answer: the connection is dead, though no one was informed. Milliseconds. */
const longestStandstillMs = 30_000;

/** @throws Error with a sentence for people. It never settles once it was called off. */
export function uploadFile(
  file: File,
  { address, onAddress, onProgress, onPause, onStart }: Listener,
): Promise<UploadedFile> {
  return new Promise((resolve, reject) => {
    let isTokenStale = false;
    let isOver = false;
    let standstill: ReturnType<typeof setTimeout> | undefined;
    const watch = (): void => {
      clearTimeout(standstill);
      standstill = setTimeout(() => void goOn(), longestStandstillMs);
    };
    const upload = new Upload(file, {
      endpoint,
      // Where that is gone, it begins again.
      uploadUrl: address,
      onUploadUrlAvailable() {
        if (upload.url !== null) onAddress(upload.url);
      },
      metadata: { filename: file.name, filetype: file.type === '' ? 'application/octet-stream' : file.type },
      retryDelays: pauses,
      storeFingerprintForResuming: false,
      removeFingerprintOnSuccess: true,
      async onBeforeRequest(request) {
        watch();
        if (isTokenStale && !(await hasFreshToken(staleToken))) {
          reject(new Error(t('Another user signed in in this browser.')));
          isOver = true;
          throw unreachable();
        }
        isTokenStale = false;
        for (const [name, value] of Object.entries(mutationHeaders())) request.setHeader(name, value);
      },
      onProgress(sent) {
        watch();
        onProgress(sent);
      },
      onAfterResponse: () => clearTimeout(standstill),
      onShouldRetry(error) {
        clearTimeout(standstill);
        if (isOver) return false;
        isTokenStale = codeOf(error.originalResponse) === staleToken;
        if (isTokenStale) return true;
        const isPassing = mayPass(error.originalResponse);
        if (isPassing) onPause();
        return isPassing;
      },
      onError(error) {
        clearTimeout(standstill);
        reject(sentenceOf(error));
      },
      onSuccess({ lastResponse }) {
        clearTimeout(standstill);
        void answerOf(lastResponse, upload, file.size).then(resolve, reject);
      },
    });
    const goOn = async (): Promise<void> => {
      onPause();
      await upload.abort();
      upload.start();
    };
    onStart(() => {
      clearTimeout(standstill);
      void upload.abort(true).catch(() => undefined);
    });
    upload.start();
  });
}

const staleToken = 'CSRF_FAILED';

function codeOf(response: HttpResponse | null | undefined): string | undefined {
  try {
    return (JSON.parse(response?.getBody() ?? '') as { code?: string }).code;
  } catch {
    return undefined;
  }
}

/** Whether it is worth asking again: no answer, too many requests, a part that is still being written, or a server in trouble. */
function mayPass(response: HttpResponse | null | undefined): boolean {
  const status = response?.getStatus() ?? 0;
  return status === 0 || status === 409 || status === 423 || status === 429 || status >= 500;
}

/** @returns what the server said when the last byte was there; asked for again where that answer was lost. */
async function answerOf(last: HttpResponse, upload: Upload, size: number): Promise<UploadedFile> {
  const said = parsed(last.getBody());
  if (said !== undefined) return said;
  if (upload.url === null) throw unreachable();
  const answer = await fetch(upload.url, {
    method: 'PATCH',
    headers: {
      ...mutationHeaders(),
      'Tus-Resumable': '1.0.0',
      'Upload-Offset': String(size),
      'Content-Type': 'application/offset+octet-stream',
    },
    body: '',
  });
  const again = parsed(await answer.text());
  if (again === undefined) throw unreachable();
  return again;
}

function parsed(text: string): UploadedFile | undefined {
  try {
    const { url, filename } = JSON.parse(text) as Partial<UploadedFile>;
    return url === undefined || filename === undefined ? undefined : { url, filename };
  } catch {
    return undefined;
  }
}

function sentenceOf(error: Error | DetailedError): Error {
  const response = 'originalResponse' in error ? error.originalResponse : null;
  if (response === null || response === undefined) return unreachable();
  try {
    const { msg } = JSON.parse(response.getBody()) as { msg?: string };
    if (msg !== undefined) return new Error(msg);
  } catch {
    // Not an answer of ours.
  }
  return new Error(t('The server returned status {{status}}.', { status: response.getStatus() }));
}
