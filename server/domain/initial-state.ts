/**
 * The answer of registration: what a client must know before events can keep it up to date. Each noun gives its own slice;
 * this file knows only which fetch_event_type asks for which (contract: RegisterResponse).
 */
import { type Viewing, wantsType, type SliceTable, type StateOptions } from './acting.ts';
import { channelSlices } from './channels/initial-state.ts';
import { organizationSlices } from './organization/initial-state.ts';
import { peopleSlices } from './users/initial-state.ts';
import { thingsSlices } from './things-slices.ts';
import { messageSlices } from './messages/initial-state.ts';

/** For types that no noun of ours is behind: the field is there, and empty. */
const absentSlices: SliceTable = {
  onboarding_steps: () => ({ onboarding_steps: [], navigation_tour_video_url: null }),
  realm_billing: () => ({ realm_billing: { has_pending_sponsorship_request: false } }),
  realm_embedded_bots: () => ({ realm_embedded_bots: [] }),
  realm_incoming_webhook_bots: () => ({ realm_incoming_webhook_bots: [] }),
  stop_words: () => ({ stop_words: [] }),
  video_calls: () => ({ has_zoom_token: false }),
  giphy: () => ({ giphy_api_key: '' }),
};

const tables: readonly SliceTable[] = [
  absentSlices,
  organizationSlices,
  channelSlices,
  messageSlices,
  peopleSlices,
  thingsSlices,
];

/**
 * Reads the state that a client asked for. Called in the transaction that makes its event queue, so that no event falls
 * between the two.
 */
export function initialState(viewing: Viewing, options: StateOptions): Record<string, unknown> {
  const state: Record<string, unknown> = {};
  for (const table of tables) {
    for (const [type, slice] of Object.entries(table)) {
      if (wantsType(options, type)) Object.assign(state, slice(viewing, options));
    }
  }
  return state;
}
