/** A new organization: its name, its owner, and who is to reach the server. Ends signed in, where the team connects. */
import { Anchor, Button, Group, Radio, Stack, type RadioGroupProps } from '@mantine/core';
import { isNotEmpty, useForm } from '@mantine/form';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useEffect, useRef, type ReactNode } from 'react';
import { useLocation } from 'wouter';
import { formErrors } from '../../../client/form-errors.ts';
import { firstRunQuery } from '../../../client/queries.ts';
import { ApiError, request, setCsrfToken } from '../../../client/request.ts';
import { t } from '../../../client/text.ts';
import { firstPasswordProblem } from '../../../components/password-rules.ts';
import { AuthLayout } from '../../components/auth-layout.tsx';
import { EditForm } from '../../components/edit-form.tsx';
import { TextInput } from '../../components/limited-inputs.tsx';
import { NewPassword } from '../../components/new-password.tsx';
import { leave } from '../../components/unsaved.tsx';

export interface WayProps {
  /** Of the setup link. */
  token: string;
  onBack: () => void;
  /** The link is not valid: another one is to be asked for. */
  onForgetLink: () => void;
}

export function TeamForm({ token, onBack, onForgetLink }: WayProps) {
  const client = useQueryClient();
  const [, navigate] = useLocation();
  const first = useRef<HTMLInputElement>(null);
  useEffect(() => first.current?.focus(), []);
  const isHostFixed = useQuery(firstRunQuery).data?.is_host_fixed === true;
  const form = useForm({
    mode: 'uncontrolled',
    initialValues: { organization_name: '', full_name: '', email: '', password: '', reach: 'office' },
    validate: {
      organization_name: isNotEmpty(t('Enter the name of your team.')),
      full_name: isNotEmpty(t('Enter your name.')),
      email: isNotEmpty(t('Enter your email address.')),
      password: firstPasswordProblem,
    },
  });
  const setUp = useMutation({
    mutationFn: async ({ reach, ...values }: typeof form.values) => {
      await request('POST', '/console/setup', { ...values, token });
      const session = await request('POST', '/console/sign_in', {
        username: values.email,
        password: values.password,
      });
      setCsrfToken(session.csrf_token);
      // Where the command line has said it, no one was asked.
      if (isHostFixed) return session;
      const settings = { server_host: reach === 'office' ? '0.0.0.0' : '127.0.0.1' };
      await request('PATCH', '/console/network_settings', { settings });
      return session;
    },
    onError: (error) => form.setErrors(formErrors(error, Object.keys(form.getValues()))),
    onSuccess: async (session) => {
      client.setQueryData(['session'], session);
      navigate('/welcome', { replace: true });
      await client.invalidateQueries(firstRunQuery);
    },
  });
  const input = (name: keyof typeof form.values) => ({
    ...form.getInputProps(name),
    key: form.key(name),
    required: true,
  });
  const problem = form.errors[''];
  const isLinkWrong = setUp.error instanceof ApiError && setUp.error.code === 'INVALID_SETUP_TOKEN';
  return (
    <AuthLayout
      title={t('Set up my team')}
      description={t('You become the owner of your organization. You can change these settings later.')}
    >
      <EditForm
        pending={setUp.isPending}
        error={
          problem === undefined ? undefined : (
            <Problem text={problem} onForgetLink={isLinkWrong ? onForgetLink : null} />
          )
        }
        isDirty={() => !setUp.isSuccess && form.isDirty()}
        onSubmit={form.onSubmit((values) => setUp.mutate(values))}
      >
        <TextInput
          ref={first}
          label={t('Organization name')}
          autoComplete="organization"
          maxLength={40}
          {...input('organization_name')}
        />
        <TextInput label={t('Your name')} autoComplete="name" maxLength={100} {...input('full_name')} />
        <TextInput
          label={t('Email')}
          description={t('Used to sign in. No emails are sent to it.')}
          type="email"
          autoComplete="username"
          {...input('email')}
        />
        <NewPassword {...input('password')} />
        {!isHostFixed && <WhoConnects key={form.key('reach')} {...form.getInputProps('reach')} />}
        <Ways isPending={setUp.isPending} onBack={onBack} />
      </EditForm>
    </AuthLayout>
  );
}

/** @param onForgetLink null where another link would not help. */
function Problem({ text, onForgetLink }: { text: ReactNode; onForgetLink: (() => void) | null }) {
  return (
    <>
      {text}{' '}
      {onForgetLink !== null && (
        <Anchor component="button" type="button" onClick={onForgetLink} inherit>
          {t('Use another setup link')}
        </Anchor>
      )}
    </>
  );
}

/** Back, and on. */
function Ways({ isPending, onBack }: { isPending: boolean; onBack: () => void }) {
  return (
    <Group justify="space-between">
      <Button variant="default" onClick={() => leave(onBack)}>
        {t('Back')}
      </Button>
      <Button type="submit" loading={isPending}>
        {t('Create organization')}
      </Button>
    </Group>
  );
}

/** Takes the properties of the form's field. */
function WhoConnects(field: Omit<RadioGroupProps, 'children'>) {
  return (
    <Radio.Group label={t('Who can connect?')} {...field}>
      <Stack gap="xs" mt={6}>
        <Radio
          value="office"
          label={t('The office network')}
          description={t('Phones and computers on the same network as this computer.')}
        />
        <Radio
          value="computer"
          label={t('Only this computer')}
          description={t('To explore first. You can allow other devices later.')}
        />
      </Stack>
    </Radio.Group>
  );
}
