/** Facts of operations in presence.ts that deviate from the defaults (spec/facts.ts). */
import type { Facts } from '../../spec/facts.ts';

export const facts: Facts = {
  'GET /console/presence/history': { call: { params: () => ({ from: 1_790_000_000, to: 1_790_003_600 }) } },
};
