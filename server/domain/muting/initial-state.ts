/** What registration says about muted users (contract: RegisterResponse), by the fetch_event_type that asks for it. */
import type { StateParts } from '../acting.ts';
import { mutedUsers } from './mute.ts';

export const mutingState: StateParts = {
  muted_users: ({ db, user }) => ({ muted_users: mutedUsers(db, user.id) }),
};
