/** Page of a password link: its account, the new password, and into the chat. */
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { isNotFound, request } from '../../client/request.ts';
import { enterSession, type Session } from '../../client/session.ts';
import { t } from '../../client/text.ts';
import { useSignInSteps } from '../../client/two-factor.ts';
import { firstPasswordProblem } from '../../components/password-rules.ts';
import { CodeForm } from '../kit/code-form.tsx';
import { Field, NewPasswordField } from '../kit/fields.tsx';
import { RequiredSetup } from '../settings/two-factor-setup.tsx';
import { EntryPage } from './entry-page.tsx';
import { NotOpened } from './not-opened.tsx';
import { openPage, PageLink } from './page-link.tsx';

/** GET /console/new_password/{reset_key}. */
interface Account {
  organization_name: string;
  full_name: string;
  email: string;
}

interface NewPasswordProps {
  linkKey: string;
  organization: string;
  /** Whether the server can send another link. */
  sendsMail: boolean;
}

export function NewPassword({ linkKey, organization, sendsMail }: NewPasswordProps) {
  const account = useQuery({
    queryKey: ['new-password', linkKey],
    queryFn: ({ signal }) => request('GET', `/console/new_password/${linkKey}`, {}, signal),
    staleTime: Infinity,
    refetchOnReconnect: false,
    refetchOnWindowFocus: false,
  });
  if (isNotFound(account.error))
    return (
      <EntryPage organization={organization} title={t('This link does not work')}>
        <p className="entry-by">
          {sendsMail
            ? t('Password links work once and expire after a few days. Request a new one by email.')
            : t('Password links work once and expire after a few days. Ask an administrator for a new one.')}
        </p>
        {sendsMail && (
          <p className="entry-fine">
            <PageLink to="/chat/#forgotten">{t('Send new link')}</PageLink>
          </p>
        )}
        <button type="button" className="button" onClick={() => openPage('/chat/')}>
          {t('I know my password. Sign in')}
        </button>
      </EntryPage>
    );
  if (account.error !== null)
    return <NotOpened organization={organization} error={account.error} onRetry={() => void account.refetch()} />;
  if (account.data === undefined) return null;
  return <Choose linkKey={linkKey} account={account.data} />;
}

function Choose({ linkKey, account }: { linkKey: string; account: Account }) {
  const client = useQueryClient();
  const enter = (session: Session): void => {
    openPage('/chat/');
    enterSession(client, session);
  };
  const steps = useSignInSteps(async (credentials) => request('POST', '/console/sign_in', credentials), enter);
  const choose = useMutation({
    mutationFn: async ({ password, endsKey }: { password: string; endsKey: boolean }) => {
      const problem = firstPasswordProblem(password);
      if (problem !== null) throw new Error(problem);
      await request('POST', `/console/new_password/${linkKey}`, { password, end_api_key: endsKey });
      return password;
    },
    onSuccess: (password) => steps.signIn({ username: account.email, password }),
  });
  const error = choose.error ?? steps.error;
  if (choose.isSuccess && steps.step !== 'password')
    return (
      <EntryPage organization={account.organization_name} title={t('Password changed. Sign in')}>
        {steps.step === 'code' && <CodeForm steps={steps} />}
        {steps.step === 'setup' && steps.proved !== null && (
          <RequiredSetup
            proved={steps.proved}
            organization={account.organization_name}
            onDone={enter}
            onBack={() => openPage('/chat/')}
          />
        )}
      </EntryPage>
    );
  return (
    <EntryPage
      organization={account.organization_name}
      title={t('Choose a password, {{name}}', { name: account.full_name })}
    >
      <p className="entry-by">{t('You will be signed out everywhere else.')}</p>
      <form
        onSubmit={(event) => {
          event.preventDefault();
          const form = new FormData(event.currentTarget);
          choose.mutate({ password: String(form.get('password')), endsKey: form.has('end_api_key') });
        }}
      >
        <Field name="email" label={t('Email')} type="email" autoComplete="username" readOnly value={account.email} />
        <NewPasswordField error={error?.message} />
        <label className="check-row entry-fine">
          <input type="checkbox" name="end_api_key" />
          <span>{t('Also replace the API key. Apps and scripts that use it are signed out.')}</span>
        </label>
        <button type="submit" className="button primary entry-submit" disabled={choose.isPending || steps.isPending}>
          {t('Set password')}
        </button>
      </form>
    </EntryPage>
  );
}
