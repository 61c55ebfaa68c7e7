/** Facts of operations in sign-in-icons.ts that deviate from the defaults (spec/facts.ts). */
import { unaudited, type Facts } from '../spec/facts.ts';

export const facts: Facts = {
  'GET !/accounts/login/social/oidc/{provider}/icon.png': {
    refused: {},
    call: { params: () => ({ provider: 'office' }) },
    audit: unaudited.visible,
  },
};
