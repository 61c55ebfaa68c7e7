/** Cause of a transaction: known where it begins, asked for where its changes are written down. */
import type { Audience } from '../../events/audience.ts';
import type { EventBody } from '../../events/event-types.ts';
import type { Transaction } from '../../storage/database.ts';
import type { AuditRow } from './rows.ts';

/** Who, with what, from where. */
export type Cause = Pick<AuditRow, 'via'> &
  Partial<Pick<AuditRow, 'user_id' | 'user_name' | 'client' | 'address' | 'operation'>>;

type Announce = (event: EventBody, audience: Audience) => void;

const causes = new WeakMap<Transaction, Cause>();
const announcers = new WeakMap<Transaction, Announce>();

/** What this transaction changes is the doing of `cause`; of a transaction without one it is the server's own. */
export function setCause(tx: Transaction, cause: Cause): void {
  causes.set(tx, cause);
}

/** @returns who or what the transaction's changes come from. */
export const causeOf = (tx: Transaction): Cause => causes.get(tx) ?? { via: 'server' };

/** How events of this transaction are announced. */
export function setAnnouncer(tx: Transaction, announce: Announce): void {
  announcers.set(tx, announce);
}

/** undefined where no one can be reported: no server runs on the data. */
export const announcerOf = (tx: Transaction): Announce | undefined => announcers.get(tx);
