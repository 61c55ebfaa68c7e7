/** Facts of operations in audit-log.ts that deviate from the defaults (spec/facts.ts). */
import { unaudited, type Facts } from '../../spec/facts.ts';

export const facts: Facts = {
  'GET /console/audit_log/export': { audit: unaudited.visible },
};
