/** Facts of operations in invitations.ts that deviate from the defaults (spec/facts.ts). */
import { withoutAccount, belowAdministrators, type Examples, type Facts } from '../spec/facts.ts';

export const examples: Examples = { invite_id: ({ ids }) => ids.ofMember.invite, stream_ids: () => [] };

export const facts: Facts = {
  'POST /invites': {
    refused: { ...withoutAccount, guest: 'no' },
    circumstances: {
      'as administrator': {
        params: () => ({ invite_as: 200 }),
        refused: { ...withoutAccount, moderator: 'above you', member: 'above you', guest: 'no', bot: 'above you' },
      },
      'as owner': {
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
      'with a welcome text': {
        params: () => ({ welcome_message_custom_text: 'Hello!' }),
        refused: { ...withoutAccount, guest: 'no' },
      },
    },
    audit: ['invitation created'],
  },
  'POST /invites/multiuse': {
    refused: { ...withoutAccount, moderator: 'no', member: 'no', guest: 'no', bot: 'no' },
    call: { as: 'owner' },
    audit: ['invitation created'],
  },
  'DELETE /invites/{invite_id}': {
    refused: { ...withoutAccount, moderator: 'administrators', guest: 'administrators', bot: 'administrators' },
    audit: ['invitation revoked'],
  },
  'DELETE /invites/multiuse/{invite_id}': {
    refused: belowAdministrators,
    call: { as: 'owner', params: ({ ids }) => ({ invite_id: ids.inviteLink }) },
    audit: ['invitation revoked'],
  },
  'POST /invites/{invite_id}/resend': {
    refused: { ...withoutAccount, moderator: 'administrators', guest: 'administrators', bot: 'administrators' },
    audit: { testedIn: 'api/console/audit-log.test.ts' },
  },
};
