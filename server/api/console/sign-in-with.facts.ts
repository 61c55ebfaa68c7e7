/** Facts of operations in sign-in-with.ts that deviate from the defaults (spec/facts.ts). Everyone may ask; nothing was begun at a provider here. */
import { allCallers, unaudited, lifeless, type Examples, type Facts, type SharedFacts } from '../../spec/facts.ts';

export const examples: Examples = { pending: () => 'none' };

export const shared: SharedFacts = { audit: unaudited.session, life: lifeless.signingIn };

export const facts: Facts = {
  'GET !/accounts/login/social/oidc/{provider}': {
    refused: allCallers('no provider'),
    call: {
      params: () => ({ provider: 'none' }),
      fails: 'there is no such provider: api/console/sign-in-with.test.ts',
    },
    audit: unaudited.session,
  },
  'GET !/accounts/login/social/oidc/{provider}/callback': {
    refused: allCallers('no provider'),
    call: {
      params: () => ({ provider: 'none' }),
      fails: 'there is no such provider: api/console/sign-in-with.test.ts',
    },
    audit: unaudited.session,
  },
  'POST !/accounts/login/social/oidc/password': {
    refused: allCallers('no provider'),
    call: { fails: 'nothing was proved: api/console/sign-in-with.test.ts' },
  },
  'POST /console/sign_in_with_token': {
    refused: allCallers('no token'),
    call: { fails: 'there is no such token: api/console/sign-in-with.test.ts' },
  },
};
