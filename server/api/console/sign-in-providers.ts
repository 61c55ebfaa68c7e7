/** Providers of single sign-on (owners), and the accounts that people are linked with (everyone, their own). */
import { z } from 'zod';
import type { ChatServices } from '../../domain/acting.ts';
import type { Flow } from '../../domain/single-sign-on/flows.ts';
import { checkPerson, ownLinks, removeOwnLink } from '../../domain/single-sign-on/links.ts';
import { beginFlow, discover } from '../../domain/single-sign-on/provider-client.ts';
import * as providers from '../../domain/single-sign-on/providers.ts';
import type { ProviderSettings } from '../../domain/single-sign-on/providers.ts';
import { SignInRefusal } from '../../domain/single-sign-on/refusal.ts';
import type { ProviderRow } from '../../domain/single-sign-on/rows.ts';
import { badRequest } from '../../errors.ts';
import { RawAnswer } from '../../http/endpoint.ts';
import { file, int, json } from '../../http/params.ts';
import { smallPicture } from '../../uploads/pictures.ts';
import { checkPictureSize } from '../organization-pictures.ts';
import { iconPath, iconSide } from '../sign-in-icons.ts';
import type { Subject } from '../subjects.ts';
import { endpoint } from './endpoint.ts';
import { flowCookie, redirectUriOf } from './sign-in-with.ts';

export const subject: Subject = 'Console: people';

const providerShape = providers.providerSchema.omit({ client_secret: true }).extend({
  id: z.number(),
  client_secret_set: z.boolean(),
  redirect_uris: z.array(z.string()),
  icon_url: z.string(),
  icon_is_uploaded: z.boolean(),
  unchecked_users: z.number().describe('Linked users whom the server cannot check each hour.'),
  signed_out_users: z.number().describe('Users whom the provider signed out, and who have not signed in there since.'),
});
const id = int().describe('As listed.');

export const listSignInProviders = endpoint({
  method: 'GET',
  path: '/console/sign_in_providers',
  access: 'owner',
  summary:
    'Providers of single sign-on with the addresses to register there, and sign-ins that failed since the start.',
  personal: false,
  answer: {
    providers: z.array(providerShape),
    failures: z.array(z.object({ at: z.number(), provider: z.string(), email: z.string(), reason: z.string() })),
  },
  params: {},
  run: ({ read }) =>
    read(({ db, origin, services }) => ({
      failures: [...services.singleSignOn.failures],
      providers: providers.providersWire(db).map((provider) => ({
        ...provider,
        icon_url: iconPath(providers.accessProvider(db, provider.id)),
        redirect_uris: [...new Set([origin, services.network.originForOthers(origin)])].map((each) =>
          redirectUriOf(each, provider.slug),
        ),
      })),
    })),
});

export const addSignInProvider = endpoint({
  method: 'POST',
  path: '/console/sign_in_providers',
  // The provider decides who signs in to which account.
  access: 'owner',
  summary: 'Adds a provider; slug, name, issuer and client_id are needed.',
  personal: false,
  answer: { id: z.number() },
  params: {
    provider: json<Partial<ProviderSettings> & Pick<ProviderSettings, 'slug' | 'name' | 'issuer' | 'client_id'>>(
      providers.providerSchema.partial().required({ slug: true, name: true, issuer: true, client_id: true }),
    ),
  },
  run: ({ write, params }) => write((acting) => ({ id: providers.addProvider(acting, params.provider) })),
});

export const changeSignInProvider = endpoint({
  method: 'PATCH',
  path: '/console/sign_in_providers/{provider_id}',
  access: 'owner',
  summary: 'Changes a provider; what is not sent stays. Another issuer or client needs its secret again.',
  personal: false,
  answer: {},
  params: { provider_id: id, provider: json<Partial<ProviderSettings>>(providers.providerSchema.partial()) },
  run: ({ write, params }) =>
    write((acting) => {
      providers.changeProvider(acting, params.provider_id, params.provider);
      return {};
    }),
});

export const removeSignInProvider = endpoint({
  method: 'DELETE',
  path: '/console/sign_in_providers/{provider_id}',
  access: 'owner',
  summary: 'Removes a provider: no one signs in with it any longer.',
  personal: false,
  answer: {},
  params: { provider_id: id },
  run: ({ write, params }) =>
    write((acting) => {
      providers.removeProvider(acting, params.provider_id);
      return {};
    }),
});

export const checkSignInProvider = endpoint({
  method: 'POST',
  path: '/console/sign_in_providers/{provider_id}/check',
  access: 'owner',
  summary: 'Reads what the provider says of itself; signs no one in.',
  personal: false,
  answer: { problem: z.string().nullable().describe('null: the provider answers as it should.') },
  params: { provider_id: id },
  async run({ services, read, params }) {
    const provider = await read(({ db }) => providers.accessProvider(db, params.provider_id));
    try {
      await discover(services, provider);
      return { problem: null };
    } catch (error) {
      if (error instanceof SignInRefusal) return { problem: error.message };
      throw error;
    }
  },
});

export const testSignInProvider = endpoint({
  method: 'POST',
  path: '/console/sign_in_providers/{provider_id}/test',
  access: 'owner',
  summary:
    'Begins to sign in at a provider as a user, to show what would happen: the browser has to go to the location.',
  personal: false,
  answer: { location: z.string() },
  params: { provider_id: id },
  async run({ services, request, read, params }) {
    const provider = await read(({ db }) => providers.accessProvider(db, params.provider_id));
    return begun(
      services,
      request.origin,
      provider,
      { isTest: true, next: '/console/organization/sign-in' },
      asAnother,
    );
  },
});

/** The provider asks who it is, also where someone is signed in there; nothing is kept of it. */
const asAnother = { more: { prompt: 'login' }, asksOffline: false };

export const uploadProviderIcon = endpoint({
  method: 'POST',
  path: '/console/sign_in_providers/{provider_id}/icon',
  access: 'owner',
  summary: 'Sets the picture on the button of a provider.',
  personal: false,
  answer: {},
  params: { provider_id: id, file: file() },
  async run({ read, write, params }) {
    await read(({ db }) => providers.accessProvider(db, params.provider_id));
    checkPictureSize(params.file);
    const icon = await smallPicture(params.file.path, iconSide);
    await write((acting) => providers.setProviderIcon(acting, params.provider_id, icon));
    return {};
  },
});

export const deleteProviderIcon = endpoint({
  method: 'DELETE',
  path: '/console/sign_in_providers/{provider_id}/icon',
  access: 'owner',
  summary: 'Goes back to the drawn picture on the button of a provider.',
  personal: false,
  answer: {},
  params: { provider_id: id },
  run: ({ write, params }) =>
    write((acting) => {
      providers.setProviderIcon(acting, params.provider_id, null);
      return {};
    }),
});

export const listSignInLinks = endpoint({
  method: 'GET',
  path: '/console/sign_in_links',
  access: 'authenticated',
  summary: 'The provider accounts that you sign in with, and the providers that you can link.',
  answer: {
    links: z.array(
      z.object({
        id: z.number(),
        provider: z.string(),
        email: z.string(),
        linked_at: z.number(),
        used_at: z.number().nullable(),
      }),
    ),
    providers: z.array(z.object({ id: z.number(), name: z.string(), kind: z.string() })),
    has_password: z.boolean(),
  },
  params: {},
  run: ({ read }) => read((viewing) => ({ ...ownLinks(viewing) })),
});

export const beginSignInLink = endpoint({
  method: 'POST',
  path: '/console/sign_in_links',
  access: 'authenticated',
  summary: 'Begins to link your account: the browser has to go to the location.',
  answer: { location: z.string() },
  params: { provider_id: int() },
  async run({ services, request, read, params }) {
    const { provider, userId } = await read(({ db, user }) => {
      checkPerson(user);
      return { provider: providers.accessProvider(db, params.provider_id), userId: user.id };
    });
    if (provider.is_enabled === 0) throw badRequest('This sign-in provider is switched off.');
    return begun(services, request.origin, provider, { linkTo: userId, next: '/chat/#settings/devices' });
  },
});

export const endSignInLink = endpoint({
  method: 'DELETE',
  path: '/console/sign_in_links/{link_id}',
  access: 'authenticated',
  summary: 'Unlinks a provider account from your account.',
  answer: {},
  params: { link_id: int() },
  run: ({ write, params }) =>
    write((acting) => {
      removeOwnLink(acting, params.link_id);
      return {};
    }),
});

/** The way to the provider for a page that asked for it. @throws ApiError BAD_REQUEST where the provider cannot be reached */
async function begun(
  services: ChatServices,
  origin: string,
  provider: ProviderRow,
  kind: Pick<Flow, 'linkTo' | 'isTest' | 'next'>,
  asking: Parameters<typeof beginFlow>[3] = {},
): Promise<RawAnswer> {
  try {
    const { location, ...begin } = await beginFlow(services, provider, redirectUriOf(origin, provider.slug), asking);
    const flow = { ...begin, ...kind, providerId: provider.id };
    return new RawAnswer({
      headers: { 'Content-Type': 'application/json', 'Set-Cookie': flowCookie(services, flow, origin) },
      body: JSON.stringify({ result: 'success', msg: '', location }),
    });
  } catch (error) {
    if (error instanceof SignInRefusal) throw badRequest(error.message);
    throw error;
  }
}
