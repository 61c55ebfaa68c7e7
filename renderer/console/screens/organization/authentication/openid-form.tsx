/** A new provider. Choosing a kind fills in how its issuer looks. */
import { Button, Group, PasswordInput, Select, TagsInput, TextInput } from '@mantine/core';
import { useForm, type UseFormReturnType } from '@mantine/form';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { formErrors } from '../../../../client/form-errors.ts';
import { request } from '../../../../client/request.ts';
import { t } from '../../../../client/text.ts';
import { EditForm, formState } from '../../../../components/edit-form.tsx';

type Kind = 'entra' | 'google' | 'keycloak' | 'authentik' | 'gitlab' | 'other';
type Policy = 'none' | 'domains' | 'group';

/** Names and issuers of providers; what is in capitals is the organization's own. */
const presets: Readonly<Record<Kind, { name: string; issuer: string; groups_claim: string }>> = {
  entra: { name: 'Microsoft', issuer: 'https://login.microsoftonline.com/TENANT-ID/v2.0', groups_claim: 'groups' },
  google: { name: 'Google', issuer: 'https://accounts.google.com', groups_claim: '' },
  keycloak: { name: 'Keycloak', issuer: 'https://HOST/realms/REALM', groups_claim: 'groups' },
  authentik: { name: 'Authentik', issuer: 'https://HOST/application/o/APPLICATION/', groups_claim: 'groups' },
  gitlab: { name: 'GitLab', issuer: 'https://gitlab.com', groups_claim: 'groups_direct' },
  other: { name: '', issuer: '', groups_claim: '' },
};

const kinds: { value: Kind; label: string }[] = [
  { value: 'entra', label: 'Microsoft Entra ID' },
  { value: 'google', label: 'Google Workspace' },
  { value: 'keycloak', label: 'Keycloak' },
  { value: 'authentik', label: 'Authentik' },
  { value: 'gitlab', label: 'GitLab' },
  { value: 'other', label: t('Another provider') },
];

const policies: { value: Policy; label: string }[] = [
  { value: 'none', label: t('Only with an invitation') },
  { value: 'domains', label: t('Everyone with a confirmed address of these domains') },
  { value: 'group', label: t('Members of a group') },
];

interface Values {
  kind: Kind;
  name: string;
  issuer: string;
  client_id: string;
  client_secret: string;
  join_policy: Policy;
  join_domains: string[];
  join_group: string;
  groups_claim: string;
}

const slugOf = (name: string): string =>
  name
    .toLowerCase()
    .replaceAll(/[^a-z0-9]+/g, '-')
    .replaceAll(/^-+|-+$/g, '')
    .slice(0, 30);

export function OpenIdForm({ queryKey, onClose }: { queryKey: string[]; onClose: () => void }) {
  const client = useQueryClient();
  const form = useForm<Values>({
    initialValues: {
      kind: 'other',
      name: '',
      issuer: '',
      client_id: '',
      client_secret: '',
      join_policy: 'none',
      join_domains: [],
      join_group: '',
      groups_claim: '',
    },
  });
  const add = useMutation({
    mutationFn: (values: Values) =>
      request('POST', '/console/sign_in_providers', { provider: { ...values, slug: slugOf(values.name) } }),
    onError: (error) =>
      form.setErrors(formErrors(error, { issuer: /issuer/i, join_domains: /domain/i, name: /name|slug/i })),
    onSuccess: async () => {
      await client.invalidateQueries({ queryKey });
      onClose();
    },
  });
  return (
    <EditForm isFramed {...formState(form, add)} onSubmit={form.onSubmit((values) => add.mutate(values))}>
      <Select
        label={t('Kind of provider')}
        allowDeselect={false}
        data={kinds}
        value={form.values.kind}
        onChange={(value) => {
          const kind = kinds.find((one) => one.value === value)?.value ?? 'other';
          form.setValues({ kind, ...presets[kind] });
        }}
      />
      <TextInput label={t('Name on the button')} required {...form.getInputProps('name')} />
      <TextInput
        label={t('Issuer')}
        description={t('As the provider documents it, to the letter. Replace what is in capitals.')}
        required
        {...form.getInputProps('issuer')}
      />
      <TextInput label={t('Client ID')} autoComplete="off" required {...form.getInputProps('client_id')} />
      <PasswordInput
        label={t('Client secret')}
        description={t('It is stored here and never shown again.')}
        autoComplete="new-password"
        {...form.getInputProps('client_secret')}
      />
      <Joining form={form} />
      <Group>
        <Button type="submit" loading={add.isPending}>
          {t('Save provider')}
        </Button>
        <Button variant="default" onClick={onClose}>
          {t('Cancel')}
        </Button>
      </Group>
    </EditForm>
  );
}

/** Who may join without an account. */
function Joining({ form }: { form: UseFormReturnType<Values> }) {
  return (
    <>
      <Select
        label={t('Who gets an account at the first sign-in')}
        allowDeselect={false}
        data={policies}
        {...form.getInputProps('join_policy')}
      />
      {form.values.join_policy === 'domains' && (
        <TagsInput
          label={t('Domains')}
          description={t('Such as example.com. Press Enter to add one.')}
          {...form.getInputProps('join_domains')}
        />
      )}
      {form.values.join_policy === 'group' && (
        <>
          <TextInput label={t('Group')} required {...form.getInputProps('join_group')} />
          <TextInput
            label={t('Claim with the groups')}
            description={t('The name under which the provider sends the groups of a user.')}
            required
            {...form.getInputProps('groups_claim')}
          />
        </>
      )}
    </>
  );
}
