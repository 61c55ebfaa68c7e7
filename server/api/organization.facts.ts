/** Facts of operations in organization.ts that deviate from the defaults (spec/facts.ts). */
import { belowAdministrators, type Examples, type Facts } from '../spec/facts.ts';

export const examples: Examples = { allow_subdomains: () => true, domain: () => 'example.org' };

export const facts: Facts = {
  'PATCH /realm': {
    circumstances: {
      'message retention': {
        params: () => ({ name: undefined, message_retention_days: 30 }),
        refused: { ...belowAdministrators, administrator: 'owners' },
      },
      'who may create groups': {
        params: ({ ids }) => ({ name: undefined, can_create_groups: ids.moderators }),
        refused: { ...belowAdministrators, administrator: 'owners' },
      },
    },
    call: { params: () => ({ name: 'Renamed' }) },
    audit: ['organization changed'],
  },
  'POST /realm/domains': { audit: ['domain created'] },
  'PATCH /realm/domains/{domain}': { call: { params: () => ({ domain: 'example.com' }) }, audit: ['domain changed'] },
  'DELETE /realm/domains/{domain}': { call: { params: () => ({ domain: 'example.com' }) }, audit: ['domain deleted'] },
};
