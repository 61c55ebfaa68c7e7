/**
 * The first run: the organization and its owner are created with the one-time token that the server printed. The link
 * carries it behind the "#", so that it is in no log; without one, the person is asked for it.
 */
import { Alert, Button, PasswordInput, Stack, TextInput } from '@mantine/core';
import { isNotEmpty, useForm } from '@mantine/form';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { useLocation } from 'wouter';
import { request, setCsrfToken, type Session } from '../../api.ts';
import { Doorway } from '../../parts/doorway.tsx';
import { formErrors } from '../../parts/form-errors.ts';
import { firstRunQuery } from '../../queries.ts';

const fields = {
  token: /set-up link/i,
  email: /e-?mail/i,
  password: /password/i,
  organization_name: /organization/i,
  full_name: /\bname\b/i,
};

export function Welcome() {
  const client = useQueryClient();
  const [, navigate] = useLocation();
  const [linkToken] = useState(tokenOfLink);
  const form = useForm({
    mode: 'uncontrolled',
    initialValues: { token: linkToken, organization_name: '', full_name: '', email: '', password: '' },
    validate: {
      token: isNotEmpty('Open the set-up link that the server printed, or paste it here.'),
      organization_name: isNotEmpty('What is your team called?'),
      full_name: isNotEmpty('Your name, as your team knows it.'),
    },
  });
  const setUp = useMutation({
    mutationFn: async (values: typeof form.values) => {
      await request('POST', '/console/setup', { ...values, token: tokenIn(values.token) });
      return request<Session>('POST', '/console/sign_in', { username: values.email, password: values.password });
    },
    onError: (error) => form.setErrors(formErrors(error, fields)),
    onSuccess: async (session) => {
      setCsrfToken(session.csrf_token);
      client.setQueryData(['session'], session);
      navigate('/', { replace: true });
      await client.invalidateQueries(firstRunQuery);
    },
  });
  const input = (name: keyof typeof fields) => ({ ...form.getInputProps(name), key: form.key(name), required: true });
  return (
    <Doorway
      title="Welcome to Hearth"
      description="Your team's chat server is running. Name your organization and make your own account: you will be its owner."
    >
      <form onSubmit={form.onSubmit((values) => setUp.mutate(values))} noValidate>
        <Stack>
          {form.errors[''] !== undefined && (
            <Alert color="red" role="alert">
              {form.errors['']}
            </Alert>
          )}
          {linkToken === '' && (
            <TextInput label="Set-up link" description="The server printed it when it started." {...input('token')} />
          )}
          {linkToken !== '' && form.errors['token'] !== undefined && (
            <Alert color="red" role="alert">
              {form.errors['token']}
            </Alert>
          )}
          <TextInput
            label="Organization name"
            autoComplete="organization"
            maxLength={40}
            {...input('organization_name')}
          />
          <TextInput label="Your name" autoComplete="name" maxLength={100} {...input('full_name')} />
          <TextInput
            label="Email"
            description="You sign in with it; nothing is sent to it."
            type="email"
            autoComplete="username"
            {...input('email')}
          />
          <PasswordInput label="Password" autoComplete="new-password" {...input('password')} />
          <Button type="submit" loading={setUp.isPending}>
            Create organization
          </Button>
        </Stack>
      </form>
    </Doorway>
  );
}

function tokenOfLink(): string {
  return tokenIn(window.location.hash);
}

/** The token in a whole link, or in what was pasted of it. */
function tokenIn(text: string): string {
  return /(?:#|^)token=([^&\s]+)/.exec(text)?.[1] ?? text.trim().replace(/^#$/, '');
}
