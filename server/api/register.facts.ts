/** Facts of operations in register.ts that deviate from the defaults (spec/facts.ts). */
import { withoutAccount, lifeless, type Facts } from '../spec/facts.ts';

export const facts: Facts = {
  'POST /register': { refused: withoutAccount, life: lifeless.queues },
};
