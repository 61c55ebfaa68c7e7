/** Facts of operations in muting.ts that deviate from the defaults (spec/facts.ts). */
import type { Examples, Facts } from '../spec/facts.ts';

export const examples: Examples = { muted_user_id: ({ other }) => other.userId };

export const facts: Facts = {
  'POST /users/me/muted_users/{muted_user_id}': { call: { params: ({ ids }) => ({ muted_user_id: ids.botOfOther }) } },
};
