/** Facts of operations in user-topics.ts that deviate from the defaults (spec/facts.ts). */
import { withoutAccount, secretChannel, type Examples, type Facts } from '../spec/facts.ts';

export const examples: Examples = { topic: () => 'talk', visibility_policy: () => 2 };

export const facts: Facts = {
  'POST /user_topics': {
    circumstances: {
      'private, not subscribed': {
        params: secretChannel,
        refused: {
          ...withoutAccount,
          owner: 'no channel',
          administrator: 'no channel',
          moderator: 'no channel',
          member: 'no channel',
          guest: 'no channel',
          bot: 'no channel',
        },
      },
    },
  },
  'PATCH /users/me/subscriptions/muted_topics': { call: { params: ({ ids }) => ({ stream_id: ids.common }) } },
};
