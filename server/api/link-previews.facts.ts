/** Facts of operations in link-previews.ts that deviate from the defaults (spec/facts.ts). */
import { nobody, othersMessage, unaudited, type Examples, type Facts } from '../spec/facts.ts';

export const examples: Examples = { picture: () => `${'0'.repeat(32)}.webp` };

const testedIn = 'link-previews.test.ts: a message of the scene links to no page outside';

export const facts: Facts = {
  'DELETE /messages/{message_id}/link_previews': {
    circumstances: { 'of a message of someone else': { params: othersMessage, refused: nobody('not yours') } },
    call: { fails: testedIn },
    audit: unaudited.written,
    life: 'nothing is fetched from outside in a random life',
  },
  'GET !/external_content/{picture}': { call: { fails: testedIn } },
};
