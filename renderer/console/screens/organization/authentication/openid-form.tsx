/** A provider, new or saved. Choosing a kind for a new one fills in how its issuer looks. */
import { Button, Group, PasswordInput, Select, TagsInput, TextInput } from '@mantine/core';
import { useForm, type UseFormReturnType } from '@mantine/form';
import { request } from '../../../../client/request.ts';
import { t } from '../../../../client/text.ts';
import { EditForm } from '../../../components/edit-form.tsx';
import { useFormCall } from '../../../form-call.ts';
import { joinPolicies } from '../../../settings/server-choices.ts';
import { GroupRules, type GroupRule } from './group-rules.tsx';
import { kinds, presets, providersQuery, type Kind, type Provider } from './providers.ts';

type Policy = Provider['join_policy'];

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
  group_mappings: GroupRule[];
}

const empty: Values = {
  kind: 'other',
  name: '',
  issuer: '',
  client_id: '',
  client_secret: '',
  join_policy: 'none',
  join_domains: [],
  join_group: '',
  groups_claim: '',
  group_mappings: [],
};

const slugOf = (name: string): string =>
  name
    .toLowerCase()
    .replaceAll(/[^a-z0-9]+/g, '-')
    .replaceAll(/^-+|-+$/g, '')
    .slice(0, 30);

function valuesOf(provider: Provider | undefined): Values {
  if (provider === undefined) return empty;
  const { kind, name, issuer, client_id, join_policy, join_domains, join_group, groups_claim, group_mappings } =
    provider;
  const access = { client_id, client_secret: '' };
  return { kind, name, issuer, ...access, join_policy, join_domains, join_group, groups_claim, group_mappings };
}

/** @param provider undefined for a new one. */
export function OpenIdForm({ provider, onClose }: { provider?: Provider; onClose: () => void }) {
  const form = useForm<Values>({ initialValues: valuesOf(provider) });
  const save = useFormCall(
    form,
    (values) => {
      if (provider === undefined)
        return request('POST', '/console/sign_in_providers', { provider: { ...values, slug: slugOf(values.name) } });
      // What is not typed is not sent: a secret is never shown.
      const changed = Object.entries(values).filter(([name]) => form.isDirty(name));
      return request('PATCH', `/console/sign_in_providers/${provider.id}`, { provider: Object.fromEntries(changed) });
    },
    { renamed: { slug: 'name' }, stale: [providersQuery.queryKey], onDone: onClose },
  );
  return (
    <EditForm isFramed {...save.props}>
      <Access form={form} provider={provider} />
      <Joining form={form} />
      <TextInput
        label={t('Claim with the groups')}
        description={t("Name of the claim with a user's groups. Leave empty to read no groups.")}
        {...form.getInputProps('groups_claim')}
      />
      {form.values.groups_claim !== '' && (
        <GroupRules
          rules={form.values.group_mappings}
          onChange={(rules) => form.setFieldValue('group_mappings', rules)}
          groupHint={t('As the provider sends it. Microsoft Entra sends IDs. A test as a user shows names to copy.')}
          error={form.errors['group_mappings']}
        />
      )}
      <Group>
        <Button type="submit" loading={save.isPending}>
          {t('Save provider')}
        </Button>
        <Button variant="default" onClick={onClose}>
          {t('Cancel')}
        </Button>
      </Group>
    </EditForm>
  );
}

interface FormProps {
  form: UseFormReturnType<Values>;
}

/** What the provider is, and how this server proves itself to it. */
function Access({ form, provider }: FormProps & { provider: Provider | undefined }) {
  return (
    <>
      <Select
        label={t('Kind of provider')}
        allowDeselect={false}
        data={kinds()}
        value={form.values.kind}
        onChange={(value) => {
          const kind = kinds().find((one) => one.value === value)?.value ?? 'other';
          form.setValues(provider === undefined ? { kind, ...presets[kind] } : { kind });
        }}
      />
      <TextInput label={t('Name on the button')} required {...form.getInputProps('name')} />
      <TextInput
        label={t('Issuer')}
        description={t('Exactly as the provider documents it. Replace the parts in capitals.')}
        required
        {...form.getInputProps('issuer')}
      />
      <TextInput label={t('Client ID')} autoComplete="off" required {...form.getInputProps('client_id')} />
      <PasswordInput
        label={t('Client secret')}
        description={
          provider?.client_secret_set === true
            ? t('A secret is saved and never shown. Enter it again if you change the issuer or client ID.')
            : t('Stored on this server and never shown again.')
        }
        autoComplete="new-password"
        {...form.getInputProps('client_secret')}
      />
    </>
  );
}

/** Who may join without an account. */
function Joining({ form }: FormProps) {
  return (
    <>
      <Select
        label={t('Who can create an account at first sign-in')}
        allowDeselect={false}
        data={joinPolicies()}
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
        <TextInput
          label={t('Group that may join')}
          description={t('The group name in the claim below.')}
          required
          {...form.getInputProps('join_group')}
        />
      )}
    </>
  );
}
