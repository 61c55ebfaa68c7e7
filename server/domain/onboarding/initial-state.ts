/** What registration says about explanations that clients show once (contract: RegisterResponse). */
import type { SliceTable } from '../acting.ts';
import { stepsToShow } from './steps.ts';

export const onboardingState: SliceTable = {
  onboarding_steps: (viewing) => ({ onboarding_steps: stepsToShow(viewing), navigation_tour_video_url: null }),
};
