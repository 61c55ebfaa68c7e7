/** What registration says about bots (contract: RegisterResponse), by the fetch_event_type that asks for it. */
import type { StateParts } from '../acting.ts';
import { botsVisibleTo, botWire } from './wire.ts';

export const botsState: StateParts = {
  realm_bot: (viewing) => ({ realm_bots: botsVisibleTo(viewing).map((bot) => botWire(viewing, bot)) }),
};
