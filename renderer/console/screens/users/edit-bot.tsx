/** Settings of a bot: name, owner, where and when it is called, and the channels it works in by default. */
import { Alert, Button, Group, Select, Switch, Text } from '@mantine/core';
import { isNotEmpty, useForm } from '@mantine/form';
import { useQuery } from '@tanstack/react-query';
import type { BotDetails } from '../../../../server/contract/shapes/accounts.ts';
import { channelsQuery, usersQuery } from '../../../client/queries.ts';
import { request, type User } from '../../../client/request.ts';
import { useSession } from '../../../client/session.ts';
import { t } from '../../../client/text.ts';
import { EditForm } from '../../components/edit-form.tsx';
import { TextInput } from '../../components/limited-inputs.tsx';
import { Failure, Loading } from '../../components/states.tsx';
import { useFormCall } from '../../form-call.ts';
import { botDetailsQuery, botTypes, outgoingWebhook, serviceOf, useBot, type Bot } from './bots.ts';
import { Reactivate } from './reactivate.tsx';
import { ServiceFields } from './service-fields.tsx';

interface EditBotProps {
  user: User;
  onDeactivate: () => void;
  onClose: () => void;
}

export function EditBot(props: EditBotProps) {
  const bot = useBot(props.user.user_id);
  const details = useQuery(botDetailsQuery(props.user.user_id));
  if (details.error !== null) return <Failure error={details.error} onRetry={() => void details.refetch()} />;
  if (bot === undefined || details.data === undefined) return <Loading />;
  return <BotForm {...props} bot={bot} details={details.data} />;
}

function BotForm({ bot, details, user, onDeactivate, onClose }: EditBotProps & { bot: Bot; details: BotDetails }) {
  const service = serviceOf(bot);
  const form = useForm({
    initialValues: {
      full_name: bot.full_name,
      bot_owner_id: bot.owner_id === null ? null : String(bot.owner_id),
      payload_url: service?.base_url ?? '',
      interface_type: String(service?.interface ?? 1),
      triggers: [...details.triggers] as string[],
      default_sending_stream: bot.default_sending_stream ?? '',
      default_events_register_stream: bot.default_events_register_stream ?? '',
      default_all_public_streams: bot.default_all_public_streams,
    },
    validate: {
      full_name: isNotEmpty(t('Enter a name for the bot.')),
      triggers: (chosen) =>
        bot.bot_type === outgoingWebhook && chosen.length === 0 ? t('Choose at least one of these.') : null,
    },
  });
  const save = useFormCall(
    form,
    (values) => {
      const changed = Object.entries(values).filter(([name]) => form.isDirty(name));
      return request('PATCH', `/bots/${bot.user_id}`, Object.fromEntries(changed));
    },
    {
      done: ({ full_name: fullName }) => ({
        title: t('Saved'),
        message: t('Your changes to {{fullName}} are in effect.', { fullName }),
      }),
      onDone: onClose,
    },
  );
  return (
    <EditForm {...save.props}>
      {!bot.is_active && <Alert>{t('This bot is deactivated.')}</Alert>}
      <Text size="sm" c="dimmed">
        {botTypes()[String(bot.bot_type)]}
      </Text>
      <TextInput label={t('Full name')} maxLength={100} data-autofocus {...form.getInputProps('full_name')} />
      <OwnerSelect {...form.getInputProps('bot_owner_id')} />
      {bot.bot_type === outgoingWebhook && (
        <ServiceFields url={form.values.payload_url} inputOf={(name) => form.getInputProps(name)} />
      )}
      <ChannelSelect label={t('Default channel for sending')} {...form.getInputProps('default_sending_stream')} />
      {bot.bot_type === 1 && (
        <>
          <ChannelSelect
            label={t('Default channel for events')}
            {...form.getInputProps('default_events_register_stream')}
          />
          <Switch
            label={t('Events of all public channels by default')}
            {...form.getInputProps('default_all_public_streams', { type: 'checkbox' })}
          />
        </>
      )}
      <Group justify="space-between">
        {bot.is_active ? (
          <Button variant="outline" color="red" onClick={onDeactivate}>
            {t('Deactivate bot')}
          </Button>
        ) : (
          <Reactivate user={user} onDone={onClose} />
        )}
        <Button type="submit" loading={save.isPending}>
          {t('Save')}
        </Button>
      </Group>
    </EditForm>
  );
}

interface Choosing {
  value?: string | null;
  onChange?: (value: string) => void;
}

/** Active people; only administrators give a bot to someone else. */
function OwnerSelect(input: Choosing) {
  const session = useSession();
  const users = useQuery(usersQuery);
  const people = (users.data ?? []).filter((one) => !one.is_bot && one.is_active !== false);
  return (
    <Select
      label={t('Owner')}
      searchable
      allowDeselect={false}
      limit={60}
      disabled={!session.is_admin}
      data={people.map((one) => ({ value: String(one.user_id), label: one.full_name }))}
      value={input.value ?? null}
      onChange={(chosen) => input.onChange?.(chosen ?? '')}
    />
  );
}

function ChannelSelect({ label, value, onChange }: Choosing & { label: string }) {
  const session = useSession();
  const channels = useQuery(channelsQuery(session.is_admin));
  const names = (channels.data ?? []).filter(({ is_archived }) => !is_archived).map(({ name }) => name);
  return (
    <Select
      label={label}
      searchable
      clearable
      limit={60}
      placeholder={t('No channel')}
      data={names.map((name) => ({ value: name, label: `#${name}` }))}
      value={value === '' ? null : (value ?? null)}
      onChange={(chosen) => onChange?.(chosen ?? '')}
    />
  );
}
