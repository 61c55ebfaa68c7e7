/** LDAP errors of the directory or the connection, in plain words. */
import { messageOf } from '../errors.ts';
import { phrase, type Phrase } from '../translation.ts';

/** What went wrong, by what an administrator can do about it. */
export type LdapProblem = 'unreachable' | 'certificate' | 'starttls' | 'service_account' | 'search' | 'too_large';

export class LdapError extends Error {
  readonly problem: LdapProblem;

  constructor(problem: LdapProblem, message: string) {
    super(message);
    this.problem = problem;
  }
}

/** Why a password was not accepted; null = it was. */
export type BindRefusal = 'wrong' | 'expired' | 'disabled' | 'locked' | null;

/** Of a search. */
export const asSearchError = (error: unknown, baseDn: string): LdapError =>
  error instanceof LdapError
    ? error
    : new LdapError('search', `The directory cannot be searched below "${baseDn}": ${messageOf(error)}`);

const codeOf = (error: unknown): unknown => (error as { code?: unknown }).code;

/** Of a connection. */
export function asConnectError(error: unknown, server: string): LdapError {
  const [code, message] = [String(codeOf(error)), messageOf(error)];
  if (/CERT|ALTNAME|SELF_SIGNED|UNABLE_TO_/.test(code) || /certificate|altname/i.test(message))
    return new LdapError(
      'certificate',
      `The certificate of ${server} is not trusted: ${message}. Add the certificate of the authority that signed it, and use the name that it was made for.`,
    );
  // A result code means that the server answered, and refused.
  if (typeof codeOf(error) === 'number')
    return new LdapError('starttls', `${server} refuses an encrypted connection (StartTLS): ${message}`);
  return new LdapError('unreachable', unreachable(server, code, message));
}

function unreachable(server: string, code: string, message: string): Phrase {
  if (code === 'ECONNREFUSED') return phrase(`${server} cannot be reached: no directory accepts connections there.`);
  if (code === 'ENOTFOUND' || code === 'EAI_AGAIN')
    return phrase(`${server} cannot be reached: the host name was not found.`);
  if (code === 'ETIMEDOUT') return phrase(`${server} cannot be reached: it does not answer.`);
  return phrase(`${server} cannot be reached: ${message}`);
}

/** Of the account that searches. */
export function asBindError(error: unknown, server: string): LdapError {
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

/** Of the check of a password. @throws LdapError where it was not checked */
export function refusalOf(error: unknown, server: string): Exclude<BindRefusal, null> {
  if (typeof codeOf(error) !== 'number') throw asConnectError(error, server);
  if (!refusals.has(codeOf(error)))
    throw new LdapError('search', `${server} did not check the password: ${messageOf(error)}`);
  return reasons[/\bdata (\w+)/.exec(messageOf(error))?.[1] ?? ''] ?? 'wrong';
}
