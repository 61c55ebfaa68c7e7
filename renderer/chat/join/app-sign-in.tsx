/** Signing in for an app, which has sent its user here: the key goes back to it, under the pad that it made. */
import { useMutation } from '@tanstack/react-query';
import { answerOf, mutationHeaders, unreachable } from '../../client/request.ts';
import { t } from '../../client/text.ts';
import { EntryPage } from './entry-page.tsx';
import { PasswordField } from './fields.tsx';
import { SignInError, UsernameField } from './sign-in-form.tsx';
import { SignInMethods } from './sign-in-methods.tsx';
import { useWait } from './use-wait.ts';

/** @param pad 64 hexadecimal digits of the app (`mobile_flow_otp`). */
export function AppSignIn({ organization, pad }: { organization: string; pad: string }) {
  const signIn = useMutation({
    mutationFn: async (form: URLSearchParams) => {
      const answer = await fetch('/accounts/login/mobile', {
        method: 'POST',
        headers: mutationHeaders(),
        body: form,
      }).catch(() => {
        throw unreachable();
      });
      return answerOf<{ location: string }>(answer.status, await answer.text());
    },
    onSuccess: ({ location: place }) => location.assign(place),
  });
  const wait = useWait(signIn.error);
  if (signIn.data !== undefined)
    return (
      <EntryPage organization={organization} title={t('Back to your app')}>
        <p className="entry-by">{t('You are signed in. If the app does not open by itself, open it here.')}</p>
        <a className="button primary" href={signIn.data.location}>
          {t('Open the app')}
        </a>
      </EntryPage>
    );
  return (
    <EntryPage organization={organization} title={t('Sign in to {{organization}}', { organization })}>
      <p className="entry-by">{t('An app on this device asks for your account. It gets a key, not your password.')}</p>
      <form
        onSubmit={(event) => {
          event.preventDefault();
          const form = new FormData(event.currentTarget);
          const values = ['username', 'password'].map((name) => [name, String(form.get(name))]);
          signIn.mutate(new URLSearchParams([...values, ['mobile_flow_otp', pad]]));
        }}
      >
        <SignInError error={signIn.error} wait={wait} />
        <UsernameField />
        <PasswordField name="password" label={t('Password')} autoComplete="current-password" required />
        <button type="submit" className="button primary entry-submit" disabled={signIn.isPending || wait > 0}>
          {t('Sign in')}
        </button>
      </form>
      <SignInMethods query={{ mobile_flow_otp: pad }} />
    </EntryPage>
  );
}
