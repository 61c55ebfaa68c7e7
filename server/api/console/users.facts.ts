/** Facts of operations in users.ts that deviate from the defaults (spec/facts.ts). */
import { withoutAccount, belowAdministrators, lifeless, type Facts, type SharedFacts } from '../../spec/facts.ts';

export const shared: SharedFacts = { life: lifeless.signingIn };

export const facts: Facts = {
  'POST /console/users/{user_id}/password_link': {
    circumstances: {
      'of an owner': {
        params: ({ people }) => ({ user_id: people.owner.userId }),
        refused: { ...belowAdministrators, administrator: 'no' },
      },
    },
    audit: ['password link_created'],
  },
  'POST /console/users/{user_id}/sign_out': {
    circumstances: {
      'of an owner': {
        params: ({ people }) => ({ user_id: people.owner.userId }),
        refused: { ...belowAdministrators, administrator: 'no' },
      },
    },
    audit: ['user signed_out'],
  },
  'GET /console/bots/{bot_id}': { refused: { ...withoutAccount, moderator: 'no', guest: 'no', bot: 'no' } },
};
