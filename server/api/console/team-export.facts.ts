/** Facts of operations in team-export.ts that deviate from the defaults (spec/facts.ts). */
import type { Facts } from '../../spec/facts.ts';

export const facts: Facts = {
  'GET /console/team_export': { audit: { testedIn: 'api/console/audit-log.test.ts' } },
};
