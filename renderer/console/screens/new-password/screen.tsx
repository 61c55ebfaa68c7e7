/** Where the link to a new password leads: whose it is, the choice, and how to go on. */
import { Alert, Anchor, Button, Code, Group, Stack, Text, TextInput } from '@mantine/core';
import { useForm } from '@mantine/form';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { Link } from 'wouter';
import { formErrors } from '../../../client/form-errors.ts';
import { request } from '../../../client/request.ts';
import { enterSession, type Session } from '../../../client/session.ts';
import { AuthLayout } from '../../../components/auth-layout.tsx';
import { CopyText } from '../../../components/copy-text.tsx';
import { NewPassword as PasswordField, passwordProblem } from '../../../components/new-password.tsx';
import { Loading } from '../../../components/states.tsx';

/** GET /console/new_password/{reset_key}. */
interface Account {
  organization_name: string;
  full_name: string;
  email: string;
}

/** @param linkKey of the link. */
export function NewPassword({ linkKey }: { linkKey: string }) {
  const account = useQuery({
    queryKey: ['new-password', linkKey],
    queryFn: ({ signal }) => request<Account>('GET', `/console/new_password/${linkKey}`, {}, signal),
    // Whoever has chosen still reads what to do next, although the link is used up.
    staleTime: Infinity,
    refetchOnReconnect: false,
  });
  if (account.error !== null)
    return (
      <AuthLayout title="This link does not work" description={account.error.message}>
        <Stack align="flex-start">
          <Text size="sm">It works once, and not for ever. Ask an administrator of your team for another one.</Text>
          <Anchor component={Link} href="/">
            I know my password: sign in
          </Anchor>
        </Stack>
      </AuthLayout>
    );
  if (account.data === undefined) return <Loading />;
  return <ChoosePassword linkKey={linkKey} account={account.data} />;
}

function ChoosePassword({ linkKey, account }: { linkKey: string; account: Account }) {
  const client = useQueryClient();
  const form = useForm({
    mode: 'uncontrolled',
    initialValues: { password: '' },
    validate: { password: passwordProblem },
  });
  const choose = useMutation({
    mutationFn: async ({ password }: typeof form.values) => {
      await request('POST', `/console/new_password/${linkKey}`, { password });
      return request<Session>('POST', '/console/sign_in', { username: account.email, password });
    },
    onError: (error) => form.setErrors(formErrors(error, { password: /password/i })),
    onSuccess: (session) => enterSession(client, session),
  });
  if (choose.isSuccess) return <Chosen account={account} />;
  return (
    <AuthLayout
      title={`Choose your password, ${account.full_name}`}
      description={`For your account on ${account.organization_name}. Wherever you are signed in to the console with another one, you are signed out.`}
    >
      <form onSubmit={form.onSubmit((values) => choose.mutate(values))} noValidate>
        <Stack>
          {form.errors[''] !== undefined && (
            <Alert color="red" role="alert">
              {form.errors['']}
            </Alert>
          )}
          <TextInput label="Email" type="email" autoComplete="username" readOnly value={account.email} />
          <PasswordField required {...form.getInputProps('password')} key={form.key('password')} />
          <Button type="submit" loading={choose.isPending}>
            Set password
          </Button>
        </Stack>
      </form>
    </AuthLayout>
  );
}

function Chosen({ account }: { account: Account }) {
  const server = window.location.origin;
  return (
    <AuthLayout title="Your password is set" description={`You are signed in to ${account.organization_name} here.`}>
      <Stack>
        <Text size="sm">In your chat program, enter this address, your email and the new password:</Text>
        <Group gap="xs">
          <Code fz="sm">{server}</Code>
          <CopyText text={server} label="address" />
        </Group>
        <Button component={Link} href="/" variant="default">
          Open the console
        </Button>
      </Stack>
    </AuthLayout>
  );
}
