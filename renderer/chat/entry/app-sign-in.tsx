/** Signing in for an app, which has sent its user here: the key goes back to it, under the pad that it made. */
import { useState } from 'react';
import { answerOf, mutationHeaders, unreachable } from '../../client/request.ts';
import { t } from '../../client/text.ts';
import { useSignInSteps, type Credentials } from '../../client/two-factor.ts';
import { CodeForm } from '../kit/code-form.tsx';
import { PasswordField } from '../kit/fields.tsx';
import { SignInError } from '../kit/sign-in-error.tsx';
import { useWait } from '../kit/use-wait.ts';
import { RequiredSetup } from '../settings/two-factor-setup.tsx';
import { EntryPage } from './entry-page.tsx';
import { UsernameField } from './sign-in-form.tsx';
import { SignInMethods } from './sign-in-methods.tsx';

async function askKey(credentials: Credentials, pad: string): Promise<{ location: string }> {
  const answer = await fetch('/accounts/login/mobile', {
    method: 'POST',
    headers: mutationHeaders(),
    body: new URLSearchParams({ ...credentials, mobile_flow_otp: pad }),
  }).catch(() => {
    throw unreachable();
  });
  return answerOf<{ location: string }>(answer.status, await answer.text());
}

/** @param pad 64 hexadecimal digits of the app (`mobile_flow_otp`). */
export function AppSignIn({ organization, pad }: { organization: string; pad: string }) {
  const [place, setPlace] = useState<string>();
  const steps = useSignInSteps(
    async (credentials) => askKey(credentials, pad),
    ({ location: address }) => {
      setPlace(address);
      location.assign(address);
    },
  );
  const wait = useWait(steps.error);
  if (place !== undefined)
    return (
      <EntryPage organization={organization} title={t('Return to your app')}>
        <p className="entry-by">{t("You're signed in. If the app does not open automatically, open it here.")}</p>
        <a className="button primary" href={place}>
          {t('Open app')}
        </a>
      </EntryPage>
    );
  const title = t('Sign in to {{organization}}', { organization });
  if (steps.step === 'code')
    return (
      <EntryPage organization={organization} title={title}>
        <CodeForm steps={steps} />
      </EntryPage>
    );
  if (steps.step === 'setup' && steps.proved !== null)
    return (
      <EntryPage organization={organization} title={title}>
        {/* The first code is used up by the set-up: the app is let in with the next one. */}
        <RequiredSetup proved={steps.proved} organization={organization} onDone={steps.askCode} onBack={steps.goBack} />
      </EntryPage>
    );
  return (
    <EntryPage organization={organization} title={title}>
      <p className="entry-by">
        {t('An app on this device wants to use your account. It gets an API key, not your password.')}
      </p>
      <form
        onSubmit={(event) => {
          event.preventDefault();
          const form = new FormData(event.currentTarget);
          steps.signIn({ username: String(form.get('username')), password: String(form.get('password')) });
        }}
      >
        <SignInError error={steps.error} wait={wait} />
        <UsernameField />
        <PasswordField name="password" label={t('Password')} autoComplete="current-password" required />
        <button type="submit" className="button primary entry-submit" disabled={steps.isPending || wait > 0}>
          {t('Sign in')}
        </button>
      </form>
      <SignInMethods query={{ mobile_flow_otp: pad }} />
    </EntryPage>
  );
}
