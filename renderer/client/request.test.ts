/** Request errors for invalid responses. */
import { afterEach, expect, test, vi } from 'vitest';
import { onSessionDoubt, request } from './request.ts';

afterEach(() => vi.restoreAllMocks());

/** A success of which the first bytes came, and no more. */
const cutOff = (): Response => {
  const body = new ReadableStream({
    pull(controller) {
      controller.enqueue(new TextEncoder().encode('{"id":'));
      controller.error(new TypeError('cut'));
    },
  });
  return new Response(body, { status: 200 });
};

test('an answer that is cut off is none: no one takes a message for sent that has no id', async () => {
  vi.spyOn(globalThis, 'fetch').mockResolvedValue(cutOff());
  const sending = request('POST', '/messages', { type: 'channel', to: 5, topic: 'hello', content: 'there?' });
  await expect(sending).rejects.toMatchObject({ status: 0, code: 'NETWORK' });
});

test('who calls a request off in the midst of its answer is notified, not that the server is away', async () => {
  const calling = new AbortController();
  vi.spyOn(globalThis, 'fetch').mockImplementation(() => {
    calling.abort();
    return Promise.resolve(cutOff());
  });
  await expect(request('GET', '/users/me', {}, calling.signal)).rejects.toThrow('cut');
});

test('a refused password or code does not end the session of the page, an unknown session does', async () => {
  const doubts: string[] = [];
  onSessionDoubt((code) => doubts.push(code));
  for (const code of ['AUTHENTICATION_FAILED', 'TWO_FACTOR_REQUIRED', 'TWO_FACTOR_FAILED', 'UNAUTHORIZED']) {
    vi.spyOn(globalThis, 'fetch').mockResolvedValue(Response.json({ result: 'error', msg: '', code }, { status: 401 }));
    await expect(request('GET', '/users/me')).rejects.toMatchObject({ code });
  }
  expect(doubts).toEqual(['UNAUTHORIZED']);
});
