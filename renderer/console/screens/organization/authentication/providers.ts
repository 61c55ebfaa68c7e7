/** Providers of single sign-on, as the console's calls give them, and what is known of their kinds. */
import { queryOptions } from '@tanstack/react-query';
import { request } from '../../../../client/request.ts';
import { perLanguage, t } from '../../../../client/text.ts';

/** Owners alone may. */
const readProviders = async (signal?: AbortSignal) => request('GET', '/console/sign_in_providers', {}, signal);

export type Provider = Awaited<ReturnType<typeof readProviders>>['providers'][number];
export type Kind = Provider['kind'];

export const providersQuery = queryOptions({
  queryKey: ['sign-in-providers'],
  queryFn: async ({ signal }) => readProviders(signal),
});

/** Names and issuers of providers; what is in capitals is the organization's own. */
export const presets: Readonly<Record<Kind, { name: string; issuer: string; groups_claim: string }>> = {
  entra: { name: 'Microsoft', issuer: 'https://login.microsoftonline.com/TENANT-ID/v2.0', groups_claim: 'groups' },
  google: { name: 'Google', issuer: 'https://accounts.google.com', groups_claim: '' },
  keycloak: { name: 'Keycloak', issuer: 'https://HOST/realms/REALM', groups_claim: 'groups' },
  authentik: { name: 'Authentik', issuer: 'https://HOST/application/o/APPLICATION/', groups_claim: 'groups' },
  gitlab: { name: 'GitLab', issuer: 'https://gitlab.com', groups_claim: 'groups_direct' },
  other: { name: '', issuer: '', groups_claim: '' },
};

export const kinds = perLanguage((): { value: Kind; label: string }[] => [
  { value: 'entra', label: 'Microsoft Entra ID' },
  { value: 'google', label: 'Google Workspace' },
  { value: 'keycloak', label: 'Keycloak' },
  { value: 'authentik', label: 'Authentik' },
  { value: 'gitlab', label: 'GitLab' },
  { value: 'other', label: t('Another provider') },
]);
