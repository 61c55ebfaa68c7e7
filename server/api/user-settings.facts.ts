/** Facts of operations in user-settings.ts that deviate from the defaults (spec/facts.ts). */
import type { Facts } from '../spec/facts.ts';

export const facts: Facts = {
  'PATCH /settings': {
    call: { params: () => ({ twenty_four_hour_time: true }) },
    audit: { testedIn: 'api/console/audit-log.test.ts' },
  },
  'PATCH /realm/user_settings_defaults': {
    call: { params: () => ({ twenty_four_hour_time: true }) },
    audit: ['user_defaults changed'],
  },
  'GET !/confirm-email/{key}': {
    refused: {},
    call: { params: ({ ids }) => ({ key: ids.emailKey }) },
    audit: 'a page; the new address is a change of its row',
  },
};
