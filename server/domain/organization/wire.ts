/**
 * The organization's settings as they leave: the fields of the `realm` events, and the same with `realm_` before them in the
 * answer of registration (contract: RealmUpdateDictData, RegisterResponse).
 */
import type { components } from '../../contract/types.ts';
import type { OrganizationSettings } from './rows.ts';
import { organizationSettings } from './rules.ts';

type RealmUpdateDictData = components['schemas']['RealmUpdateDictData'];

/** Settings for which the event of several has no field (contract: RealmUpdateDictData): they are given one by one. */
const toldAlone: readonly (keyof OrganizationSettings)[] = ['avatar_changes_disabled', 'message_retention_days'];
/** Settings that are not in the event of several; the server's own are told to no one. */
const unannounced = new Set<string>([
  ...Object.entries(organizationSettings).flatMap(([name, rules]) => (rules.by === 'server' ? [name] : [])),
  ...toldAlone,
]);

/** Clients are informed where a picture is, not in which file. */
const pictures: Record<string, 'icon' | 'logo' | 'night_logo'> = {
  icon_version: 'icon',
  logo_version: 'logo',
  night_logo_version: 'night_logo',
};

/** Changed settings that have an event of their own (`realm` / `update`). */
export function alone(changed: Partial<OrganizationSettings>): { property: string; value: boolean | number }[] {
  return toldAlone.flatMap((property) => {
    const value = changed[property];
    return typeof value === 'boolean' || typeof value === 'number' ? [{ property, value }] : [];
  });
}

/** What an event says of changed settings: picture addresses and older names included. */
export function toWire(changed: Partial<OrganizationSettings>, now: OrganizationSettings): RealmUpdateDictData {
  const data: Record<string, unknown> = {};
  for (const [name, value] of Object.entries(changed)) {
    const picture = pictures[name];
    if (picture !== undefined) Object.assign(data, pictureWire(now, picture));
    else if (name === 'authentication_methods') data[name] = authenticationMethodsWire(now);
    else if (!unannounced.has(name)) data[name] = value;
    if (name === 'topics_policy') data['mandatory_topics'] = isTopicMandatory(now);
  }
  return data as RealmUpdateDictData;
}

/** How older clients read the topics' policy. */
export const isTopicMandatory = (settings: OrganizationSettings): boolean =>
  settings.topics_policy === 'disable_empty_topic';

/** Contract: RealmAuthenticationMethod, by name. Passwords are the only method; all others would need the internet. */
export function authenticationMethodsWire(
  settings: OrganizationSettings,
): Record<string, { enabled: boolean; available: boolean }> {
  return { Email: { enabled: settings.authentication_methods['Email'] !== false, available: true } };
}

/** Address and origin of one of the organization's pictures. */
export function pictureWire(
  settings: OrganizationSettings,
  picture: 'icon' | 'logo' | 'night_logo',
): Record<string, string> {
  const uploaded = settings[`${picture}_file`] !== null;
  const unset = picture === 'icon' ? 'G' : 'D';
  return { [`${picture}_source`]: uploaded ? 'U' : unset, [`${picture}_url`]: pictureUrl(settings, picture) };
}

/** Relative to the server's root; the version lets clients keep pictures for ever. */
export function pictureUrl(settings: OrganizationSettings, picture: 'icon' | 'logo' | 'night_logo'): string {
  const file = { icon: 'icon.png', logo: 'logo.png', night_logo: 'night-logo.png' }[picture];
  return `/realm/${file}?version=${settings[`${picture}_version`]}`;
}
