/** Mentioned users who would not receive a message in the channel. Pure. */
import type { Subscribers } from '../../client/state/channels.ts';
import type { User } from '../../client/state/users.ts';

const mentions = /@\*\*([^*\n]+?)(?:\|(\d+))?\*\*/g;

/**
 * @param me the writer, whom the list of subscribers leaves out.
 * @returns others who are called by the text and are not subscribed; none while not all subscribers are known.
 */
export function notSubscribed(
  text: string,
  users: ReadonlyMap<number, User>,
  subscribers: Subscribers,
  me: number,
): User[] {
  if (!subscribers.isComplete || !text.includes('@**')) return [];
  const called = [...text.matchAll(mentions)].map(([, name = '', id]) => ({ name, id }));
  return [...users.values()].filter(
    (user) =>
      user.user_id !== me &&
      user.is_active !== false &&
      !user.is_bot &&
      !subscribers.ids.has(user.user_id) &&
      called.some(({ name, id }) => (id === undefined ? user.full_name === name : Number(id) === user.user_id)),
  );
}
