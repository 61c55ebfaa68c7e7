/**
 * The server's place in the network, while it runs: whether others may connect and at which addresses, what the team is informed,
 * and what has changed. Outlives the data under the server: `use` is called again whenever other data is opened.
 */
import type { NetworkSettings, NetworkState, Pin, RankedAddress } from '../contract/shapes/network.ts';
import { systemActing, type ChatServices, ownOrigin } from '../domain/acting.ts';
import { setCause } from '../domain/audit/cause.ts';
import { organizationSetting } from '../domain/organization/rows.ts';
import { invalidParameter } from '../errors.ts';
import type { Adapters } from '../machine-network.ts';
import { hasIpv6, rankAddresses } from '../network/adapters.ts';
import { isLoopback, plainAddress } from '../network/addresses.ts';
import { deleteCertificate, keepCertificate, type KeptCertificate } from '../network/certificate-files.ts';
import { describeCertificate } from '../network/certificate.ts';
import { composeState, type Shown } from '../network/compose-state.ts';
import { firewallsHere, type FirewallName } from '../network/firewall.ts';
import { isAmong, writtenHostName } from '../network/host-check.ts';
import { Listeners, type MainListener } from '../network/listeners.ts';
import { isOwnOrigin, originForOthers } from '../network/origin.ts';
import { browserName, ReachTest, type ReachOutcome } from '../network/reach-test.ts';
import { elapsedClock } from '../options.ts';
import { currentCertificate, isToRenew } from './certificate-renewal.ts';
import { countConnected } from './connected.ts';
import { tellConsoles } from './console-news.ts';
import { changeNetworkSettings, knownTeamAddress, networkSettings, rememberTeamAddress } from './network-settings.ts';

export class TeamNetwork {
  /** null for a data folder without a server: no one is let in. */
  readonly #listeners: Listeners | null;
  readonly #onChanges = new Set<() => void>();
  #services: ChatServices | null = null;
  #reach: ReachTest | null = null;
  #settings: NetworkSettings | null = null;
  /** What the team was informed last: "http://192.168.1.20:7420"; '' = nothing yet. */
  #known = '';
  #adapters: Adapters = {};
  #addresses: RankedAddress[] = [];
  #certificate: KeptCertificate | null = null;
  #firewalls: FirewallName[] = [];
  #lastVisit: NetworkState['last_visit'] = null;
  #told = '';
  #seen = '';
  #work: Promise<void> = Promise.resolve();

  constructor(main: MainListener | null) {
    this.#listeners = main === null ? null : new Listeners(main, () => void this.#tell());
  }

  /** Works for this data from now on. */
  async use(services: ChatServices): Promise<void> {
    this.#services = services;
    this.#reach = new ReachTest(services.options.clock, services.random, elapsedClock(services.options));
    this.#firewalls = await firewallsHere();
    await this.apply();
  }

  async close(): Promise<void> {
    await this.#work.catch(() => undefined);
    await this.#listeners?.close();
    this.#onChanges.clear();
  }

  /** Calls back after every change of what `state` reports, but for the counts. @returns a function that ends it. */
  onChange(callback: () => void): () => void {
    this.#onChanges.add(callback);
    return () => this.#onChanges.delete(callback);
  }

  /** Everything there is to show. */
  async state(): Promise<NetworkState> {
    const connected = await countConnected(this.#data);
    return { ...this.#shown(), ...connected };
  }

  /** "http://192.168.1.20:7420": what teammates use; null while no one else can connect. */
  get teamOrigin(): string | null {
    return this.#listeners?.chosen?.url ?? null;
  }

  /** @param origin the one that the caller used. @returns the address to put into what others will read elsewhere. */
  originForOthers(origin: string): string {
    return originForOthers(origin, this, this.#services === null ? origin : ownOrigin(this.#services));
  }

  /** Whether an origin leads to this server. */
  isOwnOrigin(origin: string): boolean {
    return isOwnOrigin(origin, this, [this.#services?.options.port ?? [], this.#settings?.https_port ?? []].flat());
  }

  /** Addresses at which others can connect, the best first. */
  get reachable(): readonly RankedAddress[] {
    return this.#listeners?.reachable ?? [];
  }

  /** Whether every browser warns of our HTTPS. */
  get isCertificateMadeHere(): boolean {
    return this.#certificate !== null && describeCertificate(this.#certificate, [], 0).is_made_here;
  }

  /** Names beside the machine's own under which the server answers. */
  get names(): string[] {
    const local = this.#listeners?.localName.name ?? null;
    return [
      ...this.#data.options.allowedHosts,
      ...(this.#settings?.server_allowed_hosts ?? []),
      ...(local === null ? [] : [local]),
    ];
  }

  /** Whether pages of other origins may call the API, by key. */
  get allowsOtherOrigins(): boolean {
    return this.#settings?.cors_enabled === true;
  }

  /** Whether an administrator gave the server this name, so that it can be counted on. */
  isGivenName(name: string): boolean {
    // A folder that is worked on without a server has no addresses, and no one gave it one.
    const given = [...(this.#services?.options.allowedHosts ?? []), ...(this.#settings?.server_allowed_hosts ?? [])];
    return isAmong(name, given);
  }

  /** The certificate, without its key. */
  get certificate(): KeptCertificate['certificate'] | null {
    return this.#certificate?.certificate ?? null;
  }

  /** Names and addresses that a certificate for this machine should have. */
  get certificateNames(): string[] {
    const { hostName } = this.#data.options.machine;
    const addresses = this.#addresses.filter(({ kind }) => kind !== 'link_local').map(({ address }) => address);
    const given = (this.#settings?.server_allowed_hosts ?? []).map((name) => writtenHostName(name) ?? name);
    return [...new Set([hostName().toLowerCase(), ...given, 'hearth.local', 'localhost', '127.0.0.1', ...addresses])];
  }

  /** Whether an address is one of this very machine. */
  isOwn(address: string): boolean {
    const plain = plainAddress(address);
    if (isLoopback(plain)) return true;
    return Object.values(this.#adapters).some((entries) => entries?.some((entry) => entry.address === plain));
  }

  /** Lets others in, or only this computer; connections of others then end. @throws ApiError where a flag decides. */
  async setShared(on: boolean): Promise<void> {
    const { server_host: host } = await this.#data.storage.read(networkSettings);
    if (on !== isLoopback(host)) return this.apply();
    await this.change({ server_host: on ? '0.0.0.0' : '127.0.0.1' });
  }

  /** Chooses the team's address; null = the best one. A user who chooses is thought to tell the team. */
  async pin(pin: Pin | null): Promise<void> {
    await this.change({ team_address_pin: pin });
    await this.acknowledge();
  }

  /** Stores settings and follows them. @throws ApiError where a flag decides */
  async change(changes: Partial<NetworkSettings>): Promise<void> {
    this.checkChange(changes);
    const { storage } = this.#data;
    await storage.transaction((tx) => {
      setCause(tx, { via: 'desktop_app' });
      changeNetworkSettings(systemActing(tx, this.#data, ''), changes);
    });
    await this.apply();
  }

  /** @throws ApiError where a setting would change what the command line decided. */
  checkChange({ server_host: host }: Partial<NetworkSettings>): void {
    const { options } = this.#data;
    if (host !== undefined && options.fixed.host && host !== options.host)
      throw invalidParameter(
        'settings.server_host',
        'The server was started with --host (or HEARTH_HOST), which decides who can reach it. Restart it without to change this here.',
      );
  }

  /** The team knows the address that it has now. */
  async acknowledge(): Promise<void> {
    if (this.teamOrigin !== null) await this.#remember(this.teamOrigin);
    await this.#tell();
  }

  /** Follows when the adapters, the default route or the validity of our certificate have changed: cheap, for every few seconds. */
  async look(): Promise<void> {
    const { machine } = this.#data.options;
    const isRenewed = isToRenew(this.#certificate, this.#data.options);
    const seen = JSON.stringify([machine.adapters(), await machine.defaultRoute()]);
    if (seen !== this.#seen || this.#listeners?.isIncomplete === true || isRenewed) await this.apply();
  }

  /** Follows the stored settings and the machine as they are now, as after sleep. */
  async apply(): Promise<void> {
    return this.#inTurn(async () => this.#follow());
  }

  /** Keeps a certificate and its key for HTTPS, in place of any other; null = deletes it. */
  async keepCertificate(pair: { certificate: string; key: string } | null): Promise<void> {
    const { dataDir } = this.#data.options;
    return this.#inTurn(async () => {
      await (pair === null ? deleteCertificate(dataDir) : keepCertificate(dataDir, pair));
      await this.#follow();
    });
  }

  /** Begins a test from a second device, with a new code. */
  async beginReachTest(): Promise<void> {
    this.#reach?.begin();
    await this.#tell();
  }

  /** Someone typed a code into the page of the test. @param address as the socket gives it. */
  reachedBy(code: string, address: string, userAgent: string): ReachOutcome {
    const visitor = { address: plainAddress(address), browser: browserName(userAgent), isOwn: this.isOwn(address) };
    const outcome = this.#reach?.type(code, visitor) ?? 'no_test';
    if (outcome === 'reached') void this.#tell();
    return outcome;
  }

  /** Someone's request came in: from another machine it proves that others get here. */
  noteVisit(address: string): void {
    if (this.isOwn(address)) return;
    const isFirst = this.#lastVisit === null;
    this.#lastVisit = { address: plainAddress(address), at: Math.floor(this.#data.options.clock() / 1000) };
    if (isFirst) void this.#tell();
  }

  get #data(): ChatServices {
    if (this.#services === null) throw new Error('no data is open');
    return this.#services;
  }

  /** One piece of work after the other. */
  async #inTurn(work: () => Promise<void>): Promise<void> {
    this.#work = this.#work.catch(() => undefined).then(work);
    return this.#work;
  }

  async #follow(): Promise<void> {
    const { storage, options } = this.#data;
    const { settings, organization, known } = await storage.read((db) => ({
      settings: networkSettings(db),
      organization: organizationSetting(db, 'name'),
      known: knownTeamAddress(db),
    }));
    this.#settings = settings;
    this.#known = known;
    if (!options.fixed.host) options.host = settings.server_host;
    this.#adapters = options.machine.adapters();
    const defaultRoute = await options.machine.defaultRoute();
    this.#seen = JSON.stringify([this.#adapters, defaultRoute]);
    const pin = settings.team_address_pin;
    this.#addresses = rankAddresses(this.#adapters, { defaultRoute, pin, port: options.port });
    this.#certificate = await currentCertificate(options, this.certificateNames);
    await this.#listeners?.follow({
      options,
      settings,
      organization,
      addresses: this.#addresses,
      certificate: this.#certificate,
    });
    if (this.#known === '' && this.teamOrigin !== null) await this.#remember(this.teamOrigin);
    await this.#tell();
  }

  #shown(): Shown {
    return composeState({
      options: this.#data.options,
      listeners: this.#listeners,
      settings: this.#settings,
      addresses: this.#addresses,
      certificate: this.#certificate,
      known: this.#known,
      reach: this.#reach,
      lastVisit: this.#lastVisit,
      firewalls: this.#firewalls,
      hasIpv6: hasIpv6(this.#adapters),
    });
  }

  async #remember(url: string): Promise<void> {
    await this.#data.storage.transaction((tx) => rememberTeamAddress(systemActing(tx, this.#data, ''), url));
    this.#known = url;
  }

  /** Tells a user who listens, and the consoles of administrators, when what is shown has changed. */
  async #tell(): Promise<void> {
    const { last_visit: visit, ...shown } = this.#shown();
    const told = JSON.stringify([shown, visit === null]);
    const isFirst = this.#told === '';
    if (told === this.#told) return;
    this.#told = told;
    if (isFirst) return;
    this.#data.log.info(
      { shared: shown.shared, address: shown.chosen?.url, problem: shown.problem },
      'the network changed',
    );
    for (const callback of this.#onChanges) callback();
    await tellConsoles(this.#data, 'network');
  }
}
