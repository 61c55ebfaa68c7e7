/** Options of an invitation by email or link: role, channels, groups, time, and a word of welcome. */
import { MultiSelect, NumberInput, Select, SimpleGrid, Switch } from '@mantine/core';
import type { UseFormReturnType } from '@mantine/form';
import { useQuery } from '@tanstack/react-query';
import { channelsQuery, groupsQuery } from '../../../client/queries.ts';
import { roleNames, roleOf } from '../../../client/roles.ts';
import { useSession } from '../../../client/session.ts';
import { perLanguage, t } from '../../../client/text.ts';
import { Textarea } from '../../components/limited-inputs.tsx';
import { MarkdownPreview } from '../../messages/markdown-preview.tsx';
import type { Invitation } from './invitations.ts';

export interface InviteOptions {
  role: string;
  channels: string[];
  defaults: boolean;
  groups: string[];
  expiry: string;
  days: number;
  welcome: string;
}

export const emptyOptions: InviteOptions = {
  role: '400',
  channels: [],
  defaults: true,
  groups: [],
  expiry: '14400',
  days: 60,
  welcome: '',
};

/** What an earlier invitation offered, except for its time and its welcome. */
export function optionsOf(invitation: Invitation): InviteOptions {
  return {
    ...emptyOptions,
    role: String(invitation.invited_as),
    channels: invitation.stream_ids.map(String),
    groups: invitation.group_ids.map(String),
    defaults: invitation.include_realm_default_subscriptions,
  };
}

/** The fields whose errors stand under the API's names. */
export const optionFields = [
  'invite_as',
  'stream_ids',
  'group_ids',
  'invite_expires_in_minutes',
  'welcome_message_custom_text',
];

const expiries = perLanguage(() => [
  { value: '1440', label: t('1 day') },
  { value: '4320', label: t('3 days') },
  { value: '14400', label: t('10 days') },
  { value: '43200', label: t('30 days') },
  { value: 'days', label: t('Custom number of days') },
  { value: 'never', label: t('Never') },
]);

/** The parameters of POST /invites and POST /invites/multiuse. */
export function optionParams(options: InviteOptions) {
  const minutes = options.expiry === 'days' ? Math.round(options.days * 1440) : Number(options.expiry);
  return {
    invite_as: roleOf(options.role),
    stream_ids: options.channels.map(Number),
    group_ids: options.groups.map(Number),
    include_realm_default_subscriptions: options.defaults,
    invite_expires_in_minutes: options.expiry === 'never' ? null : minutes,
    welcome_message_custom_text: options.welcome.trim() === '' ? undefined : options.welcome,
  };
}

interface InviteOptionFieldsProps<Values extends InviteOptions> {
  form: UseFormReturnType<Values>;
}

export function InviteOptionFields<Values extends InviteOptions>({ form }: InviteOptionFieldsProps<Values>) {
  const session = useSession();
  const channels = useQuery(channelsQuery(session.is_admin));
  const groups = useQuery(groupsQuery);
  const { values, errors } = form;
  const roles = Object.entries(roleNames()).filter(([role]) => Number(role) >= session.role);
  return (
    <>
      <SimpleGrid cols={{ base: 1, xs: 2 }}>
        <Select
          label={t('Role')}
          allowDeselect={false}
          data={roles.map(([value, label]) => ({ value, label }))}
          {...form.getInputProps('role')}
          error={errors['invite_as']}
        />
        <Select
          label={t('Expires after')}
          allowDeselect={false}
          data={expiries()}
          {...form.getInputProps('expiry')}
          error={values.expiry === 'days' ? undefined : errors['invite_expires_in_minutes']}
        />
      </SimpleGrid>
      {values.expiry === 'days' && (
        <NumberInput
          label={t('Days until it expires')}
          min={1}
          max={3660}
          allowDecimal={false}
          {...form.getInputProps('days')}
          error={errors['invite_expires_in_minutes']}
        />
      )}
      <Switch
        label={t('Subscribe them to the default channels')}
        {...form.getInputProps('defaults', { type: 'checkbox' })}
      />
      <MultiSelect
        label={t('Channels')}
        description={t('Also add them to these channels.')}
        searchable
        hidePickedOptions
        nothingFoundMessage={t('No channels found')}
        data={(channels.data ?? [])
          .filter((channel) => !channel.is_archived)
          .map((channel) => ({ value: String(channel.stream_id), label: `#${channel.name}` }))}
        {...form.getInputProps('channels')}
        error={errors['stream_ids']}
      />
      <MultiSelect
        label={t('Groups')}
        searchable
        hidePickedOptions
        nothingFoundMessage={t('No groups found')}
        data={(groups.data ?? [])
          .filter((group) => !group.is_system_group && !group.deactivated)
          .map((group) => ({ value: String(group.id), label: group.name }))}
        {...form.getInputProps('groups')}
        error={errors['group_ids']}
      />
      {session.is_admin && (
        <>
          <Textarea
            label={t('Welcome message (optional)')}
            description={t('Markdown. Leave empty for the default welcome.')}
            autosize
            minRows={2}
            maxLength={8000}
            {...form.getInputProps('welcome')}
            error={errors['welcome_message_custom_text']}
          />
          <MarkdownPreview text={values.welcome} label={t('Preview of the welcome message')} />
        </>
      )}
    </>
  );
}
