/**
 * Connection settings of the organization's directory. Kept with the settings of the server: never part of events, registration or
 * exports; the password of the service account is never read back.
 */
import { z } from 'zod';
import { fingerprintOf } from '../../delivery/mail-certificate.ts';
import { badRequest } from '../../errors.ts';
import type { Reader } from '../../storage/database.ts';
import { phrase } from '../../translation.ts';
import type { SystemActing, Viewing } from '../acting.ts';
import { serverSetting, storeServerSetting } from '../organization/rows.ts';
import { groupRulesSchema } from '../sign-in-groups/rules.ts';
import { findDirectoryRow } from '../users/directory-rows.ts';
import { endSource } from '../users/sign-in-grant-rows.ts';

const attribute = z.string().regex(/^[a-zA-Z][\w.;-]{0,99}$/, 'Not the name of an attribute');
const server = z
  .string()
  .max(260)
  .refine((text) => /^[^\s/@?#]+$/.test(text) && URL.canParse(`ldap://${text}`), {
    message: 'Not a server; write for example dc1.example.com or dc1.example.com:636',
    params: { whole: true },
  });
const dn = z.string().trim().max(1000);

/** Every setting, with what is right for it. */
export const directorySettingsSchema = z
  .object({
    ldap_enabled: z.boolean(),
    ldap_servers: z.array(server).max(5),
    ldap_security: z.enum(['starttls', 'tls', 'none']),
    ldap_certificate: z
      .string()
      .trim()
      .max(50_000)
      .refine((text) => text === '' || fingerprintOf(text) !== null, {
        message: 'Not a certificate in PEM format (-----BEGIN CERTIFICATE-----)',
        params: { whole: true },
      }),
    ldap_bind_dn: dn,
    ldap_bind_password: z.string().max(1000).meta({ writeOnly: true }),
    ldap_base_dn: dn,
    ldap_user_filter: z.string().trim().min(3).max(2000),
    ldap_username_attributes: z.array(attribute).min(1).max(5),
    ldap_email_attribute: attribute,
    ldap_name_attributes: z.array(attribute).min(1).max(5),
    ldap_key_attribute: attribute,
    ldap_picture_attributes: z.array(attribute).max(5),
    ldap_profile_fields: z
      .array(z.strictObject({ attribute, field_id: z.int().positive() }))
      .max(20)
      .describe('Attributes that are shown in profile fields.'),
    ldap_group_attribute: attribute,
    ldap_nested_groups: z.boolean().describe('Whether groups within groups are followed: Active Directory alone.'),
    ldap_access_groups: z.array(dn.min(3)).max(50),
    ldap_group_rules: groupRulesSchema,
    ldap_password_help: z.string().trim().max(2000),
  })
  .strict();

export type DirectorySettings = z.infer<typeof directorySettingsSchema>;

/** What holds where no one has chosen: Active Directory. */
export const directoryDefaults: DirectorySettings = {
  ldap_enabled: false,
  ldap_servers: [],
  ldap_security: 'starttls',
  ldap_certificate: '',
  ldap_bind_dn: '',
  ldap_bind_password: '',
  ldap_base_dn: '',
  ldap_user_filter: '(sAMAccountType=805306368)',
  ldap_username_attributes: ['sAMAccountName', 'userPrincipalName'],
  ldap_email_attribute: 'mail',
  ldap_name_attributes: ['displayName', 'cn'],
  ldap_key_attribute: 'objectGUID',
  ldap_picture_attributes: ['thumbnailPhoto', 'jpegPhoto'],
  ldap_profile_fields: [],
  ldap_group_attribute: 'memberOf',
  // Other directories do not know the rule; the preset turns it on.
  ldap_nested_groups: false,
  ldap_access_groups: [],
  ldap_group_rules: [],
  ldap_password_help: '',
};

/** Its name among the sources of groups. */
export const directorySource = 'ldap';

const names = Object.keys(directoryDefaults) as (keyof DirectorySettings)[];

/** All of them, the password too: for what connects, never for an answer. */
export const directorySettings = (db: Reader): Readonly<DirectorySettings> =>
  db.remember('directory settings', () => ({
    ...directoryDefaults,
    ...Object.fromEntries(names.map((name) => [name, serverSetting<unknown>(db, name, directoryDefaults[name])])),
  }));

/** Whether people sign in with the directory. */
export const usesDirectory = (db: Reader): boolean => directorySettings(db).ldap_enabled;

/** For the console: whether there is a password, not which. */
export function directorySettingsWire(
  db: Reader,
): Omit<DirectorySettings, 'ldap_bind_password'> & { ldap_bind_password_set: boolean } {
  const { ldap_bind_password: password, ...rest } = directorySettings(db);
  return { ...rest, ldap_bind_password_set: password !== '' };
}

/**
 * Where the servers or the account change, the password is forgotten: it was given for the others, and another server would be sent it.
 */
export function changeDirectorySettings(acting: SystemActing, changes: Partial<DirectorySettings>): void {
  const known = directorySettings(acting.db);
  const isOther = (['ldap_servers', 'ldap_bind_dn', 'ldap_security'] as const).some(
    (name) => changes[name] !== undefined && JSON.stringify(changes[name]) !== JSON.stringify(known[name]),
  );
  for (const [name, value] of Object.entries({ ...(isOther && { ldap_bind_password: '' }), ...changes }))
    if (value !== undefined) storeServerSetting(acting, name, value);
  if (changes.ldap_enabled === false) endSource(acting.tx, directorySource);
}

const unix = {
  ldap_username_attributes: ['uid'],
  ldap_email_attribute: 'mail',
  ldap_name_attributes: ['displayName', 'cn'],
  ldap_picture_attributes: ['jpegPhoto'],
  ldap_group_attribute: 'memberOf',
  ldap_nested_groups: false,
};

/** What suits a kind of directory. */
export const directoryPresets: Readonly<Record<string, Partial<DirectorySettings>>> = {
  active_directory: {
    ldap_user_filter: directoryDefaults.ldap_user_filter,
    ldap_username_attributes: directoryDefaults.ldap_username_attributes,
    ldap_email_attribute: 'mail',
    ldap_name_attributes: ['displayName', 'cn'],
    ldap_key_attribute: 'objectGUID',
    ldap_picture_attributes: directoryDefaults.ldap_picture_attributes,
    ldap_group_attribute: 'memberOf',
    ldap_nested_groups: true,
  },
  openldap: { ...unix, ldap_user_filter: '(objectClass=inetOrgPerson)', ldap_key_attribute: 'entryUUID' },
  freeipa: { ...unix, ldap_user_filter: '(objectClass=posixAccount)', ldap_key_attribute: 'ipaUniqueID' },
  synology: { ...unix, ldap_user_filter: '(objectClass=posixAccount)', ldap_key_attribute: 'entryUUID' },
  univention: {
    ...unix,
    ldap_user_filter: '(&(objectClass=person)(univentionObjectType=users/user))',
    ldap_email_attribute: 'mailPrimaryAddress',
    ldap_key_attribute: 'entryUUID',
  },
};

const stateName = 'directory_state';

/** How the last synchronization went; `problem` null = well. */
export interface DirectoryState {
  /** UNIX seconds. */
  at: number;
  problem: string | null;
}

/** How the last synchronization went; null before the first. */
export const directoryState = (db: Reader): DirectoryState | null =>
  serverSetting<DirectoryState | null>(db, stateName, null);

/** Remembers how a synchronization went. */
export const storeDirectoryState = (acting: SystemActing, state: DirectoryState): void =>
  storeServerSetting(acting, stateName, state);

/** Before someone changes their own password. @throws ApiError BAD_REQUEST where the directory keeps it, with the organization's instructions */
export function checkOwnPassword({ db, user }: Pick<Viewing, 'db' | 'user'>): void {
  if (findDirectoryRow(db, user.id) === undefined) return;
  const help = directorySettings(db).ldap_password_help;
  throw badRequest(
    help === ''
      ? phrase('Your password is kept in the directory of your organization, and is changed there.')
      : phrase(`Your password is kept in the directory of your organization, and is changed there. ${help}`),
  );
}
