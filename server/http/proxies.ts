/** Reverse proxies that are trusted to say how a client reached them (`--trusted-proxy`). Headers from elsewhere are only claims. */
import type { IncomingMessage } from 'node:http';
import { BlockList, isIP, isIPv4 } from 'node:net';
import { isProxyAddress } from '../options.ts';

export class TrustedProxies {
  readonly #list = new BlockList();
  readonly #isEmpty: boolean;

  /** @param proxies addresses and networks: "127.0.0.1", "10.1.0.0/16". @throws Error for other texts */
  constructor(proxies: readonly string[]) {
    this.#isEmpty = proxies.length === 0;
    for (const proxy of proxies) {
      const [address = '', bits] = proxy.split('/');
      if (!isProxyAddress(proxy)) throw new Error(`'${proxy}' is no IP address or network.`);
      const family = isIPv4(address) ? 'ipv4' : 'ipv6';
      if (bits === undefined) this.#list.addAddress(address, family);
      else this.#list.addSubnet(address, Number(bits), family);
    }
  }

  /** @returns the protocol of the client: what a trusted proxy says; else that of the connection. */
  protocolOf({ socket, headers }: Pick<IncomingMessage, 'socket' | 'headers'>): 'http' | 'https' {
    const own = 'encrypted' in socket ? 'https' : 'http';
    if (!this.isTrusted(socket.remoteAddress)) return own;
    // Each proxy adds its own at the end; the last one is this server's neighbor.
    const said = listOf(headers['x-forwarded-proto']).at(-1)?.toLowerCase();
    return said === 'http' || said === 'https' ? said : own;
  }

  /** @returns the origin under which the client reached the server: "https://chat.office.lan". */
  originOf(request: Pick<IncomingMessage, 'socket' | 'headers'>): string {
    return `${this.protocolOf(request)}://${request.headers.host ?? ''}`;
  }

  /** @returns the address of the client: the newest in X-Forwarded-For that is no trusted proxy; else the other end of the connection. */
  addressOf({ socket, headers }: Pick<IncomingMessage, 'socket' | 'headers'>): string {
    let address = socket.remoteAddress ?? '';
    if (!this.isTrusted(address)) return address;
    for (const before of listOf(headers['x-forwarded-for']).toReversed()) {
      if (isIP(before) === 0) break;
      address = before;
      if (!this.isTrusted(address)) break;
    }
    return address;
  }

  /** Whether an address is that of a trusted proxy. */
  isTrusted(address: string | undefined): boolean {
    if (this.#isEmpty || address === undefined) return false;
    const plain = address.replace(/^::ffff:(?=\d+\.)/i, '');
    if (isIP(plain) === 0) return false;
    return this.#list.check(plain, isIPv4(plain) ? 'ipv4' : 'ipv6');
  }
}

const listOf = (header: string | string[] | undefined): string[] =>
  [header ?? []]
    .flat()
    .flatMap((text) => text.split(','))
    .map((part) => part.trim())
    .filter((part) => part !== '');
