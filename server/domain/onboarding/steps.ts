/** Explanations that clients show once, and that are over on every device when they were seen on one (contract: OnboardingStep). */
import type { components } from '../../contract/types.ts';
import { invalidParameter } from '../../errors.ts';
import { toUser } from '../../events/audience.ts';
import type { Reader } from '../../storage/database.ts';
import type { Acting, Viewing } from '../acting.ts';
import type { StateParts } from '../initial-state.ts';

type Step = components['schemas']['OnboardingStep'];

/** What clients explain once. The tour by video is not among them, as there is none. */
const names = [
  'visibility_policy_banner',
  'intro_inbox_view_modal',
  'intro_recent_view_modal',
  'first_stream_created_banner',
  'jump_to_conversation_banner',
  'non_interleaved_view_messages_fading',
  'interleaved_view_messages_fading',
  'intro_resolve_topic',
] as const;

const seenSteps = (db: Reader, userId: number): Set<string> =>
  new Set(
    db.all<{ name: string }>('SELECT name FROM onboarding_steps WHERE user_id = ?', userId).map(({ name }) => name),
  );

/** Those that the caller has not seen. */
function stepsToShow({ db, user }: Pick<Viewing, 'db' | 'user'>): Step[] {
  const seen = seenSteps(db, user.id);
  return names.filter((name) => !seen.has(name)).map((name) => ({ type: 'one_time_notice', name }));
}

/** @throws ApiError BAD_REQUEST for a step that there is not. */
export function markStepSeen(acting: Acting, name: string): void {
  if (!names.some((known) => known === name))
    throw invalidParameter('onboarding_step', `Unknown onboarding_step: ${name}`);
  if (seenSteps(acting.db, acting.user.id).has(name)) return;
  acting.tx.run('INSERT INTO onboarding_steps (user_id, name) VALUES (?, ?)', acting.user.id, name);
  acting.announce({ type: 'onboarding_steps', onboarding_steps: stepsToShow(acting) }, toUser(acting.user.id));
}

/** The part of registration, by the fetch_event_type that asks for it (contract: RegisterResponse). */
export const onboardingState: StateParts = {
  onboarding_steps: (viewing) => ({ onboarding_steps: stepsToShow(viewing), navigation_tour_video_url: null }),
};
