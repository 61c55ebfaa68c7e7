/** What registration says about topics that a user follows or has muted (contract: RegisterResponse), by the fetch_event_type that asks for it. */
import type { StateParts } from '../acting.ts';
import { mutedTopics, userTopicsWire } from './policies.shared.ts';

export const userTopicsState: StateParts = {
  user_topic: (viewing, options) => ({
    user_topics: userTopicsWire(viewing, viewing.user.id, options.capabilities.empty_topic_name === true),
  }),
  // The older form, only for clients that did not name the newer one.
  muted_topics: (viewing, options) =>
    options.fetchTypes?.has('user_topic') === true ? {} : { muted_topics: mutedTopics(viewing, viewing.user.id) },
};
