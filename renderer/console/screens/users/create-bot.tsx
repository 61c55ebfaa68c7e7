/** A new bot of the caller's. */
import { Select } from '@mantine/core';
import { isNotEmpty, useForm } from '@mantine/form';
import { notifications } from '@mantine/notifications';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { oneOf } from '../../../client/choice.ts';
import { formErrors } from '../../../client/form-errors.ts';
import { request } from '../../../client/request.ts';
import { t } from '../../../client/text.ts';
import { formState } from '../../components/edit-form.tsx';
import { FormModal } from '../../components/form-modal.tsx';
import { TextInput } from '../../components/limited-inputs.tsx';
import { botTypes, incomingWebhook, outgoingWebhook, triggers } from './bots.ts';
import { ServiceFields } from './service-fields.tsx';

interface CreateBotProps {
  onClose: () => void;
  onCreated: (id: number) => void;
}

export function CreateBot({ onClose, onCreated }: CreateBotProps) {
  const client = useQueryClient();
  const form = useForm({
    initialValues: {
      full_name: '',
      short_name: '',
      bot_type: '1',
      payload_url: '',
      interface_type: '1',
      triggers: triggers().map(({ value }) => value),
    },
    validate: {
      full_name: isNotEmpty(t('Enter a name for the bot.')),
      short_name: isNotEmpty(t("Use letters and digits. The bot's email address starts with them.")),
      triggers: (chosen) => (chosen.length === 0 ? t('Choose at least one of these.') : null),
    },
  });
  const isCalled = form.values.bot_type === String(outgoingWebhook);
  const create = useMutation({
    mutationFn: ({ full_name, short_name, bot_type, interface_type, ...service }: typeof form.values) =>
      request('POST', '/bots', {
        full_name,
        short_name,
        bot_type: oneOf([1, 2, 3], bot_type, 1),
        ...(isCalled && { ...service, interface_type: oneOf([1, 2], interface_type, 1) }),
      }),
    onError: (error) => form.setErrors(formErrors(error, Object.keys(form.values))),
    onSuccess: async ({ user_id: id }, { full_name, bot_type }) => {
      await Promise.all([['users'], ['bots']].map((queryKey) => client.invalidateQueries({ queryKey })));
      notifications.show({
        color: 'green',
        title: t('Bot added'),
        message:
          bot_type === String(incomingWebhook)
            ? t('You own {{fullName}}. The address for a service is under Access.', { fullName: full_name })
            : t('You own {{fullName}}. Its API key is under Access.', { fullName: full_name }),
      });
      onCreated(id);
    },
  });
  return (
    <FormModal
      title={t('Add bot')}
      submitLabel={t('Add bot')}
      {...formState(form, create)}
      onClose={onClose}
      onSubmit={form.onSubmit((values) => create.mutate(values))}
    >
      <TextInput
        label={t('Full name')}
        autoComplete="off"
        maxLength={100}
        data-autofocus
        {...form.getInputProps('full_name')}
      />
      <TextInput
        label={t('Short name')}
        description={t('The part of its email address before -bot@')}
        autoComplete="off"
        {...form.getInputProps('short_name')}
      />
      <Select
        label={t('Kind')}
        allowDeselect={false}
        data={Object.entries(botTypes()).map(([value, label]) => ({ value, label }))}
        {...form.getInputProps('bot_type')}
      />
      {isCalled && <ServiceFields url={form.values.payload_url} inputOf={(name) => form.getInputProps(name)} />}
    </FormModal>
  );
}
