/** First steps for new members: a picture, what alerts work here, other devices. Three at most, and gone for good when dismissed. */
import { useMutation } from '@tanstack/react-query';
import { useState } from 'react';
import { request } from '../../client/request.ts';
import { t } from '../../client/text.ts';
import { Avatar } from '../kit/avatar.tsx';
import { ToolButton } from '../kit/tool-button.tsx';
import { Alerts } from '../notify/alerts.tsx';
import { AccountDialog } from '../settings/account-dialog.tsx';
import { OtherDevices } from '../settings/other-devices.tsx';
import { endFirstSteps, hasFirstSteps } from '../store/first-steps.ts';
import '../kit/account.css';
import { avatarPerson, useChat, useClientState } from '../store/use-chat.ts';

export function FirstSteps() {
  const { session } = useChat();
  const [isThere, setThere] = useState(() => hasFirstSteps(session.user_id));
  const [isOpen, setOpen] = useState(false);
  if (!isThere) return null;
  const end = (): void => {
    endFirstSteps(session.user_id);
    setThere(false);
  };
  if (isOpen)
    return (
      <AccountDialog
        title={t('Getting started')}
        about={t('Each takes seconds; you can do them later.')}
        onClose={end}
        isWide
      >
        <section className="first-step">
          <h3>{t('Profile picture')}</h3>
          <Picture />
        </section>
        <section className="first-step">
          <h3>{t('Notifications')}</h3>
          <Alerts />
        </section>
        <section className="first-step">
          <h3>{t('Other devices')}</h3>
          <OtherDevices />
        </section>
        <button type="button" className="button primary entry-submit" onClick={end}>
          {t('Done')}
        </button>
      </AccountDialog>
    );
  return (
    <aside className="first-steps" aria-label={t('Getting started')}>
      <button type="button" className="first-steps-open" onClick={() => setOpen(true)}>
        <strong>{t('Welcome!')}</strong> {t('Getting started: picture, notifications, other devices')}
      </button>
      <ToolButton icon="close" size={16} label={t('Dismiss')} onClick={end} />
    </aside>
  );
}

function Picture() {
  const me = useClientState((state) => state.me);
  const user = useClientState((state) => state.users.users.get(state.me));
  const upload = useMutation({ mutationFn: (file: File) => request('POST', '/users/me/avatar', { file }) });
  return (
    <div className="first-picture">
      <Avatar person={avatarPerson(user, me)} size="3rem" />
      <label className="button">
        {t('Choose picture')}
        <input
          type="file"
          accept="image/*"
          className="visually-hidden"
          onChange={({ currentTarget }) => {
            const file = currentTarget.files?.[0];
            if (file !== undefined) upload.mutate(file);
          }}
        />
      </label>
      {upload.isPending && <span>{t('Sending…')}</span>}
      {upload.error !== null && (
        <p className="entry-note bad" role="alert">
          {upload.error.message}
        </p>
      )}
    </div>
  );
}
