/** What registration says about explanations that clients show once (contract: RegisterResponse). */
import type { StateParts } from '../acting.ts';
import { stepsToShow } from './steps.ts';

export const onboardingState: StateParts = {
  onboarding_steps: (viewing) => ({ onboarding_steps: stepsToShow(viewing), navigation_tour_video_url: null }),
};
