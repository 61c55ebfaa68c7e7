/** The port: taken before the data folder is touched, opened when there is somebody to answer, closed within bounds. */
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';

/** How long a request may take to arrive whole, in milliseconds: large uploads over slow links take their time. */
const bodyPatienceMs = 600_000;
/** How long open requests may take to end when the server stops, in milliseconds. */
const stopGraceMs = 3000;

/** The port could not be opened; the message is one clear line. */
export class ListenError extends Error {
  override readonly name = 'ListenError';
}

/** The listening socket: it opens before the server behind it is ready, and holds requests until then. */
export class FrontDoor {
  readonly #server: Server;
  #answer: ((request: IncomingMessage, response: ServerResponse) => unknown) | undefined;
  #waiting: [IncomingMessage, ServerResponse][] = [];

  constructor() {
    this.#server = createServer(
      { requestTimeout: bodyPatienceMs, headersTimeout: 60_000, keepAliveTimeout: 65_000 },
      (request, response) => {
        if (this.#answer === undefined) this.#waiting.push([request, response]);
        else this.#answer(request, response);
      },
    );
    // What is not HTTP gets a short answer in the API's form and is cut off.
    this.#server.on('clientError', (_error, socket) => {
      const body = '{"result":"error","msg":"Malformed HTTP request","code":"BAD_REQUEST"}';
      if (socket.writable)
        socket.end(
          `HTTP/1.1 400 Bad Request\r\nContent-Type: application/json\r\nContent-Length: ${body.length}\r\nConnection: close\r\n\r\n${body}`,
        );
      else socket.destroy();
    });
  }

  get port(): number {
    return (this.#server.address() as AddressInfo).port;
  }

  async listen(port: number, host = '127.0.0.1'): Promise<void> {
    await new Promise<void>((resolve, reject) => {
      this.#server.once('error', (error: NodeJS.ErrnoException) =>
        reject(new ListenError(listenProblem(error, port, host))),
      );
      this.#server.listen({ port, host }, () => resolve());
    });
  }

  open(answer: (request: IncomingMessage, response: ServerResponse) => unknown): void {
    this.#answer = answer;
    for (const [request, response] of this.#waiting.splice(0)) answer(request, response);
  }

  /** Stops accepting and waits for open requests, at most `stopGraceMs`. */
  async close(): Promise<void> {
    if (!this.#server.listening) return;
    const closed = new Promise<void>((resolve) => {
      this.#server.close(() => resolve());
    });
    this.#server.closeIdleConnections();
    const idle = setInterval(() => this.#server.closeIdleConnections(), 50);
    const force = setTimeout(() => this.#server.closeAllConnections(), stopGraceMs);
    await closed;
    clearInterval(idle);
    clearTimeout(force);
  }
}

function listenProblem(error: NodeJS.ErrnoException, port: number, host: string): string {
  if (error.code === 'EADDRINUSE')
    return `Port ${port} on ${host} is taken by another program; choose another with --port.`;
  if (error.code === 'EACCES') return `Port ${port} may not be opened by this user; choose one above 1023 with --port.`;
  if (error.code === 'EADDRNOTAVAIL') return `This machine has no address ${host}; choose another with --host.`;
  return `Cannot listen on ${host} port ${port}: ${error.message}`;
}
