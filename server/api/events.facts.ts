/** Facts of operations in events.ts that deviate from the defaults (spec/facts.ts). */
import { withoutAccount, nobody, lifeless, type Facts, type OperationFacts } from '../spec/facts.ts';

/** The queue is the member's. */
const queueOfMember = {
  refused: {
    ...withoutAccount,
    owner: 'no queue',
    administrator: 'no queue',
    moderator: 'no queue',
    guest: 'no queue',
    bot: 'no queue',
  },
  circumstances: {
    'queue of someone else': { params: ({ ids }) => ({ queue_id: ids.queueOfOther }), refused: nobody('no queue') },
  },
} as const satisfies OperationFacts;

export const facts: Facts = {
  'GET /events': {
    ...queueOfMember,
    call: { params: ({ ids }) => ({ queue_id: ids.queue, last_event_id: -1, dont_block: true }) },
  },
  'DELETE /events': {
    ...queueOfMember,
    life: lifeless.queues,
  },
};
