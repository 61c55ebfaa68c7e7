/** Facts of operations in pins.ts that deviate from the defaults (spec/facts.ts). */
import { nobody, secretChannel, secretMessage, withoutAccount, type Examples, type Facts } from '../spec/facts.ts';

export const examples: Examples = {
  title: () => 'Plan',
  url: () => 'https://example.com/plan',
  link_id: ({ ids }) => ids.ofMember.link,
};

const life = 'A registration returns nothing of pins and links.';
const ofMember: NonNullable<Facts[string]['call']> = { params: ({ ids }) => ({ stream_id: ids.ofMember.channel }) };
const notItsAdministrator = {
  ...withoutAccount,
  moderator: 'not its admin',
  guest: 'no channel',
  bot: 'not its admin',
} as const;

export const facts: Facts = {
  'GET /streams/{stream_id}/pins': {
    circumstances: { 'private, not subscribed': { params: secretChannel, refused: nobody('no channel') } },
  },
  'POST /messages/{message_id}/pin': {
    circumstances: { 'in a private channel, not subscribed': { params: secretMessage, refused: nobody('no message') } },
    life,
  },
  'DELETE /messages/{message_id}/pin': { life },
  'POST /streams/{stream_id}/links': {
    refused: notItsAdministrator,
    call: ofMember,
    audit: ['channel changed'],
    life,
  },
  'DELETE /streams/{stream_id}/links/{link_id}': {
    refused: notItsAdministrator,
    call: ofMember,
    audit: ['channel changed'],
    life,
  },
};
