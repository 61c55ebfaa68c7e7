/** Facts of operations in subscriptions.ts that deviate from the defaults (spec/facts.ts). */
import { withoutAccount, nobody, type Examples, type Facts } from '../spec/facts.ts';

export const examples: Examples = {
  subscription_data: ({ ids }) => [{ stream_id: ids.common, property: 'pin_to_top', value: true }],
  subscriptions: () => [{ name: 'common' }],
};

export const facts: Facts = {
  'POST /users/me/subscriptions': {
    refused: { ...withoutAccount, guest: 'not guests' },
    circumstances: {
      'a private channel, not subscribed': {
        params: () => ({ subscriptions: [{ name: 'secret' }] }),
        refused: nobody('no access'),
      },
      'a public channel': {
        params: () => ({ subscriptions: [{ name: 'second' }] }),
        refused: { ...withoutAccount, guest: 'no access' },
      },
      'someone else': {
        params: ({ other }) => ({
          subscriptions: [{ name: 'members' }],
          principals: [other.userId],
        }),
        refused: { ...withoutAccount, guest: 'no access' },
      },
    },
    call: { params: () => ({ subscriptions: [{ name: 'made by joining' }] }) },
    audit: ['channel created'],
  },
  'DELETE /users/me/subscriptions': {
    circumstances: {
      'someone else': {
        params: ({ other }) => ({ principals: [other.userId] }),
        refused: { ...withoutAccount, moderator: 'no', member: 'no', guest: 'no', bot: 'no' },
      },
    },
    call: { params: () => ({ subscriptions: ['common'] }) },
    audit: 'who is in a channel is reported in the channel',
  },
  'PATCH /users/me/subscriptions': {
    call: { params: () => ({ add: [{ name: 'common' }], delete: [] }) },
    audit: 'who is in a channel is reported in the channel',
  },
};
