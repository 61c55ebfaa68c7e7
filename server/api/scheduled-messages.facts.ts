/** Facts of operations in scheduled-messages.ts that deviate from the defaults (spec/facts.ts). */
import { withoutAccount, nobody, type Examples, type Facts } from '../spec/facts.ts';

export const examples: Examples = { scheduled_message_id: (scene, who) => scene.of(who).scheduled };

export const facts: Facts = {
  'POST /scheduled_messages': {
    circumstances: {
      'to a private channel, not subscribed': {
        params: ({ ids }) => ({
          type: 'channel',
          to: ids.secret,
          topic: 'plans',
        }),
        refused: {
          ...withoutAccount,
          owner: 'not to post',
          administrator: 'not to post',
          moderator: 'no such id',
          member: 'no such id',
          guest: 'no such id',
          bot: 'no such id',
        },
      },
    },
  },
  'PATCH /scheduled_messages/{scheduled_message_id}': {
    circumstances: {
      'of someone else': {
        params: (scene) => ({
          scheduled_message_id: scene.of('other').scheduled,
        }),
        refused: nobody('not scheduled'),
      },
    },
    call: { params: () => ({ content: 'changed' }) },
  },
  'DELETE /scheduled_messages/{scheduled_message_id}': {
    circumstances: {
      'of someone else': {
        params: (scene) => ({
          scheduled_message_id: scene.of('other').scheduled,
        }),
        refused: nobody('not scheduled'),
      },
    },
  },
};
