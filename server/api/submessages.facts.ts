/** Facts of operations in submessages.ts that deviate from the defaults (spec/facts.ts). */
import { nobody, othersMessage, type Examples, type Facts } from '../spec/facts.ts';

export const examples: Examples = { msg_type: () => 'widget' };

export const facts: Facts = {
  'POST /submessage': {
    circumstances: { 'begun on a message of someone else': { params: othersMessage, refused: nobody('not yours') } },
    call: { params: () => ({ content: '{"widget_type":"poll","extra_data":{}}' }) },
  },
};
