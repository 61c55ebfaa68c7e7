/** Facts of operations in bots.ts that deviate from the defaults (spec/facts.ts). */
import { withoutAccount, type Examples, type Facts } from '../spec/facts.ts';

export const examples: Examples = { short_name: () => 'newbot', storage: () => ({ a: '1' }) };

export const facts: Facts = {
  'POST /bots': { refused: { ...withoutAccount, guest: 'no', bot: 'no' }, audit: ['bot created'] },
  'PATCH /bots/{bot_id}': {
    refused: { ...withoutAccount, moderator: 'no', guest: 'no', bot: 'no' },
    circumstances: {
      'of someone else': {
        params: ({ ids }) => ({ bot_id: ids.botOfOther }),
        refused: { ...withoutAccount, moderator: 'no', member: 'no', guest: 'no', bot: 'no' },
      },
    },
    call: { params: () => ({ full_name: 'Renamed Bot' }) },
    audit: ['bot changed'],
  },
  'DELETE /bots/{bot_id}': {
    refused: { ...withoutAccount, moderator: 'no', guest: 'no', bot: 'no' },
    circumstances: {
      'of someone else': {
        params: ({ ids }) => ({ bot_id: ids.botOfOther }),
        refused: { ...withoutAccount, moderator: 'no', member: 'no', guest: 'no', bot: 'no' },
      },
    },
    audit: ['bot deactivated'],
  },
  'POST /bots/{bot_id}/api_key/regenerate': {
    refused: { ...withoutAccount, moderator: 'no', guest: 'no', bot: 'no' },
    circumstances: {
      'of someone else': {
        params: ({ ids }) => ({ bot_id: ids.botOfOther }),
        refused: { ...withoutAccount, moderator: 'no', member: 'no', guest: 'no', bot: 'no' },
      },
    },
    audit: ['bot changed'],
  },
  'GET /bot_storage': { call: { as: 'bot' } },
  'PUT /bot_storage': { call: { as: 'bot' } },
  'DELETE /bot_storage': { call: { as: 'bot' } },
};
