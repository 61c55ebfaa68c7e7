/** Facts of operations in external.ts that deviate from the defaults (spec/facts.ts). */
import { nobody, type Facts } from '../spec/facts.ts';

export const facts: Facts = {
  'POST /external/{integration}': {
    // Of bots only those for incoming webhooks, which are none of the callers here: external.test.ts.
    refused: nobody('no webhook bot'),
    call: { params: () => ({ integration: 'json' }), fails: 'it is for incoming-webhook bots, and no one here is one' },
  },
};
