/** Facts of operations in linkifiers.ts that deviate from the defaults (spec/facts.ts). */
import type { Examples, Facts } from '../spec/facts.ts';

export const examples: Examples = {
  filter_id: ({ ids }) => ids.linkifier,
  ordered_linkifier_ids: ({ ids }) => [ids.linkifier],
  pattern: () => 'T(?P<id>[0-9]+)',
  playground_id: ({ ids }) => ids.playground,
  pygments_language: () => 'Ruby',
  url_template: () => 'https://example.com/t/{id}',
};

export const facts: Facts = {
  'POST /realm/filters': { audit: ['linkifier created'] },
  'PATCH /realm/filters/{filter_id}': { audit: ['linkifier changed'] },
  'DELETE /realm/filters/{filter_id}': { audit: ['linkifier deleted'] },
  'PATCH /realm/linkifiers': { audit: { testedIn: 'api/console/audit-log.test.ts' } },
  'POST /realm/playgrounds': {
    call: { params: () => ({ url_template: 'https://example.com/{code}' }) },
    audit: ['playground created'],
  },
  'DELETE /realm/playgrounds/{playground_id}': { audit: ['playground deleted'] },
};
