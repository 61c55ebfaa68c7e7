/** The console's view of how the server is reached: all know the address, administrators see the rest and test it, owners change it. */
import { z } from 'zod';
import { networkSettingsShape, networkStateShape } from '../../contract/shapes/network.ts';
import type { NetworkSettings, NetworkState } from '../../contract/shapes/network.ts';
import { audit } from '../../domain/audit/record.ts';
import { readingOf } from '../../domain/users/language.shared.ts';
import { json, text } from '../../http/params.ts';
import { certificatesIn, checkCertificate, makeCertificate } from '../../network/certificate.ts';
import { changeNetworkSettings, networkSettings, networkSettingsSchema } from '../../operations/network-settings.ts';
import { networkIn } from '../../operations/network-texts.ts';
import { possibleTimes } from '../../options.ts';
import type { Subject } from '../subjects.ts';
import { endpoint, type ConsoleCall } from './endpoint.ts';

export const subject: Subject = 'Console: server';

/** A chain of a few certificates; characters. */
const longestPem = 64 * 1024;

/** The state of the network in the caller's language. */
const shownNetwork = async ({ services, read }: Pick<ConsoleCall, 'services' | 'read'>): Promise<NetworkState> =>
  networkIn(await services.network.state(), await read(({ user }) => readingOf(user)));

export const getNetwork = endpoint({
  method: 'GET',
  path: '/console/network',
  access: 'administrator',
  summary: 'Who can reach the server and at which addresses, and why someone may not.',
  personal: false,
  answer: { network: networkStateShape },
  params: {},
  run: async (call) => ({ network: await shownNetwork(call) }),
});

export const getTeamAddress = endpoint({
  method: 'GET',
  path: '/console/team_address',
  access: 'authenticated',
  summary: 'Where other devices find this server, for the user who uses it on its own computer.',
  personal: false,
  answer: {
    address: z.string().nullable().describe('"http://192.168.1.20:7420"; null = only this computer connects.'),
  },
  params: {},
  run: async ({ services }) => Promise.resolve({ address: services.network.teamOrigin }),
});

export const getNetworkSettings = endpoint({
  method: 'GET',
  path: '/console/network_settings',
  access: 'administrator',
  summary: 'Where the server listens, which names it answers to, and its limit of requests.',
  personal: false,
  answer: { settings: networkSettingsShape },
  params: {},
  run: ({ read }) => read(({ db }) => ({ settings: networkSettings(db) })),
});

export const editNetworkSettings = endpoint({
  method: 'PATCH',
  path: '/console/network_settings',
  access: 'owner',
  summary: 'Change how the server is reached; a new port holds from the next start, everything else at once.',
  personal: false,
  answer: { settings: networkSettingsShape },
  params: { settings: json<Partial<NetworkSettings>>(networkSettingsSchema.partial()) },
  async run({ write, services: { network }, params: { settings } }) {
    const stored = await write((acting) => {
      network.checkChange(settings);
      changeNetworkSettings(acting, settings);
      return networkSettings(acting.db);
    });
    await network.apply();
    // A user who chooses the address is thought to tell the team.
    if (settings.team_address_pin !== undefined) await network.acknowledge();
    return { settings: stored };
  },
});

export const refreshNetwork = endpoint({
  method: 'POST',
  path: '/console/network/refresh',
  access: 'administrator',
  summary: "Read this machine's adapters and addresses afresh.",
  personal: false,
  answer: { network: networkStateShape },
  params: {},
  async run({ read, services }) {
    const { network } = services;
    await network.apply();
    return { network: await shownNetwork({ services, read }) };
  },
});

export const acknowledgeAddress = endpoint({
  method: 'POST',
  path: '/console/network/acknowledge',
  access: 'administrator',
  summary: "Say that the team knows the server's new address.",
  personal: false,
  answer: { network: networkStateShape },
  params: {},
  async run({ read, services }) {
    const { network } = services;
    await network.acknowledge();
    return { network: await shownNetwork({ services, read }) };
  },
});

export const startReachTest = endpoint({
  method: 'POST',
  path: '/console/network/reach_test',
  access: 'administrator',
  summary: 'Begin a test from a second device, with a code that is typed there.',
  personal: false,
  answer: { network: networkStateShape },
  params: {},
  async run({ read, services }) {
    const { network } = services;
    await network.beginReachTest();
    return { network: await shownNetwork({ services, read }) };
  },
});

export const setCertificate = endpoint({
  method: 'POST',
  path: '/console/network/certificate',
  access: 'owner',
  summary: 'Use a certificate of your own for HTTPS; texts in PEM form.',
  personal: false,
  answer: { network: networkStateShape },
  params: {
    certificate: text({ min: 1, max: longestPem })
      .describe('With the certificates that sign it, if there are any. A user who sends its key in it sends a secret.')
      .secret(),
    private_key: text({ min: 1, max: longestPem })
      .describe('Without a passphrase. It is never given out again.')
      .secret(),
  },
  async run({ read, write, services, params: { certificate: sent, private_key: key } }) {
    const { network, options } = services;
    const certificate = certificatesIn(sent);
    checkCertificate(certificate, key, possibleTimes(options));
    await network.keepCertificate({ certificate, key });
    await services.followedCertificate.end(services);
    await services.publicCertificate.end(services);
    await write((acting) => audit(acting, { kind: 'network', action: 'certificate_changed' }));
    return { network: await shownNetwork({ services, read }) };
  },
});

export const makeOwnCertificate = endpoint({
  method: 'POST',
  path: '/console/network/certificate/make',
  access: 'owner',
  summary: "Make a certificate for HTTPS here, for all of this machine's names and addresses.",
  personal: false,
  answer: { network: networkStateShape },
  params: {},
  async run({ read, write, services }) {
    const { network, options } = services;
    await network.apply();
    await network.keepCertificate(await makeCertificate(network.certificateNames, options.clock()));
    await services.followedCertificate.end(services);
    await services.publicCertificate.end(services);
    await write((acting) => audit(acting, { kind: 'network', action: 'certificate_changed' }));
    return { network: await shownNetwork({ services, read }) };
  },
});

const certificateFilesShape = z
  .object({
    certificate_file: z.string(),
    key_file: z.string(),
    problem: z.string().nullable().describe('Why the files cannot be used now; the former certificate stays in use.'),
  })
  .nullable();

export const getCertificateFiles = endpoint({
  method: 'GET',
  path: '/console/network/certificate/files',
  access: 'administrator',
  summary: 'The files that the certificate is read from; null where it was added by hand or made here.',
  personal: false,
  answer: { files: certificateFilesShape },
  params: {},
  async run({ read, services }) {
    const { ofError } = await read(({ user }) => readingOf(user));
    const files = await services.followedCertificate.state(services);
    return { files: files && { ...files, problem: files.problem && ofError(files.problem) } };
  },
});

export const followCertificateFiles = endpoint({
  method: 'POST',
  path: '/console/network/certificate/files',
  access: 'owner',
  summary: 'Read the certificate from files of this machine, and again whenever another program renews them.',
  personal: false,
  answer: { network: networkStateShape },
  params: {
    certificate_file: text({ min: 1, max: 1000 }).describe('Full path: PEM, with the certificates that sign it.'),
    key_file: text({ min: 1, max: 1000 }).describe('Full path: PEM, without a passphrase.'),
  },
  async run({ read, write, services, params }) {
    await services.followedCertificate.follow(services, params);
    await services.publicCertificate.end(services);
    await write((acting) => audit(acting, { kind: 'network', action: 'certificate_changed' }));
    return { network: await shownNetwork({ services, read }) };
  },
});

export const dropCertificate = endpoint({
  method: 'DELETE',
  path: '/console/network/certificate',
  access: 'owner',
  summary: 'Delete the certificate and its key, and turn HTTPS off.',
  personal: false,
  answer: { network: networkStateShape },
  params: {},
  async run({ read, write, services }) {
    const { network } = services;
    await services.publicCertificate.end(services);
    await write((acting) => changeNetworkSettings(acting, { https_enabled: false }));
    await network.keepCertificate(null);
    await write((acting) => audit(acting, { kind: 'network', action: 'certificate_deleted' }));
    return { network: await shownNetwork({ services, read }) };
  },
});
