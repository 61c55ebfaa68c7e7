/** The settings of the directory. Choosing a kind fills in what suits it. */
import { PasswordInput, Select, Switch, TagsInput, Textarea, TextInput } from '@mantine/core';
import type { UseFormReturnType } from '@mantine/form';
import { t } from '../../../../client/text.ts';
import { directorySecurities } from '../../../settings/server-choices.ts';
import { ServerForm } from '../../../settings/server-form.tsx';
import { directoryQuery, presetNames, type readDirectory } from './directory.ts';
import { GroupRules } from './group-rules.tsx';
import { ProfileAttributes } from './ldap-profile.tsx';

type Answer = Awaited<ReturnType<typeof readDirectory>>;
type Settings = Answer['settings'];
type Values = Omit<Settings, 'ldap_bind_password_set' | 'ldap_security'> & {
  ldap_security: string;
  ldap_bind_password: string;
};

interface FormProps {
  form: UseFormReturnType<Values>;
}

export function LdapForm({ settings, presets }: { settings: Settings; presets: Answer['presets'] }) {
  const { ldap_bind_password_set: hasPassword, ...rest } = settings;
  const saved: Values = { ...rest, ldap_bind_password: '' };
  return (
    <ServerForm
      path="/console/directory"
      queryKey={directoryQuery.queryKey}
      saved={saved}
      message={t('Test it as a user.')}
    >
      {(form) => (
        <>
          <Switch
            label={t('Sign in with the directory')}
            {...form.getInputProps('ldap_enabled', { type: 'checkbox' })}
          />
          <Select
            label={t('Kind of directory')}
            description={t('Fills in the user filter and attributes below.')}
            placeholder={t('Choose')}
            data={presetNames()}
            value={null}
            onChange={(kind) => form.setValues({ ...form.getValues(), ...presets[kind ?? ''] })}
          />
          <Connection form={form} hasPassword={hasPassword} />
          <Attributes form={form} />
          <Access form={form} />
        </>
      )}
    </ServerForm>
  );
}

/** Where the directory is, and the account that searches it. */
function Connection({ form, hasPassword }: FormProps & { hasPassword: boolean }) {
  return (
    <>
      <TagsInput
        label={t('Servers')}
        description={t('Such as dc1.example.com. Tried in this order. Press Enter to add one.')}
        {...form.getInputProps('ldap_servers')}
      />
      <Select
        label={t('Encryption')}
        allowDeselect={false}
        data={directorySecurities()}
        {...form.getInputProps('ldap_security')}
      />
      <Textarea
        label={t('CA certificate')}
        description={t(
          "Certificate (PEM) of the authority that signed the servers' certificates. Leave empty for public authorities.",
        )}
        autosize
        minRows={2}
        maxRows={6}
        {...form.getInputProps('ldap_certificate')}
      />
      <TextInput
        label={t('Base DN')}
        description={t('Search users below this entry, such as dc=example,dc=com.')}
        {...form.getInputProps('ldap_base_dn')}
      />
      <TextInput
        label={t('Search account')}
        description={t('Needs only the right to read users. Leave empty to search anonymously.')}
        autoComplete="off"
        {...form.getInputProps('ldap_bind_dn')}
      />
      <PasswordInput
        label={t('Password of the search account')}
        description={
          hasPassword
            ? t('A password is saved and never shown. Enter it again if you change the server or account.')
            : t('No password is saved.')
        }
        autoComplete="new-password"
        {...form.getInputProps('ldap_bind_password')}
      />
    </>
  );
}

/** Which entries are users, and what is read of them. */
function Attributes({ form }: FormProps) {
  return (
    <>
      <TextInput label={t('User filter')} {...form.getInputProps('ldap_user_filter')} />
      <TagsInput label={t('Username attributes')} {...form.getInputProps('ldap_username_attributes')} />
      <TextInput label={t('Email attribute')} {...form.getInputProps('ldap_email_attribute')} />
      <TagsInput label={t('Full name attributes')} {...form.getInputProps('ldap_name_attributes')} />
      <TextInput
        label={t('Unique ID attribute')}
        description={t('Identifies an account after a name change.')}
        {...form.getInputProps('ldap_key_attribute')}
      />
      <TagsInput
        label={t('Picture attributes')}
        description={t('The first attribute that a user has is used. Leave empty to import no pictures.')}
        {...form.getInputProps('ldap_picture_attributes')}
      />
      <ProfileAttributes
        value={form.getValues().ldap_profile_fields}
        onChange={(value) => form.setFieldValue('ldap_profile_fields', value)}
        error={form.errors['ldap_profile_fields']}
      />
      <TextInput label={t('Group attribute')} {...form.getInputProps('ldap_group_attribute')} />
      <Switch
        label={t('Include nested groups')}
        description={t('For Active Directory only. Needs another search for each user.')}
        {...form.getInputProps('ldap_nested_groups', { type: 'checkbox' })}
      />
    </>
  );
}

/** Who may sign in, and as what. */
function Access({ form }: FormProps) {
  return (
    <>
      <TagsInput
        label={t('Groups that may sign in')}
        description={t(
          'Full names (DNs), such as cn=staff,ou=groups,dc=example,dc=com. Leave empty to allow all users found.',
        )}
        splitChars={[]}
        {...form.getInputProps('ldap_access_groups')}
      />
      <GroupRules
        rules={form.getValues().ldap_group_rules}
        onChange={(rules) => form.setFieldValue('ldap_group_rules', rules)}
        groupHint={t(
          'Full name (DN), such as cn=leads,ou=groups,dc=example,dc=com. A test as a user shows names to copy.',
        )}
        error={form.errors['ldap_group_rules']}
      />
      <Textarea
        label={t('How to change the password')}
        description={t('Shown to directory users instead of the password form.')}
        autosize
        {...form.getInputProps('ldap_password_help')}
      />
    </>
  );
}
