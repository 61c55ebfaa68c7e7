/** Sign-in error and its waiting time. */
import { t } from '../../client/text.ts';
import { signInProblem } from '../../client/two-factor.ts';

export function SignInError({ error, wait }: { error: Error | null; wait: number }) {
  if (error === null) return null;
  return (
    <p className="form-error" role="alert">
      {wait > 0
        ? t('Too many attempts. Try again in {{count}} seconds.', {
            count: wait,
            defaultValue_one: 'Too many attempts. Try again in {{count}} second.',
          })
        : signInProblem(error)}
    </p>
  );
}
