/**
 * One valid call for every endpoint. Required parameters get an example by their name, which the few calls that need
 * something else override; a new endpoint whose parameters have known names needs no line here.
 */
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { ApiEndpoint } from '../api/console/endpoint.ts';
import { makeCertificate } from '../network/certificate.ts';
import { password } from '../testing/world.ts';
import { picture, type Actor, type Scene } from './scene.ts';
import type { Params } from './send.ts';

export const operationOf = ({ method, prefix, path }: ApiEndpoint): string =>
  `${method} ${prefix === '' ? '!' : ''}${path}`;

/** A certificate and its key, valid in the scene's time. */
const pair = await makeCertificate(['chat.office'], Date.UTC(2026, 0, 5, 9));

type Example = (scene: Scene, who: Actor) => unknown;

/** A valid value for each required parameter, by its name. */
const examples: Record<string, Example> = {
  alert_words: () => ['lunch'],
  allow_subdomains: () => true,
  anchor: () => 'newest',
  appid: () => 'org.example.Hearth',
  attachment_id: (scene, who) => scene.of(who).attachment,
  bot_id: ({ people }) => people.bot.userId,
  boundaries: () => [1_790_000_000, 1_790_003_600],
  bouncer_public_key: () => 'bouncer-key',
  channel_folder_id: ({ ids }) => ids.folder,
  content: () => 'some text',
  data: ({ ids }) => [{ id: ids.field, value: 'Kitchen' }],
  description: () => 'What it is for',
  domain: () => 'example.org',
  draft: () => ({ type: 'private', to: [], topic: '', content: 'changed' }),
  draft_id: (scene, who) => scene.of(who).draft,
  email: ({ other }) => other.email,
  emoji_name: () => 'smile',
  encrypted_push_registration: () => 'c2VhbGVk',
  caught_id: () => 1,
  fault_id: () => 1,
  field_id: ({ ids }) => ids.field,
  field_type: () => 1,
  file: picture,
  filename: picture,
  filter_id: ({ ids }) => ids.linkifier,
  flag: () => 'starred',
  fragment: () => 'narrow/is/mentioned',
  full_name: () => 'Nora New',
  invite_id: ({ ids }) => ids.ofMember.invite,
  invitee_emails: () => 'nobody.yet@example.com',
  is_pinned: () => false,
  kind: () => 'drop',
  key: ({ ids }) => ids.joinKey,
  members: ({ people }) => [people.member.userId],
  message_id: (scene, who) => scene.of(who).message,
  messages: (scene, who) => [scene.of(who).message],
  mobile_flow_otp: () => 'ab'.repeat(32),
  msg_ids: (scene, who) => [scene.of(who).message],
  msg_type: () => 'widget',
  muted_user_id: ({ other }) => other.userId,
  name: () => 'Something new',
  narrow: () => [{ operator: 'is', operand: 'unread' }],
  num_after: () => 0,
  num_before: () => 10,
  op: () => 'add',
  ordered_linkifier_ids: ({ ids }) => [ids.linkifier],
  organization_name: () => 'Another',
  password: () => password,
  pattern: () => 'T(?P<id>[0-9]+)',
  provider_id: ({ ids }) => ids.signInProvider,
  provider: () => ({ slug: 'second', name: 'Second', issuer: 'https://id.example.com', client_id: 'hearth' }),
  link_id: () => 0,
  pending: () => 'none',
  playground_id: ({ ids }) => ids.playground,
  push_account_id: () => 77,
  push_public_key: () => 'cHVibGlj'.repeat(4),
  pygments_language: () => 'Ruby',
  queue_id: ({ ids }) => ids.queue,
  realm_id_str: (scene, who) => scene.of(who).upload.split('/')[0],
  reminder_id: (scene, who) => scene.of(who).reminder,
  report_type: () => 'spam',
  reset_key: ({ ids }) => ids.resetKey,
  rows: () => [{ full_name: 'Nora New', email: 'nora@example.com' }],
  restore_id: () => 'none',
  saved_snippet_id: (scene, who) => scene.of(who).snippet,
  scheduled_delivery_timestamp: ({ ids }) => ids.later,
  scheduled_message_id: (scene, who) => scene.of(who).scheduled,
  settings: () => ({ smtp_host: 'mail.example.com' }),
  setup_token: () => 'none',
  short_name: () => 'newbot',
  since: () => 1_790_000_000,
  size: () => 'medium',
  status: () => 'active',
  storage: () => ({ a: '1' }),
  stream: () => 'common',
  snapshot_name: () => 'lesson',
  stream_id: ({ ids }) => ids.common,
  stream_ids: () => [],
  subscribers: ({ people }) => [people.member.userId],
  subscription_data: ({ ids }) => [{ stream_id: ids.common, property: 'pin_to_top', value: true }],
  subscriptions: () => [{ name: 'common' }],
  title: () => 'A title',
  to: ({ other }) => [other.userId],
  token: () => 'ab12'.repeat(8),
  token_kind: () => 'fcm',
  topic: () => 'talk',
  topic_name: () => 'talk',
  two_factor_code: () => '000000',
  type: () => 'direct',
  upload_id: (scene, who) => scene.of(who).attachment,
  url_template: () => 'https://example.com/t/{id}',
  user_group_id: ({ ids }) => ids.ofMember.group,
  user_id: ({ other }) => other.userId,
  user_id_or_email: ({ other }) => String(other.userId),
  username: ({ people }) => people.member.email,
  visibility_policy: () => 2,
  welcome_message_custom_text: () => 'Hello!',
};

interface Call {
  as?: Actor;
  /** On top of the examples. */
  params?: (scene: Scene, who: Actor) => Params;
  /** Why this cannot succeed in a world like that of the scene; whoever writes this names what does test the success. */
  fails?: string;
}

const noDemo = { fails: 'the organization is no demo: api/console/training.test.ts' };

/** What differs from the examples. */
const special: Record<string, Call> = {
  'PATCH /streams/{stream_id}': { params: ({ ids }) => ({ stream_id: ids.ofMember.channel, description: 'Changed' }) },
  'DELETE /streams/{stream_id}': { params: ({ ids }) => ({ stream_id: ids.ofMember.channel }) },
  'PATCH /channel_folders': { params: ({ ids }) => ({ order: [ids.folder] }) },
  'PATCH /channel_folders/{channel_folder_id}': { params: () => ({ name: 'Renamed' }) },
  'POST /default_streams': { params: ({ ids }) => ({ stream_id: ids.second }) },
  'POST /realm/emoji/{emoji_name}': { params: () => ({ emoji_name: 'own_glow' }) },
  'DELETE /realm/emoji/{emoji_name}': { as: 'owner', params: () => ({ emoji_name: 'spark' }) },
  'GET !/realm/emoji/{file_name}': { params: ({ ids }) => ({ file_name: ids.emojiFile }) },
  'GET /events': { params: ({ ids }) => ({ queue_id: ids.queue, last_event_id: -1, dont_block: true }) },
  'GET !/exports/{file_name}': { params: ({ ids }) => ({ file_name: ids.exportFile }) },
  'POST /console/setup': { fails: 'the organization exists: api/console/first-run.test.ts' },
  'POST /console/setup/check': { fails: 'the organization exists: api/console/first-run.test.ts' },
  'GET /console/answer_fields': { params: () => ({ method: 'GET', path: '/messages' }) },
  'DELETE /console/sessions/{session_id}': { params: () => ({ session_id: 'others' }) },
  'POST /console/training/reset': noDemo,
  'POST /console/training/snapshots': noDemo,
  'DELETE /console/training/snapshots/{snapshot_name}': noDemo,
  'GET /console/training/accounts': noDemo,
  'POST /console/training/faults': noDemo,
  'DELETE /console/training/faults': noDemo,
  'DELETE /console/training/faults/{fault_id}': noDemo,
  'GET /console/training/webhook_inspector': noDemo,
  'POST /console/training/webhook_inspector': noDemo,
  'PATCH /console/training/webhook_inspector': noDemo,
  'DELETE /console/training/webhook_inspector': noDemo,
  'POST /console/training/webhook_inspector/{caught_id}/resend': noDemo,
  'POST /console/training/catch': noDemo,
  'POST /console/setup/restores': { fails: 'the organization exists: api/console/restores.test.ts' },
  'POST /console/setup/restores/{restore_id}': { fails: 'the organization exists: api/console/restores.test.ts' },
  'POST /console/setup/sample': { fails: 'the organization exists: api/console/sample.test.ts' },
  'POST /console/sample/leave': { fails: 'the data is no sample: api/console/sample.test.ts' },
  'POST /console/imports': { fails: 'the body is no export: api/console/imports.test.ts' },
  'POST /console/imports/from_file': {
    params: () => ({ path: join(tmpdir(), 'no-such-export.tar.gz') }),
    fails: 'there is no such file: api/console/imports.test.ts',
  },
  'POST /console/imports/start': { fails: 'no file was chosen: api/console/imports.test.ts' },
  'GET /console/imports/report': { fails: 'nothing was imported: api/console/imports.test.ts' },
  'POST /console/setup/imports': { fails: 'the organization exists: api/console/imports.test.ts' },
  'POST /console/setup/imports/state': { fails: 'the organization exists: api/console/imports.test.ts' },
  'POST /console/setup/imports/from_file': {
    params: () => ({ path: join(tmpdir(), 'no-such-export.tar.gz') }),
    fails: 'the organization exists: api/console/imports.test.ts',
  },
  'POST /console/setup/imports/start': { fails: 'the organization exists: api/console/imports.test.ts' },
  'POST /console/setup/imports/cancel': { fails: 'the organization exists: api/console/imports.test.ts' },
  'POST /console/restores': { fails: 'the body is no backup: api/console/restores.test.ts' },
  'POST /console/delivery_settings/certificate_check': {
    fails: 'there is no mail server: delivery/mail-certificate.test.ts',
  },
  'PATCH /console/directory': { params: () => ({ settings: { ldap_password_help: 'Ask the office.' } }) },
  'POST /console/directory/test_user': { fails: 'there is no directory: api/console/directory.test.ts' },
  'POST /console/directory/preview': { fails: 'there is no directory: api/console/directory.test.ts' },
  'GET !/accounts/login/social/oidc/{provider}': {
    params: () => ({ provider: 'none' }),
    fails: 'there is no such provider: api/console/sign-in-with.test.ts',
  },
  'GET !/accounts/login/social/oidc/{provider}/icon.png': { params: () => ({ provider: 'office' }) },
  'POST /console/sign_in_providers/{provider_id}/test': {
    fails: 'the provider cannot be reached: api/console/sign-in-with.test.ts',
  },
  'GET !/accounts/login/social/oidc/{provider}/callback': {
    params: () => ({ provider: 'none' }),
    fails: 'there is no such provider: api/console/sign-in-with.test.ts',
  },
  'POST !/accounts/login/social/oidc/password': { fails: 'nothing was proved: api/console/sign-in-with.test.ts' },
  'POST /console/sign_in_with_token': { fails: 'there is no such token: api/console/sign-in-with.test.ts' },
  'PATCH /console/two_factor_users': { params: () => ({ require_two_factor: 'nobody' }) },
  'POST /console/two_factor': { fails: 'no set-up was begun: api/console/two-factor.test.ts' },
  'POST /console/two_factor/recovery_codes': { fails: 'it is off: api/console/two-factor.test.ts' },
  'DELETE /console/two_factor': { fails: 'it is off: api/console/two-factor.test.ts' },
  'POST /console/sign_in/two_factor_setup': { fails: 'it is not required: api/console/two-factor-required.test.ts' },
  'POST /console/sign_in/two_factor': { fails: 'no set-up was begun: api/console/two-factor-required.test.ts' },
  'DELETE /console/users/{user_id}/two_factor': { fails: 'it is off: api/console/two-factor-required.test.ts' },
  'POST /console/sign_in_links': { fails: 'the provider cannot be reached: api/console/sign-in-with.test.ts' },
  'DELETE /console/sign_in_links/{link_id}': { fails: 'nothing is linked: api/console/sign-in-with.test.ts' },
  'POST /console/restores/{restore_id}': { fails: 'nothing was handed in: api/console/restores.test.ts' },
  'POST /console/backups/{name}/check': { params: ({ ids }) => ({ name: ids.backup }) },
  'POST /console/backups/{name}/restore': {
    params: ({ ids }) => ({ name: ids.backup, password: 'not this one' }),
    fails: 'it would replace the scene: api/console/restores.test.ts',
  },
  'POST /invites/multiuse': { as: 'owner' },
  'DELETE /invites/multiuse/{invite_id}': { as: 'owner', params: ({ ids }) => ({ invite_id: ids.inviteLink }) },
  'POST /console/join/{key}': { params: () => ({ email: 'joining@example.com' }) },
  'POST /console/join': { params: () => ({ email: 'coming@example.com' }) },
  'POST /realm/playgrounds': { params: () => ({ url_template: 'https://example.com/{code}' }) },
  'POST /messages': { params: () => ({ type: 'channel', to: 'common', topic: 'talk' }) },
  'GET /messages': { params: () => ({ anchor: 'newest', num_before: 10, num_after: 0 }) },
  'POST /submessage': { params: () => ({ content: '{"widget_type":"poll","extra_data":{}}' }) },
  'POST /messages/{message_id}/reactions': { params: () => ({ emoji_name: 'tada' }) },
  'DELETE /messages/{message_id}/reactions': { params: () => ({ emoji_name: 'smile' }) },
  'PATCH /messages/{message_id}': { params: () => ({ content: 'edited' }) },
  'POST /messages/{message_id}/report': { params: (scene) => ({ message_id: scene.of('other').message }) },
  'PATCH /realm': { params: () => ({ name: 'Renamed' }) },
  'PATCH /realm/domains/{domain}': { params: () => ({ domain: 'example.com' }) },
  'DELETE /realm/domains/{domain}': { params: () => ({ domain: 'example.com' }) },
  'POST /users/me/subscriptions': { params: () => ({ subscriptions: [{ name: 'made by joining' }] }) },
  'DELETE /users/me/subscriptions': { params: () => ({ subscriptions: ['common'] }) },
  'PATCH /users/me/subscriptions': { params: () => ({ add: [{ name: 'common' }], delete: [] }) },
  'GET /console/deliveries/{delivery_id}': { params: ({ ids }) => ({ delivery_id: ids.delivery }) },
  'POST /console/deliveries/{delivery_id}/retry': { params: ({ ids }) => ({ delivery_id: ids.delivery }) },
  'PATCH /navigation_views/{*fragment}': {
    params: (scene, who) => ({ fragment: scene.of(who).view, is_pinned: false }),
  },
  'DELETE /navigation_views/{*fragment}': { params: (scene, who) => ({ fragment: scene.of(who).view }) },
  'POST /mobile_push/register': { params: ({ ids }) => ({ push_public_key: ids.publicKey }) },
  'DELETE /users/me/android_gcm_reg_id': { params: ({ ids }) => ({ token: ids.token }) },
  'DELETE /users/me/apns_device_token': { params: ({ ids }) => ({ token: ids.token }) },
  'PATCH /scheduled_messages/{scheduled_message_id}': { params: () => ({ content: 'changed' }) },
  'PATCH /saved_snippets/{saved_snippet_id}': { params: () => ({ title: 'Changed' }) },
  'GET /user_uploads/{realm_id_str}/{*filename}': { params: ownFile },
  'GET !/user_uploads/{realm_id_str}/{*filename}': { params: ownFile },
  'GET !/user_uploads/temporary/{ticket}/{*filename}': {
    params: ({ ids }) => ({ ticket: ids.ticket[0], filename: ids.ticket[1] }),
  },
  'GET !/user_uploads/thumbnail/{realm_id_str}/{random}/{filename}/{format}': {
    params: (scene, who) => {
      const [, random, filename] = scene.of(who).upload.split('/');
      return { random, filename, format: '300x200.jpg' };
    },
  },
  'POST /streams/{stream_id}/delete_topic': { as: 'owner' },
  'PATCH /users/me/subscriptions/muted_topics': { params: ({ ids }) => ({ stream_id: ids.common }) },
  'POST /console/linkifiers/test': {
    params: () => ({ pattern: 'T(?P<id>[0-9]+)', url_template: 'https://example.com/{id}' }),
  },
  'GET /console/presence/history': { params: () => ({ from: 1_790_000_000, to: 1_790_003_600 }) },
  'GET /console/outbox/{name}': { params: ({ ids }) => ({ name: ids.mail }) },
  'GET /console/backups/{name}': { params: ({ ids }) => ({ name: ids.backup }) },
  'DELETE /console/backups/{name}': { params: ({ ids }) => ({ name: ids.backup }) },
  'PATCH /console/backup_settings': { params: () => ({ settings: { backup_keep: 7 } }) },
  'POST /console/network/certificate': {
    params: () => ({ certificate: pair.certificate, private_key: pair.key }),
  },
  'PATCH /console/network_settings': { params: () => ({ settings: { rate_limit_per_minute: 600 } }) },
  'POST /users': { params: () => ({ email: 'nora@example.com' }) },
  'PATCH /users/{user_id}': { params: () => ({ full_name: 'Mia Renamed' }) },
  'PATCH /users/{email}': { params: () => ({ full_name: 'Mia Renamed' }) },
  'POST /users/{user_id}/reactivate': { as: 'owner', params: (scene) => ({ user_id: scene.deactivated.userId }) },
  'DELETE /users/me/profile_data': { params: ({ ids }) => ({ data: [ids.field] }) },
  'PATCH /bots/{bot_id}': { params: () => ({ full_name: 'Renamed Bot' }) },
  'GET /bot_storage': { as: 'bot' },
  'PUT /bot_storage': { as: 'bot' },
  'DELETE /bot_storage': { as: 'bot' },
  'PATCH /user_groups/{user_group_id}': { params: () => ({ name: 'renamed' }) },
  'POST /user_groups/{user_group_id}/members': { params: ({ other }) => ({ add: [other.userId] }) },
  'POST /user_groups/{user_group_id}/subgroups': { params: ({ ids }) => ({ add: [ids.group] }) },
  'PATCH /settings': { params: () => ({ twenty_four_hour_time: true }) },
  'PATCH /realm/user_settings_defaults': { params: () => ({ twenty_four_hour_time: true }) },
  'GET !/confirm-email/{key}': { params: ({ ids }) => ({ key: ids.emailKey }) },
  'POST /users/me/status': { params: () => ({ status_text: 'busy' }) },
  'POST /users/{user_id}/status': { params: () => ({ status_text: 'busy' }) },
  'POST /users/me/muted_users/{muted_user_id}': { params: ({ ids }) => ({ muted_user_id: ids.botOfOther }) },
  'POST /realm/profile_fields': { params: () => ({ name: 'Desk' }) },
  'PATCH /realm/profile_fields': { params: ({ ids }) => ({ order: [ids.field] }) },
  'PATCH /realm/profile_fields/{field_id}': { params: () => ({ name: 'Renamed' }) },
  'POST /console/organization/deactivate': { params: () => ({ password: 'a good password' }) },
  'POST /console/organization/reactivate': {
    fails: 'the organization is not deactivated: api/console/deactivation.test.ts',
  },
  'POST /users/me/onboarding_steps': { params: () => ({ onboarding_step: 'intro_resolve_topic' }) },
  'POST /external/{integration}': {
    params: () => ({ integration: 'json' }),
    fails: 'it is for incoming-webhook bots, and nobody here is one',
  },
  'POST /typing': { params: ({ other }) => ({ op: 'start', to: [other.userId] }) },
  'POST /messages/{message_id}/typing': { params: () => ({ op: 'start' }) },
};

function ownFile(scene: Scene, who: Actor): Params {
  const [realm, ...rest] = scene.of(who).upload.split('/');
  return { realm_id_str: realm, filename: rest.join('/') };
}

/** Operations that have a line of their own here. */
export const specialOperations = Object.keys(special);

export function callOf(endpoint: ApiEndpoint): Call & { as: Actor } {
  const call = special[operationOf(endpoint)] ?? {};
  const privileged = endpoint.access === 'administrator' || endpoint.access === 'owner';
  return { as: privileged ? 'owner' : 'member', ...call };
}

/** @returns the parameters of a valid call by this actor. @throws Error when a required parameter has no example. */
export function validParams(endpoint: ApiEndpoint, scene: Scene, who: Actor): Params {
  const overrides = callOf(endpoint).params?.(scene, who) ?? {};
  const required = Object.entries(endpoint.params)
    .filter(([name, { spec }]) => spec.required && !(name in overrides))
    .map(([name]) => [name, example(endpoint, name)(scene, who)]);
  return { ...Object.fromEntries(required), ...overrides };
}

function example(endpoint: ApiEndpoint, name: string): Example {
  const found = examples[name];
  if (found === undefined) throw new Error(`${operationOf(endpoint)}: spec/calls.ts has no example for ${name}`);
  return found;
}
