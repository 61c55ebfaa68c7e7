/** One's own address: another one counts once the link that goes to it is followed. Where no mail leaves, administrators have the link. */
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { firstRunQuery } from '../../client/queries.ts';
import { request } from '../../client/request.ts';
import { t } from '../../client/text.ts';
import { TextField } from '../kit/form-fields.tsx';
import { useChat, useClientState } from '../store/use-chat.ts';

export function EmailForm() {
  const { session } = useChat();
  const user = useClientState((state) => state.users.users.get(session.user_id));
  const isFixed = useClientState((state) => state.organization.realm.email_changes_disabled && user?.is_admin !== true);
  const current = user?.delivery_email ?? session.email;
  const [written, setWritten] = useState<string | null>(null);
  const [error, setError] = useState<string | null>(null);
  const [isPending, setIsPending] = useState(false);
  /** The address that a link went to. */
  const [asked, setAsked] = useState<string | null>(null);
  const email = (written ?? current).trim();
  const save = async (): Promise<void> => {
    setIsPending(true);
    setError(null);
    try {
      await request('PATCH', '/settings', { email });
      setAsked(email);
      setWritten(null);
    } catch (failure) {
      setError(failure instanceof Error ? failure.message : t('Something went wrong.'));
    }
    setIsPending(false);
  };
  if (isFixed)
    return (
      <p className="field-note">
        {t('You sign in as {{email}}.', { email: current })} {t('Only administrators can change email addresses.')}
      </p>
    );
  return (
    <form
      className="setting-form"
      noValidate
      onSubmit={(event) => {
        event.preventDefault();
        void save();
      }}
    >
      <TextField
        label={t('Your email address')}
        note={t('Used to sign in.')}
        type="email"
        autoComplete="email"
        maxLength={300}
        value={written ?? current}
        error={error}
        onChange={setWritten}
      />
      <button type="submit" className="button" disabled={isPending || email === '' || email === current}>
        {t('Change email address')}
      </button>
      {asked !== null && asked !== current && (
        <LinkOnItsWay to={asked} current={current} mayReadOutbox={user?.is_admin === true} />
      )}
    </form>
  );
}

interface LinkOnItsWayProps {
  to: string;
  current: string;
  mayReadOutbox: boolean;
}

function LinkOnItsWay({ to, current, mayReadOutbox }: LinkOnItsWayProps) {
  const sendsMail = useQuery(firstRunQuery).data?.sends_mail === true;
  return (
    <output className="field-note">
      {sendsMail
        ? t('We sent a confirmation link to {{email}}. It expires in a day.', { email: to })
        : mayReadOutbox
          ? t("Email isn't set up. Open the confirmation link in the console's outbox. It expires in a day.")
          : t(
              "Email isn't set up. Ask an administrator for the confirmation link, which is in the console's outbox. It expires in a day.",
            )}{' '}
      {t('Until you confirm, sign in with {{email}}.', { email: current })}
      {!sendsMail && mayReadOutbox && (
        <>
          {' '}
          <a className="text-link" href="/console/invites/outbox">
            {t('Open outbox')}
          </a>
        </>
      )}
    </output>
  );
}
