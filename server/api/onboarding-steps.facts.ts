/** Facts of operations in onboarding-steps.ts that deviate from the defaults (spec/facts.ts). */
import type { Facts } from '../spec/facts.ts';

export const facts: Facts = {
  'POST /users/me/onboarding_steps': { call: { params: () => ({ onboarding_step: 'intro_resolve_topic' }) } },
};
