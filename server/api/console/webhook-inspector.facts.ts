/** Facts of operations in webhook-inspector.ts that deviate from the defaults (spec/facts.ts). */
import { withoutAccount, unaudited, lifeless, type Examples, type Facts, type SharedFacts } from '../../spec/facts.ts';

const noDemo = { fails: 'the organization is no demo: api/console/training.test.ts' };

export const examples: Examples = { caught_id: () => 1 };

export const shared: SharedFacts = { audit: unaudited.demo, life: lifeless.replaced };

export const facts: Facts = {
  'GET /console/training/webhook_inspector': {
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
  'POST /console/training/webhook_inspector': {
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
  'PATCH /console/training/webhook_inspector': {
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
  'DELETE /console/training/webhook_inspector': {
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
  'POST /console/training/webhook_inspector/{caught_id}/resend': {
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
  'POST /console/training/catch': {
    refused: {
      owner: 'no demo',
      administrator: 'no demo',
      moderator: 'no demo',
      member: 'no demo',
      guest: 'no demo',
      bot: 'no demo',
      deactivated: 'no demo',
      stranger: 'no demo',
    },
    call: noDemo,
  },
};
