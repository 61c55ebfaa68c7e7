/** Facts of operations in users.ts that deviate from the defaults (spec/facts.ts). */
import { withoutAccount, belowAdministrators, type Facts } from '../spec/facts.ts';

export const facts: Facts = {
  'GET /users': { refused: withoutAccount },
  'POST /users': { call: { params: () => ({ email: 'nora@example.com' }) }, audit: ['user created'] },
  'PATCH /users/{user_id}': {
    circumstances: {
      'role of a member': { params: () => ({ role: 300 }), refused: belowAdministrators },
      'member becomes owner': {
        params: () => ({ role: 100 }),
        refused: { ...belowAdministrators, administrator: 'no' },
      },
      'an owner': { params: ({ people }) => ({ user_id: people.owner.userId }), refused: belowAdministrators },
      address: {
        params: () => ({ new_email: 'mia.new@example.com' }),
        refused: { ...belowAdministrators, administrator: 'not addresses' },
      },
      'the right to create users': {
        params: ({ people }) => ({
          user_id: people.administrator.userId,
          can_create_users: false,
        }),
        refused: { ...belowAdministrators, administrator: 'owners' },
      },
    },
    call: { params: () => ({ full_name: 'Mia Renamed' }) },
    audit: ['user changed'],
  },
  'PATCH /users/{email}': { call: { params: () => ({ full_name: 'Mia Renamed' }) }, audit: ['user changed'] },
  'DELETE /users/{user_id}': {
    circumstances: {
      'an owner': {
        params: ({ people }) => ({ user_id: people.owner.userId }),
        refused: {
          ...belowAdministrators,
          owner: 'last one',
          administrator: 'no',
        },
      },
    },
    audit: ['bot deactivated', 'user deactivated'],
  },
  'POST /users/{user_id}/reactivate': {
    refused: belowAdministrators,
    call: { as: 'owner', params: (scene) => ({ user_id: scene.deactivated.userId }) },
    audit: ['user reactivated'],
  },
};
