/** Who may call what is in invitations.ts (spec/permission-rows.ts). */
import { belowAdministrators, withoutAccount, type PermissionRow } from '../spec/permission-rows.ts';

export const permissions: readonly PermissionRow[] = [
  { operation: 'POST /invites', refused: { ...withoutAccount, guest: 'no' } },
  {
    operation: 'POST /invites',
    circumstance: 'as administrator',
    params: () => ({ invite_as: 200 }),
    refused: { ...withoutAccount, moderator: 'above you', member: 'above you', guest: 'no', bot: 'above you' },
  },
  {
    operation: 'POST /invites',
    circumstance: 'as owner',
    params: () => ({ invite_as: 100 }),
    refused: {
      ...withoutAccount,
      administrator: 'owners',
      moderator: 'owners',
      member: 'owners',
      guest: 'no',
      bot: 'owners',
    },
  },
  {
    operation: 'POST /invites',
    circumstance: 'with a welcome text',
    params: () => ({ welcome_message_custom_text: 'Hello!' }),
    refused: { ...withoutAccount, guest: 'no' },
  },
  {
    operation: 'POST /invites/multiuse',
    refused: { ...withoutAccount, moderator: 'no', member: 'no', guest: 'no', bot: 'no' },
  },
  {
    operation: 'DELETE /invites/{invite_id}',
    refused: { ...withoutAccount, moderator: 'administrators', guest: 'administrators', bot: 'administrators' },
  },
  { operation: 'DELETE /invites/multiuse/{invite_id}', refused: belowAdministrators },
  {
    operation: 'POST /invites/{invite_id}/resend',
    refused: { ...withoutAccount, moderator: 'administrators', guest: 'administrators', bot: 'administrators' },
  },
];
