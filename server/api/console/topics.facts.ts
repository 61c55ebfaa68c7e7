/** Facts of operations in topics.ts that deviate from the defaults (spec/facts.ts). */
import { nobody, secretChannel, type Facts } from '../../spec/facts.ts';

export const facts: Facts = {
  'GET /console/channels/{stream_id}/topics': {
    circumstances: { 'private, not subscribed': { params: secretChannel, refused: nobody('no channel') } },
  },
};
