/** Settings of the organization: changing them, the domains whose addresses may join, and its pictures. */
import { z } from 'zod';
import {
  addRealmDomain,
  changeRealmDomain,
  realmDomains,
  removeRealmDomain,
} from '../domain/organization/domains.shared.ts';
import { changeOrganization, type PermissionChange } from '../domain/organization/edit.ts';
import { organizationPermissions, type OrganizationSettings } from '../domain/organization/rows.ts';
import { organizationSettings, settingNames } from '../domain/organization/rules.ts';
import { bool, json, text, type Param } from '../http/params.ts';
import { groupSettingSchema } from '../permissions/group-setting-value.ts';
import type { RealmPermission } from '../permissions/group-settings.ts';
import { endpoint } from './endpoint.ts';
import type { Subject } from './subjects.ts';

export const subject: Subject = 'Organization';

/** A group-setting value, alone or with the one that it replaces. */
const permissionChange = z.union([
  groupSettingSchema.transform((value): PermissionChange => ({ new: value })),
  z.object({ new: groupSettingSchema, old: groupSettingSchema.optional() }).strict(),
]) as z.ZodType<PermissionChange>;

/** One optional parameter for every setting that requests may change. */
function settingParams(): Record<string, Param<unknown>> {
  const params: Record<string, Param<unknown>> = {};
  for (const name of settingNames) {
    const rules: { by: string; schema: z.ZodType<unknown>; line?: { min: number; max: number } } =
      organizationSettings[name];
    if (rules.by === 'server') continue;
    const param: Param<unknown> =
      rules.line === undefined ? json(rules.schema, { lenient: true }) : (text(rules.line) as Param<unknown>);
    params[name] = param.optional();
  }
  return params;
}

const permissionParams = Object.fromEntries(
  organizationPermissions.map((name) => [name, json(permissionChange).optional() as Param<unknown>]),
);

const isPermission = (name: string): name is RealmPermission => name in permissionParams;

export const updateRealm = endpoint({
  method: 'PATCH',
  path: '/realm',
  access: 'administrator',
  summary: 'Change settings of the organization; some are for owners only.',
  personal: false,
  answer: {},
  params: { ...settingParams(), ...permissionParams },
  run: ({ write, params }) =>
    write((acting) => {
      const sent = Object.entries(params).filter(([, value]) => value !== undefined);
      changeOrganization(acting, {
        settings: Object.fromEntries(sent.filter(([name]) => !isPermission(name))) as Partial<OrganizationSettings>,
        permissions: Object.fromEntries(sent.filter(([name]) => isPermission(name))) as Record<
          RealmPermission,
          PermissionChange
        >,
      });
      return {};
    }),
});

export const getRealmDomains = endpoint({
  method: 'GET',
  path: '/realm/domains',
  access: 'authenticated',
  summary: 'Domains whose addresses may join.',
  personal: false,
  answer: { domains: z.array(z.strictObject({ domain: z.string(), allow_subdomains: z.boolean() })) },
  params: {},
  run: ({ read }) => read(({ db }) => ({ domains: realmDomains(db) })),
});

export const createRealmDomain = endpoint({
  method: 'POST',
  path: '/realm/domains',
  access: 'owner',
  summary: 'Allow a domain.',
  personal: false,
  answer: {},
  params: { domain: text({ max: 253 }), allow_subdomains: bool() },
  run: ({ write, params }) =>
    write((acting) => {
      addRealmDomain(acting, params);
      return {};
    }),
});

export const updateRealmDomain = endpoint({
  method: 'PATCH',
  path: '/realm/domains/{domain}',
  access: 'owner',
  summary: 'Allow or refuse the domains below a domain.',
  personal: false,
  answer: {},
  params: { domain: text({ max: 253 }), allow_subdomains: bool() },
  run: ({ write, params }) =>
    write((acting) => {
      changeRealmDomain(acting, params);
      return {};
    }),
});

export const deleteRealmDomain = endpoint({
  method: 'DELETE',
  path: '/realm/domains/{domain}',
  access: 'owner',
  summary: 'No longer allow a domain.',
  personal: false,
  answer: {},
  params: { domain: text({ max: 253 }) },
  run: ({ write, params: { domain } }) =>
    write((acting) => {
      removeRealmDomain(acting, domain);
      return {};
    }),
});
