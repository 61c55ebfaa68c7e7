/** A certificate that an authority issues for a name of the office: how its order goes, and ordering it. */
import { Alert, Checkbox, Select, Stack, Text, Textarea, TextInput } from '@mantine/core';
import { useForm, type UseFormReturnType } from '@mantine/form';
import { useQuery } from '@tanstack/react-query';
import { fullMoment } from '../../../client/formats.ts';
import { request } from '../../../client/request.ts';
import { t } from '../../../client/text.ts';
import { FormModal } from '../../components/form-modal.tsx';
import { useFormCall } from '../../form-call.ts';
import { networkQuery } from '../../network/network.ts';

const acmeKey = ['certificate-order'];
/** The server looks once a minute; an order takes about as long. */
const lookEveryMs = 10_000;

function useOrder() {
  return useQuery({
    queryKey: acmeKey,
    queryFn: ({ signal }) => request('GET', '/console/network/certificate/acme', {}, signal),
    refetchInterval: lookEveryMs,
  }).data;
}

/** @param hasCertificate whether HTTPS has any certificate now. */
export function PublicCertificate({ hasCertificate }: { hasCertificate: boolean }) {
  const acme = useOrder()?.acme ?? null;
  if (acme === null) return null;
  const { name, problem, next_at: nextAt, is_working: isWorking } = acme;
  const time = fullMoment.format(new Date(nextAt * 1000));
  return (
    <Stack gap="xs" maw={820}>
      <Text size="sm">
        {isWorking || nextAt === 0
          ? t('The certificate for {{name}} is being ordered. This takes a minute or two.', { name })
          : t('The certificate for {{name}} is renewed automatically. Next order: {{time}}.', { name, time })}
      </Text>
      {problem !== null && (
        <Alert color="red" title={t('The certificate could not be ordered')}>
          {problem}
          {hasCertificate && ` ${t('The former certificate stays in use.')}`}
        </Alert>
      )}
    </Stack>
  );
}

const initialValues = {
  name: '',
  contact: '',
  challenge: 'http-01' as 'http-01' | 'dns-01',
  authority: 'letsencrypt' as 'letsencrypt' | 'staging' | 'other',
  directory_url: '',
  authority_certificate: '',
  terms_agreed: false,
};

export function OrderCertificate({ onClose }: { onClose: () => void }) {
  const hasHook = useOrder()?.has_dns_hook === true;
  const form = useForm({
    initialValues,
    validate: {
      name: (value) => (value.includes('.') ? null : t('Enter a host name on the internet, such as chat.example.com.')),
      terms_agreed: (value) => (value ? null : t('Agree to the terms of service first.')),
    },
  });
  const save = useFormCall(form, (values) => request('POST', '/console/network/certificate/acme', values), {
    stale: [networkQuery.queryKey, acmeKey],
    onDone: onClose,
  });
  return (
    <FormModal
      title={t('Order certificate')}
      submitLabel={t('Order certificate')}
      size="lg"
      {...save.props}
      onClose={onClose}
    >
      <Text size="sm">
        {t(
          'A certificate authority such as Let’s Encrypt issues a certificate that every browser and phone accepts, for a domain name that you own. It is renewed automatically.',
        )}
      </Text>
      <TextInput
        label={t('Domain name')}
        description={t('It has to lead to this server, such as chat.example.com.')}
        spellCheck={false}
        autoComplete="off"
        {...form.getInputProps('name')}
      />
      <TextInput
        label={t('Email for notices (optional)')}
        type="email"
        autoComplete="off"
        {...form.getInputProps('contact')}
      />
      <Select
        label={t('Proof that the name is yours')}
        description={
          hasHook
            ? undefined
            : t('For DNS records, start the server with --acme-dns-hook and a program that sets them.')
        }
        allowDeselect={false}
        data={[
          { value: 'http-01', label: t('Port 80 of the name leads to this server') },
          { value: 'dns-01', label: t('DNS record'), disabled: !hasHook },
        ]}
        {...form.getInputProps('challenge')}
      />
      <AuthorityFields form={form} />
      <Checkbox
        label={t('I agree to the terms of service of the certificate authority.')}
        {...form.getInputProps('terms_agreed', { type: 'checkbox' })}
      />
    </FormModal>
  );
}

function AuthorityFields({ form }: { form: UseFormReturnType<typeof initialValues> }) {
  return (
    <>
      <Select
        label={t('Certificate authority')}
        allowDeselect={false}
        data={[
          { value: 'letsencrypt', label: t('Let’s Encrypt') },
          { value: 'staging', label: t('Let’s Encrypt, test certificates') },
          { value: 'other', label: t('Another authority') },
        ]}
        {...form.getInputProps('authority')}
      />
      {form.values.authority === 'other' && (
        <>
          <TextInput
            label={t('ACME directory')}
            spellCheck={false}
            autoComplete="off"
            {...form.getInputProps('directory_url')}
          />
          <Textarea
            label={t('Certificate of the authority (optional)')}
            description={t('PEM, where this computer does not trust the authority already.')}
            autosize
            minRows={2}
            maxRows={6}
            {...form.getInputProps('authority_certificate')}
          />
        </>
      )}
    </>
  );
}
