/** A certificate of one's own: pasted, or read from files. The key goes to the server and is never shown again. */
import { Button, FileButton, Group, Textarea } from '@mantine/core';
import { useForm } from '@mantine/form';
import { request } from '../../../client/request.ts';
import { t } from '../../../client/text.ts';
import { FormModal } from '../../components/form-modal.tsx';
import { useFormCall } from '../../form-call.ts';
import { networkQuery } from '../../network/network.ts';

export function BringCertificate({ onClose }: { onClose: () => void }) {
  const form = useForm({
    initialValues: { certificate: '', private_key: '' },
    validate: {
      certificate: (value) => (value.trim() === '' ? t('Paste the certificate or choose its file.') : null),
      private_key: (value) => (value.trim() === '' ? t('Paste the private key or choose its file.') : null),
    },
  });
  const save = useFormCall(form, (values) => request('POST', '/console/network/certificate', values), {
    stale: [networkQuery.queryKey],
    onDone: onClose,
  });
  const area = (name: keyof typeof form.values, label: string, description: string) => (
    <div>
      <Textarea
        label={label}
        description={description}
        placeholder={t('-----BEGIN …')}
        rows={5}
        spellCheck={false}
        autoComplete="off"
        styles={{ input: { fontFamily: 'monospace', fontSize: 13 } }}
        {...form.getInputProps(name)}
      />
      <Group mt={6}>
        <FileButton
          accept=".pem,.crt,.cer,.key,.txt"
          onChange={(file) => void file?.text().then((text) => form.setFieldValue(name, text))}
        >
          {(props) => (
            <Button
              {...props}
              variant="default"
              size="compact-sm"
              aria-label={t('Choose a file: {{label}}', { label })}
            >
              {t('Choose file')}
            </Button>
          )}
        </FileButton>
      </Group>
    </div>
  );
  return (
    <FormModal
      title={t('Use your own certificate')}
      submitLabel={t('Use certificate')}
      size="lg"
      {...save.props}
      onClose={onClose}
    >
      {area('certificate', t('Certificate'), t('PEM, followed by any intermediate certificates.'))}
      {area(
        'private_key',
        t('Private key'),
        t('PEM, without a passphrase. Stored on the server and never shown again.'),
      )}
    </FormModal>
  );
}
