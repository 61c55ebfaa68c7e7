/** Facts of operations in channels.ts that deviate from the defaults (spec/facts.ts). */
import {
  withoutAccount,
  belowAdministrators,
  belowOwners,
  secretChannel,
  type Examples,
  type Facts,
} from '../spec/facts.ts';

const withoutChannel = {
  ...withoutAccount,
  moderator: 'no channel',
  member: 'no channel',
  guest: 'no channel',
  bot: 'no channel',
} as const;
const withoutItsAdministration = {
  ...withoutAccount,
  moderator: 'not its admin',
  member: 'not its admin',
  guest: 'not its admin',
  bot: 'not its admin',
} as const;

export const examples: Examples = { stream: () => 'common', subscribers: ({ people }) => [people.member.userId] };

export const facts: Facts = {
  'POST /channels/create': {
    refused: { ...withoutAccount, guest: 'not guests' },
    circumstances: {
      private: { params: () => ({ invite_only: true }), refused: { ...withoutAccount, guest: 'not guests' } },
      'web-public': {
        params: () => ({ is_web_public: true }),
        refused: {
          ...withoutAccount,
          owner: 'switched off',
          administrator: 'switched off',
          moderator: 'switched off',
          member: 'switched off',
          guest: 'not guests',
          bot: 'switched off',
        },
      },
      'by default for new users': {
        params: () => ({ is_default_stream: true }),
        refused: { ...belowAdministrators, guest: 'not guests' },
      },
      'with a retention of its own': {
        params: () => ({ message_retention_days: '30' }),
        refused: { ...belowOwners, guest: 'not guests' },
      },
    },
    audit: ['channel created'],
  },
  'GET /streams': {
    circumstances: {
      'every channel that there is': {
        params: () => ({ include_all_active: true }),
        refused: {
          ...withoutAccount,
          moderator: 'not this query',
          member: 'not this query',
          guest: 'not this query',
          bot: 'not this query',
        },
      },
    },
  },
  'GET /streams/{stream_id}': {
    circumstances: {
      'private, not subscribed': {
        params: secretChannel,
        refused: withoutChannel,
      },
    },
  },
  'PATCH /streams/{stream_id}': {
    refused: { ...withoutAccount, moderator: 'not its admin', guest: 'no channel', bot: 'not its admin' },
    circumstances: {
      'made by someone else': {
        params: ({ ids }) => ({ stream_id: ids.common }),
        refused: withoutItsAdministration,
      },
      'private, not subscribed': {
        params: secretChannel,
        refused: withoutChannel,
      },
      retention: {
        params: () => ({ message_retention_days: '30' }),
        refused: {
          ...withoutAccount,
          administrator: 'owners',
          moderator: 'not its admin',
          member: 'owners',
          guest: 'no channel',
          bot: 'not its admin',
        },
      },
      'by default for new users': {
        params: () => ({ is_default_stream: true }),
        refused: {
          ...withoutAccount,
          moderator: 'not its admin',
          member: 'administrators',
          guest: 'no channel',
          bot: 'not its admin',
        },
      },
    },
    call: { params: ({ ids }) => ({ stream_id: ids.ofMember.channel, description: 'Changed' }) },
    audit: ['channel changed'],
  },
  'DELETE /streams/{stream_id}': {
    refused: { ...withoutAccount, moderator: 'not its admin', guest: 'no channel', bot: 'not its admin' },
    circumstances: {
      'made by someone else': {
        params: ({ ids }) => ({ stream_id: ids.common }),
        refused: withoutItsAdministration,
      },
    },
    call: { params: ({ ids }) => ({ stream_id: ids.ofMember.channel }) },
    audit: ['channel archived'],
  },
  'GET /streams/{stream_id}/members': {
    circumstances: {
      'private, not subscribed': {
        params: secretChannel,
        refused: withoutChannel,
      },
    },
  },
};
