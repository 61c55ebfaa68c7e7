/** Facts of operations in topics.ts that deviate from the defaults (spec/facts.ts). */
import { withoutAccount, nobody, secretChannel, type Facts } from '../spec/facts.ts';

export const facts: Facts = {
  'GET /users/me/{stream_id}/topics': {
    refused: withoutAccount,
    circumstances: { 'private, not subscribed': { params: secretChannel, refused: nobody('no channel') } },
  },
  'POST /streams/{stream_id}/delete_topic': {
    refused: { ...withoutAccount, moderator: 'deleters', member: 'deleters', guest: 'deleters', bot: 'deleters' },
    circumstances: {
      'in the channel of member': {
        params: ({ ids }) => ({ stream_id: ids.ofMember.channel }),
        refused: { ...withoutAccount, moderator: 'deleters', member: 'deleters', guest: 'no channel', bot: 'deleters' },
      },
    },
    call: { as: 'owner' },
  },
};
