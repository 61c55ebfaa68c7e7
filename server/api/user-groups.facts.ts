/** Facts of operations in user-groups.ts that deviate from the defaults (spec/facts.ts). */
import { withoutAccount, type Examples, type Facts } from '../spec/facts.ts';

export const examples: Examples = {
  members: ({ people }) => [people.member.userId],
  user_group_id: ({ ids }) => ids.ofMember.group,
};

export const facts: Facts = {
  'GET /user_groups': { refused: { ...withoutAccount, guest: 'not guests', bot: 'not bots' } },
  'POST /user_groups/create': { refused: { ...withoutAccount, guest: 'no' }, audit: ['group created'] },
  'PATCH /user_groups/{user_group_id}': {
    refused: { ...withoutAccount, administrator: 'no', moderator: 'no', guest: 'no', bot: 'no' },
    circumstances: {
      'made by someone else': {
        params: ({ ids }) => ({ user_group_id: ids.group }),
        refused: { ...withoutAccount, administrator: 'no', moderator: 'no', member: 'no', guest: 'no', bot: 'no' },
      },
    },
    call: { params: () => ({ name: 'renamed' }) },
    audit: ['group changed'],
  },
  'POST /user_groups/{user_group_id}/deactivate': {
    refused: { ...withoutAccount, administrator: 'no', moderator: 'no', guest: 'no', bot: 'no' },
    circumstances: {
      'made by someone else': {
        params: ({ ids }) => ({ user_group_id: ids.group }),
        refused: { ...withoutAccount, administrator: 'no', moderator: 'no', member: 'no', guest: 'no', bot: 'no' },
      },
    },
    audit: ['group deactivated'],
  },
  'POST /user_groups/{user_group_id}/members': {
    refused: { ...withoutAccount, administrator: 'no', moderator: 'no', guest: 'no', bot: 'no' },
    circumstances: {
      'made by someone else': {
        params: ({ ids, people }, who) => ({
          user_group_id: ids.group,
          add: [people[who].userId],
        }),
        refused: { ...withoutAccount, administrator: 'no', moderator: 'no', member: 'no', guest: 'no', bot: 'no' },
      },
    },
    call: { params: ({ other }) => ({ add: [other.userId] }) },
    audit: ['group changed'],
  },
  'POST /user_groups/{user_group_id}/subgroups': {
    refused: { ...withoutAccount, administrator: 'no', moderator: 'no', guest: 'no', bot: 'no' },
    call: { params: ({ ids }) => ({ add: [ids.group] }) },
    audit: ['group changed'],
  },
};
