/** Facts of operations in me.ts that deviate from the defaults (spec/facts.ts). */
import { withoutAccount, unaudited, type Examples, type Facts, type SharedFacts } from '../spec/facts.ts';

export const examples: Examples = { data: ({ ids }) => [{ id: ids.field, value: 'Kitchen' }] };

export const shared: SharedFacts = { audit: unaudited.shown };

export const facts: Facts = {
  'DELETE /users/me': {
    refused: { ...withoutAccount, owner: 'last owner' },
    audit: ['bot deactivated', 'user deactivated', 'invitation revoked'],
  },
  'PATCH /users/me/profile_data': { refused: { ...withoutAccount, bot: 'no fields' } },
  'DELETE /users/me/profile_data': { call: { params: ({ ids }) => ({ data: [ids.field] }) } },
  'POST /users/me/api_key/regenerate': { audit: ['user changed'] },
};
