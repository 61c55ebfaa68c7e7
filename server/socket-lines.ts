/** Lines of a socket, as both ends of a service's control socket read them (cli/control-socket.ts, electron/service-link.ts). */
import type { Socket } from 'node:net';
import { createInterface } from 'node:readline';

/**
 * Calls `listener` for each line. Errors of the connection are dropped, as its 'close' follows. The last line may be cut off.
 */
export function onLine(socket: Socket, listener: (line: string) => void): void {
  socket.on('error', () => undefined);
  // Readline emits the errors of its input again: without a listener a reset connection would end the process.
  createInterface({ input: socket })
    .on('error', () => undefined)
    .on('line', listener);
}
