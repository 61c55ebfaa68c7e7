/** Join page of an invitation: who invites to what, name, address and password on one screen, and then into a conversation. */
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import type { AnswerOf } from '../../client/api.ts';
import { formErrors } from '../../client/form-errors.ts';
import { dateFormat, ownTimeZone } from '../../client/formats.ts';
import { ApiError, isNotFound, request } from '../../client/request.ts';
import { roleNames } from '../../client/roles.ts';
import { enterSession, sessionQuery, useSignOut, type Session } from '../../client/session.ts';
import { t } from '../../client/text.ts';
import { firstPasswordProblem } from '../../components/password-rules.ts';
import { Avatar } from '../kit/avatar.tsx';
import { Field, NewPasswordField } from '../kit/fields.tsx';
import { SignInError } from '../kit/sign-in-error.tsx';
import { useWait } from '../kit/use-wait.ts';
import { RequiredSetup } from '../settings/two-factor-setup.tsx';
import { beginFirstSteps } from '../store/first-steps.ts';
import { DeadInvitation } from './dead-invitation.tsx';
import { EntryPage } from './entry-page.tsx';
import { firstConversation } from './first-conversation.ts';
import { NotOpened } from './not-opened.tsx';
import { openPage, PageLink } from './page-link.tsx';
import { SignInMethods } from './sign-in-methods.tsx';

/** What an invitation offers. */
export type Offered = AnswerOf<'GET', '/console/join/{key}'>;

interface JoinProps {
  /** Key of the link; undefined where anybody may join. */
  invitation: string | undefined;
  organization: string;
}

const day = dateFormat({ weekday: 'long', day: 'numeric', month: 'long' });

export function Join({ invitation, organization }: JoinProps) {
  const session = useQuery(sessionQuery);
  const offered = useQuery({
    queryKey: ['join', invitation],
    queryFn: ({ signal }) => request('GET', `/console/join/${invitation}`, {}, signal),
    enabled: invitation !== undefined,
    staleTime: Infinity,
    refetchOnReconnect: false,
    refetchOnWindowFocus: false,
  });
  if (isNotFound(offered.error)) return <DeadInvitation organization={organization} error={offered.error} />;
  if (offered.error !== null)
    return <NotOpened organization={organization} error={offered.error} onRetry={() => void offered.refetch()} />;
  if (session.data === undefined || (invitation !== undefined && offered.data === undefined)) return null;
  if (session.data !== null) return <HereAlready organization={organization} session={session.data} />;
  return <JoinForm invitation={invitation} offered={offered.data} organization={organization} />;
}

function HereAlready({ organization, session }: { organization: string; session: Session }) {
  const signOut = useSignOut();
  return (
    <EntryPage organization={organization} title={t("You're already signed in")}>
      <p className="entry-by">
        {t(
          'This browser is signed in as {{name}}. To use this invitation for someone else, open it in another browser.',
          {
            name: session.full_name,
          },
        )}
      </p>
      <div className="entry-do">
        <button type="button" className="button primary" onClick={() => openPage('/chat/')}>
          {t('Open chat')}
        </button>
        <button type="button" className="button" onClick={() => signOut.mutate()}>
          {t('Sign out and join with another account')}
        </button>
      </div>
      {signOut.error !== null && (
        <p className="form-error" role="alert">
          {signOut.error.message}
        </p>
      )}
    </EntryPage>
  );
}

interface Values {
  full_name: string;
  email: string;
  password: string;
}

/** Makes the account, signs in, and opens the first conversation. @param setErrors gets sentences by field */
function useJoin(
  invitation: string | undefined,
  offered: Offered | undefined,
  setErrors: (errors: Record<string, string>) => void,
) {
  const client = useQueryClient();
  const join = useMutation({
    mutationFn: async ({ full_name, email, password }: Values) => {
      const timezone = ownTimeZone();
      const path = invitation === undefined ? ('/console/join' as const) : (`/console/join/${invitation}` as const);
      const isFixed = offered !== undefined && offered.email !== null;
      await request('POST', path, { full_name, password, timezone, email: isFixed ? undefined : email });
      return request('POST', '/console/sign_in', { username: email, password });
    },
    onError: (error, { email }) => {
      if (error instanceof ApiError && error.code === 'EMAIL_IN_USE') openPage('/chat/', { takenEmail: email });
      else setErrors(formErrors(error, ['email', 'password', 'full_name']));
    },
    onSuccess: (session) => enter(session),
  });
  const enter = async (session: Session): Promise<void> => {
    const address = await firstConversation(session.user_id);
    beginFirstSteps(session.user_id);
    openPage(`/chat/${address}`, { isReplaced: true });
    enterSession(client, session);
  };
  return { join, enter };
}

function JoinForm({ invitation, offered, organization }: JoinProps & { offered: Offered | undefined }) {
  const [errors, setErrors] = useState<Record<string, string>>({});
  const { join, enter } = useJoin(invitation, offered, setErrors);
  const wait = useWait(join.error);
  if (isNotFound(join.error)) return <DeadInvitation organization={organization} error={join.error} />;
  // The account is made; its sign-in begins with the set-up.
  const { variables: made } = join;
  if (made !== undefined && join.error instanceof ApiError && join.error.code === 'TWO_FACTOR_SETUP_REQUIRED')
    return (
      <EntryPage organization={organization} title={titleOf(offered, organization)}>
        <RequiredSetup
          proved={{ username: made.email, password: made.password }}
          organization={organization}
          onDone={(session) => void enter(session)}
          onBack={() => openPage('/chat/')}
        />
      </EntryPage>
    );
  const submit = (form: FormData): void => {
    const values = {
      full_name: String(form.get('full_name')).trim(),
      email: String(form.get('email')).trim(),
      password: String(form.get('password')),
    };
    const problem = firstPasswordProblem(values.password);
    setErrors(problem === null ? {} : { password: problem });
    if (problem === null) join.mutate(values);
  };
  return (
    <EntryPage organization={offered?.organization_name ?? organization} title={titleOf(offered, organization)}>
      <Terms offered={offered} />
      <form
        onSubmit={(event) => {
          event.preventDefault();
          submit(new FormData(event.currentTarget));
        }}
      >
        {errors[''] !== undefined && join.error !== null && <SignInError error={join.error} wait={wait} />}
        <Field
          name="full_name"
          label={t('Your name')}
          autoComplete="name"
          maxLength={100}
          required
          note={t('Shown to your colleagues.')}
          error={errors['full_name']}
        />
        <Field
          name="email"
          label={t('Email')}
          type="email"
          autoComplete="username"
          required
          defaultValue={offered?.email ?? ''}
          readOnly={offered !== undefined && offered.email !== null}
          {...(offered !== undefined &&
            offered.email !== null && { note: t('This invitation is for this address.'), noteIcon: 'lock' })}
          error={errors['email']}
        />
        <NewPasswordField error={errors['password']} />
        <button type="submit" className="button primary entry-submit" disabled={join.isPending || wait > 0}>
          <span className="cut">
            {t('Join {{organization}}', { organization: offered?.organization_name ?? organization })}
          </span>
        </button>
      </form>
      <SignInMethods query={invitation === undefined ? {} : { invitation }} />
      <p className="entry-fine">
        {t('Already have an account?')} <PageLink to="/chat/">{t('Sign in')}</PageLink>
        {'. '}
        {t("Your messages stay on your office's server.")}
      </p>
    </EntryPage>
  );
}

function titleOf(offered: Offered | undefined, organization: string): string {
  if (offered === undefined) return t('Join {{organization}}', { organization });
  if (offered.invited_by === null) return t('You are invited to the team chat');
  return t('{{name}} invites you to the team chat', { name: offered.invited_by });
}

/** As what one joins, and until when. */
function Terms({ offered }: { offered: Offered | undefined }) {
  if (offered === undefined) return <p className="entry-by">{t('Create your account on this chat server.')}</p>;
  const role = roleSentence(offered.role);
  const until =
    offered.expires_at === null
      ? ''
      : t('This invitation expires on {{day}}.', { day: day.format(offered.expires_at * 1000) });
  return (
    <p className="entry-by">
      {offered.invited_by !== null && (
        <Avatar
          person={{ id: offered.invited_by_user_id, name: offered.invited_by, avatarUrl: null, isBot: false }}
          size="2rem"
        />
      )}
      <span>{`${role} ${until}`}</span>
    </p>
  );
}

function roleSentence(role: number): string {
  const name = roleNames()[role]?.toLowerCase() ?? '';
  return /^[aeiou]/.test(name)
    ? t('You will join as an {{role}}.', { role: name })
    : t('You will join as a {{role}}.', { role: name });
}
