/** Answers to connections that speak no HTTP, or nothing in time. */
import { EventEmitter } from 'node:events';
import { Duplex } from 'node:stream';
import { expect, onTestFinished, test, vi } from 'vitest';
import { answerBadHttp } from './http-server.ts';

test('ends the connection of a client that does not take its last answer, as one that has vanished', async () => {
  vi.useFakeTimers();
  onTestFinished(() => void vi.useRealTimers());
  const server = new EventEmitter();
  answerBadHttp(server as never);
  const written: string[] = [];
  // Its writes are never acknowledged.
  const socket = new Duplex({ read: () => undefined, write: (chunk: Buffer) => void written.push(chunk.toString()) });
  server.emit('clientError', Object.assign(new Error('timeout'), { code: 'ERR_HTTP_REQUEST_TIMEOUT' }), socket);
  expect(written.join('')).toContain('HTTP/1.1 400 Bad Request');
  await vi.advanceTimersByTimeAsync(4999);
  expect(socket.destroyed).toBe(false);
  await vi.advanceTimersByTimeAsync(1);
  expect(socket.destroyed).toBe(true);
});
