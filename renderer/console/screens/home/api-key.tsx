/** One's own API key, for one's password. */
import { Button, Group, PasswordInput, Stack, Text } from '@mantine/core';
import { useForm } from '@mantine/form';
import { useMutation } from '@tanstack/react-query';
import { request } from '../../../client/request.ts';
import { t } from '../../../client/text.ts';
import { Secret } from '../../../components/secret.tsx';
import { DownloadConfig } from '../../network/api-config.tsx';

export function ApiKey({ email }: { email: string }) {
  const form = useForm({ mode: 'uncontrolled', initialValues: { password: '' } });
  const fetchKey = useMutation({
    mutationFn: ({ password }: { password: string }) =>
      request('POST', '/fetch_api_key', { username: email, password }),
    onSuccess: () => form.reset(),
    onError: ({ message }) => form.setFieldError('password', message),
  });
  if (fetchKey.data !== undefined)
    return (
      <Stack gap="xs">
        <Text size="sm">
          {t('Your API key is as good as your password: keep it to yourself. Use it with {{email}}.', {
            email,
          })}
        </Text>
        <Secret value={fetchKey.data.api_key} label={t('API key')} />
        <Group>
          <DownloadConfig email={email} apiKey={fetchKey.data.api_key} />
        </Group>
      </Stack>
    );
  return (
    <form onSubmit={form.onSubmit((values) => fetchKey.mutate(values))} noValidate>
      <Stack gap="sm">
        <Text size="sm">{t('Scripts and bots sign in with an API key. Enter your password to see yours.')}</Text>
        <Group align="flex-start" gap="xs">
          <PasswordInput
            aria-label={t('Password')}
            placeholder={t('Your password')}
            autoComplete="current-password"
            required
            flex={1}
            miw={180}
            {...form.getInputProps('password')}
            key={form.key('password')}
          />
          <Button type="submit" variant="default" loading={fetchKey.isPending}>
            {t('Show my API key')}
          </Button>
        </Group>
      </Stack>
    </form>
  );
}
