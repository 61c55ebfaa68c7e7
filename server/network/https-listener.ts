/** HTTPS beside HTTP: a port of its own with the certificate of the data folder, opened and closed while the server runs. */
import type { IncomingMessage, ServerResponse } from 'node:http';
import { createServer, type Server } from 'node:https';
import type { AddressInfo, Socket } from 'node:net';
import type { Duplex } from 'node:stream';
import { phrase } from '../translation.ts';
import type { KeptCertificate } from './certificate-files.ts';
import { answerBadHttp, httpOptions } from './http-server.ts';
import { LanListeners } from './lan-listeners.ts';
import { portOwnerText } from './port-owner.ts';

/** How long a client may take to begin to encrypt, in milliseconds. */
const handshakeTimeout = 20_000;

/** How a server counts its connections. */
export interface Admission {
  /** Counts a new connection. */
  admit(socket: Socket): void;
  /** Tells that requests of a counted connection come by `encrypted`. */
  encrypt(socket: Socket, encrypted: Socket): void;
}

/** The server that answers. */
interface Behind extends Admission {
  handle(request: IncomingMessage, response: ServerResponse): unknown;
  upgrade(request: IncomingMessage, socket: Duplex, head: Buffer): void;
}

interface Opening {
  port: number;
  /** Beside loopback. */
  addresses: readonly string[];
  certificate: KeptCertificate;
}

export class HttpsListener {
  readonly #behind: Behind;
  #server: Server | null = null;
  #lan: LanListeners | null = null;
  #opened = '';
  #problem: string | null = null;

  constructor(behind: Behind) {
    this.#behind = behind;
  }

  /** null while it is closed. */
  get port(): number | null {
    return (this.#server?.address() as AddressInfo | null | undefined)?.port ?? null;
  }

  /** Why it is not open although it should be. */
  get problem(): string | null {
    return this.#problem;
  }

  /** Opens, moves or renews it; a failure is kept, not thrown: HTTP goes on without it. */
  async open({ port, addresses, certificate }: Opening): Promise<void> {
    const key = `${port} ${certificate.fingerprint}`;
    if (this.#server !== null && this.#opened.startsWith(`${port} `)) {
      // Connections that are open go on with the former one.
      if (key !== this.#opened) this.#server.setSecureContext(contextOf(certificate));
      this.#opened = key;
    } else {
      await this.close();
      await this.#listen(port, certificate);
      if (this.#server !== null) this.#opened = key;
    }
    if (this.#server !== null) await this.#lan?.listenOn(addresses, this.port ?? port);
  }

  async close(): Promise<void> {
    const server = this.#server;
    this.#server = null;
    this.#opened = '';
    this.#problem = null;
    await this.#lan?.close();
    server?.close();
    server?.closeAllConnections();
  }

  async #listen(port: number, certificate: KeptCertificate): Promise<void> {
    const server = createServer({ ...httpOptions, ...contextOf(certificate), handshakeTimeout }, (request, response) =>
      this.#behind.handle(request, response),
    );
    server.on('upgrade', (request, socket, head) => this.#behind.upgrade(request, socket, head));
    answerBadHttp(server);
    // Counted before it is encrypted: a client that never begins takes a descriptor, too.
    const handshakes = new Map<string, Socket>();
    server.on('connection', (socket: Socket) => {
      const ends = endsOf(socket);
      handshakes.set(ends, socket);
      socket.once('close', () => handshakes.delete(ends));
      this.#behind.admit(socket);
    });
    server.on('secureConnection', (encrypted) => {
      const ends = endsOf(encrypted);
      const socket = handshakes.get(ends);
      handshakes.delete(ends);
      if (socket !== undefined) this.#behind.encrypt(socket, encrypted);
    });
    // A client that does not trust the certificate hangs up: that is its right, and no news.
    server.on('tlsClientError', (_error, socket) => socket.destroy());
    const failure = await new Promise<NodeJS.ErrnoException | null>((resolve) => {
      server.once('error', resolve);
      server.listen({ host: '127.0.0.1', port }, () => resolve(null));
    });
    if (failure !== null) {
      this.#problem = await problemOf(failure, port);
      return;
    }
    // A connection that cannot be accepted, such as for want of files, is lost; the others go on.
    server.on('error', () => undefined);
    this.#server = server;
    this.#lan = new LanListeners((socket) => void server.emit('connection', socket));
  }
}

const contextOf = ({ certificate, key }: KeptCertificate) => ({
  cert: certificate,
  key,
  minVersion: 'TLSv1.2' as const,
});

/** By its addresses and ports a connection is known in both of its forms. */
const endsOf = ({ remoteAddress, remotePort, localAddress, localPort }: Socket): string =>
  [remoteAddress, remotePort, localAddress, localPort].join(' ');

async function problemOf(error: NodeJS.ErrnoException, port: number): Promise<string> {
  if (error.code !== 'EADDRINUSE') return `HTTPS: ${error.message}`;
  const who = await portOwnerText(port);
  return phrase(`Port ${port} is taken by ${who}.`);
}
