/** Names of fields in the audit log: the labels of the forms that change them, and the choices of these forms. */
import { perLanguage, t } from '../../../client/text.ts';
import { groupPermissions, permissionLabels } from '../../permissions/permission-labels.ts';
import { defaultSections } from '../../settings/default-sections.ts';
import { permissionSections } from '../../settings/permission-sections.ts';
import { joiningSections, messageSections, profileSections } from '../../settings/sections.ts';
import type { AuditKind } from './audit-log.ts';
import { serverFieldNames } from './server-field-names.ts';
import { valueNames } from './value-names.ts';

interface FieldWords {
  label: string;
  /** By value, as text. */
  choices?: Readonly<Record<string, string>> | undefined;
}

/** Fields that no form of settings has. */
const others = perLanguage((): Readonly<Record<string, FieldWords>> => ({
  api_key: { label: t('API key') },
  base_url: { label: t('Webhook URL') },
  bot_owner_id: { label: t('Owner') },
  bot_type: {
    label: t('Type'),
    choices: { '1': t('Generic'), '2': t('Incoming webhook'), '3': t('Outgoing webhook') },
  },
  can_create_users: { label: t('Can create users') },
  delivery_email: { label: t('Email') },
  description: { label: t('Description') },
  expires_at: { label: t('Expires') },
  field_type: { label: t('Type') },
  folder_id: { label: t('Folder') },
  full_name: { label: t('Full name') },
  history_public_to_subscribers: { label: t('New members see the whole history') },
  interface: {
    label: t('Format'),
    choices: { '1': t('Hearth: JSON with the full message'), '2': t('Slack-compatible: form fields') },
  },
  invite_only: { label: t('Private') },
  invited_as: { label: t('Role') },
  is_active: { label: t('Active') },
  is_archived: { label: t('Archived') },
  is_default: { label: t('Default channel') },
  is_multiuse: { label: t('Link for several people') },
  is_web_public: { label: t('Web-public') },
  link: { label: t('Link') },
  members: { label: t('Members') },
  message_retention_days: { label: t('Retention'), choices: { '-1': t('Unlimited') } },
  name: { label: t('Name') },
  password_hash: { label: t('Password') },
  pattern: { label: t('Pattern') },
  position: { label: t('Order') },
  required: { label: t('Required') },
  role: { label: t('Role') },
  status: {
    label: t('State'),
    choices: {
      pending: t('Pending'),
      accepted: t('Accepted'),
      revoked: t('Revoked'),
      replaced: t('replaced by a newer one'),
      ended: t('ended'),
    },
  },
  subgroups: { label: t('Subgroups') },
  token: { label: t('Token') },
  topics_policy: {
    label: t('Topics'),
    choices: {
      inherit: t('Organization default'),
      allow_empty_topic: t('Optional'),
      disable_empty_topic: t('Required'),
      empty_topic_only: t('No topics (one conversation)'),
    },
  },
  url_template: { label: t('URL template') },
}));

const settings = perLanguage((): Readonly<Record<string, FieldWords>> => {
  const sections = [...profileSections(), ...joiningSections(), ...messageSections(), ...permissionSections()];
  return Object.fromEntries(
    sections.flatMap(({ fields }) => fields.map(({ name, label, choices }) => [name, { label, choices }])),
  );
});

const defaults = perLanguage((): Readonly<Record<string, FieldWords>> => {
  const fields = defaultSections().flatMap((section) => section.fields);
  return Object.fromEntries(fields.map(({ name, label, choices }) => [name, { label, choices }]));
});

/** @returns how the form calls a field and its values; its name in words where it has none, as in entries of an older version. */
export function fieldWords(kind: string, field: string): FieldWords {
  const { label, choices } = formWords(kind, field);
  return { label, choices: { ...valueNames(kind, field), ...choices } };
}

function formWords(kind: string, field: string): FieldWords {
  const label =
    kind === 'channel'
      ? permissionLabels()[field]
      : kind === 'group'
        ? (groupPermissions() as Readonly<Record<string, string>>)[field]
        : undefined;
  const named = label ?? serverFieldNames()[kind]?.[field];
  if (named !== undefined) return { label: named };
  const known: Partial<Record<AuditKind, Readonly<Record<string, FieldWords>>>> = {
    organization: settings(),
    user_defaults: defaults(),
  };
  const words = field.replaceAll('_', ' ');
  return (
    known[kind as AuditKind]?.[field] ??
    others()[field] ?? { label: `${words.slice(0, 1).toUpperCase()}${words.slice(1)}` }
  );
}
