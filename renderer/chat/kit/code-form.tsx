/** The second step of a sign-in: the code of the authenticator app, or a recovery code. */
import { useState } from 'react';
import { t } from '../../client/text.ts';
import type { SignInSteps } from '../../client/two-factor.ts';
import { FocusFirst } from '../../components/focus-first.tsx';
import { Field } from './fields.tsx';
import { SignInError } from './sign-in-error.tsx';
import { useWait } from './use-wait.ts';

interface CodeFormProps {
  steps: Pick<SignInSteps, 'error' | 'isPending' | 'sendCode' | 'goBack'>;
  /** On the button. */
  label?: string;
}

export function CodeForm({ steps, label = t('Sign in') }: CodeFormProps) {
  const [isRecovery, setRecovery] = useState(false);
  const wait = useWait(steps.error);
  return (
    <form
      className="code-form"
      onSubmit={(event) => {
        event.preventDefault();
        steps.sendCode(String(new FormData(event.currentTarget).get('two_factor_code')));
      }}
    >
      <p className="entry-fine">
        {isRecovery
          ? t('Enter one of the recovery codes that you saved when you set up two-factor sign-in. Each works once.')
          : t('Open your authenticator app and enter the code that it shows.')}
      </p>
      <SignInError error={steps.error} wait={wait} />
      <FocusFirst key={String(isRecovery)}>
        <CodeField isRecovery={isRecovery} />
      </FocusFirst>
      {/* A recovery code works also while codes of the app have to wait. */}
      <button
        type="submit"
        className="button primary entry-submit"
        disabled={steps.isPending || (wait > 0 && !isRecovery)}
      >
        {label}
      </button>
      <p className="entry-fine">
        <button type="button" className="text-link" onClick={() => setRecovery(!isRecovery)}>
          {isRecovery ? t('Use authenticator app') : t('Use a recovery code')}
        </button>
      </p>
      <details className="entry-fine">
        <summary>{t('Lost your phone and your recovery codes?')}</summary>
        <p>{t('Ask an owner to reset your two-factor sign-in (Console > Organization > Sign-in).')}</p>
        <p>{t('If no owner can sign in, start the server with --reset-two-factor and your email address.')}</p>
      </details>
      <p className="entry-fine">
        <button type="button" className="text-link" onClick={steps.goBack}>
          {t('Back')}
        </button>
      </p>
    </form>
  );
}

interface CodeFieldProps {
  /** Whether letters are typed, too. */
  isRecovery?: boolean;
  /** Where it is not the code of a sign-in. */
  label?: string;
}

export function CodeField({ isRecovery = false, label }: CodeFieldProps) {
  return (
    <Field
      name="two_factor_code"
      label={label ?? (isRecovery ? t('Recovery code') : t('Code'))}
      autoComplete="one-time-code"
      inputMode={isRecovery ? 'text' : 'numeric'}
      autoCapitalize="off"
      spellCheck={false}
      maxLength={100}
      required
    />
  );
}
