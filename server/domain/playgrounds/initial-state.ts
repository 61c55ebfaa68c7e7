/** What registration says about playgrounds of code (contract: RegisterResponse), by the fetch_event_type that asks for it. */
import type { StateParts } from '../acting.ts';
import { playgrounds } from './edit.ts';

export const playgroundsState: StateParts = {
  realm_playgrounds: ({ db }) => ({ realm_playgrounds: playgrounds(db) }),
};
