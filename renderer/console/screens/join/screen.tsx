/** Where an invitation's link leads: who invites to what, an account with name and password, and then how to connect. */
import { Alert, Anchor, Button, Code, Group, List, PasswordInput, Stack, Text, TextInput } from '@mantine/core';
import { isNotEmpty, useForm } from '@mantine/form';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { Link } from 'wouter';
import { formErrors } from '../../../client/form-errors.ts';
import { ApiError, request } from '../../../client/request.ts';
import { roleNames } from '../../../client/roles.ts';
import { enterSession, type Session } from '../../../client/session.ts';
import { AuthLayout } from '../../../components/auth-layout.tsx';
import { CopyText } from '../../../components/copy-text.tsx';
import { Loading } from '../../../components/states.tsx';

/** GET /console/join/{key}. */
interface Offered {
  organization_name: string;
  organization_description: string;
  invited_by: string | null;
  /** null: the person says which. */
  email: string | null;
  role: number;
  /** UNIX seconds; null = never. */
  expires_at: number | null;
}

const fields = { email: /e-?mail|domain/i, password: /password/i, full_name: /\bname\b/i };
const until = new Intl.DateTimeFormat(undefined, { dateStyle: 'long', timeStyle: 'short' });

const askAgain = 'Ask whoever sent it for another one.';
/** What to do about a link that no longer works, by the code of the error. */
const advice: Record<string, string> = {
  INVITATION_USED: 'Is the account yours? Then sign in with your address and password.',
  INVITATION_EXPIRED: askAgain,
  INVITATION_WITHDRAWN: `It was taken back. ${askAgain}`,
  INVITATION_REPLACED: 'Look for the newest message that you were sent: the link in it works.',
  INVITATION_NOT_FOUND: `The link may be cut off, or very old. ${askAgain}`,
};

/** @param invitation key of the link; undefined where anybody may join. */
export function Join({ invitation, organization }: { invitation: string | undefined; organization: string }) {
  const offered = useQuery({
    queryKey: ['join', invitation],
    queryFn: ({ signal }) => request<Offered>('GET', `/console/join/${invitation}`, {}, signal),
    enabled: invitation !== undefined,
    // Somebody who has joined still reads what to do next, although the invitation is used up.
    staleTime: Infinity,
    refetchOnReconnect: false,
  });
  if (offered.error !== null)
    return (
      <AuthLayout title="This invitation does not work" description={offered.error.message}>
        <Stack align="flex-start">
          <Text size="sm">{(offered.error instanceof ApiError && advice[offered.error.code]) || askAgain}</Text>
          <Anchor component={Link} href="/">
            I have an account: sign in
          </Anchor>
        </Stack>
      </AuthLayout>
    );
  if (invitation !== undefined && offered.data === undefined) return <Loading />;
  return <JoinForm invitation={invitation} offered={offered.data} organization={organization} />;
}

interface JoinFormProps {
  invitation: string | undefined;
  offered: Offered | undefined;
  organization: string;
}

function JoinForm({ invitation, offered, organization }: JoinFormProps) {
  const client = useQueryClient();
  const form = useForm({
    mode: 'uncontrolled',
    initialValues: { full_name: '', email: offered?.email ?? '', password: '' },
    validate: {
      full_name: isNotEmpty('Your name, as the team will know it.'),
      email: isNotEmpty('An address such as name@example.org.'),
      password: isNotEmpty('A password that you will remember.'),
    },
  });
  const join = useMutation({
    mutationFn: async ({ full_name, email, password }: typeof form.values) => {
      const timezone = Intl.DateTimeFormat().resolvedOptions().timeZone;
      const path = invitation === undefined ? '/console/join' : `/console/join/${invitation}`;
      await request('POST', path, {
        full_name,
        password,
        timezone,
        email: offered?.email === null || offered === undefined ? email : undefined,
      });
      return request<Session>('POST', '/console/sign_in', { username: email, password });
    },
    onError: (error) => form.setErrors(formErrors(error, fields)),
    onSuccess: (session) => enterSession(client, session),
  });
  if (join.data !== undefined) return <Joined organization={organization} email={join.variables.email} />;
  const input = (name: keyof typeof fields) => ({ ...form.getInputProps(name), key: form.key(name), required: true });
  return (
    <AuthLayout title={`Join ${offered?.organization_name ?? organization}`} description={describe(offered)}>
      <form onSubmit={form.onSubmit((values) => join.mutate(values))} noValidate>
        <Stack>
          {form.errors[''] !== undefined && (
            <Alert color="red" role="alert">
              {form.errors['']}
            </Alert>
          )}
          <TextInput label="Your name" autoComplete="name" maxLength={100} {...input('full_name')} />
          <TextInput
            label="Email"
            type="email"
            autoComplete="username"
            readOnly={offered?.email !== null && offered !== undefined}
            description={offered?.email === null ? undefined : 'The invitation is for this address.'}
            {...input('email')}
          />
          <PasswordInput label="Password" autoComplete="new-password" {...input('password')} />
          <Button type="submit" loading={join.isPending}>
            Join
          </Button>
          <Text size="sm">
            You have an account already?{' '}
            <Anchor component={Link} href="/" inherit>
              Sign in
            </Anchor>
          </Text>
        </Stack>
      </form>
    </AuthLayout>
  );
}

function describe(offered: Offered | undefined): string {
  if (offered === undefined) return 'Make your account on this chat server.';
  const who = offered.invited_by === null ? 'You are invited' : `${offered.invited_by} invites you`;
  const role = offered.role === 400 ? '' : ` as ${roleNames[offered.role]?.toLowerCase()}`;
  const time =
    offered.expires_at === null ? '' : ` The invitation is valid until ${until.format(offered.expires_at * 1000)}.`;
  return `${who}${role}.${time}`;
}

/** What to type into a chat program. */
function Joined({ organization, email }: { organization: string; email: string }) {
  const server = window.location.origin;
  return (
    <AuthLayout title={`Welcome to ${organization}`} description="Your account is ready. This is how you connect:">
      <Stack>
        <List type="ordered" spacing="sm">
          <List.Item>Open your chat program, on this computer or on your phone in the same network.</List.Item>
          <List.Item>
            <Text>As the organization's address, enter</Text>
            <Group gap="xs">
              <Code fz="sm">{server}</Code>
              <CopyText text={server} label="address" />
            </Group>
          </List.Item>
          <List.Item>
            <Text>
              Sign in with <b>{email}</b> and your password.
            </Text>
          </List.Item>
        </List>
        <Button component={Link} href="/" variant="default">
          Open the console
        </Button>
      </Stack>
    </AuthLayout>
  );
}
