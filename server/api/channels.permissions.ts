/** Who may call what is in channels.ts (spec/permission-rows.ts). */
import {
  belowAdministrators,
  belowOwners,
  secretChannel,
  withoutAccount,
  type PermissionRow,
} from '../spec/permission-rows.ts';

export const permissions: readonly PermissionRow[] = [
  { operation: 'POST /channels/create', refused: { ...withoutAccount, guest: 'not guests' } },
  {
    operation: 'POST /channels/create',
    circumstance: 'private',
    params: () => ({ invite_only: true }),
    refused: { ...withoutAccount, guest: 'not guests' },
  },
  {
    operation: 'POST /channels/create',
    circumstance: 'web-public',
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
  {
    operation: 'POST /channels/create',
    circumstance: 'by default for new users',
    params: () => ({ is_default_stream: true }),
    refused: { ...belowAdministrators, guest: 'not guests' },
  },
  {
    operation: 'POST /channels/create',
    circumstance: 'with a retention of its own',
    params: () => ({ message_retention_days: '30' }),
    refused: { ...belowOwners, guest: 'not guests' },
  },
  {
    operation: 'GET /streams',
    circumstance: 'every channel that there is',
    params: () => ({ include_all_active: true }),
    refused: {
      ...withoutAccount,
      moderator: 'not this query',
      member: 'not this query',
      guest: 'not this query',
      bot: 'not this query',
    },
  },
  {
    operation: 'GET /streams/{stream_id}',
    circumstance: 'private, not subscribed',
    params: secretChannel,
    refused: {
      ...withoutAccount,
      moderator: 'no channel',
      member: 'no channel',
      guest: 'no channel',
      bot: 'no channel',
    },
  },
  {
    operation: 'PATCH /streams/{stream_id}',
    refused: { ...withoutAccount, moderator: 'not its admin', guest: 'no channel', bot: 'not its admin' },
  },
  {
    operation: 'PATCH /streams/{stream_id}',
    circumstance: 'made by somebody else',
    params: ({ ids }) => ({ stream_id: ids.common }),
    refused: {
      ...withoutAccount,
      moderator: 'not its admin',
      member: 'not its admin',
      guest: 'not its admin',
      bot: 'not its admin',
    },
  },
  {
    operation: 'PATCH /streams/{stream_id}',
    circumstance: 'private, not subscribed',
    params: secretChannel,
    refused: {
      ...withoutAccount,
      moderator: 'no channel',
      member: 'no channel',
      guest: 'no channel',
      bot: 'no channel',
    },
  },
  {
    operation: 'PATCH /streams/{stream_id}',
    circumstance: 'retention',
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
  {
    operation: 'PATCH /streams/{stream_id}',
    circumstance: 'by default for new users',
    params: () => ({ is_default_stream: true }),
    refused: {
      ...withoutAccount,
      moderator: 'not its admin',
      member: 'administrators',
      guest: 'no channel',
      bot: 'not its admin',
    },
  },
  {
    operation: 'DELETE /streams/{stream_id}',
    refused: { ...withoutAccount, moderator: 'not its admin', guest: 'no channel', bot: 'not its admin' },
  },
  {
    operation: 'DELETE /streams/{stream_id}',
    circumstance: 'made by somebody else',
    params: ({ ids }) => ({ stream_id: ids.common }),
    refused: {
      ...withoutAccount,
      moderator: 'not its admin',
      member: 'not its admin',
      guest: 'not its admin',
      bot: 'not its admin',
    },
  },
  {
    operation: 'GET /streams/{stream_id}/members',
    circumstance: 'private, not subscribed',
    params: secretChannel,
    refused: {
      ...withoutAccount,
      moderator: 'no channel',
      member: 'no channel',
      guest: 'no channel',
      bot: 'no channel',
    },
  },
];
