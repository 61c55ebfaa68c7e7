/** Facts of operations in join.ts that deviate from the defaults (spec/facts.ts). */
import type { Facts } from '../../spec/facts.ts';

export const facts: Facts = {
  'GET /console/join/{key}': { refused: {} },
  'POST /console/join/{key}': {
    refused: {},
    call: { params: () => ({ email: 'joining@example.com' }) },
    audit: ['user created'],
  },
  'POST /console/join': {
    refused: {},
    call: { params: () => ({ email: 'coming@example.com' }) },
    audit: ['user created'],
  },
};
