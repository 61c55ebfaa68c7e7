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

  /**
   * @returns the protocol that the client used, where a trusted proxy names it; else that of the connection. Of a list counts the value
   *   at the place of the client's address in X-Forwarded-For, else the first one: each proxy adds its own at the end.
   */
  protocolOf({ socket, headers }: Pick<IncomingMessage, 'socket' | 'headers'>): 'http' | 'https' {
    const own = 'encrypted' in socket ? 'https' : 'http';
    if (!this.isTrusted(socket.remoteAddress)) return own;
    const named = listOf(headers['x-forwarded-proto']);
    const hops = listOf(headers['x-forwarded-for']);
    const at = named.length === hops.length ? this.#clientIn(hops) : 0;
    const said = named[Math.max(0, at)]?.toLowerCase();
    return said === 'http' || said === 'https' ? said : own;
  }

  /** @returns the origin under which the client reached the server: "https://chat.office.lan". */
  originOf(request: Pick<IncomingMessage, 'socket' | 'headers'>): string {
    return `${this.protocolOf(request)}://${request.headers.host ?? ''}`;
  }

  /** @returns the address of the client: the newest in X-Forwarded-For that is no trusted proxy; else the other end of the connection. */
  addressOf({ socket, headers }: Pick<IncomingMessage, 'socket' | 'headers'>): string {
    const address = socket.remoteAddress ?? '';
    if (!this.isTrusted(address)) return address;
    const hops = listOf(headers['x-forwarded-for']);
    const client = hops[this.#clientIn(hops)];
    return client === undefined ? address : withoutPort(client);
  }

  /** @returns the place of the client in X-Forwarded-For: the last hop that is no trusted proxy; -1 where no hop is an address. */
  #clientIn(hops: readonly string[]): number {
    let at = hops.length;
    while (at > 0) {
      const address = withoutPort(hops[at - 1] ?? '');
      if (isIP(address) === 0) break;
      at -= 1;
      if (!this.isTrusted(address)) return at;
    }
    return at === hops.length ? -1 : at;
  }

  /** Whether an address is that of a trusted proxy. */
  isTrusted(address: string | undefined): boolean {
    if (this.#isEmpty || address === undefined) return false;
    const plain = address.replace(/^::ffff:(?=\d+\.)/i, '');
    if (isIP(plain) === 0) return false;
    return this.#list.check(plain, isIPv4(plain) ? 'ipv4' : 'ipv6');
  }
}

/** Some proxies add the port of the client: "203.0.113.9:51000", "[2001:db8::5]:51000". */
const withoutPort = (hop: string): string =>
  hop.replace(/^\[([^\]]*)\](?::\d+)?$/, '$1').replace(/^([\d.]+):\d+$/, '$1');

const listOf = (header: string | string[] | undefined): string[] =>
  [header ?? []]
    .flat()
    .flatMap((text) => text.split(','))
    .map((part) => part.trim())
    .filter((part) => part !== '');
