/** Settings from flags and environment, flags first (precedence: flag, environment, settings in the database, default). */
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import envPaths from 'env-paths';
import { writtenHostName } from '../network/host-check.ts';
import { isProxyAddress, type StartOptions } from '../options.ts';
import type { Flag } from './command.ts';
import { t } from './language.ts';
import { UsageError } from './usage.ts';

export type Flags = Record<string, string | boolean | undefined>;

/** The user-data folder of this platform: where a person's Hearth lives unless they say otherwise. */
export function defaultDataDir(name = 'Hearth'): string {
  return envPaths(name, { suffix: '' }).data;
}

export const dataDirFlag: Record<string, Flag> = {
  'data-dir': {
    type: 'string',
    help: () => t('folder of the data (HEARTH_DATA_DIR; default: {{folder}})', { folder: defaultDataDir() }),
  },
};

export const anywayFlag: Record<string, Flag> = {
  anyway: { type: 'boolean', help: () => t('uses a folder whose data was moved elsewhere') },
};

export const serverFlags: Record<string, Flag> = {
  ...dataDirFlag,
  port: { type: 'string', help: () => t('port to listen on, 0 = any free one (HEARTH_PORT; default: 7420)') },
  'keep-port': {
    type: 'string',
    help: () => t('port to listen on from now on; remembered in the data folder (HEARTH_KEEP_PORT)'),
  },
  host: {
    type: 'string',
    help: () => t('address to listen on, 0.0.0.0 = the whole network (HEARTH_HOST; default: 127.0.0.1)'),
  },
  'allowed-host': {
    type: 'string',
    help: () =>
      t(
        'additional host names to answer to, separated by commas; for a container also its outer address (HEARTH_ALLOWED_HOSTS)',
      ),
  },
  'trusted-proxy': {
    type: 'string',
    help: () =>
      t(
        'IP addresses or networks of reverse proxies, separated by commas, whose X-Forwarded-Proto, X-Forwarded-For or Forwarded count (HEARTH_TRUSTED_PROXIES)',
      ),
  },
  'compact-at-bytes': {
    type: 'string',
    help: () => t('journal size, in bytes, at which the database is compacted (HEARTH_COMPACT_AT_BYTES)'),
  },
  'upload-quota-mib': {
    type: 'string',
    help: () =>
      t('maximum size of all uploads together, in MiB (HEARTH_UPLOAD_QUOTA_MIB; default: as much as the disk takes)'),
  },
  'web-public-streams-enabled': {
    type: 'string',
    help: () =>
      t(
        'true: owners can make channels web-public, readable without an account by anyone who can reach the server (HEARTH_WEB_PUBLIC_STREAMS_ENABLED; default: false)',
      ),
  },
  'invitation-link-validity-minutes': {
    type: 'string',
    help: () =>
      t('default validity of invitations, in minutes (HEARTH_INVITATION_LINK_VALIDITY_MINUTES; default: 14400)'),
  },
  'can-access-all-users-group-limits-presence': {
    type: 'string',
    help: () =>
      t(
        'true: guests see who is online only among people they share a channel with; false: among everybody (HEARTH_CAN_ACCESS_ALL_USERS_GROUP_LIMITS_PRESENCE; default: true)',
      ),
  },
  'acme-http-port': {
    type: 'string',
    help: () =>
      t(
        'port that answers the certificate authority, where port 80 of the office is forwarded to another one (HEARTH_ACME_HTTP_PORT; default: 80)',
      ),
  },
  'acme-dns-hook': {
    type: 'string',
    help: () =>
      t('program that sets DNS records for certificates, run as: program add|remove NAME VALUE (HEARTH_ACME_DNS_HOOK)'),
  },
  'trust-clock': {
    type: 'boolean',
    help: () => t("uses this computer's clock immediately, even if it jumped"),
  },
  ...anywayFlag,
  'log-level': { type: 'string', help: () => t('silent, info or debug (HEARTH_LOG_LEVEL; default: info)') },
};

const hundredYearsInMinutes = 100 * 366 * 1440;

/** A flag, or the environment variable that stands for it. */
export function setting(flags: Flags, flag: string): string | undefined {
  const value = flags[flag] ?? process.env[`HEARTH_${flag.toUpperCase().replaceAll('-', '_')}`];
  return typeof value === 'string' && value !== '' ? value : undefined;
}

export function dataDirOf(flags: Flags, fallback = defaultDataDir()): string {
  return setting(flags, 'data-dir') ?? fallback;
}

/** @throws UsageError for values that cannot be. */
export function startOptions(flags: Flags, fallbackDataDir?: string): StartOptions {
  const quota = wholeNumberOf(flags, 'upload-quota-mib');
  return {
    dataDir: dataDirOf(flags, fallbackDataDir),
    port: portOf('port', setting(flags, 'port')),
    keepPort: keptPortOf(setting(flags, 'keep-port')),
    compactAtBytes: wholeNumberOf(flags, 'compact-at-bytes'),
    ...(quota !== undefined && { limits: { uploadQuotaMib: quota } }),
    webPublicChannelsEnabled: truthOf(flags, 'web-public-streams-enabled'),
    invitationLinkValidityMinutes: wholeNumberOf(flags, 'invitation-link-validity-minutes', hundredYearsInMinutes),
    canAccessAllUsersGroupLimitsPresence: truthOf(flags, 'can-access-all-users-group-limits-presence'),
    usesMovedFolder: flags['anyway'] === true,
    trustClock: flags['trust-clock'] === true,
    host: setting(flags, 'host'),
    allowedHosts: hostsOf(setting(flags, 'allowed-host') ?? process.env['HEARTH_ALLOWED_HOSTS']),
    trustedProxies: proxiesOf(setting(flags, 'trusted-proxy') ?? process.env['HEARTH_TRUSTED_PROXIES']),
    acmeHttpPort: portOf('acme-http-port', setting(flags, 'acme-http-port')),
    acmeDnsHook: setting(flags, 'acme-dns-hook'),
    logLevel: logLevelOf(setting(flags, 'log-level')),
    consoleDir: consoleFolder(),
    loadsLibraries: true,
    ioThreads: threadsOf(process.env['UV_THREADPOOL_SIZE']),
  };
}

/** As libuv reads it. */
const threadsOf = (size: string | undefined): number | undefined =>
  size !== undefined && Number(size) >= 1 ? Math.min(1024, Math.floor(Number(size))) : undefined;

const namesOf = (list: string | undefined): string[] | undefined =>
  list
    ?.split(',')
    .map((name) => name.trim())
    .filter(Boolean);

function hostsOf(list: string | undefined): string[] | undefined {
  const names = namesOf(list);
  const wrong = names?.find((name) => writtenHostName(name) === undefined);
  if (wrong !== undefined)
    throw new UsageError(`--allowed-host takes names of hosts such as chat.example, not '${wrong}'.`);
  return names?.map((name) => writtenHostName(name) ?? name);
}

function proxiesOf(list: string | undefined): string[] | undefined {
  const proxies = namesOf(list);
  const wrong = proxies?.find((proxy) => !isProxyAddress(proxy));
  if (wrong !== undefined)
    throw new UsageError(`--trusted-proxy takes IP addresses or networks such as 10.1.0.0/16, not '${wrong}'.`);
  return proxies;
}

function keptPortOf(text: string | undefined): number | undefined {
  const port = portOf('keep-port', text);
  if (port === 0) throw new UsageError('--keep-port takes a number from 1 to 65535.');
  return port;
}

function portOf(flag: string, text: string | undefined): number | undefined {
  if (text === undefined) return undefined;
  const port = Number(text);
  if (!/^\d{1,5}$/.test(text) || port > 65_535)
    throw new UsageError(`--${flag} takes a number from 0 to 65535, not '${text}'.`);
  return port;
}

function wholeNumberOf(flags: Flags, flag: string, max = Number.MAX_SAFE_INTEGER): number | undefined {
  const text = setting(flags, flag);
  if (text === undefined) return undefined;
  if (/^[1-9]\d{0,14}$/.test(text) && Number(text) <= max) return Number(text);
  throw new UsageError(`--${flag} takes a whole number from 1 to ${max}, not '${text}'.`);
}

function truthOf(flags: Flags, flag: string): boolean | undefined {
  const text = setting(flags, flag);
  if (text === undefined || text === 'true' || text === 'false')
    return text === undefined ? undefined : text === 'true';
  throw new UsageError(`--${flag} takes true or false, not '${text}'.`);
}

function logLevelOf(text: string | undefined): StartOptions['logLevel'] {
  if (text === undefined || text === 'silent' || text === 'info' || text === 'debug') return text;
  throw new UsageError(`--log-level takes silent, info or debug, not '${text}'.`);
}

/** What was built for browsers: beside the built server, or in dist/ when the server runs from its sources. */
function consoleFolder(): string | null {
  const fromSource = import.meta.url.endsWith('.ts');
  const folder = fileURLToPath(new URL(fromSource ? '../../dist/renderer' : '../../renderer', import.meta.url));
  return existsSync(join(folder, 'console/index.html')) ? folder : null;
}
