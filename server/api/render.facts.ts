/** Facts of operations in render.ts that deviate from the defaults (spec/facts.ts). */
import { lifeless, type Facts } from '../spec/facts.ts';

export const facts: Facts = {
  'POST /messages/render': { life: lifeless.unchanged },
};
