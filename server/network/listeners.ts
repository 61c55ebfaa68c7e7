/** Network listeners: the sockets of the office's addresses, HTTPS beside them, and the local name. Follows what is wanted. */
import type { IncomingMessage, ServerResponse } from 'node:http';
import type { Socket } from 'node:net';
import type { Duplex } from 'node:stream';
import type { NetworkSettings, RankedAddress } from '../contract/shapes/network.ts';
import type { ServerOptions } from '../options.ts';
import { phrase } from '../translation.ts';
import { isEverywhere, isLoopback } from './addresses.ts';
import type { KeptCertificate } from './certificate-files.ts';
import { HttpsListener, type Admission } from './https-listener.ts';
import { LanListeners } from './lan-listeners.ts';
import { LocalName } from './local-name.ts';
import { portOwnerText } from './port-owner.ts';

/** The server behind: runtime/http-listener.ts, which listens on its own where it was informed at the start. */
export interface MainListener extends Admission {
  accept(socket: Socket): void;
  handle(request: IncomingMessage, response: ServerResponse): unknown;
  upgrade(request: IncomingMessage, socket: Duplex, head: Buffer): void;
}

export interface Wanted {
  options: Pick<ServerOptions, 'host' | 'port' | 'fixed'>;
  settings: NetworkSettings;
  organization: string;
  /** Of this machine, the best first. */
  addresses: readonly RankedAddress[];
  certificate: KeptCertificate | null;
}

export class Listeners {
  readonly #lan: LanListeners;
  readonly https: HttpsListener;
  readonly localName: LocalName;
  /** Addresses at which others can connect, the best first. */
  reachable: readonly RankedAddress[] = [];
  /** Why an address is not open that should be, in one sentence. */
  problem: string | null = null;

  /** @param onChange called when the local name begins to be known, or cannot be announced. */
  constructor(main: MainListener, onChange: () => void) {
    this.#lan = new LanListeners((socket) => main.accept(socket));
    this.https = new HttpsListener(main);
    this.localName = new LocalName(onChange);
  }

  /** The team's address. */
  get chosen(): RankedAddress | null {
    return this.reachable.find(({ kind }) => kind !== 'link_local') ?? null;
  }

  /** Whether something that should be open is not, so that it is worth another try. */
  get isIncomplete(): boolean {
    return this.#lan.failures.size > 0 || this.https.problem !== null;
  }

  async follow({ options, settings, organization, addresses, certificate }: Wanted): Promise<void> {
    const { host, port, fixed } = options;
    const wanted = addresses.filter(({ address }) => isEverywhere(host) || address === host);
    const hosts = wanted.map(({ address }) => address);
    await this.#lan.listenOn(fixed.host ? besideFixed(host) : hosts, port);
    this.problem = await problemOf(this.#lan.failures, port);
    const open = new Set(fixed.host ? hosts : this.#lan.open);
    this.reachable = wanted.filter(({ address }) => open.has(address));
    if (settings.https_enabled && certificate !== null)
      await this.https.open({ port: settings.https_port, addresses: hosts, certificate });
    else await this.https.close();
    const { chosen } = this;
    await this.localName.follow(
      settings.local_name_enabled && chosen !== null
        ? { organization, port, address: chosen.address, adapter: chosen.adapter }
        : null,
    );
  }

  async close(): Promise<void> {
    this.reachable = [];
    await Promise.all([this.#lan.close(), this.https.close(), this.localName.close()]);
  }
}

async function problemOf(failures: LanListeners['failures'], port: number): Promise<string | null> {
  const [failure] = failures;
  if (failure === undefined) return null;
  const [address, error] = failure;
  if (error.code !== 'EADDRINUSE') return phrase(`The server cannot listen on ${address}: ${error.message}.`);
  const who = await portOwnerText(port);
  return phrase(`Port ${port} of ${address} is taken by ${who}.`);
}

/** A server that was started for one address of the office answers this computer too. */
const besideFixed = (host: string): string[] => (isLoopback(host) || isEverywhere(host) ? [] : ['127.0.0.1']);
