/** The settings of the directory. Choosing a kind fills in what suits it. */
import { PasswordInput, Select, Switch, TagsInput, Textarea, TextInput } from '@mantine/core';
import type { UseFormReturnType } from '@mantine/form';
import { t } from '../../../../client/text.ts';
import { ServerForm } from '../../../settings/server-form.tsx';
import { directoryQuery, presetNames, type readDirectory, securities } from './directory.ts';
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
      message={t('Test as a user to see whether it works.')}
    >
      {(form) => (
        <>
          <Switch
            label={t('Sign in with the directory')}
            {...form.getInputProps('ldap_enabled', { type: 'checkbox' })}
          />
          <Select
            label={t('Kind of directory')}
            description={t('Fills in the user filter and the attributes below.')}
            placeholder={t('Choose to fill in')}
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
        label={t('Encryption of the directory')}
        allowDeselect={false}
        data={securities()}
        {...form.getInputProps('ldap_security')}
      />
      <Textarea
        label={t('Certificate of the authority')}
        description={t('PEM of the authority that signed the certificate of the servers. Leave empty for public ones.')}
        autosize
        minRows={2}
        maxRows={6}
        {...form.getInputProps('ldap_certificate')}
      />
      <TextInput
        label={t('Base')}
        description={t('Users are searched below it, such as dc=example,dc=com.')}
        {...form.getInputProps('ldap_base_dn')}
      />
      <TextInput
        label={t('Account that searches')}
        description={t('It needs no right but to read users. Leave empty to search anonymously.')}
        autoComplete="off"
        {...form.getInputProps('ldap_bind_dn')}
      />
      <PasswordInput
        label={t('Password of the account')}
        description={
          hasPassword
            ? t('One is saved and never shown. Another server or account needs it again.')
            : t('None is saved.')
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
      <TagsInput label={t('Attributes of the user name')} {...form.getInputProps('ldap_username_attributes')} />
      <TextInput label={t('Attribute of the address')} {...form.getInputProps('ldap_email_attribute')} />
      <TagsInput label={t('Attributes of the full name')} {...form.getInputProps('ldap_name_attributes')} />
      <TextInput
        label={t('Attribute that never changes')}
        description={t('By it an account is found again after a new name.')}
        {...form.getInputProps('ldap_key_attribute')}
      />
      <TagsInput
        label={t('Attributes of the picture')}
        description={t('The first that a user has is used. Leave empty to take over no pictures.')}
        {...form.getInputProps('ldap_picture_attributes')}
      />
      <ProfileAttributes
        value={form.getValues().ldap_profile_fields}
        onChange={(value) => form.setFieldValue('ldap_profile_fields', value)}
        error={form.errors['ldap_profile_fields']}
      />
      <TextInput label={t('Attribute of the groups')} {...form.getInputProps('ldap_group_attribute')} />
      <Switch
        label={t('Follow groups within groups')}
        description={t('For Active Directory only. Needs one more search for each user.')}
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
          'Their full names, such as cn=staff,ou=groups,dc=example,dc=com. Leave empty for everyone found.',
        )}
        splitChars={[]}
        {...form.getInputProps('ldap_access_groups')}
      />
      <GroupRules
        rules={form.getValues().ldap_group_rules}
        onChange={(rules) => form.setFieldValue('ldap_group_rules', rules)}
        groupHint={t(
          'Its full name, such as cn=leads,ou=groups,dc=example,dc=com. A test as a user shows names to copy.',
        )}
        error={form.errors['ldap_group_rules']}
      />
      <Textarea
        label={t('How to change a password')}
        description={t('Shown to people of the directory in place of the form for a new password.')}
        autosize
        {...form.getInputProps('ldap_password_help')}
      />
    </>
  );
}
