/** Facts of operations in explorer.ts that deviate from the defaults (spec/facts.ts). */
import { unaudited, type Facts } from '../../spec/facts.ts';

export const facts: Facts = {
  'GET /console/answer_fields': { call: { params: () => ({ method: 'GET', path: '/messages' }) } },
  'GET !/api/openapi.json': { refused: {}, audit: unaudited.public },
};
