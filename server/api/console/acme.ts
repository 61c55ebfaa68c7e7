/** The certificate that an authority issues for a name of the office, by ACME. */
import { isIP } from 'node:net';
import { z } from 'zod';
import { networkStateShape } from '../../contract/shapes/network.ts';
import { audit } from '../../domain/audit/record.ts';
import { invalidParameter } from '../../errors.ts';
import { bool, oneOf, text } from '../../http/params.ts';
import { writtenHostName } from '../../network/host-check.ts';
import type { Subject } from '../subjects.ts';
import { endpoint } from './endpoint.ts';

export const subject: Subject = 'Console: server';

const directories = {
  letsencrypt: 'https://acme-v02.api.letsencrypt.org/directory',
  staging: 'https://acme-staging-v02.api.letsencrypt.org/directory',
};

export const getPublicCertificate = endpoint({
  method: 'GET',
  path: '/console/network/certificate/acme',
  access: 'administrator',
  summary: 'The name for which an authority issues the certificate, and how that goes; null where none is asked.',
  personal: false,
  params: {},
  answer: {
    acme: z
      .object({
        name: z.string(),
        email: z.string(),
        challenge: z.enum(['http-01', 'dns-01']),
        directory_url: z.string(),
        problem: z.string().nullable().describe('Why the last order failed; the former certificate stays in use.'),
        next_at: z.int().describe('When a certificate is ordered next, UNIX seconds.'),
        is_working: z.boolean().describe('An order is under way.'),
      })
      .nullable(),
    has_dns_hook: z.boolean().describe('The server was started with a program that sets DNS records.'),
  },
  run: async ({ services }) => ({
    acme: await services.publicCertificate.state(services),
    has_dns_hook: services.options.acmeDnsHook !== null,
  }),
});

export const orderPublicCertificate = endpoint({
  method: 'POST',
  path: '/console/network/certificate/acme',
  access: 'owner',
  summary: 'Order a certificate from an authority within a minute, and renew it in time (ACME).',
  personal: false,
  answer: { network: networkStateShape },
  params: {
    name: text({ min: 1, max: 253 }).describe('Host name on the internet that leads to this server.'),
    contact: text({ max: 320 }).default('').describe('Email address for notices of the authority.'),
    challenge: oneOf(['http-01', 'dns-01'])
      .default('http-01')
      .describe('The proof that the name is yours: a file on port 80, or a DNS record.'),
    authority: oneOf(['letsencrypt', 'staging', 'other'])
      .default('letsencrypt')
      .describe("Let's Encrypt, its test certificates, or the authority of `directory_url`."),
    directory_url: text({ max: 1000 }).default('').describe('ACME directory of another authority.'),
    authority_certificate: text({ max: 65_536 })
      .default('')
      .describe('PEM: certificates by which the directory of a private authority is trusted.'),
    terms_agreed: bool().describe('You agree to the terms of service of the authority.'),
  },
  async run({ write, services, params }) {
    const { challenge, contact, authority } = params;
    if (contact !== '' && !/^[^\s@]+@[^\s@]+$/.test(contact))
      throw invalidParameter('contact', 'Enter an email address, such as name@example.org.');
    const name = publicName(params.name);
    if (!params.terms_agreed) throw invalidParameter('terms_agreed', 'Agree to the terms of service first.');
    if (challenge === 'dns-01' && services.options.acmeDnsHook === null)
      throw invalidParameter('challenge', 'Start the server with --acme-dns-hook to use DNS records.');
    const directory = authority === 'other' ? directoryOf(params.directory_url) : directories[authority];
    await services.publicCertificate.begin(services, {
      name,
      email: contact,
      challenge,
      directory_url: directory,
      authority_certificate: authority === 'other' ? params.authority_certificate : '',
    });
    await services.followedCertificate.end(services);
    await write((acting) => audit(acting, { kind: 'network', action: 'certificate_changed' }));
    return { network: await services.network.state() };
  },
});

/** @throws ApiError BAD_REQUEST for what no public authority issues a certificate for */
function publicName(sent: string): string {
  const name = writtenHostName(sent.trim());
  if (name === undefined || isIP(name) !== 0 || !name.includes('.') || name.endsWith('.local'))
    throw invalidParameter('name', 'Enter a host name on the internet, such as chat.example.com.');
  return name;
}

function directoryOf(url: string): string {
  if (!URL.canParse(url) || new URL(url).protocol !== 'https:')
    throw invalidParameter('directory_url', 'Enter the https:// address of the ACME directory.');
  return url;
}
