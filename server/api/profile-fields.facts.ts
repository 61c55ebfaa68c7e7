/** Facts of operations in profile-fields.ts that deviate from the defaults (spec/facts.ts). */
import type { Examples, Facts } from '../spec/facts.ts';

export const examples: Examples = { field_id: ({ ids }) => ids.field, field_type: () => 1 };

export const facts: Facts = {
  'POST /realm/profile_fields': { call: { params: () => ({ name: 'Desk' }) }, audit: ['profile_field created'] },
  'PATCH /realm/profile_fields': {
    call: { params: ({ ids }) => ({ order: [ids.field] }) },
    audit: { testedIn: 'api/console/audit-log.test.ts' },
  },
  'PATCH /realm/profile_fields/{field_id}': {
    call: { params: () => ({ name: 'Renamed' }) },
    audit: ['profile_field changed'],
  },
  'DELETE /realm/profile_fields/{field_id}': { audit: ['profile_field deleted'] },
};
