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
   *   at the place of the client's address, else the first one: each proxy adds its own at the end.
   */
  protocolOf({ socket, headers }: Pick<IncomingMessage, 'socket' | 'headers'>): 'http' | 'https' {
    const own = 'encrypted' in socket ? 'https' : 'http';
    if (!this.isTrusted(socket.remoteAddress)) return own;
    const { hops, protocols } = forwardedBy(headers);
    const at = protocols.length === hops.length ? this.#clientIn(hops) : 0;
    const said = protocols[Math.max(0, at)]?.toLowerCase();
    return said === 'http' || said === 'https' ? said : own;
  }

  /** @returns the origin under which the client reached the server, without the port that every client adds: "https://chat.office.lan". */
  originOf(request: Pick<IncomingMessage, 'socket' | 'headers'>): string {
    const protocol = this.protocolOf(request);
    const origin = `${protocol}://${request.headers.host ?? ''}`;
    const full = /:\d+$/.test(origin) ? origin : origin + this.#portBefore(request, origin);
    return full.replace(protocol === 'https' ? /:(?:443)?$/ : /:(?:80)?$/, '');
  }

  /**
   * The port of a request whose Host header names none, as a proxy passed it: from what the proxy says beside, else from the page that
   * sent the request. X-Forwarded-Port does not count: a proxy behind another one names its own port there.
   * @returns ":8443", or '' where nothing names a port of the same origin
   */
  #portBefore({ socket, headers }: Pick<IncomingMessage, 'socket' | 'headers'>, origin: string): string {
    const { 'x-forwarded-host': hosts, 'sec-fetch-site': site = 'same-origin', forwarded = '' } = headers;
    const scheme = origin.slice(0, origin.indexOf(':'));
    const proxied = this.isTrusted(socket.remoteAddress)
      ? [...listOf(hosts), forwardedElements(forwarded)[0]?.host ?? ''].map((host) => `${scheme}://${host}`)
      : [];
    const pages = site === 'same-origin' ? [headers.origin ?? '', headers.referer ?? ''] : [];
    const begin = `${origin.toLowerCase()}:`;
    const found = [...proxied, ...pages].find((one) => one.toLowerCase().startsWith(begin));
    const port = /^:(\d{1,5})(?![^/])/.exec(found?.slice(origin.length) ?? '')?.[1];
    return port !== undefined && Number(port) < 65_536 ? `:${port}` : '';
  }

  /** @returns the address of the client: the newest that a proxy names and that is no trusted proxy; else the other end of the connection. */
  addressOf({ socket, headers }: Pick<IncomingMessage, 'socket' | 'headers'>): string {
    const address = socket.remoteAddress ?? '';
    if (!this.isTrusted(address)) return address;
    const { hops } = forwardedBy(headers);
    const client = hops[this.#clientIn(hops)];
    return client === undefined ? address : withoutPort(client);
  }

  /** @returns the place of the client: the last hop that is no trusted proxy; -1 where no hop is an address. */
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

interface Forwarded {
  /** Addresses of the client and of the proxies after it. */
  hops: readonly string[];
  /** By which protocol each of them came, or that of the client alone. */
  protocols: readonly string[];
}

/**
 * What proxies wrote of a request. X-Forwarded-For and X-Forwarded-Proto count before Forwarded (RFC 7239), which a proxy that does not
 * know it passes on as the client sent it.
 */
function forwardedBy(headers: IncomingMessage['headers']): Forwarded {
  const hops = listOf(headers['x-forwarded-for']);
  const protocols = listOf(headers['x-forwarded-proto']);
  if (hops.length > 0 || protocols.length > 0) return { hops, protocols };
  const elements = forwardedElements(headers.forwarded ?? '');
  return { hops: elements.map(({ for: hop = '' }) => hop), protocols: elements.map(({ proto = '' }) => proto) };
}

const token = String.raw`[\w!#$%&'*+.^|~\x60-]+`;
/** A pair of a Forwarded header with what ends it. Some proxies leave the quotes around addresses of IPv6 away. */
const forwardedPair = new RegExp(
  String.raw`[\t ]*(?:(${token})=(?:"((?:[^"\\]|\\.)*)"|([\w!#$%&'*+.^|~\x60:\[\]-]*))[\t ]*)?([;,]|$)`,
  'y',
);

/** @returns the parameters of each element of a Forwarded header, by their names in small letters; none where it is malformed */
function forwardedElements(header: string): Record<string, string>[] {
  const elements: Record<string, string>[] = [{}];
  forwardedPair.lastIndex = 0;
  while (forwardedPair.lastIndex < header.length) {
    const [, name, quoted, plain = '', end] = forwardedPair.exec(header) ?? [];
    if (end === undefined) return [];
    const value = quoted?.replaceAll(/\\(.)/g, '$1') ?? plain;
    if (name !== undefined) (elements.at(-1) ?? {})[name.toLowerCase()] ??= value;
    if (end === ',') elements.push({});
  }
  return elements.filter((element) => Object.keys(element).length > 0);
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
