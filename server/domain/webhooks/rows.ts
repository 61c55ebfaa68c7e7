/** Calls of services that were refused, and notices about them: the tables refused_calls and refused_call_notices. */
import { daySecs } from '../../durations.ts';
import type { Reader, Transaction } from '../../storage/database.ts';

export interface RefusedCall {
  id: number;
  bot_id: number;
  /** UNIX seconds. */
  at: number;
  /** As in the address: github, json, …. */
  service: string;
  reason: string;
  /** The beginning of the body, without secrets. */
  payload: string;
}

/** How many refused calls are kept of one bot. */
const keptPerBot = 20;

/** @returns the refused calls of a bot, newest first */
export function refusedCalls(db: Reader, botId: number): RefusedCall[] {
  return db.all<RefusedCall>('SELECT * FROM refused_calls WHERE bot_id = ? ORDER BY id DESC', botId);
}

/** Stores a refused call, and removes the oldest ones of its bot. */
export function storeRefusedCall(tx: Transaction, call: Omit<RefusedCall, 'id'>): void {
  tx.run(
    'INSERT INTO refused_calls (bot_id, at, service, reason, payload) VALUES (?, ?, ?, ?, ?)',
    call.bot_id,
    call.at,
    call.service,
    call.reason,
    call.payload,
  );
  tx.run(
    `DELETE FROM refused_calls WHERE id IN
       (SELECT id FROM refused_calls WHERE bot_id = ? ORDER BY id DESC LIMIT -1 OFFSET ?)`,
    call.bot_id,
    keptPerBot,
  );
}

interface Notice {
  at: number;
  is_over: 0 | 1;
}

const findNotice = (db: Reader, botId: number): Notice | undefined =>
  db.get<Notice>('SELECT at, is_over FROM refused_call_notices WHERE bot_id = ?', botId);

/**
 * Whether the owner of a bot is notified of a refused call now: once until a call succeeds, and once a day where calls
 * succeed and fail by turns.
 */
export function isNoticeDue(db: Reader, botId: number, now: number): boolean {
  const last = findNotice(db, botId);
  return last === undefined || (last.is_over === 1 && Math.abs(now - last.at) >= daySecs);
}

/** Stores that the owner is notified now. */
export function storeNotice(tx: Transaction, botId: number, now: number): void {
  tx.run(
    `INSERT INTO refused_call_notices (bot_id, at) VALUES (?, ?)
     ON CONFLICT (bot_id) DO UPDATE SET at = excluded.at, is_over = 0`,
    botId,
    now,
  );
}

/** A call succeeded: the next refused one is a new failure. */
export function endNotice(tx: Transaction, botId: number): void {
  if (findNotice(tx, botId)?.is_over === 0)
    tx.run('UPDATE refused_call_notices SET is_over = 1 WHERE bot_id = ?', botId);
}
