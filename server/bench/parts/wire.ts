/**
 * One kept connection that speaks HTTP by hand: a load generator that costs less than the server which it measures. It
 * understands what these benches need: answers with a Content-Length, one after the other.
 */
import { connect, type Socket } from 'node:net';

export interface WireAnswer {
  status: number;
  body: string;
}

const endOfHead = Buffer.from('\r\n\r\n');

export class Wire {
  readonly #socket: Socket;
  #received: Buffer = Buffer.alloc(0);
  #waiting: { resolve: (answer: WireAnswer) => void; reject: (error: Error) => void } | undefined;

  private constructor(socket: Socket) {
    this.#socket = socket;
    socket.setNoDelay(true);
    socket.on('data', (chunk: Buffer) => this.#take(chunk));
    socket.on('error', (error) => this.#waiting?.reject(error));
    socket.on('close', () => this.#waiting?.reject(new Error('the connection ended')));
  }

  /** @returns a connection to a port of this machine. */
  static open(port: number): Promise<Wire> {
    return new Promise((resolve, reject) => {
      const socket = connect(port, '127.0.0.1', () => resolve(new Wire(socket)));
      socket.once('error', reject);
    });
  }

  /** Sends a request and waits for its answer; one at a time. @throws Error when the connection ends before. */
  ask(request: string): Promise<WireAnswer> {
    return new Promise((resolve, reject) => {
      if (this.#socket.destroyed) throw new Error('the connection has ended');
      this.#waiting = { resolve, reject };
      this.#socket.write(request);
    });
  }

  close(): void {
    this.#waiting = undefined;
    this.#socket.destroy();
  }

  #take(chunk: Buffer): void {
    this.#received = this.#received.length === 0 ? chunk : Buffer.concat([this.#received, chunk]);
    const head = this.#received.indexOf(endOfHead);
    if (head === -1) return;
    const text = this.#received.toString('latin1', 0, head);
    const length = Number(/content-length: (\d+)/i.exec(text)?.[1] ?? 0);
    const end = head + endOfHead.length + length;
    if (this.#received.length < end) return;
    const body = this.#received.toString('utf8', head + endOfHead.length, end);
    this.#received = this.#received.subarray(end);
    const waiting = this.#waiting;
    this.#waiting = undefined;
    waiting?.resolve({ status: Number(text.slice(9, 12)), body });
  }
}

/** A request as text. @param form parameters: in the query of a GET, in the body of the others. */
export function requestText(
  method: 'GET' | 'POST',
  path: string,
  authorization: string,
  form: Record<string, string | number> = {},
): string {
  const texts = Object.fromEntries(Object.entries(form).map(([name, value]) => [name, String(value)]));
  const sent = new URLSearchParams(texts).toString();
  const head = `Host: localhost\r\nAuthorization: ${authorization}\r\n`;
  if (method === 'GET') return `GET ${path}${sent === '' ? '' : `?${sent}`} HTTP/1.1\r\n${head}\r\n`;
  const type = 'Content-Type: application/x-www-form-urlencoded\r\n';
  return `${method} ${path} HTTP/1.1\r\n${head}${type}Content-Length: ${Buffer.byteLength(sent)}\r\n\r\n${sent}`;
}
