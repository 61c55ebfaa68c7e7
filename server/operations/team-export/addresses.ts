/**
 * Addresses as the importing server takes them: it checks each by the rules of Django's EmailValidator, and one that breaks them
 * stops its import in the middle.
 */
import { isIP } from 'node:net';
import { domainToASCII } from 'node:url';
import type { Reader } from '../../storage/database.ts';

/** Longest address that is stored there. */
const maxLength = 254;

const plainUser = /^[-!#$%&'*+/=?^_`{}|~0-9a-z]+(?:\.[-!#$%&'*+/=?^_`{}|~0-9a-z]+)*$/i;
/** What is written in quotes, without the line breaks and control signs that some rules allow and no mail server takes. */
const quotedUser = /^"(?:[!#-[\]-~]|\\[ -~])*"$/;
const domainName = /^(?:[a-z0-9](?:[a-z0-9-]{0,61}[a-z0-9])?\.)+[a-z0-9-]{2,63}(?<!-)$/i;
const literal = /^\[(?<ip>[a-f0-9:.]+)\]$/i;

/** A domain of letters that are written in others on the way. */
const foreign = /[\u{80}-\u{10ffff}]/u;

/** Whether the importing server takes it. */
export function isTakenThere(address: string): boolean {
  const at = address.lastIndexOf('@');
  const [user, domain] = [address.slice(0, at), address.slice(at + 1)];
  return (
    at > 0 &&
    [...address].length <= maxLength &&
    (plainUser.test(user) || quotedUser.test(user)) &&
    (domain === 'localhost' || isDomain(foreign.test(domain) ? domainToASCII(domain) : domain))
  );
}

function isDomain(domain: string): boolean {
  return domainName.test(domain) || isIP(literal.exec(domain)?.groups?.['ip'] ?? '') !== 0;
}

/** Somebody whose address that server refuses: they cannot sign in there until an administrator gives them another. */
export interface NeedsAddress {
  id: number;
  name: string;
  address: string;
}

/** The addresses of the archive: each valid, none twice. */
export class Addresses {
  /** People and bots whose own address could not be carried over. */
  readonly replaced: NeedsAddress[] = [];
  readonly #taken: Set<string>;

  constructor(db: Reader) {
    const rows = db.all<{ address: string }>(
      'SELECT delivery_email AS address FROM users UNION SELECT email FROM users',
    );
    this.#taken = new Set(rows.map(({ address }) => address.toLowerCase()));
  }

  of(user: { id: number; full_name: string; email: string; delivery_email: string }): {
    email: string;
    delivery_email: string;
  } {
    const { id, full_name: name, email, delivery_email: own } = user;
    if (isTakenThere(email) && isTakenThere(own)) return { email, delivery_email: own };
    const other = this.#other(id);
    if (!isTakenThere(own)) this.replaced.push({ id, name, address: own });
    return { email: isTakenThere(email) ? email : other, delivery_email: isTakenThere(own) ? own : other };
  }

  #other(id: number): string {
    for (let i = 0; ; i++) {
      const address = `user${id}${i === 0 ? '' : `-${i}`}@address-needed.invalid`;
      if (!this.#taken.has(address)) return address;
    }
  }
}
