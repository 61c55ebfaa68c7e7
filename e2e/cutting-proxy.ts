/** Stands between a browser and the server: cuts the connection of uploads when so many bytes have passed, or the network as a whole. */
import { once } from 'node:events';
import { connect, createServer, type Server, type Socket } from 'node:net';
import type { AddressInfo } from 'node:net';

export class CuttingProxy {
  readonly #server: Server;
  readonly #open = new Set<Socket>();
  /** Bytes of one connection after which it is cut, for the next cuts in turn. */
  #cuts: number[] = [];
  cutCount = 0;
  #isUnplugged = false;

  private constructor(target: string) {
    const { hostname, port } = new URL(target);
    this.#server = createServer((client) => {
      if (this.#isUnplugged) return void client.destroy();
      const server = connect(Number(port), hostname);
      let sent = 0;
      client.on('data', (bytes: Buffer) => {
        sent += bytes.length;
        if (this.#cuts[0] === undefined || sent <= this.#cuts[0]) return;
        this.#cuts.shift();
        this.cutCount += 1;
        client.destroy();
        server.destroy();
      });
      for (const socket of [client, server]) {
        this.#open.add(socket);
        socket.on('error', () => socket.destroy());
        socket.on('close', () => {
          this.#open.delete(socket);
          client.destroy();
          server.destroy();
        });
      }
      client.pipe(server).pipe(client);
    });
  }

  static async before(target: string): Promise<CuttingProxy> {
    const proxy = new CuttingProxy(target);
    proxy.#server.listen(0, '127.0.0.1');
    await once(proxy.#server, 'listening');
    return proxy;
  }

  get url(): string {
    return `http://127.0.0.1:${(this.#server.address() as AddressInfo).port}`;
  }

  /** Cuts the next connections that carry so much to the server. */
  cutAfter(...bytes: number[]): void {
    this.#cuts = bytes;
  }

  /** Ends what is open and lets nothing through, until `plugIn`. */
  unplug(): void {
    this.#isUnplugged = true;
    for (const socket of this.#open) socket.destroy();
  }

  plugIn(): void {
    this.#isUnplugged = false;
  }

  async close(): Promise<void> {
    for (const socket of this.#open) socket.destroy();
    this.#server.close();
    await once(this.#server, 'close');
  }
}
