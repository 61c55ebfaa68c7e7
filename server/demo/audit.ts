/**
 * The audit log of the demo: what its people did, each thing as the doing of the user who did it, then. Many of them act in one
 * transaction, so what was changed is written down whenever someone else acts, or time has passed.
 */
import { setCause, type Cause } from '../domain/audit/cause.ts';
import { serverAudit } from '../operations/server-audit.ts';
import type { Transaction } from '../storage/database.ts';
import { notedChanges, type RowWatch } from '../storage/row-watch.ts';

export class DemoAudit {
  /** What storage is opened with. */
  readonly watch: RowWatch;
  /** How many of the transaction's changes are written down. */
  #told = 0;
  #atMs = 0;
  #who: number | null = null;

  constructor() {
    const log = serverAudit(() => this.#atMs);
    this.watch = {
      tables: log.tables,
      changed: (tx, changes) => {
        log.changed(tx, changes.slice(this.#told));
        this.#told = 0;
      },
    };
  }

  /** From now on it is this person who acts; null: the server itself. @param nowMs the demo's UNIX milliseconds */
  acts(tx: Transaction, user: { id: number; full_name: string } | null, client: string, nowMs: number): void {
    const id = user?.id ?? null;
    if (id !== this.#who || nowMs !== this.#atMs) this.#write(tx);
    this.#who = id;
    this.#atMs = nowMs;
    const cause: Cause =
      user === null ? { via: 'server' } : { via: 'request', user_id: user.id, user_name: user.full_name, client };
    setCause(tx, cause);
  }

  #write(tx: Transaction): void {
    const noted = tx.get<{ count: number }>('SELECT count(*) AS count FROM changed_rows')?.count ?? 0;
    if (noted <= this.#told) return;
    this.watch.changed(tx, notedChanges(tx));
    this.#told = noted;
  }
}
