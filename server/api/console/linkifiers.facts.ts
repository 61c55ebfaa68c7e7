/** Facts of operations in linkifiers.ts that deviate from the defaults (spec/facts.ts). */
import { unaudited, lifeless, type Facts } from '../../spec/facts.ts';

export const facts: Facts = {
  'POST /console/linkifiers/test': {
    call: { params: () => ({ pattern: 'T(?P<id>[0-9]+)', url_template: 'https://example.com/{id}' }) },
    audit: unaudited.unchanged,
    life: lifeless.unchanged,
  },
};
