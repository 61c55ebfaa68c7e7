/**
 * Server options with their defaults, and the injected sources of time and chance. Flags and environment are read in
 * `cli/settings.ts`.
 */
import { randomBytes } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { isIP } from 'node:net';
import { systemNetwork, type MachineNetwork } from './machine-network.ts';

/** Folder of the data folder with uploaded files that no row knows (uploads/strays.ts). */
export const strayUploadsName = 'uploads-stray';
/** Below uploads/: files of requests that are not answered yet. */
export const incomingUploadsName = 'incoming';

/** The version of this program, from its package.json. */
export const programVersion: string = (
  JSON.parse(readFileSync(new URL('../package.json', import.meta.url), 'utf8')) as { version: string }
).version;

/** Calls `fn` once after `ms`; the result cancels it. */
export interface Timers {
  after(ms: number, fn: () => void): () => void;
}

/** The clocks of a computer: the one that people set, and those that no one can set. */
export interface ClockSource {
  /** UNIX milliseconds. */
  wallMs: () => number;
  /** Milliseconds of this process, monotonic. */
  elapsedMs: () => number;
  /** Milliseconds since the computer started, with those of its sleep where the system counts them. */
  uptimeMs: () => number;
  /** Names this start of the computer; '' = unknown. */
  bootId: string;
  /** An earlier time, UNIX milliseconds, is surely wrong. */
  earliestMs: number;
}

/** A jump of the computer's clock. Milliseconds; `timeMs` is the server's time, `leftMs` how long it still waits. */
export interface ClockProblem {
  gapMs: number;
  isFollowed: boolean;
  timeMs: number;
  leftMs: number;
}

/** What is known of the computer's clock (operations/server-clock.ts). */
export interface Timekeeper {
  /** Whether the time may be trusted to delete by. */
  readonly isSettled: boolean;
  readonly problem: ClockProblem | null;
  /** When a jump was last followed, UNIX milliseconds by the new time; 0 = not since the start. */
  readonly jumpedAtMs: number;
  /** The computer's own clock, UNIX milliseconds: another time where the server does not follow it, or only slowly. */
  readonly computerMs: number;
  /** The time as it would be without a jump of the last day that was followed, UNIX milliseconds: that jump may be the mistake. */
  readonly beforeJumpMs: number;
  /** Milliseconds of this process that no clock setting changes. */
  readonly elapsedMs: number;
  keep(): Promise<void>;
}

/**
 * @returns UNIX milliseconds of the server's clock first, and what the time may be instead while clocks disagree: the computer's
 * where the server does not follow it, and the server's without its last jump. One of them is right.
 */
export function possibleTimes({ clock, timekeeper }: Clocked): number[] {
  return [...new Set([clock(), ...(timekeeper === undefined ? [] : [timekeeper.computerMs, timekeeper.beforeJumpMs])])];
}

interface Clocked {
  clock: () => number;
  timekeeper?: Timekeeper | undefined;
}

/**
 * @returns a clock for what lives no longer than this process, such as the validity of a temporary link: a change of the
 * computer's clock does not move it. Milliseconds, comparable only with each other.
 */
export function elapsedClock({ clock, timekeeper }: Clocked): () => number {
  return timekeeper === undefined ? clock : () => timekeeper.elapsedMs;
}

/** Chance, injected so that the demo and the tests are repeatable. */
export interface RandomSource {
  /** `bytes` random bytes as lower-case hexadecimal. */
  hex(bytes: number): string;
  /** Letters and digits, for keys that people copy. */
  token(length: number): string;
}

const alphabet = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789';

/** UNIX milliseconds. */
export const systemClock: () => number = Date.now;

export const systemRandom: RandomSource = {
  hex: (bytes) => randomBytes(bytes).toString('hex'),
  token: (length) => {
    let token = '';
    // Bytes past the last whole multiple of the alphabet are passed over, so that every character is equally likely.
    while (token.length < length)
      for (const byte of randomBytes(length)) if (byte < 248 && token.length < length) token += alphabet[byte % 62];
    return token;
  },
};

/** The limits that the specification names (spec: Limits), and those that keep the server bounded. Lengths in Unicode code points. */
export interface Limits {
  maxMessageLength: number;
  maxTopicLength: number;
  maxChannelNameLength: number;
  maxChannelDescriptionLength: number;
  maxChannelFolderNameLength: number;
  maxChannelFolderDescriptionLength: number;
  maxFileUploadSizeMib: number;
  uploadQuotaMibPerUser: number;
  /** Of everyone's uploads together; null = as much as the disk takes. */
  uploadQuotaMib: number | null;
  /** Bytes of a request body that is not a file upload. */
  maxBodyBytes: number;
  /** Bytes of Latin text that an account may send to be written at once, and a second from then on; other letters count more. */
  textBurstBytes: number;
  textBytesPerSecond: number;
  /** Bytes of the body of someone who is not signed in, and milliseconds that it may take to come. */
  maxStrangerBodyBytes: number;
  strangerPatienceMs: number;
  heartbeatMs: number;
  /** Milliseconds between two signs of life that a subscription of the ntfy app gets. */
  ntfyKeepAliveMs: number;
  /** Milliseconds for which a client may take nothing of a large answer before its connection ends. */
  stalledAnswerMs: number;
  /** Milliseconds for which a client may send nothing of a body that it has begun: a device that vanished never ends it. */
  stalledBodyMs: number;
  queueLifespanSecs: number;
  /** Bytes of events that may wait to be read in all event queues together, and in those of one account. */
  backlogMaxBytes: number;
  backlogMaxBytesPerUser: number;
  unusedUploadDays: number;
}

export const defaultLimits: Limits = {
  maxMessageLength: 10_000,
  maxTopicLength: 60,
  maxChannelNameLength: 60,
  maxChannelDescriptionLength: 1024,
  maxChannelFolderNameLength: 60,
  maxChannelFolderDescriptionLength: 1024,
  maxFileUploadSizeMib: 100,
  uploadQuotaMibPerUser: 5120,
  uploadQuotaMib: null,
  maxBodyBytes: 2 * 1024 * 1024,
  textBurstBytes: 60_000_000,
  textBytesPerSecond: 500_000,
  maxStrangerBodyBytes: 64 * 1024,
  strangerPatienceMs: 20_000,
  heartbeatMs: 50_000,
  ntfyKeepAliveMs: 45_000,
  stalledAnswerMs: 60_000,
  stalledBodyMs: 60_000,
  queueLifespanSecs: 600,
  backlogMaxBytes: 96 * 1024 * 1024,
  backlogMaxBytesPerUser: 48 * 1024 * 1024,
  unusedUploadDays: 28,
};

export interface ServerOptions {
  dataDir: string;
  /** Where others may connect: a loopback address = nowhere, 0.0.0.0 = at every address. Follows the settings while it runs. */
  host: string;
  port: number;
  /** What the caller said, so that no setting changes it. */
  fixed: { host: boolean; port: boolean };
  machine: MachineNetwork;
  /** UNIX milliseconds. */
  clock: () => number;
  /** Guards `clock`; undefined where no server runs. */
  timekeeper?: Timekeeper | undefined;
  /** Where `clock` comes from, and whether it is followed whatever it says. */
  clockSource?: ClockSource | undefined;
  trustClock?: boolean | undefined;
  random: RandomSource;
  /** What happens on its own waits by these; undefined = by the machine's. */
  timers?: Timers | undefined;
  limits: Limits;
  /** Whether a start loads what requests need now and then before it answers any: a program does, a test need not. */
  loadsLibraries: boolean;
  /** Threads of this process for files and names of the network; libuv's default is four. */
  ioThreads: number;
  /** Folder of the built console; null serves the API alone. */
  consoleDir: string | null;
  /** Host names beside the machine's own, and those of the settings, under which the server answers. */
  allowedHosts: string[];
  /** Addresses and networks of reverse proxies that say how a client reached them. */
  trustedProxies: string[];
  /** The port on which an authority looks for the proof that a name is ours. */
  acmeHttpPort: number;
  /** A program that sets records of the domain for that proof; null for none. */
  acmeDnsHook: string | null;
  /** Whether the data is a demo's for good, as the command `demo` has it. */
  isTraining: boolean;
  logLevel: 'silent' | 'info' | 'debug';
  /** Bytes of journal after which it is compacted; undefined = storage's own measure. */
  compactAtBytes?: number;
  /** Work factor of scrypt: N = 2^passwordCost. */
  passwordCost: number;
  /** WEB_PUBLIC_STREAMS_ENABLED: whether an organization may have web-public channels at all. */
  webPublicChannelsEnabled: boolean;
  /** INVITATION_LINK_VALIDITY_MINUTES: of an invitation that does not say how long it is valid. */
  invitationLinkValidityMinutes: number;
  /** CAN_ACCESS_ALL_USERS_GROUP_LIMITS_PRESENCE: whether people are given the presence of those only whom they can access. */
  canAccessAllUsersGroupLimitsPresence: boolean;
}

/** What a caller may set; the rest has defaults, host and port also from the settings in the database. */
export type StartOptions = Pick<ServerOptions, 'dataDir'> &
  Partial<Omit<ServerOptions, 'limits' | 'fixed'>> & {
    limits?: Partial<Limits>;
    /** The port from now on: it is stored, and holds where `port` is not given. */
    keepPort?: number;
    /** Starts on a folder whose data was moved away. */
    usesMovedFolder?: boolean;
    /** Told the link of the one-time set-up page whenever the server answers from an empty folder. */
    onSetupLink?: (link: string) => void;
  };

export const defaultPort = 7420;
export const defaultHost = '127.0.0.1';

/**
 * The address of the server on its own machine. One host before and after the server is shared: sessions in browsers belong to a host,
 * so another name would ask for a password again.
 */
export function localOrigin({ host, port }: Pick<ServerOptions, 'host' | 'port'>): string {
  const own = host === '0.0.0.0' || host === '::' || host === 'localhost' ? defaultHost : host;
  return `http://${own.includes(':') ? `[${own}]` : own}:${port}`;
}

/** Network settings that an administrator stored. */
export interface StoredNetwork {
  host?: string;
  port?: number;
}

/** Reads the stored network settings (realm_settings server_host, server_port). */
export function storedNetwork(db: { all<T>(sql: string): T[] }): StoredNetwork {
  const rows = db.all<{ name: string; value: string }>(
    "SELECT name, value FROM realm_settings WHERE name IN ('server_host', 'server_port')",
  );
  const stored = Object.fromEntries(rows.map((row) => [row.name, JSON.parse(row.value) as unknown]));
  return {
    host: stored['server_host'] as string | undefined,
    port: stored['server_port'] as number | undefined,
  };
}

/** Precedence: what the caller gave (flag, then environment: cli.ts), then the settings in the database, then the defaults. */
export function completeOptions(given: StartOptions, stored: StoredNetwork): ServerOptions {
  return {
    host: stored.host ?? defaultHost,
    port: stored.port ?? defaultPort,
    machine: systemNetwork,
    clock: systemClock,
    random: systemRandom,
    consoleDir: null,
    allowedHosts: [],
    trustedProxies: [],
    acmeHttpPort: 80,
    acmeDnsHook: null,
    isTraining: false,
    loadsLibraries: false,
    ioThreads: 4,
    logLevel: 'info',
    passwordCost: 15,
    webPublicChannelsEnabled: false,
    invitationLinkValidityMinutes: 14_400,
    canAccessAllUsersGroupLimitsPresence: true,
    ...withoutUndefined(given),
    fixed: { host: given.host !== undefined, port: given.port !== undefined },
    limits: { ...defaultLimits, ...given.limits },
  };
}

function withoutUndefined<T extends object>(object: T): T {
  return Object.fromEntries(Object.entries(object).filter(([, value]) => value !== undefined)) as T;
}

/** Whether a text is an IP address, or a network with its bits. */
export function isProxyAddress(text: string): boolean {
  const [address = '', bits, ...more] = text.split('/');
  const most = { 0: -1, 4: 32, 6: 128 }[isIP(address)] ?? -1;
  return most >= 0 && more.length === 0 && (bits === undefined || (/^\d{1,3}$/.test(bits) && Number(bits) <= most));
}
