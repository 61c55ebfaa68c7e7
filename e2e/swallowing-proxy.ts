/** Stands between a browser and the server, and once swallows an answer: the request is done, and the user who asked is never told. */
import { once } from 'node:events';
import { Agent, createServer, request, type IncomingMessage, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';

export class SwallowingProxy {
  readonly #server: Server;
  readonly #target: URL;
  readonly #agent = new Agent({ keepAlive: false });
  #swallow: { isMeant: (request: IncomingMessage) => boolean; done: () => Promise<void> } | undefined;

  private constructor(target: string) {
    this.#target = new URL(target);
    this.#server = createServer((incoming, outgoing) => {
      const { host: _host, ...headers } = incoming.headers;
      const forwarded = request(
        {
          agent: this.#agent,
          host: this.#target.hostname,
          port: this.#target.port,
          path: incoming.url,
          method: incoming.method,
          headers,
        },
        (answer) => {
          const swallow = this.#swallow;
          if (swallow?.isMeant(incoming) === true) {
            this.#swallow = undefined;
            // The answer begins when the work is on the disk.
            void swallow.done().then(() => outgoing.destroy());
            return;
          }
          outgoing.writeHead(answer.statusCode ?? 502, answer.headers);
          answer.pipe(outgoing);
          answer.on('error', () => outgoing.destroy());
        },
      );
      forwarded.on('error', () => outgoing.destroy());
      outgoing.on('close', () => forwarded.destroy());
      incoming.pipe(forwarded);
    });
  }

  static async before(target: string): Promise<SwallowingProxy> {
    const proxy = new SwallowingProxy(target);
    proxy.#server.listen(0, '127.0.0.1');
    await once(proxy.#server, 'listening');
    return proxy;
  }

  get url(): string {
    return `http://127.0.0.1:${(this.#server.address() as AddressInfo).port}`;
  }

  /** The next such request is done, and its answer lost. @param done what happens between the two. */
  swallowNext(isMeant: (request: IncomingMessage) => boolean, done: () => Promise<void>): void {
    this.#swallow = { isMeant, done };
  }

  async close(): Promise<void> {
    this.#server.closeAllConnections();
    this.#server.close();
    await once(this.#server, 'close');
  }
}
