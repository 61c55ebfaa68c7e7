/** Organization-wide state: settings, emoji, linkifiers, profile fields, domains, limits. */
import { picked } from './collections.ts';
import { byId, withEntry, withoutKeys } from './collections.ts';
import type { EventOf, Registration, Schemas } from './events.ts';

/** Told under `realm_` with the settings, but kept with their nouns. */
type ElsewhereKept =
  | 'users'
  | 'non_active_users'
  | 'user_groups'
  | 'bots'
  | 'embedded_bots'
  | 'incoming_webhook_bots'
  | 'default_streams'
  | 'default_stream_groups'
  | 'domains'
  | 'emoji'
  | 'linkifiers'
  | 'filters'
  | 'playgrounds'
  | 'user_settings_defaults'
  | 'billing';

type RealmName<Name> = Name extends `realm_${infer Short}` ? Exclude<Short, ElsewhereKept> : never;

/** Settings of the organization, by the names that events give them: without `realm_`. */
export type Realm = { readonly [Name in keyof Registration as RealmName<Name>]: Registration[Name] };

/** Limits of this server, which do not change while it runs. */
export type Limits = Pick<Registration, (typeof limitNames)[number]>;

/** The program that answers. After another start of it there may be another. */
export interface Server {
  readonly version: string;
  readonly featureLevel: number;
  /** UNIX seconds of its start. */
  readonly generation: number;
}

export interface Organization {
  readonly realm: Realm;
  readonly limits: Limits;
  readonly server: Server;
  /** Those whose addresses may join, by name. */
  readonly domains: ReadonlyMap<string, Schemas['RealmDomain']>;
  /** By id, those out of use too: old messages show them. */
  readonly emoji: Readonly<Record<string, Schemas['RealmEmoji']>>;
  readonly linkifiers: readonly Schemas['Linkifier'][];
  readonly playgrounds: readonly Schemas['RealmPlayground'][];
  readonly profileFields: readonly Schemas['CustomProfileField'][];
  readonly profileFieldTypes: Registration['custom_profile_field_types'];
  /** Which groups may hold each permission, of channels, groups, and the organization. */
  readonly permissionRules: Registration['server_supported_permission_settings'];
  /** What newcomers start with. */
  readonly settingDefaults: Registration['realm_user_settings_defaults'];
}

const elsewhere: ReadonlySet<string> = new Set<ElsewhereKept>([
  'users',
  'non_active_users',
  'user_groups',
  'bots',
  'embedded_bots',
  'incoming_webhook_bots',
  'default_streams',
  'default_stream_groups',
  'domains',
  'emoji',
  'linkifiers',
  'filters',
  'playgrounds',
  'user_settings_defaults',
  'billing',
]);

const limitNames = [
  'max_message_length',
  'max_topic_length',
  'max_stream_name_length',
  'max_stream_description_length',
  'max_channel_folder_name_length',
  'max_channel_folder_description_length',
  'max_reminder_note_length',
  'max_bulk_new_subscription_messages',
  'max_file_upload_size_mib',
  'max_avatar_file_size_mib',
  'password_min_length',
  'password_max_length',
  'event_queue_longpoll_timeout_seconds',
  'server_emoji_data_url',
  'server_thumbnail_formats',
  'server_presence_ping_interval_seconds',
  'server_presence_offline_threshold_seconds',
  'server_typing_started_expiry_period_milliseconds',
  'server_typing_started_wait_period_milliseconds',
  'server_typing_stopped_wait_period_milliseconds',
] as const satisfies readonly (keyof Registration)[];

const prefix = 'realm_';

export function organizationFrom(registration: Registration): Organization {
  const names = Object.keys(registration).filter(
    (name) => name.startsWith(prefix) && !elsewhere.has(name.slice(prefix.length)),
  );
  const settings = names.map((name) => [name.slice(prefix.length), registration[name as keyof Registration]]);
  return {
    realm: Object.fromEntries(settings) as Realm,
    limits: picked(registration, limitNames),
    server: {
      version: registration.zulip_version,
      featureLevel: registration.zulip_feature_level,
      generation: registration.server_generation,
    },
    domains: byId(registration.realm_domains, 'domain'),
    emoji: registration.realm_emoji,
    linkifiers: registration.realm_linkifiers,
    playgrounds: registration.realm_playgrounds,
    profileFields: registration.custom_profile_fields,
    profileFieldTypes: registration.custom_profile_field_types,
    permissionRules: registration.server_supported_permission_settings,
    settingDefaults: registration.realm_user_settings_defaults,
  };
}

export const changeRealm = (realm: Realm, data: Schemas['RealmUpdateDictData']): Realm =>
  ({ ...realm, ...data }) as Realm;

export function changeDomains(
  domains: Organization['domains'],
  event: EventOf<'realm_domains'>,
): Organization['domains'] {
  return event.op === 'remove'
    ? withoutKeys(domains, [event.domain])
    : withEntry(domains, event.realm_domain.domain, event.realm_domain);
}

export const serverOf = (event: EventOf<'restart'>): Server => ({
  version: event.zulip_version,
  featureLevel: event.zulip_feature_level,
  generation: event.server_generation,
});
