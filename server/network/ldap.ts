/**
 * The LDAP client: connects to the first directory server that answers, searches, and proves passwords by binding. Bounded in time and
 * bytes. A connection that was to be encrypted is never used in the clear.
 */
import type { Socket } from 'node:net';
import { isIP } from 'node:net';
import type { Client, Entry, Filter, SearchOptions } from 'ldapts';
import { messageOf } from '../errors.ts';

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

/** What went wrong, by what an administrator can do about it. */
export type LdapProblem = 'unreachable' | 'certificate' | 'starttls' | 'service_account' | 'search' | 'too_large';

export class LdapError extends Error {
  readonly problem: LdapProblem;

  constructor(problem: LdapProblem, message: string) {
    super(message);
    this.problem = problem;
  }
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

/** Why a password was not accepted; null = it was. */
export type BindRefusal = 'wrong' | 'expired' | 'disabled' | 'locked' | null;

export interface LdapSession {
  users(search: UserSearch): Promise<LdapEntry[]>;
  /** Names of the groups that a user is in, directly or through other groups: Active Directory alone. @throws LdapError */
  groupsOf(dn: string): Promise<string[]>;
  /** @param password never empty: a directory takes that as a bind without one, and accepts it. */
  bind(dn: string, password: string): Promise<BindRefusal>;
}

/** Bytes of all answers within one use of the directory: 50,000 users with what is asked of them. */
const mostBytes = 64 * 1024 * 1024;
const mostEntries = 50_000;
const pageSize = 250;
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
      bind: async (dn, password) => {
        if (dn === '' || password === '') return 'wrong';
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
  const { Client: LdapClient } = await import('ldapts');
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
    return (await allPages(client, baseDn, options)).map(asEntry);
  } catch (error) {
    throw asSearchError(error, baseDn);
  }
}

/** Matching rule of Active Directory that follows groups within groups (LDAP_MATCHING_RULE_TRANSITIVE_EVAL). */
const inChain = '1.2.840.113556.1.4.1941';

/** The user's name is the value of the filter, never part of its text (RFC 4515): nothing in it needs an escape. */
async function groupsOf(client: Client, baseDn: string, userDn: string): Promise<string[]> {
  const { ExtensibleFilter } = await import('ldapts');
  const filter = new ExtensibleFilter({ matchType: 'member', rule: inChain, value: userDn });
  const domain = domainOf(baseDn);
  try {
    // "1.1" asks for no attributes (RFC 4511, section 4.5.1.8).
    const options: SearchOptions = { scope: 'sub', filter, attributes: ['1.1'], paged: { pageSize } };
    return (await allPages(client, domain, options)).map(({ dn }) => dn);
  } catch (error) {
    throw asSearchError(error, domain);
  }
}

/** Groups are often kept beside the users: the domain that the base belongs to. */
const domainOf = (baseDn: string): string =>
  /(?:^|,)\s*(dc=[^,]+(?:,\s*dc=[^,]+)*)$/i.exec(baseDn.trim())?.[1] ?? baseDn;

async function allPages(client: Client, baseDn: string, options: SearchOptions): Promise<Entry[]> {
  const found: Entry[] = [];
  for await (const page of client.searchPaginated(baseDn, options)) {
    found.push(...page.searchEntries);
    if (found.length > mostEntries)
      throw new LdapError('too_large', `The directory has more than ${mostEntries} entries. Narrow the user filter.`);
  }
  return found;
}

const asSearchError = (error: unknown, baseDn: string): LdapError =>
  error instanceof LdapError
    ? error
    : new LdapError('search', `The directory cannot be searched below "${baseDn}": ${messageOf(error)}`);

/** @throws LdapError for a filter that cannot be read. */
async function filterOf({ filter, named }: UserSearch): Promise<Filter> {
  const { AndFilter, EqualityFilter, FilterParser, OrFilter } = await import('ldapts');
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

const codeOf = (error: unknown): unknown => (error as { code?: unknown }).code;

function asConnectError(error: unknown, server: string): LdapError {
  const [code, message] = [String(codeOf(error)), messageOf(error)];
  if (/CERT|ALTNAME|SELF_SIGNED|UNABLE_TO_/.test(code) || /certificate|altname/i.test(message))
    return new LdapError(
      'certificate',
      `The certificate of ${server} is not trusted: ${message}. Add the certificate of the authority that signed it, and use the name that it was made for.`,
    );
  // A result code means that the server answered, and refused.
  if (typeof codeOf(error) === 'number')
    return new LdapError('starttls', `${server} refuses an encrypted connection (StartTLS): ${message}`);
  return new LdapError('unreachable', `${server} cannot be reached: ${message}`);
}

function asBindError(error: unknown, server: string): LdapError {
  if (typeof codeOf(error) !== 'number') return asConnectError(error, server);
  return new LdapError(
    'service_account',
    `${server} refuses the account that searches the directory. Check its name and password.`,
  );
}

/** Active Directory says in its diagnostic message what exactly is wrong ("data 533"). */
const reasons: Readonly<Record<string, BindRefusal>> = {
  '532': 'expired',
  '773': 'expired',
  '533': 'disabled',
  '701': 'disabled',
  '775': 'locked',
};

/** Result codes by which a directory refuses a password: inappropriate, invalid, insufficient, unwilling. */
const refusals: ReadonlySet<unknown> = new Set([34, 48, 49, 50, 53]);

function refusalOf(error: unknown, server: string): Exclude<BindRefusal, null> {
  if (typeof codeOf(error) !== 'number') throw asConnectError(error, server);
  if (!refusals.has(codeOf(error)))
    throw new LdapError('search', `${server} did not check the password: ${messageOf(error)}`);
  return reasons[/\bdata (\w+)/.exec(messageOf(error))?.[1] ?? ''] ?? 'wrong';
}
