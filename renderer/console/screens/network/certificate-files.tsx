/** A certificate that another program renews: the files that it is read from, and choosing them. */
import { Alert, Code, Stack, Text, TextInput } from '@mantine/core';
import { useForm } from '@mantine/form';
import { useQuery } from '@tanstack/react-query';
import { request } from '../../../client/request.ts';
import { t } from '../../../client/text.ts';
import { FormModal } from '../../components/form-modal.tsx';
import { useFormCall } from '../../form-call.ts';
import { networkQuery } from '../../network/network.ts';

const filesKey = ['certificate-files'];
/** The server reads the files once a minute. */
const lookEveryMs = 60_000;

/** @param fingerprint of the certificate in use: with another one the files may be others. */
export function CertificateFiles({ fingerprint }: { fingerprint: string }) {
  const { data: files } = useQuery({
    queryKey: [...filesKey, fingerprint],
    queryFn: async ({ signal }) => (await request('GET', '/console/network/certificate/files', {}, signal)).files,
    refetchInterval: lookEveryMs,
  });
  if (files === undefined || files === null) return null;
  return (
    <Stack gap="xs" maw={820}>
      <Text size="sm">{t('The certificate is read from these files again when they change:')}</Text>
      <Code style={{ overflowWrap: 'anywhere' }}>{files.certificate_file}</Code>
      <Code style={{ overflowWrap: 'anywhere' }}>{files.key_file}</Code>
      {files.problem !== null && (
        <Alert color="red" title={t('The files cannot be used')}>
          {files.problem}
        </Alert>
      )}
    </Stack>
  );
}

export function ChooseCertificateFiles({ onClose }: { onClose: () => void }) {
  const form = useForm({
    initialValues: { certificate_file: '', key_file: '' },
    validate: {
      certificate_file: (value) => (value.trim() === '' ? t('Enter the path of the certificate.') : null),
      key_file: (value) => (value.trim() === '' ? t('Enter the path of the private key.') : null),
    },
  });
  const save = useFormCall(form, (values) => request('POST', '/console/network/certificate/files', values), {
    stale: [networkQuery.queryKey, filesKey],
    onDone: onClose,
  });
  return (
    <FormModal
      title={t('Read certificate from files')}
      submitLabel={t('Use files')}
      size="lg"
      {...save.props}
      onClose={onClose}
    >
      <Text size="sm">
        {t(
          'For certificates that a program on this computer renews, such as an ACME client with a domain name of yours. The server reads the files every minute. If new files cannot be used, the former certificate stays in use.',
        )}
      </Text>
      <TextInput
        label={t('Certificate file')}
        description={t('Full path, such as /etc/letsencrypt/live/chat.example/fullchain.pem')}
        spellCheck={false}
        autoComplete="off"
        {...form.getInputProps('certificate_file')}
      />
      <TextInput
        label={t('Private key file')}
        description={t('Full path, such as /etc/letsencrypt/live/chat.example/privkey.pem')}
        spellCheck={false}
        autoComplete="off"
        {...form.getInputProps('key_file')}
      />
    </FormModal>
  );
}
