/**
 * The sockets by which others come in, beside the one on loopback: one an address, opened and closed while the server runs.
 * What comes in is handed to the server behind; closing an address also ends the connections that came by it.
 */
import { createServer, type Server, type Socket } from 'node:net';

/** How long answers that are on their way may take when their address is closed, in milliseconds. */
const lastAnswerMs = 500;

interface Listener {
  server: Server;
  sockets: Set<Socket>;
}

export class LanListeners {
  readonly #accept: (socket: Socket) => void;
  readonly #listeners = new Map<string, Listener>();
  readonly #failures = new Map<string, NodeJS.ErrnoException>();
  #port = 0;

  /** @param accept takes a connection over. */
  constructor(accept: (socket: Socket) => void) {
    this.#accept = accept;
  }

  /** Addresses that others can connect to now. */
  get open(): string[] {
    return [...this.#listeners.keys()];
  }

  /** Why wanted addresses could not be opened. */
  get failures(): ReadonlyMap<string, NodeJS.ErrnoException> {
    return this.#failures;
  }

  /** Addresses of others that are connected now. */
  get remoteAddresses(): Set<string> {
    const sockets = [...this.#listeners.values()].flatMap((listener) => [...listener.sockets]);
    return new Set(sockets.flatMap(({ remoteAddress }) => remoteAddress ?? []));
  }

  /** Listens on exactly these addresses; failures are kept, not thrown: an adapter may be gone a moment later. */
  async listenOn(addresses: readonly string[], port: number): Promise<void> {
    const wanted = new Set(addresses);
    const stale = this.open.filter((address) => !wanted.has(address) || port !== this.#port);
    await Promise.all(stale.map(async (address) => this.#close(address)));
    this.#port = port;
    this.#failures.clear();
    for (const address of wanted) if (!this.#listeners.has(address)) await this.#open(address, port);
  }

  async close(): Promise<void> {
    await Promise.all(this.open.map(async (address) => this.#close(address)));
  }

  async #open(address: string, port: number): Promise<void> {
    const sockets = new Set<Socket>();
    const server = createServer((socket) => {
      sockets.add(socket);
      socket.once('close', () => sockets.delete(socket));
      this.#accept(socket);
    });
    await new Promise<void>((resolve) => {
      server.once('error', (error) => {
        this.#failures.set(address, error);
        resolve();
      });
      server.listen({ host: address, port }, () => {
        this.#listeners.set(address, { server, sockets });
        resolve();
      });
    });
    // A connection that cannot be accepted, such as for want of files, is lost; the others go on.
    server.on('error', () => undefined);
  }

  async #close(address: string): Promise<void> {
    const listener = this.#listeners.get(address);
    if (listener === undefined) return;
    this.#listeners.delete(address);
    const { server, sockets } = listener;
    const cutOff = setTimeout(() => {
      for (const socket of sockets) socket.destroy();
    }, lastAnswerMs);
    // Not waited for: a user who closes the address may wait for their answer on it.
    server.close(() => clearTimeout(cutOff));
  }
}
