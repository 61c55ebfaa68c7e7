/** Setting up an authenticator app: the QR code with its text, the first code, and the recovery codes afterwards. */
import { Suspense, useState } from 'react';
import { lazyPart } from '../../client/lazy-part.ts';
import type { Session } from '../../client/session.ts';
import { t } from '../../client/text.ts';
import {
  groupedSecret,
  recoveryText,
  useRequiredSetup,
  type Credentials,
  type OfferedSecret,
} from '../../client/two-factor.ts';
import { copyText } from '../../components/clipboard.ts';
import { FocusFirst } from '../../components/focus-first.tsx';
import { printText } from '../../components/print-text.ts';
import { saveFile } from '../../components/save-file.ts';
import { CodeField } from '../kit/code-form.tsx';
import { SignInError } from '../kit/sign-in-error.tsx';
import { useWait } from '../kit/use-wait.ts';
import '../kit/account.css';
import './two-factor.css';

const QrCode = lazyPart(async () => (await import('../../components/qr-code.tsx')).QrCode);

interface SetupFormProps {
  offered: OfferedSecret;
  error: Error | null;
  isPending: boolean;
  onCode: (code: string) => void;
}

/** The app takes over the secret, and proves it with its first code. */
export function SetupForm({ offered, error, isPending, onCode }: SetupFormProps) {
  const wait = useWait(error);
  return (
    <form
      className="two-factor"
      onSubmit={(event) => {
        event.preventDefault();
        onCode(String(new FormData(event.currentTarget).get('two_factor_code')));
      }}
    >
      <p>
        {t(
          'Scan the QR code with an authenticator app on your phone, such as Aegis, 2FAS, Google Authenticator or Microsoft Authenticator.',
        )}
      </p>
      <Suspense fallback={<div className="qr-place" />}>
        <QrCode text={offered.otpauth_url} label={t('QR code of the secret key')} size={176} />
      </Suspense>
      <p>
        <a className="text-link" href={offered.otpauth_url}>
          {t('Open authenticator app')}
        </a>
      </p>
      <p>{t('Or enter this secret key in the app:')}</p>
      <p className="account-copy">
        <code>{groupedSecret(offered.secret)}</code>
        <CopyButton text={offered.secret} label={t('Copy secret key')} />
      </p>
      <SignInError error={error} wait={wait} />
      <FocusFirst>
        <CodeField label={t('Code from the app')} />
      </FocusFirst>
      <button type="submit" className="button primary entry-submit" disabled={isPending || wait > 0}>
        {t('Turn on two-factor sign-in')}
      </button>
    </form>
  );
}

function CopyButton({ text, label }: { text: string; label: string }) {
  const [isCopied, setCopied] = useState(false);
  const copy = async (): Promise<void> => setCopied(await copyText(text));
  return (
    <button type="button" className="button" onClick={() => void copy()}>
      {isCopied ? t('Copied') : label}
    </button>
  );
}

interface RecoveryCodesProps {
  codes: readonly string[];
  organization: string;
  doneLabel: string;
  onDone: () => void;
}

/** Shown once, right after they were made. */
export function RecoveryCodes({ codes, organization, doneLabel, onDone }: RecoveryCodesProps) {
  const title = t('Recovery codes for {{organization}}', { organization });
  return (
    <section className="two-factor" aria-label={title}>
      <p>
        {t(
          'Save these recovery codes in a place you can reach without your phone. Each code works once instead of a code from the app. They are not shown again.',
        )}
      </p>
      <ul className="recovery-codes">
        {codes.map((code) => (
          <li key={code}>
            <code>{code}</code>
          </li>
        ))}
      </ul>
      <div className="two-factor-buttons">
        <CopyButton text={recoveryText(codes)} label={t('Copy codes')} />
        <button
          type="button"
          className="button"
          onClick={() => saveFile('recovery-codes.txt', `${title}\n\n${recoveryText(codes)}`, 'text/plain')}
        >
          {t('Download')}
        </button>
        <button type="button" className="button" onClick={() => printText(title, codes)}>
          {t('Print')}
        </button>
      </div>
      <button type="button" className="button primary entry-submit" onClick={onDone}>
        {doneLabel}
      </button>
    </section>
  );
}

interface RequiredSetupProps {
  proved: Credentials;
  organization: string;
  /** The browser has its session already; the page enters it. */
  onDone: (session: Session) => void;
  onBack: () => void;
}

/** What a sign-in asks for where the organization requires a second factor and the account has none. */
export function RequiredSetup({ proved, organization, onDone, onBack }: RequiredSetupProps) {
  const { offered, done, error, isPending, begin, sendCode } = useRequiredSetup(proved);
  if (done !== undefined) {
    const { recovery_codes: codes, ...session } = done;
    return (
      <RecoveryCodes
        codes={codes}
        organization={organization}
        doneLabel={t('Continue')}
        onDone={() => onDone(session)}
      />
    );
  }
  return (
    <>
      <p className="entry-fine">
        {t(
          'Your organization requires two-factor sign-in. You sign in with your password and a code from an app on your phone.',
        )}
      </p>
      {offered === undefined ? (
        <>
          <SignInError error={error} wait={0} />
          <button type="button" className="button primary entry-submit" disabled={isPending} onClick={begin}>
            {t('Set up two-factor sign-in')}
          </button>
        </>
      ) : (
        <SetupForm offered={offered} error={error} isPending={isPending} onCode={sendCode} />
      )}
      <p className="entry-fine">
        <button type="button" className="text-link" onClick={onBack}>
          {t('Back')}
        </button>
      </p>
    </>
  );
}
