/** What registration says about drafts (contract: RegisterResponse), by the fetch_event_type that asks for it. */
import type { StateParts } from '../acting.ts';
import { draftsWire, isSynchronized } from './edit.ts';

export const draftsState: StateParts = {
  drafts: (viewing) => ({ drafts: isSynchronized(viewing) ? draftsWire(viewing) : [] }),
};
