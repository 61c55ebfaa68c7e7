/** E-mail and password, then the second factor: on the page and in the dialog over the chat. What goes wrong is said, and how long to wait. */
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useEffect, useRef, type ReactNode } from 'react';
import { firstRunQuery } from '../../client/queries.ts';
import { request } from '../../client/request.ts';
import { enterSession } from '../../client/session.ts';
import { t } from '../../client/text.ts';
import { useSignInSteps } from '../../client/two-factor.ts';
import { CodeForm } from '../kit/code-form.tsx';
import { Field, PasswordField } from '../kit/fields.tsx';
import { SignInError } from '../kit/sign-in-error.tsx';
import { useWait } from '../kit/use-wait.ts';
import { RequiredSetup } from '../settings/two-factor-setup.tsx';

export interface SignInFormProps {
  email?: string | undefined;
  /** Between the fields and the button. */
  children?: ReactNode;
  /** Below the form, while it asks for the password. */
  below?: ReactNode;
}

export function SignInForm({ email = '', children, below }: SignInFormProps) {
  const client = useQueryClient();
  const { data: firstRun } = useQuery(firstRunQuery);
  const known = firstRun?.sample_data?.sign_in ?? null;
  const steps = useSignInSteps(
    async (credentials) => request('POST', '/console/sign_in', credentials),
    (session) => enterSession(client, session),
  );
  const wait = useWait(steps.error);
  const form = useRef<HTMLFormElement>(null);
  useEffect(() => {
    // Where the address is known, only the password is left to type; a dialog looks for the attribute.
    const password = form.current?.querySelector<HTMLInputElement>('[name=password]');
    if (email === '') return;
    password?.setAttribute('autofocus', '');
    password?.focus();
  }, [email]);
  if (steps.step === 'code') return <CodeForm steps={steps} />;
  if (steps.step === 'setup' && steps.proved !== null)
    return (
      <RequiredSetup
        proved={steps.proved}
        organization={firstRun?.organization_name ?? 'Hearth'}
        onDone={(session) => enterSession(client, session)}
        onBack={steps.goBack}
      />
    );
  return (
    <>
      <form
        ref={form}
        onSubmit={(event) => {
          event.preventDefault();
          const typed = new FormData(event.currentTarget);
          steps.signIn({ username: String(typed.get('username')), password: String(typed.get('password')) });
        }}
      >
        <SignInError error={steps.error} wait={wait} />
        {known !== null && (
          <p className="entry-demo">
            {t('This is a demo: sign in as {{email}} with the password {{password}}.', { ...known })}
          </p>
        )}
        <UsernameField defaultValue={email} />
        <PasswordField name="password" label={t('Password')} autoComplete="current-password" required />
        {children}
        <button type="submit" className="button primary entry-submit" disabled={steps.isPending || wait > 0}>
          {t('Sign in')}
        </button>
      </form>
      {below}
    </>
  );
}

/** An address, or a name of the organization's directory where people sign in with one. */
export function UsernameField({ defaultValue }: { defaultValue?: string }) {
  const usesDirectory = useQuery(firstRunQuery).data?.uses_directory === true;
  return (
    <Field
      name="username"
      label={usesDirectory ? t('Email or username') : t('Email')}
      type={usesDirectory ? 'text' : 'email'}
      autoCapitalize="none"
      autoComplete="username"
      required
      defaultValue={defaultValue}
    />
  );
}
