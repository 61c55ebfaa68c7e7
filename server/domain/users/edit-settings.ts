/**
 * Changing personal settings and the defaults for new users, with their events: `user_settings`, and the two deprecated
 * ones for clients that ask for them (spec: Events). Owns the table user_settings_defaults.
 */
import { everyone, toUser } from '../../events/audience.ts';
import type { SystemActing } from '../acting.ts';
import { announceOffline, announceOnline } from '../presence/report.ts';
import { announceEmailVisibility, changeTimezone } from './edit.ts';
import { announceExportConsent } from './export-consent.ts';
import { findUser, updateUserRow, type UserRow } from './rows.ts';
import {
  languages,
  settingDefaults,
  settingNames,
  storedForm,
  userSettingRules,
  userSettings,
  type SettingName,
  type SettingValues,
} from './settings.shared.ts';
import { announceStatus } from './status-wire.ts';

/** null: as the client's own locale has it. */
type Value = boolean | number | string | null;

/** @returns `language_name` where the API wants it beside a value. */
const languageOf = (name: string, value: unknown): { language_name?: string } =>
  name === 'default_language' ? { language_name: languages[String(value)] ?? String(value) } : {};

/** Changes settings of one user (contract: PATCH /settings) and notifies that user's clients, one event each. */
export function applyUserSettings(acting: SystemActing, user: UserRow, changes: Partial<SettingValues>): void {
  const before = userSettings(acting.db, user);
  const changed = settingNames.filter((name) => changes[name] !== undefined && changes[name] !== before[name]);
  if (changed.length === 0) return;
  const after = { ...before, ...Object.fromEntries(changed.map((name) => [name, changes[name]])) } as SettingValues;
  updateUserRow(acting.tx, user.id, { settings: storedForm(after) });
  for (const name of changed) announceSetting(acting, user, name, after[name] as Value);
  if (changed.includes('allow_private_data_export') && user.is_bot === 0)
    announceExportConsent(acting, user.id, after.allow_private_data_export);
  if (changed.includes('email_address_visibility')) announceEmailVisibility(acting, user);
  if (changed.includes('presence_enabled'))
    announcePresenceSharing(acting, findUser(acting.db, user.id) as UserRow, after.presence_enabled);
}

function announceSetting(acting: SystemActing, user: UserRow, name: SettingName, value: Value): void {
  const language = languageOf(name, value);
  const audience = toUser(user.id);
  acting.announce({ type: 'user_settings', op: 'update', property: name, value, ...language }, audience);
  const { kind } = userSettingRules[name];
  if (kind === 'display') {
    acting.announce(
      // Clients that old know no null (initial-state.ts).
      { type: 'update_display_settings', user: user.email, setting_name: name, setting: value ?? false, ...language },
      audience,
    );
  } else if (kind === 'notification') {
    acting.announce(
      { type: 'update_global_notifications', user: user.email, notification_name: name, setting: value ?? false },
      audience,
    );
  }
}

/** Who turns invisible looks offline at once to everyone; who turns visible is there at once. Whether a bot is there says nothing. */
function announcePresenceSharing(acting: SystemActing, user: UserRow, isShared: boolean): void {
  if (user.is_bot === 0 && isShared) announceOnline(acting, user);
  else if (user.is_bot === 0) announceOffline(acting, user);
  announceStatus(acting, user);
}

/** The time zone is a profile field and, to clients, a setting too. @param timezone checked by the caller. */
export function applyTimezone(acting: SystemActing, user: UserRow, timezone: string): void {
  if (timezone === user.timezone) return;
  changeTimezone(acting, user, timezone);
  const audience = toUser(user.id);
  acting.announce({ type: 'user_settings', op: 'update', property: 'timezone', value: timezone }, audience);
  acting.announce(
    { type: 'update_display_settings', user: user.email, setting_name: 'timezone', setting: timezone },
    audience,
  );
}

/** Changes what new users start with (contract: PATCH /realm/user_settings_defaults); no one's own settings change. */
export function applySettingDefaults(acting: SystemActing, changes: Partial<SettingValues>): void {
  const before = settingDefaults(acting.db);
  for (const name of settingNames) {
    const value = changes[name] as Value | undefined;
    if (value === undefined || value === before[name]) continue;
    acting.tx.run(
      'INSERT INTO user_settings_defaults (name, value) VALUES (?, ?) ON CONFLICT (name) DO UPDATE SET value = excluded.value',
      name,
      JSON.stringify(value),
    );
    acting.announce({ type: 'realm_user_settings_defaults', op: 'update', property: name, value }, everyone);
  }
}
