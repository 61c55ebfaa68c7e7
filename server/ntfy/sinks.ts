/** Output streams of subscriptions: an HTTP answer that does not end, or a WebSocket. */
import type { ServerResponse } from 'node:http';
import type { WebSocket } from 'ws';
import type { Sink } from './streams.ts';
import type { NtfyEvent } from './wire.ts';

/** Bytes that may wait for a client; above, it is waited for. */
const mostWaiting = 64 * 1024;

/** @param encode of one event. @param keepAliveEvent made again for each sign of life. */
export function httpSink(
  response: ServerResponse,
  encode: (event: NtfyEvent) => string,
  keepAliveEvent: () => NtfyEvent,
): Sink {
  return {
    write: (event) => void (response.destroyed || response.write(encode(event))),
    ready: async () => {
      if (response.writableLength < mostWaiting || response.destroyed) return !response.destroyed;
      return new Promise((resolve) => {
        const done = (): void => {
          response.off('drain', done);
          response.off('close', done);
          resolve(!response.destroyed);
        };
        response.on('drain', done);
        response.on('close', done);
      });
    },
    // What is not taken is not added to: the connection ends by its timeout.
    keepAlive: () => void (response.writableLength > 0 || response.write(encode(keepAliveEvent()))),
    end: () => void response.end(),
  };
}

/** A client answers each ping; one that did not answer the last is gone. */
export function webSocketSink(socket: WebSocket): Sink {
  let isAlive = true;
  socket.on('pong', () => (isAlive = true));
  return {
    write: (event) => socket.send(JSON.stringify(event)),
    ready: async () => {
      if (socket.bufferedAmount < mostWaiting) return socket.readyState === socket.OPEN;
      // Called once all that was written before has left.
      return new Promise((resolve) =>
        socket.ping('', undefined, (error) => resolve(error === undefined && socket.readyState === socket.OPEN)),
      );
    },
    keepAlive: () => {
      if (!isAlive) {
        socket.terminate();
        return;
      }
      isAlive = false;
      socket.ping();
    },
    end: () => socket.close(1000),
  };
}
