/** Facts of operations in default-channels.ts that deviate from the defaults (spec/facts.ts). */
import type { Facts } from '../spec/facts.ts';

export const facts: Facts = {
  'POST /default_streams': { call: { params: ({ ids }) => ({ stream_id: ids.second }) }, audit: ['channel changed'] },
  'DELETE /default_streams': { audit: { testedIn: 'api/console/audit-log.test.ts' } },
};
