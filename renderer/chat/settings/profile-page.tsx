/** One's own name, picture, address, status, profile fields, password and second factor. */
import { Suspense, useRef, useState } from 'react';
import { lazyPart } from '../../client/lazy-part.ts';
import { request } from '../../client/request.ts';
import { useCanSignOut, useSignOut } from '../../client/session.ts';
import { t } from '../../client/text.ts';
import { LineIcon } from '../../components/line-icon.tsx';
import { atMost } from '../../components/text-limit.ts';
import { Avatar } from '../kit/avatar.tsx';
import { confirmed, reportRefusal, showNotice } from '../kit/notices.ts';
import { avatarPerson, useChat, useClientState } from '../store/use-chat.ts';
import { EmailForm } from './email-form.tsx';
import { OwnFields } from './own-fields.tsx';
import { PasswordForm } from './password-form.tsx';
import { SettingGroup } from './setting-controls.tsx';
import { StatusForm } from './status-form.tsx';
import { TwoFactor } from './two-factor.tsx';

const CropPicture = lazyPart(async () => (await import('./crop-picture.tsx')).CropPicture);

/** Characters of a name, as the server takes them. */
const longestName = 100;

export function ProfilePage() {
  return (
    <>
      <SettingGroup title={t('Picture')}>
        <Picture />
      </SettingGroup>
      <SettingGroup title={t('Name')}>
        <NameForm />
      </SettingGroup>
      <SettingGroup title={t('Email address')}>
        <EmailForm />
      </SettingGroup>
      <SettingGroup title={t('Status')}>
        <StatusForm />
      </SettingGroup>
      <OwnFields />
      <SettingGroup title={t('Password')}>
        <PasswordForm />
      </SettingGroup>
      <TwoFactor />
      <Ways />
    </>
  );
}

function Picture() {
  const { session } = useChat();
  const user = useClientState((state) => state.users.users.get(session.user_id));
  const isFixed = useClientState(
    (state) => state.organization.realm.avatar_changes_disabled && user?.is_admin !== true,
  );
  const mostMib = useClientState((state) => state.organization.limits.max_avatar_file_size_mib);
  const picker = useRef<HTMLInputElement>(null);
  const [isSending, setIsSending] = useState(false);
  const hasPicture = useClientState((state) => state.own.avatarSource === 'U');
  const [chosen, setChosen] = useState<File | null>(null);
  const mostBytes = mostMib * 1024 * 1024;
  const send = async (file: File): Promise<boolean> => {
    if (file.size > mostBytes) {
      showNotice(t('The picture is too large (maximum: {{size}} MiB).', { size: mostMib }), { isError: true });
      return false;
    }
    setIsSending(true);
    const isDone = await reportRefusal(request('POST', '/users/me/avatar', { file }));
    if (isDone) showNotice(t('Picture updated.'));
    setIsSending(false);
    return isDone;
  };
  return (
    <div className="picture-row">
      <Avatar person={avatarPerson(user, session.user_id, session.full_name)} size="5rem" />
      {isFixed ? (
        <p className="field-note">{t('Only administrators can change profile pictures.')}</p>
      ) : (
        <div className="picture-actions">
          <button type="button" className="button" disabled={isSending} onClick={() => picker.current?.click()}>
            <LineIcon name="image" size={18} />
            {t('Choose picture')}
          </button>
          {hasPicture && (
            <button
              type="button"
              className="button quiet"
              onClick={() =>
                void confirmed(reportRefusal(request('DELETE', '/users/me/avatar')), t('Picture removed.'))
              }
            >
              {t('Remove picture')}
            </button>
          )}
          <input
            ref={picker}
            type="file"
            accept="image/*"
            hidden
            aria-label={t('Picture')}
            onChange={({ currentTarget }) => {
              const [file] = currentTarget.files ?? [];
              if (file !== undefined) setChosen(file);
              currentTarget.value = '';
            }}
          />
        </div>
      )}
      {chosen !== null && (
        <Suspense fallback={null}>
          <CropPicture file={chosen} mostBytes={mostBytes} send={send} onClose={() => setChosen(null)} />
        </Suspense>
      )}
    </div>
  );
}

function NameForm() {
  const { session } = useChat();
  const user = useClientState((state) => state.users.users.get(session.user_id));
  const isFixed = useClientState((state) => state.organization.realm.name_changes_disabled && user?.is_admin !== true);
  const known = user?.full_name ?? session.full_name;
  const [name, setName] = useState<string | null>(null);
  const shown = name ?? known;
  const save = async (): Promise<void> => {
    if (await reportRefusal(request('PATCH', '/settings', { full_name: shown.trim() }))) {
      setName(null);
      showNotice(t('Name updated.'));
    }
  };
  return (
    <form
      className="setting-form"
      onSubmit={(event) => {
        event.preventDefault();
        void save();
      }}
    >
      <label className="field">
        <span className="field-label">{t('Your name')}</span>
        <input
          className="input"
          autoComplete="name"
          dir="auto"
          value={shown}
          disabled={isFixed}
          onChange={({ currentTarget }) => setName(atMost(currentTarget.value, longestName))}
        />
        {isFixed && <span className="field-note">{t('Only administrators can change names.')}</span>}
      </label>
      {!isFixed && (
        <button type="submit" className="button" disabled={shown.trim() === '' || shown.trim() === known}>
          {t('Save name')}
        </button>
      )}
    </form>
  );
}

/** On a phone there is no menu of the organization: its ways are here. */
function Ways() {
  const isAdmin = useClientState((state) => state.users.users.get(state.me)?.is_admin === true);
  const canSignOut = useCanSignOut();
  const { mutateAsync: signOut } = useSignOut();
  return (
    <div className="setting-ways">
      {isAdmin && (
        <>
          <a className="button" href="/console/invites">
            <LineIcon name="users" size={18} />
            {t('Invite people')}
          </a>
          <a className="button" href="/console/">
            <LineIcon name="globe" size={18} />
            {t('Console')}
          </a>
        </>
      )}
      {canSignOut && (
        <button type="button" className="button" onClick={() => void reportRefusal(signOut())}>
          <LineIcon name="forward" size={18} />
          {t('Sign out')}
        </button>
      )}
    </div>
  );
}
