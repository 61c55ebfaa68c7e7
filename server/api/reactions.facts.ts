/** Facts of operations in reactions.ts that deviate from the defaults (spec/facts.ts). */
import { nobody, secretMessage, type Facts } from '../spec/facts.ts';

export const facts: Facts = {
  'POST /messages/{message_id}/reactions': {
    circumstances: { 'in a private channel, not subscribed': { params: secretMessage, refused: nobody('no message') } },
    call: { params: () => ({ emoji_name: 'tada' }) },
  },
  'DELETE /messages/{message_id}/reactions': { call: { params: () => ({ emoji_name: 'smile' }) } },
};
