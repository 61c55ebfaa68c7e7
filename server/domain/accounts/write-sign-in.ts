/**
 * Writes that a full disk, or one that does not answer, defers: what a sign-in leaves behind, and notes for the audit log of what was read. Neither keeps a user
 * from reading: they are stored once the disk takes writes.
 */
import { isRefusedByDisk, type StorageWriteError, type TransactionOptions } from '../../storage/database.ts';
import { systemActing, type ChatServices, type SystemActing } from '../acting.ts';
import { causeOf, setCause } from '../audit/cause.ts';
import { audit, type AuditEntry } from '../audit/record.ts';
import type { StoredSession } from './unwritten.ts';

/** Of what need not wait for the disk. */
const deferrable: TransactionOptions = { isDeferrable: true };

/** Runs a write, and `instead` where the disk refuses it or does not answer: reading must not depend on a write. */
export async function unlessDiskRefuses<T>(
  write: (options: TransactionOptions) => Promise<T>,
  instead: (refusal: StorageWriteError) => Promise<T>,
): Promise<T> {
  try {
    return await write(deferrable);
  } catch (error) {
    if (!isRefusedByDisk(error)) throw error;
    return instead(error);
  }
}

/** What is stored. It may run again later, with the time of the first attempt. */
type SignInWrite = (acting: SystemActing) => void;
type SignInTransaction = (write: SignInWrite, options: TransactionOptions) => Promise<void>;

/**
 * @param transaction runs `write` in a transaction of the request
 * @param session works at once, also where it is stored later
 * @throws StorageWriteError when too many sign-ins wait for the disk
 */
export async function writeSignIn(
  services: ChatServices,
  transaction: SignInTransaction,
  write: SignInWrite,
  session?: StoredSession,
): Promise<void> {
  let first: SystemActing | undefined;
  try {
    await transaction((acting) => {
      first = acting;
      write(acting);
    }, deferrable);
  } catch (error) {
    if (!isRefusedByDisk(error) || first === undefined) throw error;
    const { origin, nowMs, now, tx: refused } = first;
    const cause = causeOf(refused);
    const run: Parameters<typeof services.unwritten.keep>[1] = (tx) => {
      setCause(tx, cause);
      write({ ...systemActing(tx, services, origin), nowMs, now });
    };
    services.unwritten.keep(error, run, session);
  }
}

/** Notes in the audit log what the caller is about to read. @throws StorageWriteError when too many notes wait for the disk */
export async function writeReadNote(
  services: ChatServices,
  transaction: SignInTransaction,
  entry: AuditEntry,
): Promise<void> {
  await writeSignIn(services, transaction, (acting) => audit(acting, entry));
}
