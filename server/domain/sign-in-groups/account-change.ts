/** Changes of an account that a directory or provider asks for: listed first, in sentences, and carried out by the same list. */
import type { SystemActing } from '../acting.ts';
import { findUser, type UserRow } from '../users/rows.ts';

/** Something that is to happen to an account. */
export interface AccountChange {
  kind: 'create' | 'link' | 'refuse' | 'deactivate' | 'other';
  /** A sentence for an administrator; null for what is only remembered. */
  text: string | null;
  run(acting: SystemActing, user: UserRow): void;
}

/** The sentences of changes. */
export const sentencesOf = (changes: readonly AccountChange[]): string[] => changes.flatMap(({ text }) => text ?? []);

/** Runs changes in their order, each with the account as it then is. @returns the account as stored afterwards. */
export function carryOutChanges(acting: SystemActing, user: UserRow, changes: readonly AccountChange[]): UserRow {
  const present = (): UserRow => findUser(acting.db, user.id) ?? user;
  for (const change of changes) change.run(acting, present());
  return present();
}
