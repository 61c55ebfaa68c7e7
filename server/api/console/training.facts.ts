/** Facts of operations in training.ts that deviate from the defaults (spec/facts.ts). */
import { withoutAccount, unaudited, lifeless, type Examples, type Facts, type SharedFacts } from '../../spec/facts.ts';

const noDemo = { fails: 'the organization is no demo: api/console/training.test.ts' };

export const examples: Examples = { fault_id: () => 1, kind: () => 'drop', snapshot_name: () => 'lesson' };

export const shared: SharedFacts = { audit: unaudited.demo, life: lifeless.replaced };

export const facts: Facts = {
  'POST /console/training/reset': {
    refused: {
      ...withoutAccount,
      owner: 'no demo',
      administrator: 'no demo',
      moderator: 'administrators',
      member: 'administrators',
      guest: 'administrators',
      bot: 'administrators',
    },
    call: noDemo,
  },
  'POST /console/training/snapshots': {
    refused: {
      ...withoutAccount,
      owner: 'no demo',
      administrator: 'no demo',
      moderator: 'administrators',
      member: 'administrators',
      guest: 'administrators',
      bot: 'administrators',
    },
    call: noDemo,
  },
  'DELETE /console/training/snapshots/{snapshot_name}': {
    refused: {
      ...withoutAccount,
      owner: 'no demo',
      administrator: 'no demo',
      moderator: 'administrators',
      member: 'administrators',
      guest: 'administrators',
      bot: 'administrators',
    },
    call: noDemo,
  },
  'GET /console/training/accounts': {
    refused: {
      ...withoutAccount,
      owner: 'no demo',
      administrator: 'no demo',
      moderator: 'administrators',
      member: 'administrators',
      guest: 'administrators',
      bot: 'administrators',
    },
    call: noDemo,
  },
  'POST /console/training/faults': {
    refused: {
      ...withoutAccount,
      owner: 'no demo',
      administrator: 'no demo',
      moderator: 'administrators',
      member: 'administrators',
      guest: 'administrators',
      bot: 'administrators',
    },
    call: noDemo,
  },
  'DELETE /console/training/faults': {
    refused: {
      ...withoutAccount,
      owner: 'no demo',
      administrator: 'no demo',
      moderator: 'administrators',
      member: 'administrators',
      guest: 'administrators',
      bot: 'administrators',
    },
    call: noDemo,
  },
  'DELETE /console/training/faults/{fault_id}': {
    refused: {
      ...withoutAccount,
      owner: 'no demo',
      administrator: 'no demo',
      moderator: 'administrators',
      member: 'administrators',
      guest: 'administrators',
      bot: 'administrators',
    },
    call: noDemo,
  },
};
