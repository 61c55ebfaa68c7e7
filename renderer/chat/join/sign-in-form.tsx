/** E-mail and password, on the page and in the dialog over the chat. What goes wrong is said, and how long to wait. */
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useEffect, useRef, type ReactNode } from 'react';
import { firstRunQuery } from '../../client/queries.ts';
import { request } from '../../client/request.ts';
import { enterSession } from '../../client/session.ts';
import { t } from '../../client/text.ts';
import { Field, PasswordField } from './fields.tsx';
import { useWait } from './use-wait.ts';

export interface SignInFormProps {
  email?: string | undefined;
  /** Between the fields and the button. */
  children?: ReactNode;
}

export function SignInForm({ email = '', children }: SignInFormProps) {
  const client = useQueryClient();
  const known = useQuery(firstRunQuery).data?.sample_data?.sign_in ?? null;
  const signIn = useMutation({
    mutationFn: (values: { username: string; password: string }) => request('POST', '/console/sign_in', values),
    onSuccess: (session) => enterSession(client, session),
  });
  const wait = useWait(signIn.error);
  const form = useRef<HTMLFormElement>(null);
  useEffect(() => {
    // Where the address is known, only the password is left to type; a dialog looks for the attribute.
    const password = form.current?.querySelector<HTMLInputElement>('[name=password]');
    if (email === '') return;
    password?.setAttribute('autofocus', '');
    password?.focus();
  }, [email]);
  return (
    <form
      ref={form}
      onSubmit={(event) => {
        event.preventDefault();
        const typed = new FormData(event.currentTarget);
        signIn.mutate({ username: String(typed.get('username')), password: String(typed.get('password')) });
      }}
    >
      <SignInError error={signIn.error} wait={wait} />
      {known !== null && (
        <p className="entry-demo">{t('This is a demo: sign in as {{email}} with the password {{password}}.', known)}</p>
      )}
      <UsernameField defaultValue={email} />
      <PasswordField name="password" label={t('Password')} autoComplete="current-password" required />
      {children}
      <button type="submit" className="button primary entry-submit" disabled={signIn.isPending || wait > 0}>
        {t('Sign in')}
      </button>
    </form>
  );
}

/** An address, or a name of the organization's directory where people sign in with one. */
export function UsernameField({ defaultValue }: { defaultValue?: string }) {
  const usesDirectory = useQuery(firstRunQuery).data?.uses_directory === true;
  return (
    <Field
      name="username"
      label={usesDirectory ? t('Email or user name') : t('Email')}
      type={usesDirectory ? 'text' : 'email'}
      autoCapitalize="none"
      autoComplete="username"
      required
      defaultValue={defaultValue}
    />
  );
}

export function SignInError({ error, wait }: { error: Error | null; wait: number }) {
  if (error === null) return null;
  return (
    <p className="form-error" role="alert">
      {wait > 0
        ? t('Too many attempts. Try again in {{count}} seconds.', {
            count: wait,
            defaultValue_one: 'Too many attempts. Try again in {{count}} second.',
            defaultValue_other: 'Too many attempts. Try again in {{count}} seconds.',
          })
        : error.message}
    </p>
  );
}
