/** Facts of operations in activity.ts that deviate from the defaults (spec/facts.ts). */
import { lifeless, type Facts } from '../../spec/facts.ts';

export const facts: Facts = {
  'DELETE /console/event_queues/{queue_id}': {
    audit: 'a client registers a new one on its own',
    life: lifeless.queues,
  },
};
