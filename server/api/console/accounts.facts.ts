/** Facts of operations in accounts.ts that deviate from the defaults (spec/facts.ts). */
import { unaudited, lifeless, type Examples, type Facts } from '../../spec/facts.ts';

export const examples: Examples = { rows: () => [{ full_name: 'Nora New', email: 'nora@example.com' }] };

export const facts: Facts = {
  'POST /console/accounts/check': { audit: unaudited.unchanged, life: lifeless.unchanged },
  'POST /console/accounts': { audit: ['user created', 'password link_created'] },
};
