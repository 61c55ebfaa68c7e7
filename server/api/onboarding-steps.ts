/** Explanations that clients show once. */
import { markStepSeen } from '../domain/onboarding/steps.ts';
import { text } from '../http/params.ts';
import { endpoint } from './endpoint.ts';
import type { Subject } from './subjects.ts';

export const subject: Subject = 'One’s own account';

export const markOnboardingStep = endpoint({
  method: 'POST',
  path: '/users/me/onboarding_steps',
  access: 'authenticated',
  summary: 'Say that you have seen an explanation, on whatever device.',
  answer: {},
  params: { onboarding_step: text({ min: 1, max: 200 }).describe('Its name, as registration gives it.').envelope() },
  async run({ write, params }) {
    await write((acting) => markStepSeen(acting, params.onboarding_step));
    return {};
  },
});
