/**
 * Entitlements of directory and provider groups, and the grants of accounts: rows of the tables sign_in_entitlements and
 * sign_in_grants. What an account had before, or got by hand, is in neither of the two as given, and is never taken back.
 */
import type { Reader, Transaction } from '../../storage/database.ts';

/** `former_role`: of a guest whom a group gave a higher role, and who is a guest again afterwards. */
export type GrantKind = 'role' | 'former_role' | 'channel' | 'user_group';

/** `target` is a role or the id of a channel or user group. */
export interface Grant {
  kind: GrantKind;
  target: number;
}

/** @param source "ldap", or "oidc:" with the id of a provider. */
export const entitlementsOf = (db: Reader, userId: number): (Grant & { source: string })[] =>
  db.all<Grant & { source: string }>(
    'SELECT source, kind, target FROM sign_in_entitlements WHERE user_id = ? ORDER BY source, kind, target',
    userId,
  );

/** Everything that an account was given because of a group. */
export const grantsOf = (db: Reader, userId: number): Grant[] =>
  db.all<Grant>('SELECT kind, target FROM sign_in_grants WHERE user_id = ? ORDER BY kind, target', userId);

/** Replaces what one source calls for. */
export function storeEntitlements(tx: Transaction, userId: number, source: string, all: readonly Grant[]): void {
  tx.run('DELETE FROM sign_in_entitlements WHERE user_id = ? AND source = ?', userId, source);
  for (const { kind, target } of all)
    tx.run(
      'INSERT INTO sign_in_entitlements (user_id, source, kind, target) VALUES (?, ?, ?, ?)',
      userId,
      source,
      kind,
      target,
    );
}

/** Replaces what an account was given. */
export function storeGrants(tx: Transaction, userId: number, all: readonly Grant[]): void {
  tx.run('DELETE FROM sign_in_grants WHERE user_id = ?', userId);
  for (const { kind, target } of all)
    tx.run('INSERT INTO sign_in_grants (user_id, kind, target) VALUES (?, ?, ?)', userId, kind, target);
}

/** A source that is switched off or removed calls for nothing; what it gave stays until another source decides. */
export function endSource(tx: Transaction, source: string): void {
  tx.run('DELETE FROM sign_in_entitlements WHERE source = ?', source);
}

/** After another role: one that is given by hand is not taken back with a group. */
export function forgetGivenRole(tx: Transaction, userId: number): void {
  tx.run("DELETE FROM sign_in_grants WHERE user_id = ? AND kind IN ('role', 'former_role')", userId);
}

/** After a user left a channel or user group: what they join by hand later is not taken back with a group. */
export function forgetGiven(tx: Transaction, userId: number, kind: 'channel' | 'user_group', target: number): void {
  tx.run('DELETE FROM sign_in_grants WHERE user_id = ? AND kind = ? AND target = ?', userId, kind, target);
}
