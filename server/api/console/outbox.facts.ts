/** Facts of operations in outbox.ts that deviate from the defaults (spec/facts.ts). */
import type { Facts } from '../../spec/facts.ts';

export const facts: Facts = {
  'GET /console/outbox/{name}': { call: { params: ({ ids }) => ({ name: ids.mail }) } },
};
