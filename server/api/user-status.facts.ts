/** Facts of operations in user-status.ts that deviate from the defaults (spec/facts.ts). */
import { unaudited, type Facts, type SharedFacts } from '../spec/facts.ts';

export const shared: SharedFacts = { audit: unaudited.shown };

export const facts: Facts = {
  'POST /users/me/status': { call: { params: () => ({ status_text: 'busy' }) } },
  'POST /users/{user_id}/status': { call: { params: () => ({ status_text: 'busy' }) } },
};
