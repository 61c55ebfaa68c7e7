/** What registration says about presence (contract: RegisterResponse), by the fetch_event_type that asks for it. */
import type { StateParts } from '../acting.ts';
import { presenceData } from './report.ts';

export const presenceState: StateParts = {
  presence: (viewing, options) => ({
    ...presenceData(viewing, { slim: options.slimPresence, historyLimitDays: options.presenceHistoryLimitDays }),
  }),
};
