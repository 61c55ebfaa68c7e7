/** Facts of operations in link-previews.ts that deviate from the defaults (spec/facts.ts). */
import { nobody, othersMessage, unaudited, withoutAccount, type Examples, type Facts } from '../spec/facts.ts';

export const examples: Examples = { picture: () => `${'0'.repeat(32)}.webp` };

export const facts: Facts = {
  'DELETE /messages/{message_id}/link_previews': {
    circumstances: { 'of a message of someone else': { params: othersMessage, refused: nobody('not your link') } },
    life: 'nothing is fetched from outside in a random life',
  },
  'GET !/external_content/{picture}': {
    refused: { ...nobody('no picture'), ...withoutAccount },
    call: { fails: 'link-previews.test.ts: the scene has no page outside that is fetched' },
    audit: unaudited.visible,
  },
};
