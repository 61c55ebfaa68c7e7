/** The sign-in page. It leads to the address that was asked for, which the page has kept; and helps a user who forgot their password, also from the console (#forgotten). */
import { useMutation } from '@tanstack/react-query';
import { useState } from 'react';
import type { FirstRun } from '../../../server/contract/shapes/backups.ts';
import { request } from '../../client/request.ts';
import { t } from '../../client/text.ts';
import { Field } from '../kit/fields.tsx';
import { SignInError } from '../kit/sign-in-error.tsx';
import { useWait } from '../kit/use-wait.ts';
import { EntryPage } from './entry-page.tsx';
import { PageLink } from './page-link.tsx';
import { SignInForm } from './sign-in-form.tsx';
import { SignInMethods } from './sign-in-methods.tsx';

export interface SignInProps {
  organization: string;
  server: Pick<FirstRun, 'sends_mail' | 'lets_anybody_in' | 'is_deactivated'>;
  /** Filled in already, with the reason: this address has an account. */
  takenEmail?: string | undefined;
}

export function SignIn({ organization, server, takenEmail }: SignInProps) {
  const [isForgotten, setForgotten] = useState(location.hash === '#forgotten');
  const goBack = (): void => {
    if (location.hash === '#forgotten') history.replaceState(null, '', location.pathname);
    setForgotten(false);
  };
  if (isForgotten) return <Forgotten organization={organization} sendsMail={server.sends_mail} onBack={goBack} />;
  return (
    <EntryPage organization={organization} title={t('Sign in to {{organization}}', { organization })}>
      {server.is_deactivated && (
        <p className="entry-by">
          {t('{{organization}} is deactivated. No one can sign in until an owner reactivates it.', { organization })}{' '}
          <a className="text-link" href="/console/organization/deactivate">
            {t('Console (for owners)')}
          </a>
        </p>
      )}
      {takenEmail !== undefined && (
        <p className="entry-by">
          {t('You already have an account with this email address. Sign in with your password.')}
        </p>
      )}
      <SignInForm
        email={takenEmail}
        below={<Below isOpen={server.lets_anybody_in} onForgotten={() => setForgotten(true)} />}
      />
    </EntryPage>
  );
}

/** Other ways in, and help. */
function Below({ isOpen, onForgotten }: { isOpen: boolean; onForgotten: () => void }) {
  return (
    <>
      <SignInMethods query={{ next: `${location.pathname}${location.hash}` }} />
      <p className="entry-fine">
        <button type="button" className="text-link" onClick={onForgotten}>
          {t('Forgot your password?')}
        </button>
      </p>
      {isOpen && (
        <p className="entry-fine">
          {t('New here?')} <PageLink to="/chat/join">{t('Create account')}</PageLink>
        </p>
      )}
      <p className="entry-fine">
        <a className="text-link" href="/help">
          {t('Help with signing in and connecting')}
        </a>
      </p>
      <p className="entry-fine">
        <a className="text-link" href="/api/docs">
          {t('API documentation')}
        </a>
      </p>
    </>
  );
}

interface ForgottenProps {
  organization: string;
  sendsMail: boolean;
  onBack: () => void;
}

function Forgotten({ organization, sendsMail, onBack }: ForgottenProps) {
  const ask = useMutation({
    mutationFn: (email: string) => request('POST', '/console/forgotten_password', { email }),
  });
  const wait = useWait(ask.error);
  const back = (
    <p className="entry-fine">
      <button type="button" className="text-link" onClick={onBack}>
        {t('Back to sign-in')}
      </button>
    </p>
  );
  if (!sendsMail)
    return (
      <EntryPage organization={organization} title={t('Reset your password')}>
        <p className="entry-by">{t('Ask an administrator to create a password link for you (Console > Users).')}</p>
        <p className="entry-by">
          {t(
            'If no administrator can sign in, start the server with --password-link and your email address. It prints a password link.',
          )}
        </p>
        {back}
      </EntryPage>
    );
  if (ask.isSuccess)
    return (
      <EntryPage organization={organization} title={t('Check your email')}>
        <p className="entry-by">
          {t('If {{email}} has an account, we sent it a password link. The link works once and expires in a day.', {
            email: ask.variables,
          })}
        </p>
        {back}
      </EntryPage>
    );
  return (
    <EntryPage organization={organization} title={t('Reset your password')}>
      <p className="entry-by">{t('Enter your email address to get a link for choosing a new password.')}</p>
      <form
        onSubmit={(event) => {
          event.preventDefault();
          ask.mutate(String(new FormData(event.currentTarget).get('email')));
        }}
      >
        <SignInError error={ask.error} wait={wait} />
        <Field name="email" label={t('Email')} type="email" autoComplete="username" required />
        <button type="submit" className="button primary entry-submit" disabled={ask.isPending || wait > 0}>
          {t('Send link')}
        </button>
      </form>
      {back}
    </EntryPage>
  );
}
