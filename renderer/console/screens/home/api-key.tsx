/** One's own API key, for one's password. */
import { Button, Group, PasswordInput, Stack, Text, TextInput } from '@mantine/core';
import { useForm } from '@mantine/form';
import { useState } from 'react';
import { request } from '../../../client/request.ts';
import { t } from '../../../client/text.ts';
import { signInProblem, useSignInSteps } from '../../../client/two-factor.ts';
import { Secret } from '../../components/secret.tsx';
import { DownloadConfig } from '../../network/api-config.tsx';

export function ApiKey({ email }: { email: string }) {
  const form = useForm({ mode: 'uncontrolled', initialValues: { password: '', code: '' } });
  const [key, setKey] = useState<string>();
  const steps = useSignInSteps(
    async (credentials) => request('POST', '/fetch_api_key', credentials),
    (answer) => setKey(answer.api_key),
  );
  const problem = steps.error === null ? undefined : signInProblem(steps.error);
  if (key !== undefined)
    return (
      <Stack gap="xs">
        <Text size="sm">
          {t('Anyone with this API key can act as you. Keep it secret. Use it with {{email}}.', {
            email,
          })}
        </Text>
        <Secret value={key} label={t('API key')} />
        <Group>
          <DownloadConfig email={email} apiKey={key} />
        </Group>
      </Stack>
    );
  if (steps.step === 'setup')
    return (
      <Text size="sm" role="alert">
        {t('Your organization requires two-factor sign-in. Set it up in the chat (Settings > Profile).')}
      </Text>
    );
  const asksCode = steps.step === 'code';
  const submit = ({ password, code }: { password: string; code: string }): void =>
    asksCode ? steps.sendCode(code) : steps.signIn({ username: email, password });
  return (
    <form onSubmit={form.onSubmit(submit)} noValidate>
      <Stack gap="sm">
        <Text size="sm">{t('Scripts and bots sign in with an API key. Enter your password to see yours.')}</Text>
        <Group align="flex-start" gap="xs">
          {asksCode ? (
            <TextInput
              aria-label={t('Code')}
              placeholder={t('Code from your authenticator app')}
              autoComplete="one-time-code"
              required
              flex={1}
              miw={180}
              {...form.getInputProps('code')}
              error={problem}
              key={form.key('code')}
            />
          ) : (
            <PasswordInput
              aria-label={t('Password')}
              placeholder={t('Your password')}
              autoComplete="current-password"
              required
              flex={1}
              miw={180}
              {...form.getInputProps('password')}
              error={problem}
              key={form.key('password')}
            />
          )}
          <Button type="submit" variant="default" loading={steps.isPending}>
            {t('Show API key')}
          </Button>
        </Group>
      </Stack>
    </form>
  );
}
