/** A new password for oneself, proved by the old one. */
import { queryOptions, useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { formErrors } from '../../client/form-errors.ts';
import { request } from '../../client/request.ts';
import { t } from '../../client/text.ts';
import { showNotice } from '../kit/notices.ts';
import { useClientState } from '../store/use-chat.ts';

const ownPasswordQuery = queryOptions({
  queryKey: ['own-password'],
  queryFn: async ({ signal }) => request('GET', '/console/own_password', {}, signal),
});

/** Where the organization's directory keeps the password, its instructions take the form's place. */
export function PasswordForm() {
  const own = useQuery(ownPasswordQuery).data;
  if (own?.is_in_directory !== true) return <OwnPasswordForm />;
  return (
    <p className="setting-note">
      {t("Your password is managed by your organization's directory. Change it there.")} {own.instructions}
    </p>
  );
}

function OwnPasswordForm() {
  const email = useClientState((state) => state.users.users.get(state.me)?.delivery_email);
  const least = useClientState((state) => state.organization.limits.password_min_length);
  const [values, setValues] = useState({ old: '', next: '' });
  const [endsKey, setEndsKey] = useState(false);
  const [errors, setErrors] = useState<Record<string, string>>({});
  const [isPending, setIsPending] = useState(false);
  const save = async (): Promise<void> => {
    setIsPending(true);
    try {
      await request('PATCH', '/settings', {
        old_password: values.old,
        new_password: values.next,
        end_api_key: endsKey,
      });
      setValues({ old: '', next: '' });
      setEndsKey(false);
      setErrors({});
      showNotice(
        endsKey
          ? t('Password changed. Apps that use your API key are signed out.')
          : t('Password changed. Apps that use your API key stay signed in.'),
      );
    } catch (error) {
      setErrors(formErrors(error, ['old_password', 'new_password']));
    }
    setIsPending(false);
  };
  return (
    <form
      className="setting-form"
      noValidate
      onSubmit={(event) => {
        event.preventDefault();
        void save();
      }}
    >
      <input type="hidden" autoComplete="username" value={email ?? ''} readOnly />
      <PasswordField
        label={t('Current password')}
        autoComplete="current-password"
        value={values.old}
        error={errors['old_password'] ?? errors['']}
        onChange={(old) => setValues({ ...values, old })}
      />
      <PasswordField
        label={t('New password')}
        autoComplete="new-password"
        note={t('At least {{count}} characters. A few words in a row are easy to remember.', { count: least })}
        value={values.next}
        error={errors['new_password']}
        onChange={(next) => setValues({ ...values, next })}
      />
      <label className="check-row field">
        <input type="checkbox" checked={endsKey} onChange={({ currentTarget }) => setEndsKey(currentTarget.checked)} />
        <span>
          {t('Also replace the API key')}
          <span className="field-note">{t('Signs out apps and scripts that use the key.')}</span>
        </span>
      </label>
      <button
        type="submit"
        className="button"
        disabled={isPending || values.old === '' || [...values.next].length < least}
      >
        {t('Change password')}
      </button>
    </form>
  );
}

interface PasswordFieldProps {
  label: string;
  autoComplete: 'current-password' | 'new-password';
  value: string;
  error: string | undefined;
  note?: string;
  onChange: (value: string) => void;
}

function PasswordField({ label, autoComplete, value, error, note, onChange }: PasswordFieldProps) {
  return (
    <label className="field">
      <span className="field-label">{label}</span>
      <input
        className="input"
        type="password"
        autoComplete={autoComplete}
        value={value}
        aria-invalid={error !== undefined}
        onChange={({ currentTarget }) => onChange(currentTarget.value)}
      />
      {note !== undefined && <span className="field-note">{note}</span>}
      {error !== undefined && (
        <span className="field-error" role="alert">
          {error}
        </span>
      )}
    </label>
  );
}
