/** Facts of operations in message-edits.ts that deviate from the defaults (spec/facts.ts). */
import { withoutAccount, nobody, othersMessage, secretMessage, type Examples, type Facts } from '../spec/facts.ts';

export const examples: Examples = { report_type: () => 'spam' };

export const facts: Facts = {
  'PATCH /messages/{message_id}': {
    circumstances: {
      'sent by someone else': { params: othersMessage, refused: nobody('not its sender') },
      'topic of one sent by someone else': {
        params: (scene) => ({
          ...othersMessage(scene),
          content: undefined,
          topic: 'elsewhere',
        }),
        refused: withoutAccount,
      },
      'channel of one sent by someone else': {
        params: (scene) => ({
          ...othersMessage(scene),
          content: undefined,
          stream_id: scene.ids.ofMember.channel,
        }),
        refused: { ...withoutAccount, guest: 'no channel' },
      },
      'in a private channel, not subscribed': { params: secretMessage, refused: nobody('no message') },
    },
    call: { params: () => ({ content: 'edited' }) },
  },
  'DELETE /messages/{message_id}': {
    circumstances: {
      'sent by someone else': {
        params: othersMessage,
        refused: {
          ...withoutAccount,
          moderator: 'not to delete',
          member: 'not to delete',
          guest: 'not to delete',
          bot: 'not to delete',
        },
      },
    },
  },
  'GET /messages/{message_id}/history': {
    circumstances: { 'in a private channel, not subscribed': { params: secretMessage, refused: nobody('no message') } },
  },
  'POST /messages/{message_id}/report': { call: { params: (scene) => ({ message_id: scene.of('other').message }) } },
};
