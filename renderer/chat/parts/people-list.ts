/** People list of a conversation: those who wrote in it first, then anyone else who reads it. Pure. */
import { compareNames } from '../../client/formats.ts';
import type { User } from '../../client/state/users.ts';

export interface PeopleList {
  writers: readonly number[];
  others: readonly number[];
}

const byName = (users: ReadonlyMap<number, User>) => (a: number, b: number) =>
  compareNames(users.get(a)?.full_name ?? '', users.get(b)?.full_name ?? '') || a - b;

/**
 * @param senderIds of the messages that are here.
 * @param readerIds everyone who has the conversation: of a direct message, or subscribed to the channel. Who has left is listed
 *   only with `withFormer`, as direct messages go on to name them.
 */
export function peopleList(
  senderIds: Iterable<number>,
  readerIds: Iterable<number>,
  users: ReadonlyMap<number, User>,
  { withFormer = false } = {},
): PeopleList {
  const isHere = (id: number): boolean => users.get(id)?.is_active === true || (withFormer && users.has(id));
  const wrote = new Set(senderIds);
  const writers = [...wrote].filter(isHere).toSorted(byName(users));
  const others = [...new Set(readerIds)].filter((id) => !wrote.has(id) && isHere(id)).toSorted(byName(users));
  return { writers, others };
}
