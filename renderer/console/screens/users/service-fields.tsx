/** Webhook fields of a bot: the fields of a new one and of one that is changed. */
import { Alert, Anchor, Checkbox, Select, Stack, TextInput } from '@mantine/core';
import { Link } from 'wouter';
import { richText } from '../../../client/rich-text.ts';
import { t } from '../../../client/text.ts';
import { webhookTriggers } from '../../settings/server-choices.ts';
import { interfaces } from './bots.ts';
import { isPrivateAddress } from './private-address.ts';

type ServiceField = 'payload_url' | 'triggers' | 'interface_type';

interface ServiceFieldsProps {
  /** What stands in the form now. */
  url: string;
  /** What the form gives the input of a field. */
  inputOf: (name: ServiceField) => object;
}

export function ServiceFields({ url, inputOf }: ServiceFieldsProps) {
  return (
    <>
      <TextInput label={t('Webhook URL')} type="url" placeholder={t('http://')} {...inputOf('payload_url')} />
      {isPrivateAddress(url) && (
        <Alert color="yellow" title={t('Address in a private network')}>
          {richText(
            'The server calls it only if an owner allows that network under <link>Organization > Webhooks & push</link>.',
            {},
            {
              link: <Anchor component={Link} href="/organization/outgoing" size="sm" />,
            },
          )}
        </Alert>
      )}
      <Checkbox.Group label={t('Triggers')} {...inputOf('triggers')}>
        <Stack gap="xs" mt={4}>
          {webhookTriggers().map(({ value, label }) => (
            <Checkbox key={value} value={value} label={label} />
          ))}
        </Stack>
      </Checkbox.Group>
      <Select label={t('Format')} allowDeselect={false} data={interfaces()} {...inputOf('interface_type')} />
    </>
  );
}
