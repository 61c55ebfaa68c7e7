/** Pure: what an entry of the directory says of a user. */
import { possibleName } from '../users/rows.ts';
import type { DirectorySettings } from './settings.shared.ts';

/** As it was read; names of attributes in lower case. */
export interface DirectoryEntry {
  dn: string;
  values: Readonly<Record<string, readonly string[]>>;
}

export interface DirectoryUser {
  key: string;
  dn: string;
  username: string;
  email: string;
  fullName: string;
  groups: string[];
  isDisabled: boolean;
  /** Whether the directory's groups let it in. */
  isAllowed: boolean;
  /** As the directory has it; '' = it does not say. */
  passwordChanged: string;
  /** Of the entry's last change, as the directory has it; '' = it does not say. */
  changed: string;
  /** The first value of each attribute that goes to a profile field. */
  profile: { fieldId: number; text: string }[];
  /** undefined = not read, null = the directory has none. */
  picture?: Buffer | null;
}

/** Where directories say when a password was changed: Active Directory, OpenLDAP, FreeIPA. */
const passwordAttributes = ['pwdLastSet', 'pwdChangedTime', 'krbLastPwdChange'];
/** What changes with every change of an entry: Active Directory, OpenLDAP, FreeIPA; times of whole seconds only where there is no other. */
const changeAttributes = ['uSNChanged', 'entryCSN', 'entryUSN', 'modifyTimestamp', 'whenChanged'];
const stateAttributes = ['userAccountControl', 'nsAccountLock', 'pwdAccountLockedTime'];
/** Bit of userAccountControl. */
const disabledBit = 2;
/** A lock that no time ends. Others are made by wrong passwords, and end: they must not let a stranger deactivate an account. */
const lockedForever = '000001010000Z';

/** The attributes that are asked for. Pictures are read one by one, where the entry has changed. */
export const wantedAttributes = (settings: DirectorySettings): string[] => [
  ...new Set([
    ...settings.ldap_username_attributes,
    settings.ldap_email_attribute,
    ...settings.ldap_name_attributes,
    settings.ldap_key_attribute,
    settings.ldap_group_attribute,
    ...passwordAttributes,
    ...stateAttributes,
    ...changeAttributes,
    ...settings.ldap_profile_fields.map(({ attribute }) => attribute),
  ]),
];

const sameDn = (one: string, other: string): boolean => normalDn(one) === normalDn(other);

/** Distinguished names are compared without capitals and without blanks around commas and equals signs. */
export const normalDn = (dn: string): string =>
  dn
    .toLowerCase()
    .replaceAll(/\s*([,=+])\s*/g, '$1')
    .trim();

/** Reads an entry as the settings say. @param nested groups that the entry itself does not name. */
export function directoryUserOf(
  entry: DirectoryEntry,
  settings: DirectorySettings,
  nested: readonly string[] = [],
): DirectoryUser {
  const first = (...names: readonly string[]): string =>
    names.flatMap((name) => entry.values[name.toLowerCase()] ?? []).find((value) => value !== '') ?? '';
  const direct = entry.values[settings.ldap_group_attribute.toLowerCase()] ?? [];
  const groups = [...new Set([...direct, ...nested])];
  const access = settings.ldap_access_groups;
  const username = first(...settings.ldap_username_attributes);
  return {
    key: first(settings.ldap_key_attribute) || normalDn(entry.dn),
    dn: entry.dn,
    username,
    email: first(settings.ldap_email_attribute),
    fullName: possibleName(first(...settings.ldap_name_attributes)) || possibleName(username),
    groups,
    isDisabled:
      (Number(first('userAccountControl')) & disabledBit) !== 0 ||
      first('nsAccountLock').toLowerCase() === 'true' ||
      first('pwdAccountLockedTime') === lockedForever,
    isAllowed: access.length === 0 || access.some((group) => groups.some((own) => sameDn(own, group))),
    passwordChanged: first(...passwordAttributes),
    changed: first(...changeAttributes),
    profile: settings.ldap_profile_fields.map(({ attribute, field_id: fieldId }) => ({
      fieldId,
      text: first(attribute).trim(),
    })),
  };
}
