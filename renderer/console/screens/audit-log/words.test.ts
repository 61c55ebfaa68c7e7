/** Entries of the audit log name fields and values as the forms do. */
import { expect, it } from 'vitest';
import { fieldWords } from './field-names.ts';
import { changeText } from './words.ts';

const names = {
  user: (id: number) => `user ${id}`,
  group: (id: number) => (id === 9 ? 'No one' : `group ${id}`),
  channel: (id: number) => `#${id}`,
  folder: (id: number) => `folder ${id}`,
  profileField: (id: number) => `field ${id}`,
};

it.each([
  ['bot', 'bot_type', 'Type'],
  ['bot', 'bot_owner_id', 'Owner'],
  ['channel', 'can_resolve_topics_group', 'Who can resolve topics'],
  ['group', 'can_manage_group', 'Who can manage the group'],
  ['organization', 'can_resolve_topics_group', 'Resolve topics'],
  ['organization', 'invite_required', 'Require an invitation to join'],
  ['user_defaults', 'twenty_four_hour_time', 'Times'],
  ['network', 'some_new_field', 'Some new field'],
])('calls a field of a %s, %s, by its label', (kind, field, label) => {
  expect(fieldWords(kind, field).label).toBe(label);
});

it.each([
  ['bot', 'bot_type', 3, 'Outgoing webhook'],
  ['bot', 'interface', 1, 'Hearth: JSON with the full message'],
  ['channel', 'can_resolve_topics_group', 9, 'As in the organization'],
  ['channel', 'can_send_message_group', 9, 'No one'],
  ['channel', 'can_resolve_topics_group', { direct_members: [], direct_subgroups: [] }, 'As in the organization'],
  ['channel', 'can_resolve_topics_group', { direct_members: [4], direct_subgroups: [] }, 'user 4'],
  ['channel', 'message_retention_days', -1, 'Unlimited'],
  ['channel', 'message_retention_days', 1, '1 day'],
  ['organization', 'message_retention_days', 90, '90 days'],
  ['user_defaults', 'email_notifications_batching_period_seconds', 480, '8 min'],
  ['channel', 'topics_policy', 'inherit', 'Organization default'],
  ['organization', 'digest_weekday', 1, 'Tuesday'],
  ['organization', 'message_content_edit_limit_seconds', 600, '10 minutes'],
  ['organization', 'message_content_edit_limit_seconds', 5400, '1 h 30 min'],
  ['organization', 'message_content_edit_limit_seconds', null, 'Forever'],
  ['organization', 'default_language', 'de', 'Deutsch'],
  ['organization', 'authentication_methods', { Email: true }, 'Email and password'],
  ['delivery', 'smtp_security', 'none', 'None: emails and the password are sent unencrypted'],
  ['sign_in_provider', 'join_policy', 'group', 'Members of a group'],
  [
    'directory',
    'ldap_group_rules',
    [{ group: 'cn=it', role: 200, channel_ids: [4], user_group_ids: [] }],
    'cn=it: Administrator and #4',
  ],
  ['directory', 'ldap_profile_fields', [{ attribute: 'mobile', field_id: 3 }], 'field 3: mobile'],
  ['directory', 'ldap_profile_fields', [], 'none'],
  ['network', 'team_address_pin', { adapter: 'eth0', address: '192.168.1.5' }, '192.168.1.5'],
])('writes a value of a %s, %s %j, in words', (kind, field, value, text) => {
  expect(changeText({ kind, action: 'created' }, { field, from: null, to: value }, names)).toBe(text);
});
