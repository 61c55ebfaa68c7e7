/** Settings of providers: what owners choose, and what leaves the server of it, which is never the secret. */
import { z } from 'zod';
import { badRequest, invalidParameter, notFound } from '../../errors.ts';
import { nameOf, unreadableAt } from '../../names.ts';
import type { Reader } from '../../storage/database.ts';
import type { SystemActing } from '../acting.ts';
import { groupRulesSchema, type GroupRule } from '../sign-in-groups/rules.ts';
import { forgetJoinRule, forgetRefreshTokens } from '../users/sign-in-check-rows.ts';
import { endSource } from '../users/sign-in-grant-rows.ts';
import { isAllowedIssuer } from './provider-client.ts';
import {
  allProviders,
  countSignedOut,
  countUnchecked,
  deleteProvider,
  findProvider,
  findProviderBySlug,
  insertProvider,
  providerSource,
  updateProvider,
  type ProviderRow,
} from './rows.ts';

/** Providers that one organization may have. */
const mostProviders = 20;

const short = (max: number) => z.string().trim().max(max);

/** What an owner says of a provider. An empty secret is that of a public client. */
export const providerSchema = z
  .object({
    slug: z
      .string()
      .max(30)
      .regex(/^[a-z0-9](?:[a-z0-9-]*[a-z0-9])?$/, 'Use small letters, digits and hyphens'),
    name: short(60)
      .min(1)
      .overwrite(nameOf)
      .refine((name) => unreadableAt(name) === -1, 'Invalid character in name'),
    kind: z.enum(['entra', 'google', 'keycloak', 'authentik', 'gitlab', 'other']),
    issuer: short(500).refine(isAllowedIssuer, {
      message: 'The issuer must be an address that begins with https://',
      params: { whole: true },
    }),
    client_id: short(300).min(1),
    client_secret: z.string().max(1000).meta({ writeOnly: true }),
    is_enabled: z.boolean(),
    links_automatically: z.boolean(),
    join_policy: z.enum(['none', 'domains', 'group']),
    join_domains: z
      .array(
        z
          .string()
          .trim()
          .toLowerCase()
          .regex(/^[^\s@]+\.[^\s@]+$/)
          .max(255),
      )
      .max(50),
    join_group: short(300),
    groups_claim: short(100),
    group_mappings: groupRulesSchema,
  })
  .strict();

export type ProviderSettings = z.infer<typeof providerSchema>;

/** A provider as owners see it. */
export type ProviderWire = Omit<ProviderSettings, 'client_secret'> & {
  id: number;
  client_secret_set: boolean;
  icon_is_uploaded: boolean;
  /** Linked users whom the server cannot check each hour. */
  unchecked_users: number;
  /** Users whom the provider signed out, and who have not signed in there since. */
  signed_out_users: number;
};

const defaults: Omit<ProviderSettings, 'slug' | 'name' | 'issuer' | 'client_id'> = {
  kind: 'other',
  client_secret: '',
  is_enabled: true,
  links_automatically: false,
  join_policy: 'none',
  join_domains: [],
  join_group: '',
  groups_claim: '',
  group_mappings: [],
};

function settingsWire(row: ProviderRow): Omit<ProviderWire, 'unchecked_users' | 'signed_out_users'> {
  const { client_secret: secret, icon, ...rest } = row;
  return {
    ...rest,
    kind: row.kind as ProviderWire['kind'],
    is_enabled: row.is_enabled === 1,
    links_automatically: row.links_automatically === 1,
    join_domains: JSON.parse(row.join_domains) as string[],
    group_mappings: JSON.parse(row.group_mappings) as GroupRule[],
    client_secret_set: secret !== '',
    icon_is_uploaded: icon !== '',
  };
}

/** Every provider as owners see it, without its secret. */
export const providersWire = (db: Reader): ProviderWire[] =>
  allProviders(db).map((row) => ({
    ...settingsWire(row),
    unchecked_users: countUnchecked(db, row),
    signed_out_users: countSignedOut(db, row),
  }));

/** @throws ApiError NOT_FOUND */
export function accessProvider(db: Reader, id: number): ProviderRow {
  const provider = findProvider(db, id);
  if (provider === undefined) throw notFound('There is no such sign-in provider.');
  return provider;
}

const stored = (settings: ProviderSettings): Omit<ProviderRow, 'id' | 'icon'> => ({
  ...settings,
  is_enabled: settings.is_enabled ? 1 : 0,
  links_automatically: settings.links_automatically ? 1 : 0,
  join_domains: JSON.stringify(settings.join_domains),
  group_mappings: JSON.stringify(settings.group_mappings),
});

/** @returns the id. @throws ApiError BAD_REQUEST for a name in addresses that is taken, and for too many. */
export function addProvider(
  acting: SystemActing,
  settings: Partial<ProviderSettings> & Pick<ProviderSettings, 'slug' | 'name' | 'issuer' | 'client_id'>,
): number {
  if (allProviders(acting.db).length >= mostProviders)
    throw badRequest(`An organization has at most ${mostProviders} sign-in providers.`);
  checkSlug(acting, settings.slug, null);
  return insertProvider(acting.tx, { ...stored({ ...defaults, ...settings }), icon: '' });
}

/**
 * Changes what is sent. The secret belongs to one issuer and client: where one of the two changes, it has to be sent again.
 * @throws ApiError NOT_FOUND, BAD_REQUEST
 */
export function changeProvider(acting: SystemActing, id: number, changes: Partial<ProviderSettings>): void {
  const known = accessProvider(acting.db, id);
  if (changes.slug !== undefined) checkSlug(acting, changes.slug, id);
  const isOther = (['issuer', 'client_id'] as const).some((name) => (changes[name] ?? known[name]) !== known[name]);
  const { id: _id, client_secret_set: _set, icon_is_uploaded: _icon, ...before } = settingsWire(known);
  const secret = changes.client_secret ?? (isOther ? '' : known.client_secret);
  updateProvider(acting.tx, {
    ...known,
    ...stored({ ...before, ...changes, client_secret: secret }),
  });
  if (changes.is_enabled === false) endSource(acting.tx, providerSource(known));
  // Tokens were given to the former client.
  if (isOther || changes.is_enabled === false) forgetRefreshTokens(acting.tx, id);
  if (ruleFields.some((name) => JSON.stringify(changes[name] ?? before[name]) !== JSON.stringify(before[name])))
    forgetJoinRule(acting.tx, id);
}

/** What the rule for joining is made of. */
const ruleFields = ['join_policy', 'join_domains', 'join_group', 'groups_claim'] as const;

/** @param icon a PNG; null = the drawing of its kind. @throws ApiError NOT_FOUND */
export function setProviderIcon(acting: SystemActing, id: number, icon: Buffer | null): void {
  const known = accessProvider(acting.db, id);
  updateProvider(acting.tx, { ...known, icon: icon?.toString('base64') ?? '' });
}

function checkSlug({ db }: SystemActing, slug: string, id: number | null): void {
  const other = findProviderBySlug(db, slug);
  if (other !== undefined && other.id !== id)
    throw invalidParameter('provider.slug', `Another provider uses the name ${slug} in its address.`);
}

/** Links of its accounts stay: they work again where the same issuer is added again. @throws ApiError NOT_FOUND */
export function removeProvider(acting: SystemActing, id: number): void {
  const provider = accessProvider(acting.db, id);
  deleteProvider(acting.tx, id);
  endSource(acting.tx, providerSource(provider));
}
