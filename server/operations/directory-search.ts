/** Entries of the directory as the settings say: the one of a name, or all, with their groups and, where they changed, pictures. */
import { setImmediate as othersFirst } from 'node:timers/promises';
import { directoryUserOf, wantedAttributes, type DirectoryUser } from '../domain/directory/entry.ts';
import type { DirectorySettings } from '../domain/directory/settings.shared.ts';
import type { DirectoryRow } from '../domain/users/directory-rows.ts';
import type { LdapConnection, LdapSession } from '../network/ldap.ts';

/** Pictures that one synchronization reads at most: the others follow at the next. */
const mostPictures = 50;
/** Entries that are read in one turn of the event loop. */
const pause = 50;

/** Users of a name; more than one where it is ambiguous. "EXAMPLE\anna" is how Windows writes "anna". */
export async function findByName(
  session: LdapSession,
  settings: DirectorySettings,
  username: string,
): Promise<DirectoryUser[]> {
  const value = username.trim().replace(/^[\w.-]+\\(?=.)/, '');
  const attributes = [...settings.ldap_username_attributes, settings.ldap_email_attribute];
  const entries = await session.users({
    filter: settings.ldap_user_filter,
    attributes: wantedAttributes(settings),
    named: { attributes: [...new Set(attributes)], value },
  });
  const users: DirectoryUser[] = [];
  for (const entry of entries) {
    const nested = settings.ldap_nested_groups ? await session.groupsOf(entry.dn) : [];
    users.push(await withPicture(session, settings, directoryUserOf(entry, settings, nested)));
  }
  return users;
}

async function withPicture(
  session: LdapSession,
  { ldap_picture_attributes: attributes }: DirectorySettings,
  user: DirectoryUser,
): Promise<DirectoryUser> {
  return attributes.length === 0 ? user : { ...user, picture: await session.bytesOf(user.dn, attributes) };
}

/**
 * All users, by key. @param known rows of accounts: groups within groups and pictures are one more search for each user, and are read
 * for these alone.
 */
export async function findAll(
  session: LdapSession,
  settings: DirectorySettings,
  known: readonly DirectoryRow[],
): Promise<Map<string, DirectoryUser>> {
  const entries = await session.users({ filter: settings.ldap_user_filter, attributes: wantedAttributes(settings) });
  const areGroupsUsed = settings.ldap_access_groups.length > 0 || settings.ldap_group_rules.length > 0;
  const rows = new Map(known.map((row) => [row.entry_key, row]));
  const found = new Map<string, DirectoryUser>();
  let pictures = 0;
  for (const [index, entry] of entries.entries()) {
    let user = directoryUserOf(entry, settings);
    const row = rows.get(user.key);
    if (row !== undefined && settings.ldap_nested_groups && areGroupsUsed)
      user = directoryUserOf(entry, settings, await session.groupsOf(entry.dn));
    if (row?.is_gone === 0 && user.changed !== '' && user.changed !== row.entry_changed && pictures < mostPictures) {
      user = await withPicture(session, settings, user);
      pictures += 1;
    }
    found.set(user.key, user);
    if (index % pause === pause - 1) await othersFirst();
  }
  return found;
}

export const connectionOf = (settings: DirectorySettings): LdapConnection => ({
  servers: settings.ldap_servers,
  security: settings.ldap_security,
  certificate: settings.ldap_certificate,
  bindDn: settings.ldap_bind_dn,
  bindPassword: settings.ldap_bind_password,
  baseDn: settings.ldap_base_dn,
});
