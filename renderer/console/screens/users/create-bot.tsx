/** A new bot of the caller's. */
import { Select } from '@mantine/core';
import { isNotEmpty, useForm } from '@mantine/form';
import { oneOf } from '../../../client/choice.ts';
import { request } from '../../../client/request.ts';
import { t } from '../../../client/text.ts';
import { FormModal } from '../../components/form-modal.tsx';
import { TextInput } from '../../components/limited-inputs.tsx';
import { useFormCall } from '../../form-call.ts';
import { webhookTriggers } from '../../settings/server-choices.ts';
import { botTypes, incomingWebhook, outgoingWebhook } from './bots.ts';
import { ServiceFields } from './service-fields.tsx';

interface CreateBotProps {
  onClose: () => void;
  onCreated: (id: number) => void;
}

export function CreateBot({ onClose, onCreated }: CreateBotProps) {
  const form = useForm({
    initialValues: {
      full_name: '',
      short_name: '',
      bot_type: '1',
      payload_url: '',
      interface_type: '1',
      triggers: webhookTriggers().map(({ value }) => value),
    },
    validate: {
      full_name: isNotEmpty(t('Enter a name for the bot.')),
      short_name: isNotEmpty(t("Use letters and digits. The bot's email address starts with them.")),
      triggers: (chosen) => (chosen.length === 0 ? t('Choose at least one of these.') : null),
    },
  });
  const isCalled = form.values.bot_type === String(outgoingWebhook);
  const create = useFormCall(
    form,
    ({ full_name, short_name, bot_type, interface_type, ...service }) =>
      request('POST', '/bots', {
        full_name,
        short_name,
        bot_type: oneOf([1, 2, 3], bot_type, 1),
        ...(isCalled && { ...service, interface_type: oneOf([1, 2], interface_type, 1) }),
      }),
    {
      stale: [['users'], ['bots']],
      done: ({ full_name: fullName, bot_type }) => ({
        title: t('Bot added'),
        message:
          bot_type === String(incomingWebhook)
            ? t('You own {{fullName}}. The address for a service is under Access.', { fullName })
            : t('You own {{fullName}}. Its API key is under Access.', { fullName }),
      }),
      onDone: ({ user_id: id }) => onCreated(id),
    },
  );
  return (
    <FormModal title={t('Add bot')} submitLabel={t('Add bot')} {...create.props} onClose={onClose}>
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
