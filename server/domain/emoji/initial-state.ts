/** What registration says about custom emoji (contract: RegisterResponse), by the fetch_event_type that asks for it. */
import type { StateParts } from '../acting.ts';
import { realmEmoji } from './rows.ts';

export const emojiState: StateParts = {
  realm_emoji: ({ db }) => ({ realm_emoji: realmEmoji(db) }),
};
