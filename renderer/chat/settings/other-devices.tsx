/** Access from other devices: the address, to type or to scan, and the key that other programs want. */
import { useQuery } from '@tanstack/react-query';
import { Suspense, useState } from 'react';
import { lazyPart } from '../../client/lazy-part.ts';
import { addressForOthersQuery } from '../../client/queries.ts';
import { request } from '../../client/request.ts';
import { t } from '../../client/text.ts';
import { useSignInSteps } from '../../client/two-factor.ts';
import { CopyText } from '../../components/copy-text.tsx';
import { CodeForm } from '../kit/code-form.tsx';
import { PasswordField } from '../kit/fields.tsx';
import { SignInError } from '../kit/sign-in-error.tsx';
import { useWait } from '../kit/use-wait.ts';
import { useChat, useClientState } from '../store/use-chat.ts';

const QrCode = lazyPart(async () => (await import('../../components/qr-code.tsx')).QrCode);

export function OtherDevices() {
  const { data: address } = useQuery(addressForOthersQuery);
  const { session } = useChat();
  const email = useClientState((state) => state.users.users.get(state.me)?.delivery_email) ?? session.email;
  return (
    <div className="other-devices">
      {address === undefined && <div className="qr-place" />}
      {address === null && (
        <p>{t('Only this computer can reach the server. An administrator can share it (Console > Network).')}</p>
      )}
      {typeof address === 'string' && (
        <>
          <p>
            {t(
              'Scan the code with the other device, or enter the address in its browser or chat app. It must be on the same network.',
            )}
          </p>
          <Suspense fallback={<div className="qr-place" />}>
            <QrCode text={`${address}/`} label={t('QR code of the address')} size={176} />
          </Suspense>
          <p className="account-copy">
            <code>{address}</code>
            <CopyText text={address} label={t('address')} />
          </p>
          <p className="field-note">{t('Sign in as {{email}}.', { email })}</p>
        </>
      )}
      <ApiKey email={email} />
    </div>
  );
}

function ApiKey({ email }: { email: string }) {
  const [key, setKey] = useState<string>();
  const steps = useSignInSteps(
    async (credentials) => request('POST', '/fetch_api_key', credentials),
    (answer) => setKey(answer.api_key),
  );
  const wait = useWait(steps.error);
  if (key !== undefined)
    return (
      <>
        <p className="account-copy">
          <code>{key}</code>
          <CopyText text={key} label={t('API key')} />
        </p>
        <p className="field-note">{t('Anyone with this key can act as you. Keep it secret, like your password.')}</p>
      </>
    );
  if (steps.step === 'setup')
    return (
      <p role="alert">{t('Your organization requires two-factor sign-in. Set it up under Profile to see the key.')}</p>
    );
  if (steps.step === 'code') return <CodeForm steps={steps} label={t('Show API key')} />;
  return (
    <details>
      <summary>{t('API key for apps and scripts')}</summary>
      <form
        onSubmit={(event) => {
          event.preventDefault();
          steps.signIn({ username: email, password: String(new FormData(event.currentTarget).get('password')) });
        }}
      >
        <SignInError error={steps.error} wait={wait} />
        <PasswordField name="password" label={t('Your password')} autoComplete="current-password" required />
        <button type="submit" className="button entry-submit" disabled={steps.isPending || wait > 0}>
          {t('Show API key')}
        </button>
      </form>
    </details>
  );
}
