/**
 * Reads the settings of the organization: stored values over defaults. Imports no other noun, so that every noun can ask it.
 */
import { realmDeactivated } from '../../errors.ts';
import type { GroupSettingValue } from '../../permissions/group-setting-value.ts';
import { permissionRules, type RealmPermission } from '../../permissions/group-settings.ts';
import type { Reader, Transaction } from '../../storage/database.ts';
import { organizationSettings, settingNames, type SettingValues } from './rules.ts';

/** Every setting of the organization, by its name without `realm_`; permissions are group-setting values. */
export type OrganizationSettings = SettingValues & Record<RealmPermission, GroupSettingValue>;

export const organizationPermissions = Object.keys(permissionRules.realm) as RealmPermission[];

/** The organization's number, where the API wants one. There is one organization on a server. */
export const organizationId = 1;

/** When the organization was created, in UNIX seconds; null where there is none yet. */
export const organizationCreatedAt = (db: Reader): number | null =>
  serverSetting<number | null>(db, 'date_created', null);

/** True once the organization was created: before that, only first-run calls are answered. */
export const hasOrganization = (db: Reader): boolean => organizationCreatedAt(db) !== null;

/** Where it is stored since when the organization rests, in UNIX seconds; null = it does not. */
export const deactivatedSetting = 'deactivated_at';

/** Since when the organization is deactivated, in UNIX seconds; null = it is not. */
export const deactivatedAt = (db: Reader): number | null => serverSetting<number | null>(db, deactivatedSetting, null);

/** @throws ApiError REALM_DEACTIVATED */
export function checkAwake(db: Reader): void {
  if (deactivatedAt(db) !== null) throw realmDeactivated();
}

/** Reads what the organization is called, as `title`: of a database that no one has open. */
export const organizationNameSql = "SELECT json_extract(value, '$') AS title FROM realm_settings WHERE name = 'name'";

/** `path` below the data folder of the icon and the logos that were uploaded, without their bytes. */
export const organizationFilesSql = `SELECT 'uploads/organization/' || json_extract(value, '$') AS path, NULL AS bytes
  FROM realm_settings WHERE name IN ('icon_file', 'logo_file', 'night_logo_file') AND json_type(value) = 'text'`;

/** Reads `email` and `key`, by which a sign-in finds the account, of active owners: of a database that no one has open. */
export const activeOwnersSql = `SELECT delivery_email AS email, delivery_email_key AS key FROM users
  WHERE role = 100 AND is_active = 1 AND is_bot = 0`;

/** All settings, defaults included. */
export function organization(db: Reader): OrganizationSettings {
  const stored = new Map(
    db
      .all<{ name: string; value: string }>('SELECT name, value FROM realm_settings')
      .map((row) => [row.name, row.value]),
  );
  const groups = systemGroupIds(db);
  const values: Record<string, unknown> = {};
  for (const name of settingNames) values[name] = valueOf(stored.get(name), organizationSettings[name].default);
  for (const name of organizationPermissions) {
    values[name] = valueOf(stored.get(name), groups.get(permissionRules.realm[name].default_group_name));
  }
  return values as OrganizationSettings;
}

/** One setting, for callers that need no more. */
export function organizationSetting<K extends keyof OrganizationSettings>(
  db: Reader,
  name: K,
): OrganizationSettings[K] {
  return db.remember(`setting ${name}`, () => readSetting(db, name));
}

function readSetting<K extends keyof OrganizationSettings>(db: Reader, name: K): OrganizationSettings[K] {
  const row = db.get<{ value: string }>('SELECT value FROM realm_settings WHERE name = ?', name);
  if (row !== undefined) return JSON.parse(row.value) as OrganizationSettings[K];
  if (name in organizationSettings) {
    return organizationSettings[name as keyof SettingValues].default as OrganizationSettings[K];
  }
  const group = permissionRules.realm[name as RealmPermission].default_group_name;
  return systemGroupIds(db).get(group) as OrganizationSettings[K];
}

/** A stored setting by its name, such as one of the server (mail server, network). `fallback` where it was never stored. */
export function serverSetting<T>(db: Reader, name: string, fallback: T): T {
  const stored = db.remember(`stored setting ${name}`, () => {
    const row = db.get<{ value: string }>('SELECT value FROM realm_settings WHERE name = ?', name);
    return row === undefined ? undefined : (JSON.parse(row.value) as T);
  });
  return stored === undefined ? fallback : stored;
}

function valueOf(stored: string | undefined, fallback: unknown): unknown {
  return stored === undefined ? fallback : JSON.parse(stored);
}

function systemGroupIds(db: Reader): Map<string, number> {
  const rows = db.all<{ id: number; name: string }>('SELECT id, name FROM user_groups WHERE is_system_group = 1');
  return new Map(rows.map((row) => [row.name, row.id]));
}

/** Stores a setting by its name, the server's as the organization's own. Announces nothing: `storeSetting` does, for the organization's. */
export function storeServerSetting(acting: { tx: Transaction }, name: string, value: unknown): void {
  acting.tx.run(
    'INSERT INTO realm_settings (name, value) VALUES (?, ?) ON CONFLICT (name) DO UPDATE SET value = excluded.value',
    name,
    JSON.stringify(value),
  );
}
