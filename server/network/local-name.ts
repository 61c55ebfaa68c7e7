/**
 * The name in the local network ("hearth.local", by mDNS) and the entry in lists of services (DNS-SD). A bonus: some systems
 * and networks do not know such names, so it never stands alone, and its failure is none of the server's.
 */
import { getResponder, type CiaoService, type Responder } from '@homebridge/ciao';
import type { LocalNameState } from '../contract/console-network.ts';

interface Announcement {
  organization: string;
  port: number;
  /** The address behind the name, and the adapter that it is announced on. */
  address: string;
  adapter: string;
}

const hostname = 'hearth';
/** A name that cannot be announced in this time is not waited for; milliseconds. */
const announceLimitMs = 15_000;
const goodbyeLimitMs = 2000;
/** RFC 6763: the name of a service has at most 63 bytes. */
const nameLimit = 63;

export class LocalName {
  readonly #onChange: () => void;
  #announced = '';
  #responder: Responder | null = null;
  #name: string | null = null;
  #problem: string | null = null;

  /** @param onChange called when the name begins to be known, or cannot be announced. */
  constructor(onChange: () => void) {
    this.#onChange = onChange;
  }

  /** "hearth.local"; null while it is not announced. */
  get name(): string | null {
    return this.#name;
  }

  state(enabled: boolean, port: number): LocalNameState {
    return { enabled, url: this.#name === null ? null : `http://${this.#name}:${port}`, problem: this.#problem };
  }

  /** Announces, changes or withdraws (null) the name. Returns before others know it. */
  async follow(wanted: Announcement | null): Promise<void> {
    const key = wanted === null ? '' : JSON.stringify(wanted);
    if (key === this.#announced) return;
    await this.#withdraw();
    this.#announced = key;
    if (wanted !== null) void this.#announce(wanted, key);
  }

  async close(): Promise<void> {
    await this.follow(null);
  }

  async #announce({ organization, port, address, adapter }: Announcement, key: string): Promise<void> {
    let problem: string | null = null;
    let service: CiaoService | null = null;
    try {
      const responder = getResponder({ interface: adapter, disableIpv6: true });
      this.#responder = responder;
      service = responder.createService({
        name: shortened(`Hearth — ${organization}`),
        type: 'http',
        port,
        hostname,
        disabledIpv6: true,
        restrictedAddresses: [address],
        txt: { path: '/' },
      });
      await within(announceLimitMs, service.advertise());
    } catch (error) {
      problem = `The name ${hostname}.local could not be announced: ${(error as Error).message}`;
    }
    // Something else is wanted by now.
    if (this.#announced !== key) return;
    this.#problem = problem;
    this.#name = problem === null ? (service?.getHostname().replace(/\.$/, '').toLowerCase() ?? null) : null;
    this.#onChange();
  }

  async #withdraw(): Promise<void> {
    const responder = this.#responder;
    this.#responder = null;
    this.#name = null;
    this.#problem = null;
    if (responder === null) return;
    // Says goodbye to those who keep the name; who does not hear it forgets by itself.
    await within(goodbyeLimitMs, responder.shutdown()).catch(() => undefined);
  }
}

function shortened(name: string): string {
  let text = name;
  while (Buffer.byteLength(text) > nameLimit) text = [...text].slice(0, -1).join('');
  return text;
}

async function within<T>(ms: number, promise: Promise<T>): Promise<T> {
  let timer: NodeJS.Timeout | undefined;
  const limit = new Promise<never>((_resolve, reject) => {
    timer = setTimeout(() => reject(new Error('nobody answered in time')), ms);
  });
  try {
    return await Promise.race([promise, limit]);
  } finally {
    clearTimeout(timer);
  }
}
