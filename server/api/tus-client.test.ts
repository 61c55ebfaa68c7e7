/** Resumable uploads as the protocol's own JavaScript client sends them, unmodified. */
import { Readable } from 'node:stream';
import { Upload, type DetailedError, type UploadOptions } from 'tus-js-client';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { startWorld, type World } from '../testing/world.ts';

interface Sent {
  /** "PATCH 204", in the order of the answers. */
  calls: string[];
  /** Headers of the answer that came first. */
  location: string | undefined;
  /** The last answer. */
  body: { url?: string; filename?: string };
  error: { status: number; code?: string } | null;
}

const small = Buffer.from('0123456789'.repeat(10_000));

describe('the client tus-js-client', () => {
  let world: World;
  beforeAll(async () => {
    world = await startWorld({ limits: { maxFileUploadSizeMib: 1, uploadQuotaMibPerUser: 20 } });
  });
  afterAll(() => world.stop());

  const send = async (file: Buffer | Readable, options: Partial<UploadOptions> = {}): Promise<Sent> => {
    const sent: Sent = { calls: [], location: undefined, body: {}, error: null };
    let last = '';
    await new Promise<void>((resolve) => {
      const upload = new Upload(file as never, {
        endpoint: `${world.url}/api/v1/tus/`,
        headers: { Authorization: world.member.authorization },
        metadata: { filename: 'Grüße.txt', filetype: 'text/plain' },
        retryDelays: null,
        onAfterResponse: (request, response) => {
          sent.calls.push(`${request.getMethod()} ${response.getStatus()}`);
          sent.location ??= response.getHeader('Location');
          last = response.getBody();
        },
        onSuccess: () => resolve(),
        onError: (error) => {
          const answer = (error as DetailedError).originalResponse;
          const { code } = JSON.parse(answer?.getBody() ?? '{}') as { code?: string };
          sent.error = { status: answer?.getStatus() ?? 0, ...(code !== undefined && { code }) };
          resolve();
        },
        ...options,
      });
      upload.start();
    });
    sent.body = last === '' ? {} : (JSON.parse(last) as Sent['body']);
    return sent;
  };

  const read = async ({ body }: Sent): Promise<Buffer> => {
    const headers = { Authorization: world.member.authorization };
    return Buffer.from(await (await fetch(world.url + String(body.url), { headers })).arrayBuffer());
  };

  it('sends a file in parts', async () => {
    const sent = await send(small, { chunkSize: 40_000 });
    expect([sent.error, sent.calls]).toEqual([null, ['POST 201', 'PATCH 204', 'PATCH 204', 'PATCH 200']]);
    expect(sent.body.filename).toBe('Grüße.txt');
    expect((await read(sent)).equals(small)).toBe(true);
  });

  it('sends an empty file', async () => {
    const sent = await send(Buffer.alloc(0));
    expect([sent.error, sent.calls]).toEqual([null, ['POST 201']]);
    expect(sent.location).toMatch(/^\/api\/v1\/tus\/\w+$/);
    expect((await read(sent)).length).toBe(0);
  });

  it('sends the file with the creation', async () => {
    const sent = await send(small, { uploadDataDuringCreation: true });
    expect([sent.error, sent.calls]).toEqual([null, ['POST 201']]);
    expect(sent.location).toMatch(/^\/api\/v1\/tus\/\w+$/);
    expect((await read(sent)).equals(small)).toBe(true);
  });

  it('sends the first part with the creation and the others after it', async () => {
    const sent = await send(small, { uploadDataDuringCreation: true, chunkSize: 60_000 });
    expect([sent.error, sent.calls]).toEqual([null, ['POST 201', 'PATCH 200']]);
    expect((await read(sent)).equals(small)).toBe(true);
  });

  it('sends a stream whose length it learns at its end', async () => {
    const sent = await send(Readable.from([small, small, Buffer.from('end')]), {
      uploadLengthDeferred: true,
      chunkSize: 64 * 1024,
    });
    expect([sent.error, sent.calls.at(0), sent.calls.at(-1)]).toEqual([null, 'POST 201', 'PATCH 200']);
    expect((await read(sent)).equals(Buffer.concat([small, small, Buffer.from('end')]))).toBe(true);
  });

  it('is reported when a stream turns out to be larger than a file may be', async () => {
    const pieces = Array.from({ length: 12 }, () => small);
    const sent = await send(Readable.from(pieces), { uploadLengthDeferred: true, chunkSize: 300_000 });
    expect(sent.error).toEqual({ status: 413, code: 'REQUEST_TOO_LARGE' });
    const much = await send(Buffer.alloc(1024 * 1024 + 1));
    expect(much.error).toEqual({ status: 413, code: 'REQUEST_TOO_LARGE' });
  });

  it('sends PATCH as POST where a network passes nothing else', async () => {
    const sent = await send(small, { overridePatchMethod: true });
    expect([sent.error, sent.calls]).toEqual([null, ['POST 201', 'POST 200']]);
    expect((await read(sent)).equals(small)).toBe(true);
  });

  it('goes on where an upload left off that was cut between two parts', async () => {
    const cut = await send(small, { chunkSize: 30_000, onBeforeRequest: stopBefore('PATCH', 2) });
    expect([cut.calls, cut.error]).toEqual([['POST 201', 'PATCH 204'], { status: 0 }]);
    const sent = await send(small, { uploadUrl: new URL(cut.location ?? '', world.url).href });
    expect([sent.error, sent.calls]).toEqual([null, ['HEAD 200', 'PATCH 200']]);
    expect((await read(sent)).equals(small)).toBe(true);
  });

  it('withdraws an upload', async () => {
    const { location } = await send(small, { onBeforeRequest: stopBefore('PATCH') });
    await Upload.terminate(new URL(location ?? '', world.url).href, {
      headers: { Authorization: world.member.authorization },
    });
    const sent = await send(small, { uploadUrl: new URL(location ?? '', world.url).href, endpoint: null });
    expect(sent.calls[0]).toBe('HEAD 404');
  });
});

/** Ends the upload before the n-th request of a method, as when the network goes. */
function stopBefore(method: string, nth = 1): UploadOptions['onBeforeRequest'] {
  let count = 0;
  return (request) => {
    if (request.getMethod() === method) count += 1;
    if (count === nth) throw new Error('stopped by the test');
  };
}
