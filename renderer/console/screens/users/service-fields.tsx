/** Where and when a bot is called, and in which form: the fields of a new one and of one that is changed. */
import { Checkbox, Select, Stack, TextInput } from '@mantine/core';
import { t } from '../../../client/text.ts';
import { interfaces, triggers } from './bots.ts';

type ServiceField = 'payload_url' | 'triggers' | 'interface_type';

/** @param inputOf what the form gives the input of a field. */
export function ServiceFields({ inputOf }: { inputOf: (name: ServiceField) => object }) {
  return (
    <>
      <TextInput label={t('Called at')} type="url" placeholder={t('http://')} {...inputOf('payload_url')} />
      <Checkbox.Group label={t('Called when')} {...inputOf('triggers')}>
        <Stack gap="xs" mt={4}>
          {triggers.map(({ value, label }) => (
            <Checkbox key={value} value={value} label={label} />
          ))}
        </Stack>
      </Checkbox.Group>
      <Select label={t('Format')} allowDeselect={false} data={interfaces} {...inputOf('interface_type')} />
    </>
  );
}
