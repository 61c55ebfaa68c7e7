/**
 * What the audit log says of every operation that can change something, and of those of which it says nothing, why; and the same
 * of every table. audit.test.ts calls and compares them all.
 */

/** By operation: kind and action of each entry of its valid call (calls.ts). */
export const told: Readonly<Record<string, readonly string[]>> = {
  'DELETE /bots/{bot_id}': ['bot deactivated'],
  'DELETE /invites/multiuse/{invite_id}': ['invitation revoked'],
  'DELETE /invites/{invite_id}': ['invitation revoked'],
  'DELETE /realm/domains/{domain}': ['domain deleted'],
  'DELETE /realm/emoji/{emoji_name}': ['emoji deactivated'],
  'DELETE /realm/filters/{filter_id}': ['linkifier deleted'],
  'DELETE /realm/icon': ['organization changed'],
  'DELETE /realm/logo': ['organization changed'],
  'DELETE /realm/playgrounds/{playground_id}': ['playground deleted'],
  'DELETE /realm/profile_fields/{field_id}': ['profile_field deleted'],
  'DELETE /streams/{stream_id}': ['channel archived'],
  'DELETE /users/me': ['bot deactivated', 'user deactivated', 'invitation revoked'],
  'DELETE /users/{user_id}': ['bot deactivated', 'user deactivated'],
  'PATCH /bots/{bot_id}': ['bot changed'],
  'PATCH /channel_folders/{channel_folder_id}': ['channel_folder changed'],
  'PATCH /console/backup_settings': ['backup changed'],
  'PATCH /console/delivery_settings': ['delivery changed'],
  'PATCH /console/directory': ['directory changed'],
  'POST /console/sign_in_providers': ['sign_in_provider created'],
  'PATCH /console/sign_in_providers/{provider_id}': ['sign_in_provider changed'],
  'DELETE /console/sign_in_providers/{provider_id}': ['sign_in_provider deleted'],
  'PATCH /console/network_settings': ['network changed'],
  'PATCH /realm': ['organization changed'],
  'PATCH /realm/domains/{domain}': ['domain changed'],
  'PATCH /realm/filters/{filter_id}': ['linkifier changed'],
  'PATCH /realm/profile_fields/{field_id}': ['profile_field changed'],
  'PATCH /realm/user_settings_defaults': ['user_defaults changed'],
  'PATCH /streams/{stream_id}': ['channel changed'],
  'PATCH /user_groups/{user_group_id}': ['group changed'],
  'PATCH /users/{email}': ['user changed'],
  'PATCH /users/{user_id}': ['user changed'],
  'POST !/accounts/login/mobile': ['user api_key_shown'],
  'POST /bots': ['bot created'],
  'POST /bots/{bot_id}/api_key/regenerate': ['bot changed'],
  'POST /channel_folders/create': ['channel_folder created'],
  'POST /channels/create': ['channel created'],
  'POST /console/accounts': ['user created', 'password link_created'],
  'POST /console/backups': ['backup started'],
  'POST /console/organization/deactivate': ['organization deactivated'],
  'POST /console/join': ['user created'],
  'POST /console/join/{key}': ['user created'],
  'POST /console/network/certificate': ['network certificate_changed'],
  'POST /console/network/certificate/make': ['network certificate_changed'],
  'POST /console/new_password/{reset_key}': ['user changed'],
  'POST /console/users/{user_id}/password_link': ['password link_created'],
  'POST /console/users/{user_id}/sign_out': ['user signed_out'],
  'POST /default_streams': ['channel changed'],
  'POST /export/realm': ['export created'],
  'POST /fetch_api_key': ['user api_key_shown'],
  'POST /invites': ['invitation created'],
  'POST /invites/multiuse': ['invitation created'],
  'POST /realm/domains': ['domain created'],
  'POST /realm/emoji/{emoji_name}': ['emoji created'],
  'POST /realm/filters': ['linkifier created'],
  'POST /realm/icon': ['organization changed'],
  'POST /realm/logo': ['organization changed'],
  'POST /realm/playgrounds': ['playground created'],
  'POST /realm/profile_fields': ['profile_field created'],
  'POST /user_groups/create': ['group created'],
  'POST /user_groups/{user_group_id}/deactivate': ['group deactivated'],
  'POST /user_groups/{user_group_id}/members': ['group changed'],
  'POST /user_groups/{user_group_id}/subgroups': ['group changed'],
  'POST /users': ['user created'],
  'POST /users/me/api_key/regenerate': ['user changed'],
  'POST /users/me/subscriptions': ['channel created'],
  'POST /users/{user_id}/reactivate': ['user reactivated'],
};

/**
 * Told as well, but not by the valid call: it finds everything as it wants it, is told after its first commit, or cannot succeed in
 * the scene. api/console/audit-log.test.ts has each of them, api/console/two-factor*.test.ts those of two-factor sign-in.
 */
export const toldElsewhere: ReadonlySet<string> = new Set([
  'DELETE /console/backups/{name}',
  'DELETE /console/network/certificate',
  'DELETE /default_streams',
  'PATCH /channel_folders',
  'PATCH /realm/linkifiers',
  'PATCH /realm/profile_fields',
  'PATCH /console/two_factor_users',
  'PATCH /settings',
  'DELETE /console/two_factor',
  'DELETE /console/users/{user_id}/two_factor',
  'POST /console/two_factor',
  'POST /console/two_factor/recovery_codes',
  'POST /console/sign_in/two_factor',
  'POST /console/backups/{name}/restore',
  'POST /console/restores/{restore_id}',
  'POST /console/organization/reactivate',
  'POST /console/setup',
  'POST /console/setup/restores/{restore_id}',
  'POST /invites/{invite_id}/resend',
]);

const written = 'what people write to each other is theirs; that they did is in the messages themselves';
const own = 'things that people keep for themselves, and nobody else sees';
const shown = 'what people say of themselves, in the view of all';
const nothing = 'it changes nothing that stays';
const demo = 'a demo is there to be played with, and is put back';
const session = 'signing in and out is no change; where somebody is signed in is shown beside their account';

/** Why nothing is told, by what a path begins with; the longest beginning counts. */
const silences: Readonly<Record<string, string>> = {
  '/attachments': written,
  '/bot_storage': own,
  '/console/accounts/check': nothing,
  '/console/backups/{name}/check': nothing,
  '/console/deliveries': 'a mail or webhook is tried again, with the same content',
  '/console/delivery_settings/certificate_check': nothing,
  '/console/delivery_settings/test_mail': nothing,
  '/console/directory/preview': nothing,
  '/console/directory/synchronize': 'what it changes of accounts is told of these',
  '/console/directory/test_user': nothing,
  '/console/event_queues': 'a client registers a new one by itself',
  '/console/forgotten_password': 'a link for oneself; the new password is told',
  '/console/invitees': nothing,
  '/console/linkifiers/test': nothing,
  '/console/network/acknowledge': nothing,
  '/console/network/reach_test': nothing,
  '/console/network/refresh': nothing,
  '/console/restores': 'a file is read and waits; restoring it is told',
  '/console/sample/leave': 'sample data goes, with its log',
  '/console/setup/check': nothing,
  '/console/setup/restores': 'a file is read and waits; restoring it is told',
  '/console/setup/sample': 'sample data comes, which nobody administers',
  '/console/sessions': session,
  '/accounts/login/social': session,
  '/console/sign_': session,
  '/console/sign_in_links': 'nothing is linked before the provider has answered; api/console/sign-in-with.test.ts',
  '/console/sign_in_providers/{provider_id}/check': nothing,
  '/console/training': demo,
  '/console/two_factor/setup': nothing,
  '/console/uploads': written,
  '/drafts': own,
  '/events': nothing,
  '/external': written,
  '/mark_': own,
  '/messages': written,
  '/mobile_push': own,
  '/navigation_views': own,
  '/realm/test_welcome_bot_custom_message': nothing,
  '/register': nothing,
  '/reminders': own,
  '/saved_snippets': own,
  '/scheduled_messages': written,
  '/streams/{stream_id}/delete_topic': written,
  '/submessage': written,
  '/typing': nothing,
  '/user_topics': own,
  '/user_uploads': written,
  '/users/me': own,
  '/users/me/avatar': shown,
  '/users/me/presence': shown,
  '/users/me/profile_data': shown,
  '/users/me/status': shown,
  '/users/{user_id}/status': shown,
  '/users/me/subscriptions': 'who is in a channel is told in the channel',
};

/** @param path declared, without the method. @returns the reason, undefined where there is none. */
export function silenceOf(path: string): string | undefined {
  const start = Object.keys(silences)
    .filter((each) => path.startsWith(each))
    .toSorted((a, b) => b.length - a.length)[0];
  return start === undefined ? undefined : silences[start];
}

/** Reading changes nothing. Of what hands out a copy of much, it is told who took it along. */
export const toldFiles: ReadonlySet<string> = new Set([
  'GET !/exports/{file_name}',
  'GET /console/backups/{name}',
  'GET /console/team_export',
]);

const seenAnyway = 'whoever may have it sees it on the screen, too';

/** Why nothing is told of other files that are handed out, by the operation. */
export const silentFiles: Readonly<Record<string, string>> = {
  'GET !/accounts/login/social/oidc/{provider}': session,
  'GET !/accounts/login/social/oidc/{provider}/callback': session,
  'GET !/api/openapi.json': 'it is the same for everybody',
  'GET !/avatar/{user_id_or_email}': seenAnyway,
  'GET !/avatar/{user_id_or_email}/{size}': seenAnyway,
  'GET !/confirm-email/{key}': 'a page; the new address is a change of its row',
  'GET !/realm/emoji/{file_name}': seenAnyway,
  'GET !/realm/icon.png': seenAnyway,
  'GET !/realm/logo.png': seenAnyway,
  'GET !/realm/night-logo.png': seenAnyway,
  'GET !/static/emoji/emoji-data.json': 'it is the same for everybody',
  'GET !/user_uploads/temporary/{ticket}/{*filename}': seenAnyway,
  'GET !/user_uploads/thumbnail/{realm_id_str}/{random}/{filename}/{format}': seenAnyway,
  'GET !/user_uploads/{realm_id_str}/{*filename}': seenAnyway,
  'GET /console/audit_log/export': seenAnyway,
  'GET /console/log_bundle': 'it has no messages, no names of people and no secrets',
};

const bookkeeping = "the server's own books";

/** Tables whose rows the audit log is not told of. */
export const silentTables: Readonly<Record<string, string>> = {
  alert_words: own,
  attachment_messages: written,
  attachments: written,
  audit_log: 'it is the log itself',
  bot_storage: own,
  counters: bookkeeping,
  deliveries: bookkeeping,
  digest_times: bookkeeping,
  drafts: own,
  email_changes: 'an address counts when its owner has confirmed it',
  event_log: bookkeeping,
  event_queues: bookkeeping,
  known_devices: session,
  message_flags: own,
  message_search: bookkeeping,
  messages: written,
  missed_message_marks: bookkeeping,
  muted_users: own,
  navigation_views: own,
  onboarding_steps: own,
  presence: shown,
  presence_stretches: shown,
  profile_values: shown,
  push_devices: own,
  push_tokens: own,
  pushed_messages: bookkeeping,
  reactions: written,
  recipient_users: bookkeeping,
  recipients: bookkeeping,
  refused_call_notices: bookkeeping,
  refused_calls: "calls of services; the bot's page in the console lists them",
  saved_snippets: own,
  directory_users: 'which entry of the directory an account is; what follows from it is in the account',
  scheduled_messages: written,
  schema_migrations: bookkeeping,
  search_buckets: bookkeeping,
  search_postings: bookkeeping,
  search_state: bookkeeping,
  search_topic_words: bookkeeping,
  search_topics: bookkeeping,
  search_words: bookkeeping,
  recovery_codes: 'secrets; making and using them has entries of its own',
  sent_message_keys: bookkeeping,
  sessions: session,
  submessages: written,
  subscription_spans: bookkeeping,
  subscriptions: 'who is in a channel is told in the channel',
  two_factor: 'a secret; turning it on, off and resetting it has entries of its own',
  unsubscribe_keys: own,
  user_status: shown,
  user_topics: own,
};

const derived = 'it follows from another column';
const fixed = 'it never changes, and the entry of the creation says it';

/** Columns of tables it is told of that do not count. */
export const silentColumns: Readonly<Record<string, Readonly<Record<string, string>>>> = {
  channel_folders: { rendered_description: derived, date_created: fixed, creator_id: fixed },
  invitations: {
    key: 'a secret',
    invited_by: fixed,
    stream_ids: fixed,
    group_ids: fixed,
    include_realm_default_subscriptions: fixed,
    notify_referrer_on_join: fixed,
    welcome_message_custom_text: fixed,
    use_count: 'who joined has an entry of their own',
  },
  password_resets: { key_hash: 'a secret', expires_at: derived },
  sign_in_links: { subject: fixed, email: 'an address', linked_at: fixed, used_at: session },
  realm_emoji: { author_id: fixed, file_name: fixed, still_file_name: fixed },
  realm_exports: { acting_user_id: fixed, export_time: fixed, file_name: 'a secret' },
  streams: {
    recipient_id: fixed,
    name_key: derived,
    rendered_description: derived,
    date_created: fixed,
    creator_id: fixed,
    first_message_id: derived,
    subscriber_count: derived,
  },
  user_groups: { name_key: derived, is_system_group: fixed, creator_id: fixed, date_created: fixed },
  users: {
    email: derived,
    email_key: derived,
    delivery_email_key: derived,
    is_bot: fixed,
    is_system_bot: fixed,
    timezone: shown,
    date_joined: fixed,
    avatar_source: shown,
    avatar_version: shown,
    avatar_file: shown,
    settings: own,
  },
};
