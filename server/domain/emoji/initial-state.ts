/** What registration says about custom emoji (contract: RegisterResponse), by the fetch_event_type that asks for it. */
import type { SliceTable, Viewing } from '../acting.ts';
import { realmEmoji } from './rows.ts';

export const emojiState: SliceTable = {
  realm_emoji: emojiSlice,
};

export function emojiSlice({ db }: Viewing): Record<string, unknown> {
  return { realm_emoji: realmEmoji(db) };
}
