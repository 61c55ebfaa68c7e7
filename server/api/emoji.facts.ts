/** Facts of operations in emoji.ts that deviate from the defaults (spec/facts.ts). */
import { withoutAccount, unaudited, type Facts } from '../spec/facts.ts';

export const facts: Facts = {
  'POST /realm/emoji/{emoji_name}': {
    refused: { ...withoutAccount, guest: 'no' },
    call: { params: () => ({ emoji_name: 'own_glow' }) },
    audit: ['emoji created'],
  },
  'DELETE /realm/emoji/{emoji_name}': {
    refused: {
      ...withoutAccount,
      moderator: 'not its author',
      member: 'not its author',
      guest: 'not its author',
      bot: 'not its author',
    },
    circumstances: {
      'added by someone else': {
        params: () => ({ emoji_name: 'spark' }),
        refused: {
          ...withoutAccount,
          moderator: 'not its author',
          member: 'not its author',
          guest: 'not its author',
          bot: 'not its author',
        },
      },
    },
    call: { as: 'owner', params: () => ({ emoji_name: 'spark' }) },
    audit: ['emoji deactivated'],
  },
  'GET !/realm/emoji/{file_name}': {
    refused: {},
    call: { params: ({ ids }) => ({ file_name: ids.emojiFile }) },
    audit: unaudited.visible,
  },
};
