/** Facts of operations in messages.ts that deviate from the defaults (spec/facts.ts). */
import { withoutAccount, nobody, secretMessage, type Examples, type Facts } from '../spec/facts.ts';

export const examples: Examples = { msg_ids: (scene, who) => [scene.of(who).message] };

export const facts: Facts = {
  'POST /messages': {
    refused: withoutAccount,
    circumstances: {
      'to a private channel, not subscribed': {
        params: () => ({ to: 'secret' }),
        refused: {
          ...withoutAccount,
          owner: 'not to post',
          administrator: 'not to post',
          moderator: 'no such name',
          member: 'no such name',
          guest: 'no such name',
          bot: 'no such name',
        },
      },
      directly: {
        params: ({ people, other }, who) => ({
          type: 'direct',
          to: [who === 'member' ? other.userId : people.member.userId],
          topic: undefined,
        }),
        refused: withoutAccount,
      },
    },
    call: { params: () => ({ type: 'channel', to: 'common', topic: 'talk' }) },
  },
  'GET /messages': {
    refused: withoutAccount,
    call: { params: () => ({ anchor: 'newest', num_before: 10, num_after: 0 }) },
  },
  'GET /messages/{message_id}': {
    refused: withoutAccount,
    circumstances: { 'in a private channel, not subscribed': { params: secretMessage, refused: nobody('no message') } },
  },
};
