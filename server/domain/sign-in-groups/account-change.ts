/** Changes of an account that a directory or provider asks for: listed first, in sentences, and carried out by the same list. */
import type { Phrase } from '../../translation.ts';
import { deactivateUser } from '../accounts/lifecycle.ts';
import type { SystemActing } from '../acting.ts';
import { findUser, type UserRow } from '../users/rows.ts';

/** Something that is to happen to an account. */
export interface AccountChange {
  kind: 'create' | 'link' | 'refuse' | 'deactivate' | 'other';
  /** A sentence for an administrator; null for what is only remembered. */
  text: Phrase | null;
  run(acting: SystemActing, user: UserRow): void;
}

/** From so many people on, more than half who are out at once are a mistake of the settings rather than people who left. */
export const fewestOfMistake = 3;

/** Whether so many would be out that nothing is to be changed. @param known people whom the source knew. @param out those whom it no longer has or allows. */
export const areTooManyOut = (known: number, out: number): boolean => out >= fewestOfMistake && out * 2 > known;

/** Deactivates someone whom the source no longer has or allows. @param remember notes that the source did it, so that it can bring the account back. */
export const leavingChange = (text: Phrase, remember: (acting: SystemActing) => void): AccountChange => ({
  kind: 'deactivate',
  text,
  run(acting, user) {
    deactivateUser(acting, user);
    remember(acting);
  },
});

/** The sentences of changes. */
export const sentencesOf = (changes: readonly AccountChange[]): Phrase[] => changes.flatMap(({ text }) => text ?? []);

/** Runs changes in their order, each with the account as it then is. @returns the account as stored afterwards. */
export function carryOutChanges(acting: SystemActing, user: UserRow, changes: readonly AccountChange[]): UserRow {
  const present = (): UserRow => findUser(acting.db, user.id) ?? user;
  for (const change of changes) change.run(acting, present());
  return present();
}
