/** Signing in from a desktop app with an account of a provider: it goes on in the system's browser, and comes back by a link or a code. */
import { useMutation } from '@tanstack/react-query';
import { useEffect, useRef } from 'react';
import {
  beginSignIn,
  finishSignIn,
  hexOf,
  NotForThisWindow,
  otherApp,
  ownPage,
  redeem,
} from '../../client/desktop-sign-in.ts';
import { desktop } from '../../client/desktop.ts';
import { t } from '../../client/text.ts';
import { Field } from '../kit/fields.tsx';
import { EntryPage } from './entry-page.tsx';

/** Address of the provider's sign-in for the browser, with the key that the token is sealed for. */
function browserAddress(key: string): string {
  const sent = new URLSearchParams(location.search);
  const method = /^[a-z0-9-]{1,30}$/.exec(sent.get('method') ?? '')?.[0] ?? '';
  const query = new URLSearchParams({ desktop_flow_otp: key });
  if (desktop !== undefined) query.set('own_app', 'true');
  const invitation = sent.get('invitation');
  if (invitation !== null) query.set('invitation', invitation);
  return `/accounts/login/social/oidc/${method}?${query}`;
}

const nextPage = (): string => ownPage(new URLSearchParams(location.search).get('next'));

/** Opens the browser; apps that read the clipboard go on as soon as the code was copied. */
async function openBrowser(): Promise<string | undefined> {
  const next = nextPage();
  const other = otherApp?.decrypt_clipboard?.(1);
  window.open(browserAddress(other === undefined ? beginSignIn(next) : hexOf(other.key)), '_blank');
  if (other === undefined) return undefined;
  await redeem(await other.pasted);
  return next;
}

const enter = (page: string | undefined): void => {
  if (page !== undefined) location.replace(page);
};

export function DesktopSignIn({ organization }: { organization: string }) {
  const open = useMutation({ mutationFn: openBrowser, onSuccess: enter });
  const { mutate } = open;
  const isBegun = useRef(false);
  useEffect(() => {
    if (isBegun.current) return;
    isBegun.current = true;
    mutate();
  }, [mutate]);
  return (
    <EntryPage organization={organization} title={t('Continue in your browser')}>
      <p className="entry-by">
        {t('Sign in in the browser window that opens. You then return to the app. If no window opens, use the button.')}
      </p>
      <button type="button" className="button primary entry-submit" onClick={() => mutate()}>
        {t('Open browser')}
      </button>
      {open.error !== null && <p role="alert">{open.error.message}</p>}
      {otherApp?.decrypt_clipboard === undefined && <CodeForm />}
      <p className="entry-fine">
        <a className="text-link" href="/chat/">
          {t('Back to sign-in')}
        </a>
      </p>
    </EntryPage>
  );
}

/** For a browser that cannot open the app's link. */
function CodeForm() {
  const finish = useMutation({ mutationFn: finishSignIn, onSuccess: enter });
  return (
    <form
      onSubmit={(event) => {
        event.preventDefault();
        finish.mutate(String(new FormData(event.currentTarget).get('code')));
      }}
    >
      {finish.error !== null && <p role="alert">{messageOf(finish.error)}</p>}
      <Field name="code" label={t('Code from browser')} autoComplete="off" required />
      <button type="submit" className="button entry-submit" disabled={finish.isPending}>
        {t('Sign in with code')}
      </button>
    </form>
  );
}

/** Where the link of the app leads: the code is in the address. */
export function SignedIn({ organization }: { organization: string }) {
  const finish = useMutation({ mutationFn: finishSignIn, onSuccess: enter });
  const { mutate } = finish;
  const isBegun = useRef(false);
  useEffect(() => {
    if (isBegun.current) return;
    isBegun.current = true;
    mutate(new URLSearchParams(location.search).get('desktop_data') ?? '');
  }, [mutate]);
  return (
    <EntryPage organization={organization} title={t('Signing in…')}>
      {finish.error === null ? (
        <p className="entry-by">{t('Please wait.')}</p>
      ) : (
        <>
          <p role="alert">{messageOf(finish.error)}</p>
          <a className="button primary entry-submit" href="/chat/">
            {t('Back to sign-in')}
          </a>
        </>
      )}
    </EntryPage>
  );
}

const messageOf = (error: Error): string =>
  error instanceof NotForThisWindow
    ? t('This code is incomplete or from another sign-in. Sign in again.')
    : error.message;
