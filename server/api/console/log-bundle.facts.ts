/** Facts of operations in log-bundle.ts that deviate from the defaults (spec/facts.ts). */
import type { Facts } from '../../spec/facts.ts';

export const facts: Facts = {
  'GET /console/log_bundle': { audit: 'it has no messages, no names of people and no secrets' },
};
