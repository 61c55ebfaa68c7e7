/** Facts of operations in typing.ts that deviate from the defaults (spec/facts.ts). */
import { nobody, othersMessage, type Facts } from '../spec/facts.ts';

export const facts: Facts = {
  'POST /typing': {
    circumstances: {
      'private channel, not subscribed': {
        params: ({ ids }) => ({
          type: 'channel',
          stream_id: ids.secret,
          topic: 'plans',
          to: undefined,
        }),
        refused: nobody('no channel'),
      },
    },
    call: { params: ({ other }) => ({ op: 'start', to: [other.userId] }) },
  },
  'POST /messages/{message_id}/typing': {
    circumstances: { 'sent by someone else': { params: othersMessage, refused: nobody('not its sender') } },
    call: { params: () => ({ op: 'start' }) },
  },
};
