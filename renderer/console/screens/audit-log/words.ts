/** Entries of the audit log in a person's words. */
import { joined } from '../../../client/formats.ts';
import { nameOfLanguage } from '../../../client/language.ts';
import { roleNames } from '../../../client/roles.ts';
import { perLanguage, t } from '../../../client/text.ts';
import { absoluteTime, duration } from '../../components/time.tsx';
import { systemGroupName } from '../../permissions/group-picker.tsx';
import { keptFor, timeLimits } from '../../settings/server-choices.ts';
import type { AuditEntry, AuditKind } from './audit-log.ts';
import { fieldWords } from './field-names.ts';

const kindNames = perLanguage((): Readonly<Record<AuditKind, string>> => ({
  organization: t('Organization'),
  user_defaults: t('Defaults for new users'),
  user: t('User'),
  password: t('Password'),
  bot: t('Bot'),
  channel: t('Channel'),
  channel_folder: t('Channel folder'),
  group: t('Group'),
  invitation: t('Invitation'),
  domain: t('Domain'),
  profile_field: t('Profile field'),
  linkifier: t('Linkifier'),
  emoji: t('Emoji'),
  playground: t('Playground'),
  sign_in: t('Sign-in'),
  sign_in_provider: t('Sign-in provider'),
  export: t('Data export'),
  backup: t('Backup'),
  delivery: t('Email, webhooks & push'),
  directory: t('Directory'),
  network: t('Network'),
}));

export const kindName = (kind: string): string => (kindNames() as Readonly<Record<string, string>>)[kind] ?? kind;

/** For a picker. */
export const kindChoices = perLanguage(() =>
  (Object.keys(kindNames()) as AuditKind[]).map((value) => ({ value, label: kindNames()[value] })),
);

const actionNames = perLanguage((): Readonly<Record<string, string>> => ({
  created: t('created'),
  changed: t('changed'),
  deleted: t('deleted'),
  deactivated: t('deactivated'),
  reactivated: t('reactivated'),
  archived: t('archived'),
  unarchived: t('unarchived'),
  reordered: t('reordered'),
  resent: t('sent again'),
  revoked: t('revoked'),
  replaced: t('replaced by a newer one'),
  accepted: t('accepted'),
  ended: t('ended'),
  imported: t('team imported'),
  link_created: t('password link created'),
  import_links_created: t('sign-in links for imported users created'),
  signed_out: t('signed out everywhere'),
  linked: t('linked to the directory'),
  provider_signed_out: t('signed out by the sign-in provider'),
  started: t('started'),
  api_key_shown: t('API key shown'),
  two_factor_on: t('two-factor sign-in turned on'),
  two_factor_off: t('two-factor sign-in turned off'),
  two_factor_reset: t('two-factor sign-in reset'),
  recovery_codes_made: t('new recovery codes created'),
  recovery_code_used: t('recovery code used'),
  downloaded: t('downloaded'),
  moved: t('moved to another folder'),
  exported: t('exported'),
  restored: t('restored'),
  recovered: t('recovered after damage'),
  certificate_changed: t('certificate changed'),
  certificate_deleted: t('certificate deleted'),
}));

export const actionName = (action: string): string => actionNames()[action] ?? action.replaceAll('_', ' ');

const wayNames = perLanguage((): Readonly<Record<AuditEntry['via'], string>> => ({
  request: t('No signed-in user'),
  command_line: t('Command line'),
  desktop_app: t('Desktop app'),
  restore: t('Restored backup'),
  server: t('Server'),
}));

/** Who did it, as they were called then. */
export const doer = ({ user_name: name, via }: AuditEntry): string => name ?? wayNames()[via];

/** How ids are called today. */
export interface Names {
  user: (id: number) => string;
  group: (id: number) => string;
  channel: (id: number) => string;
  folder: (id: number) => string;
  profileField: (id: number) => string;
}

/** One value of a field, in words as far as the field says what it is. */
function valueText(kind: string, field: string, value: unknown, names: Names): string {
  const { choices } = fieldWords(kind, field);
  const choice = choices?.[String(value)];
  if (choice !== undefined) return choice;
  if (field.endsWith('_limit_seconds')) return timeLimits()[String(value ?? 'unlimited')] ?? duration(Number(value));
  if (value === null || value === undefined || value === '') return t('none');
  if (typeof value === 'boolean') return value ? t('yes') : t('no');
  if (Array.isArray(value)) return listText(value.map((item) => valueText(kind, itemField(field), item, names)));
  if (field === 'default_language') return nameOfLanguage(String(value));
  if (kind === 'channel' && addsToOrganization.has(field) && isNoOne(value, names)) return t('As in the organization');
  if (typeof value === 'number') return numberText(field, value, names);
  return typeof value === 'string' ? value : objectText(value as object, choices ?? {}, names);
}

const listText = (items: readonly string[]): string => (items.length === 0 ? t('none') : joined(items));

/** A value that is an object, by the fields that it has. */
function objectText(value: object, choices: Readonly<Record<string, string>>, names: Names): string {
  const fields = Object.entries(value);
  if (fields.every(([, is]) => typeof is === 'boolean'))
    return listText(fields.filter(([, is]) => is === true).map(([name]) => choices[name] ?? name));
  if ('channel_ids' in value) return ruleText(value as GroupRule, names);
  if ('address' in value) return String(value.address);
  if ('attribute' in value) return attributeText(value as ProfileAttribute, names);
  return groupSettingText(value, names);
}

interface GroupRule {
  group: string;
  role: number | null;
  channel_ids: readonly number[];
  user_group_ids: readonly number[];
}

/** What members of a group of a directory or provider get. */
function ruleText({ group, role, channel_ids: channels, user_group_ids: groups }: GroupRule, names: Names): string {
  const grants = [
    ...(role === null ? [] : [roleNames()[role] ?? String(role)]),
    ...channels.map(names.channel),
    ...groups.map(names.group),
  ];
  return t('{{group}}: {{grants}}', { group, grants: listText(grants) });
}

interface ProfileAttribute {
  attribute: string;
  field_id: number;
}

/** What a profile field takes from a directory. */
const attributeText = ({ attribute, field_id: field }: ProfileAttribute, names: Names): string =>
  t('{{field}}: {{attribute}}', { field: names.profileField(field), attribute });

/** Permissions of a channel that add to those of the organization: given to no one, they change nothing. */
const addsToOrganization: ReadonlySet<string> = new Set([
  'can_add_subscribers_group',
  'can_delete_any_message_group',
  'can_delete_own_message_group',
  'can_move_messages_out_of_channel_group',
  'can_move_messages_within_channel_group',
  'can_resolve_topics_group',
]);

const isNoOne = (value: unknown, names: Names): boolean =>
  typeof value === 'number'
    ? names.group(value) === systemGroupName('role:nobody')
    : groupSettingText(value as object, names) === t('No one');

const itemField = (field: string): string =>
  field === 'members' ? 'user_id' : field === 'subgroups' ? 'subgroup_group' : field;

/** What became of a field; of what has just been made, or is gone, what it was made of. */
export function changeText(
  { kind, action }: Pick<AuditEntry, 'kind' | 'action'>,
  { field, from, to }: AuditEntry['changes'][number],
  names: Names,
): string {
  const was = valueText(kind, field, from, names);
  const is = valueText(kind, field, to, names);
  if (action === 'created' && from === null) return is;
  return action === 'deleted' && to === null ? was : `${was} → ${is}`;
}

function numberText(field: string, value: number, names: Names): string {
  if (field === 'role' || field === 'invited_as') return roleNames()[value] ?? String(value);
  if (field.endsWith('_group')) return names.group(value);
  if (field === 'bot_owner_id' || field === 'user_id') return names.user(value);
  if (field === 'folder_id') return names.folder(value);
  if (field === 'message_retention_days') return keptFor(value);
  if (field.endsWith('_seconds')) return duration(value);
  if (/(stream|channel)_id$/.test(field)) return value === -1 ? t('none') : names.channel(value);
  return /_(at|timestamp)$/.test(field) ? absoluteTime(value) : String(value);
}

function groupSettingText(value: object, names: Names): string {
  const { direct_members: members, direct_subgroups: groups } = value as Record<string, unknown>;
  if (!Array.isArray(members) || !Array.isArray(groups)) return JSON.stringify(value);
  const all = [...groups.map((id) => names.group(Number(id))), ...members.map((id) => names.user(Number(id)))];
  return all.length === 0 ? t('No one') : joined(all);
}
