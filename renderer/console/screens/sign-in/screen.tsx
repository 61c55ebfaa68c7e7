/** Signing in with e-mail and password, then with a second factor. A user whose account was deactivated in the meantime sees that. */
import { Alert, Anchor, Button, PasswordInput, Stack, Text, TextInput } from '@mantine/core';
import { useForm } from '@mantine/form';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { firstRunQuery, whyOverKey } from '../../../client/queries.ts';
import { request } from '../../../client/request.ts';
import { enterSession } from '../../../client/session.ts';
import { useSignInMethods } from '../../../client/sign-in-methods.ts';
import { t } from '../../../client/text.ts';
import { useSignInSteps, type SignInSteps } from '../../../client/two-factor.ts';
import { AuthLayout } from '../../components/auth-layout.tsx';
import { CodeStep, Problem, SetupStep } from './second-step.tsx';

export function SignIn({ organization }: { organization: string }) {
  const client = useQueryClient();
  const steps = useSignInSteps(
    async (credentials) => request('POST', '/console/sign_in', credentials),
    (session) => enterSession(client, session),
  );
  const layout = {
    title: t('Sign in to {{organization}}', { organization }),
    description: t("This is the console of your team's chat server."),
  };
  if (steps.step === 'code')
    return (
      <AuthLayout {...layout}>
        <CodeStep steps={steps} />
      </AuthLayout>
    );
  if (steps.step === 'setup' && steps.proved !== null)
    return (
      <AuthLayout {...layout}>
        <SetupStep
          proved={steps.proved}
          organization={organization}
          onDone={(session) => enterSession(client, session)}
          onBack={steps.goBack}
        />
      </AuthLayout>
    );
  return (
    <AuthLayout {...layout}>
      <PasswordStep organization={organization} steps={steps} />
    </AuthLayout>
  );
}

function PasswordStep({ organization, steps }: { organization: string; steps: SignInSteps }) {
  const client = useQueryClient();
  const server = useQuery(firstRunQuery).data;
  const methods = useSignInMethods({ next: location.pathname });
  const known = server?.sample_data?.sign_in ?? null;
  const usesDirectory = server?.uses_directory === true;
  const isDeactivated = client.getQueryData<string>(whyOverKey) === 'USER_DEACTIVATED';
  const form = useForm({ mode: 'uncontrolled', initialValues: { username: '', password: '' } });
  return (
    <>
      <form onSubmit={form.onSubmit((values) => steps.signIn(values))}>
        <Stack>
          <Problem error={steps.error} />
          {steps.error === null && isDeactivated && (
            <Alert color="red" role="alert">
              {t('Your account was deactivated. If you have questions, contact an administrator of {{organization}}.', {
                organization,
              })}
            </Alert>
          )}
          {server?.is_deactivated === true && (
            <Alert color="yellow">
              {t('{{organization}} is deactivated. Only owners can sign in to reactivate it.', { organization })}
            </Alert>
          )}
          {known !== null && (
            <Text size="sm">
              {t('This is a demo: sign in as {{email}} with the password {{password}}.', { ...known })}
            </Text>
          )}
          <TextInput
            label={usesDirectory ? t('Email or username') : t('Email')}
            type={usesDirectory ? 'text' : 'email'}
            autoComplete="username"
            required
            {...form.getInputProps('username')}
            key={form.key('username')}
          />
          <PasswordInput
            label={t('Password')}
            autoComplete="current-password"
            required
            {...form.getInputProps('password')}
            key={form.key('password')}
          />
          <Button type="submit" loading={steps.isPending}>
            {t('Sign in')}
          </Button>
        </Stack>
      </form>
      {methods.map(({ name, label, icon, href }) => (
        <Button
          key={name}
          component="a"
          href={href}
          variant="default"
          leftSection={icon !== null && <img src={icon} alt="" width={20} height={20} />}
        >
          {t('Continue with {{provider}}', { provider: label })}
        </Button>
      ))}
      <Anchor href="/chat/#forgotten" size="sm">
        {t('Forgot your password?')}
      </Anchor>
      <Anchor href="/help" size="sm">
        {t('Help with signing in and connecting')}
      </Anchor>
      <Anchor href="/api/docs" size="sm">
        {t('API documentation')}
      </Anchor>
    </>
  );
}
