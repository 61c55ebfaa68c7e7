/** Facts of operations in sign-in-providers.ts that deviate from the defaults (spec/facts.ts). */
import {
  withoutAccount,
  belowOwners,
  nobody,
  unaudited,
  lifeless,
  type Examples,
  type Facts,
  type SharedFacts,
} from '../../spec/facts.ts';

export const examples: Examples = { provider_id: ({ ids }) => ids.signInProvider, link_id: () => 0 };

export const shared: SharedFacts = { life: lifeless.machine };

export const facts: Facts = {
  'POST /console/sign_in_providers': { audit: ['sign_in_provider created'] },
  'PATCH /console/sign_in_providers/{provider_id}': { audit: ['sign_in_provider changed'] },
  'DELETE /console/sign_in_providers/{provider_id}': { audit: ['sign_in_provider deleted'] },
  'POST /console/sign_in_providers/{provider_id}/check': { audit: unaudited.unchanged },
  'POST /console/sign_in_providers/{provider_id}/test': {
    refused: { ...belowOwners, owner: 'provider away' },
    call: { fails: 'the provider cannot be reached: api/console/sign-in-with.test.ts' },
    audit: unaudited.unchanged,
  },
  'POST /console/sign_in_providers/{provider_id}/icon': { audit: ['sign_in_provider changed'] },
  'DELETE /console/sign_in_providers/{provider_id}/icon': { audit: { testedIn: 'api/console/audit-log.test.ts' } },
  'GET /console/sign_in_links': { refused: { ...withoutAccount, bot: 'not bots' } },
  'POST /console/sign_in_links': {
    refused: { ...nobody('provider away'), ...withoutAccount, bot: 'not bots' },
    call: { fails: 'the provider cannot be reached: api/console/sign-in-with.test.ts' },
    life: lifeless.signingIn,
  },
  'DELETE /console/sign_in_links/{link_id}': {
    refused: { ...nobody('not linked'), ...withoutAccount, bot: 'not bots' },
    call: { fails: 'nothing is linked: api/console/sign-in-with.test.ts' },
    life: lifeless.signingIn,
  },
};
