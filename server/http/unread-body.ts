/**
 * Unread rest of a body after the answer. A connection that is closed on bytes that no one has read is reset,
 * and the client may lose the answer with it: so they are read and thrown away, up to a bound.
 */
import type { IncomingMessage, ServerResponse } from 'node:http';
import type { Socket } from 'node:net';
import { Readable } from 'node:stream';
import type { Context } from 'koa';
import { noteAnswered } from './connections.ts';

/** Bytes that are thrown away; then the connection ends. */
const mostBytes = 256 * 1024 * 1024;

/** How long the rest of a body may take that no one reads, in milliseconds: of strangers as long as any body of theirs. */
export function patienceFor(
  caller: { userId: number | undefined } | undefined,
  strangers: { patienceMs: number },
): number {
  return caller?.userId === undefined ? strangers.patienceMs : Math.max(strangers.patienceMs, 60_000);
}

/** The last request with a body that came on a connection: clients may send one before the answer to the one before it. */
const lastWithBody = new WeakMap<Socket, IncomingMessage>();

/** Ends the connection of a request whose body stops coming for so many milliseconds. */
export function endStalledBody(request: IncomingMessage, response: ServerResponse, stalledBodyMs: number): void {
  if (!hasBody(request)) return;
  const { socket } = request;
  lastWithBody.set(socket, request);
  socket.setTimeout(stalledBodyMs);
  // From its answer on, the connection has the time-out of connections without a request.
  request.once('end', () => {
    if (!response.writableFinished && lastWithBody.get(socket) === request) socket.setTimeout(0);
  });
}

/** Ends the connection of a client that takes nothing of an answer for so many milliseconds: a device that vanished never takes the rest. */
export function endStalledAnswer(response: ServerResponse, stalledAnswerMs: number): void {
  if (!response.writableFinished) response.setTimeout(stalledAnswerMs);
}

/** Whether a request says that it has a body. */
export function hasBody({ headers }: IncomingMessage): boolean {
  return Number(headers['content-length'] ?? 0) > 0 || headers['transfer-encoding'] !== undefined;
}

/**
 * Answers with `text` at once, and ends the answer when the whole request has come, or after `patienceMs`; an answer that says
 * itself that the connection ends is not held up.
 */
export function answerBeforeBody(ctx: Context, text: string, patienceMs: number): void {
  ctx.body = text;
  if (!hasBody(ctx.req) || ctx.req.complete || ctx.response.get('Connection') === 'close') return;
  const { length } = ctx;
  ctx.body = Readable.from(textThenRest(ctx.req, text, patienceMs));
  ctx.length = length;
}

async function* textThenRest(request: IncomingMessage, text: string, patienceMs: number): AsyncGenerator<string> {
  yield text;
  await throwAwayRest(request, patienceMs);
}

/** Reads a request to its end, for so many milliseconds at most and to the bound, where its connection ends. */
export async function throwAwayRest(request: IncomingMessage, patienceMs: number): Promise<void> {
  if (request.complete || request.destroyed) return;
  noteAnswered(request);
  await new Promise<void>((resolve) => {
    let left = mostBytes;
    const end = (): void => {
      clearTimeout(timer);
      request.off('data', count).off('end', end).off('close', end);
      if (!request.complete) request.destroy();
      resolve();
    };
    const count = (chunk: Buffer): void => {
      left -= chunk.length;
      if (left < 0) end();
    };
    const timer = setTimeout(end, patienceMs);
    // What unpacked the body takes nothing any more, and a request that is piped to it would not flow.
    request.unpipe();
    // It may break off: no one is there then to be reported.
    request.on('error', () => undefined);
    request.on('data', count).once('end', end).once('close', end).resume();
  });
}
