/** Facts of operations in events.ts that deviate from the defaults (spec/facts.ts). */
import { withoutAccount, nobody, lifeless, type Facts } from '../spec/facts.ts';

export const facts: Facts = {
  'GET /events': {
    refused: {
      ...withoutAccount,
      owner: 'no queue',
      administrator: 'no queue',
      moderator: 'no queue',
      guest: 'no queue',
      bot: 'no queue',
    },
    circumstances: {
      'queue of somebody else': { params: ({ ids }) => ({ queue_id: ids.queueOfOther }), refused: nobody('no queue') },
    },
    call: { params: ({ ids }) => ({ queue_id: ids.queue, last_event_id: -1, dont_block: true }) },
  },
  'DELETE /events': {
    refused: {
      ...withoutAccount,
      owner: 'no queue',
      administrator: 'no queue',
      moderator: 'no queue',
      guest: 'no queue',
      bot: 'no queue',
    },
    circumstances: {
      'queue of somebody else': { params: ({ ids }) => ({ queue_id: ids.queueOfOther }), refused: nobody('no queue') },
    },
    life: lifeless.queues,
  },
};
