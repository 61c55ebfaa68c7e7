/** Facts of operations in sessions.ts that deviate from the defaults (spec/facts.ts). */
import { unaudited, lifeless, type Facts, type SharedFacts } from '../../spec/facts.ts';

export const shared: SharedFacts = { audit: unaudited.session, life: lifeless.signingIn };

export const facts: Facts = {
  'POST /console/sign_in': { refused: {} },
  'DELETE /console/sessions/{session_id}': { call: { params: () => ({ session_id: 'others' }) } },
};
