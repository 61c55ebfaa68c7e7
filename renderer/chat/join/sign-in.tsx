/** Signing in with e-mail and password; the address that was asked for is where it leads. */
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { request } from '../../client/request.ts';
import { enterSession, type Session } from '../../client/session.ts';
import { t } from '../../client/text.ts';

export function SignIn({ organization }: { organization: string }) {
  const client = useQueryClient();
  const signIn = useMutation({
    mutationFn: (values: { username: string; password: string }) =>
      request<Session>('POST', '/console/sign_in', values),
    onSuccess: (session) => enterSession(client, session),
  });
  return (
    <main className="feed-notice">
      <h1>{t('Sign in to {{organization}}', { organization })}</h1>
      <form
        onSubmit={(event) => {
          event.preventDefault();
          const form = new FormData(event.currentTarget);
          signIn.mutate({ username: String(form.get('username')), password: String(form.get('password')) });
        }}
      >
        {signIn.error !== null && <p role="alert">{signIn.error.message}</p>}
        <label>
          {t('Email')} <input name="username" type="email" autoComplete="username" required />
        </label>
        <label>
          {t('Password')} <input name="password" type="password" autoComplete="current-password" required />
        </label>
        <button type="submit" className="button primary">
          {t('Sign in')}
        </button>
      </form>
    </main>
  );
}
