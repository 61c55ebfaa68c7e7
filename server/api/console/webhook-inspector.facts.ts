/** Facts of operations in webhook-inspector.ts that deviate from the defaults (spec/facts.ts). */
import {
  unaudited,
  lifeless,
  type Examples,
  type Facts,
  type SharedFacts,
  demoOnly,
  nobody,
} from '../../spec/facts.ts';

export const examples: Examples = { caught_id: () => 1 };

export const shared: SharedFacts = { audit: unaudited.demo, life: lifeless.replaced };

export const facts: Facts = {
  'GET /console/training/webhook_inspector': demoOnly,
  'POST /console/training/webhook_inspector': demoOnly,
  'PATCH /console/training/webhook_inspector': demoOnly,
  'DELETE /console/training/webhook_inspector': demoOnly,
  'POST /console/training/webhook_inspector/{caught_id}/resend': demoOnly,
  'POST /console/training/catch': {
    refused: { ...nobody('no demo'), deactivated: 'no demo', stranger: 'no demo' },
    call: demoOnly.call,
  },
};
