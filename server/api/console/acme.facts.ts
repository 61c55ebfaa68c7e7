/** Facts of operations in acme.ts that deviate from the defaults (spec/facts.ts). */
import { lifeless, type Examples, type Facts } from '../../spec/facts.ts';

export const examples: Examples = {
  contact: () => 'office@example.com',
  challenge: () => 'http-01',
  authority: () => 'staging',
  directory_url: () => '',
  authority_certificate: () => '',
  terms_agreed: () => true,
};

export const facts: Facts = {
  'POST /console/network/certificate/acme': {
    call: { params: () => ({ name: 'chat.example.com', authority: 'staging', terms_agreed: true }) },
    audit: ['network certificate_changed'],
    life: lifeless.machine,
  },
};
