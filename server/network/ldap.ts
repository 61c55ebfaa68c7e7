/**
 * The LDAP client: connects to the first directory server that answers, searches, and proves passwords by binding. Bounded in time and
 * bytes. A connection that was to be encrypted is never used in the clear.
 */
import type { Socket } from 'node:net';
import { isIP } from 'node:net';
import { setImmediate as othersFirst } from 'node:timers/promises';
import type { Client, Entry, Filter, SearchOptions } from 'ldapts';
import { messageOf } from '../errors.ts';
import { loadWithSpares } from '../spare-descriptors.ts';
import { asBindError, asConnectError, asSearchError, LdapError, refusalOf, type BindRefusal } from './ldap-errors.ts';

/** Where the directory is, and how to read it. */
export interface LdapConnection {
  /** "host", "host:port"; tried in this order. */
  servers: readonly string[];
  security: 'starttls' | 'tls' | 'none';
  /** PEM of the only authorities that count; '' = those of the system. */
  certificate: string;
  /** '' = anonymous. */
  bindDn: string;
  bindPassword: string;
  baseDn: string;
}

/** An entry; names of attributes in lower case, binary values in hexadecimal. */
export interface LdapEntry {
  dn: string;
  values: Readonly<Record<string, readonly string[]>>;
}

/** Users to look for: those of the filter, all of them or the one of a name. */
export interface UserSearch {
  filter: string;
  attributes: readonly string[];
  /** An entry counts if one of these attributes is exactly this value: never part of a filter's text (RFC 4515). */
  named?: { attributes: readonly string[]; value: string };
}

export interface LdapSession {
  users(search: UserSearch): Promise<LdapEntry[]>;
  /** Names of the groups that a user is in, directly or through other groups: Active Directory alone. @throws LdapError */
  groupsOf(dn: string): Promise<string[]>;
  /** The first of some binary attributes of an entry; null where it has none. @throws LdapError */
  bytesOf(dn: string, attributes: readonly string[]): Promise<Buffer | null>;
  /** @param password never empty: a directory takes that as a bind without one, and accepts it. */
  bind(dn: string, password: string): Promise<BindRefusal>;
}

/** Bytes of all answers within one use of the directory: 50,000 users with what is asked of them. */
const mostBytes = 64 * 1024 * 1024;
const mostEntries = 50_000;
const pageSize = 100;
const binaryAttributes = ['objectGUID'];

/** @param withinMs for everything that `use` does, connecting included. @throws LdapError */
export async function withDirectory<T>(
  connection: LdapConnection,
  withinMs: number,
  use: (session: LdapSession) => Promise<T>,
): Promise<T> {
  const open = new Set<Client>();
  let timer: NodeJS.Timeout | undefined;
  const late = new Promise<never>((_resolve, reject) => {
    timer = setTimeout(() => reject(new LdapError('unreachable', 'The directory does not answer in time.')), withinMs);
  });
  try {
    return await Promise.race([useFirst(connection, withinMs, open, use), late]);
  } finally {
    clearTimeout(timer);
    for (const client of open) socketOf(client)?.destroy();
  }
}

async function useFirst<T>(
  connection: LdapConnection,
  withinMs: number,
  open: Set<Client>,
  use: (session: LdapSession) => Promise<T>,
): Promise<T> {
  const { servers, bindDn, bindPassword } = connection;
  // A directory takes a name without a password as no name at all, and accepts it.
  if (bindDn !== '' && bindPassword === '')
    throw new LdapError('service_account', 'The account that searches the directory has no password here. Enter it.');
  // One that does not answer leaves time for the others.
  const connectMs = Math.max(500, Math.floor(withinMs / (servers.length + 1)));
  let failure = new LdapError('unreachable', 'No directory server is set.');
  for (const server of servers) {
    let client: Client;
    try {
      client = await connect(connection, server, connectMs, open);
    } catch (error) {
      failure = asConnectError(error, server);
      continue;
    }
    try {
      await client.bind(bindDn, bindDn === '' ? '' : bindPassword);
      countBytes(client);
    } catch (error) {
      failure = asBindError(error, server);
      // A server that answers and refuses is asked no second time: accounts are locked after too many attempts.
      if (failure.problem === 'service_account') throw failure;
      continue;
    }
    return use({
      users: async (search) => users(client, connection.baseDn, search),
      groupsOf: async (userDn) => groupsOf(client, connection.baseDn, userDn),
      bytesOf: async (dn, attributes) => bytesOf(client, dn, attributes),
      bind: async (dn, password) => {
        // Directories written in C may take a password up to its first NUL: none at all.
        if (dn === '' || password === '' || password.includes('\0')) return 'wrong';
        try {
          const own = await connect(connection, server, connectMs, open);
          await own.bind(dn, password);
          countBytes(own);
          return null;
        } catch (error) {
          return refusalOf(error, server);
        }
      },
    });
  }
  throw failure;
}

async function connect(
  { security, certificate }: LdapConnection,
  server: string,
  connectMs: number,
  open: Set<Client>,
): Promise<Client> {
  const { Client: LdapClient } = await loadWithSpares(() => import('ldapts'));
  const { hostname, port } = new URL(`ldap://${server}`);
  const host = hostname.replaceAll(/^\[|\]$/g, '');
  const tls = {
    host,
    ...(isIP(host) === 0 && { servername: host }),
    ...(certificate !== '' && { ca: certificate }),
    minVersion: 'TLSv1.2' as const,
    rejectUnauthorized: true,
  };
  const isTls = security === 'tls';
  const client = new LdapClient({
    url: `${isTls ? 'ldaps' : 'ldap'}://${hostname}:${port === '' ? (isTls ? 636 : 389) : port}`,
    connectTimeout: connectMs,
    timeout: connectMs,
    ...(isTls && { tlsOptions: tls }),
  });
  open.add(client);
  if (security === 'starttls') await client.startTLS(tls);
  return client;
}

/** The library keeps its socket to itself; without it neither time nor size could be bounded. */
const socketOf = (client: Client): Socket | undefined => Reflect.get(client, 'socket') as Socket | undefined;

function countBytes(client: Client): void {
  const socket = socketOf(client);
  let bytes = 0;
  socket?.on('data', (chunk: Buffer) => {
    bytes += chunk.length;
    if (bytes > mostBytes) socket.destroy(new LdapError('too_large', 'The directory answers more than can be read.'));
  });
}

async function users(client: Client, baseDn: string, search: UserSearch): Promise<LdapEntry[]> {
  const options: SearchOptions = {
    scope: 'sub',
    filter: await filterOf(search),
    attributes: [...search.attributes],
    explicitBufferAttributes: binaryAttributes,
    // Of one name, a second entry is enough to know that it is ambiguous.
    ...(search.named === undefined ? { paged: { pageSize } } : { sizeLimit: 2 }),
  };
  try {
    if (search.named !== undefined) return (await client.search(baseDn, options)).searchEntries.map(asEntry);
    return await allPages(client, baseDn, options, asEntry);
  } catch (error) {
    throw asSearchError(error, baseDn);
  }
}

/** Matching rule of Active Directory that follows groups within groups (LDAP_MATCHING_RULE_TRANSITIVE_EVAL). */
const inChain = '1.2.840.113556.1.4.1941';

/** The user's name is the value of the filter, never part of its text (RFC 4515): nothing in it needs an escape. */
async function groupsOf(client: Client, baseDn: string, userDn: string): Promise<string[]> {
  const { ExtensibleFilter } = await loadWithSpares(() => import('ldapts'));
  const filter = new ExtensibleFilter({ matchType: 'member', rule: inChain, value: userDn });
  const domain = domainOf(baseDn);
  try {
    // "1.1" asks for no attributes (RFC 4511, section 4.5.1.8).
    const options: SearchOptions = { scope: 'sub', filter, attributes: ['1.1'], paged: { pageSize } };
    return await allPages(client, domain, options, ({ dn }) => dn);
  } catch (error) {
    throw asSearchError(error, domain);
  }
}

async function bytesOf(client: Client, dn: string, attributes: readonly string[]): Promise<Buffer | null> {
  try {
    const { searchEntries } = await client.search(dn, {
      scope: 'base',
      attributes: [...attributes],
      explicitBufferAttributes: [...attributes],
    });
    const entry = searchEntries[0] ?? {};
    const values = attributes.flatMap((name) => Object.entries(entry).find(([own]) => isSame(own, name))?.[1] ?? []);
    return values.filter((value) => Buffer.isBuffer(value)).find(({ length }) => length > 0) ?? null;
  } catch (error) {
    throw asSearchError(error, dn);
  }
}

const isSame = (one: string, other: string): boolean => one.toLowerCase() === other.toLowerCase();

/** Groups are often kept beside the users: the domain that the base belongs to. */
const domainOf = (baseDn: string): string =>
  /(?:^|,)\s*(dc=[^,]+(?:,\s*dc=[^,]+)*)$/i.exec(baseDn.trim())?.[1] ?? baseDn;

/** Reads page by page, so that others have a turn in between. */
async function allPages<T>(
  client: Client,
  baseDn: string,
  options: SearchOptions,
  read: (entry: Entry) => T,
): Promise<T[]> {
  const found: T[] = [];
  for await (const page of client.searchPaginated(baseDn, options)) {
    found.push(...page.searchEntries.map(read));
    await othersFirst();
    if (found.length > mostEntries)
      throw new LdapError('too_large', `The directory has more than ${mostEntries} entries. Narrow the user filter.`);
  }
  return found;
}

/** @throws LdapError for a filter that cannot be read. */
async function filterOf({ filter, named }: UserSearch): Promise<Filter> {
  const { AndFilter, EqualityFilter, FilterParser, OrFilter } = await loadWithSpares(() => import('ldapts'));
  let own: Filter;
  try {
    own = FilterParser.parseString(filter);
  } catch (error) {
    throw new LdapError('search', `The user filter cannot be read: ${messageOf(error)}`);
  }
  if (named === undefined) return own;
  const { attributes, value } = named;
  const names = attributes.map((attribute) => new EqualityFilter({ attribute, value }));
  return new AndFilter({ filters: [own, new OrFilter({ filters: names })] });
}

function asEntry(entry: Record<string, unknown> & { dn: string }): LdapEntry {
  const values = Object.entries(entry)
    .filter(([name]) => name !== 'dn')
    .map(([name, value]): [string, string[]] => [
      name.toLowerCase(),
      (Array.isArray(value) ? (value as unknown[]) : [value]).map((one) =>
        Buffer.isBuffer(one) ? one.toString('hex') : String(one),
      ),
    ]);
  return { dn: entry.dn, values: Object.fromEntries(values) };
}
