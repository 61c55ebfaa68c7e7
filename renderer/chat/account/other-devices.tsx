/** How to reach the same chat from elsewhere: the address, to type or to scan, and the key that other programs want. */
import { useMutation, useQuery } from '@tanstack/react-query';
import { Suspense } from 'react';
import { lazyPart } from '../../client/lazy-part.ts';
import { addressForOthersQuery } from '../../client/queries.ts';
import { request } from '../../client/request.ts';
import { t } from '../../client/text.ts';
import { CopyText } from '../../components/copy-text.tsx';
import { PasswordField } from '../join/fields.tsx';
import { SignInError } from '../join/sign-in-form.tsx';
import { useWait } from '../join/use-wait.ts';
import { useChat, useKnown } from '../model/use-chat.ts';

const QrCode = lazyPart(async () => (await import('../../components/qr-code.tsx')).QrCode);

export function OtherDevices() {
  const { data: address } = useQuery(addressForOthersQuery);
  const { session } = useChat();
  const email = useKnown((known) => known.users.users.get(known.me)?.delivery_email) ?? session.email;
  return (
    <div className="other-devices">
      {address === undefined && <div className="qr-place" />}
      {address === null && (
        <p>
          {t('Only this computer reaches the server now. An administrator can share it, under Network in the console.')}
        </p>
      )}
      {typeof address === 'string' && (
        <>
          <p>{t('Scan this with a phone in the same network, or enter the address in a browser or chat program.')}</p>
          <Suspense fallback={<div className="qr-place" />}>
            <QrCode text={`${address}/`} label={t('The address as a QR code')} size={176} />
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
  const fetchKey = useMutation({
    mutationFn: (password: string) => request('POST', '/fetch_api_key', { username: email, password }),
  });
  const wait = useWait(fetchKey.error);
  if (fetchKey.data !== undefined)
    return (
      <>
        <p className="account-copy">
          <code>{fetchKey.data.api_key}</code>
          <CopyText text={fetchKey.data.api_key} label={t('API key')} />
        </p>
        <p className="field-note">{t('Whoever has this key is you. Keep it as you keep your password.')}</p>
      </>
    );
  return (
    <details>
      <summary>{t('A program asks for an API key')}</summary>
      <form
        onSubmit={(event) => {
          event.preventDefault();
          fetchKey.mutate(String(new FormData(event.currentTarget).get('password')));
        }}
      >
        <SignInError error={fetchKey.error} wait={wait} />
        <PasswordField name="password" label={t('Your password')} autoComplete="current-password" required />
        <button type="submit" className="button entry-submit" disabled={fetchKey.isPending || wait > 0}>
          {t('Show the key')}
        </button>
      </form>
    </details>
  );
}
