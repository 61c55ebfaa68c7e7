/** Facts of operations in refused-calls.ts that deviate from the defaults (spec/facts.ts). */
import { withoutAccount, type Facts } from '../../spec/facts.ts';

export const facts: Facts = {
  'GET /console/bots/{bot_id}/refused_calls': {
    refused: { ...withoutAccount, moderator: 'no', guest: 'no', bot: 'no' },
  },
};
