/** Other devices and programs: the address they connect to, and the key with which they sign in. */
import { useState } from 'react';
import { ApiError, request } from '../../client/request.ts';
import { t } from '../../client/text.ts';
import { copyText } from '../../components/clipboard.ts';
import { LineIcon } from '../../components/line-icon.tsx';
import { QrCode } from '../../components/qr-code.tsx';
import { say } from '../floating/notices.ts';
import { useChat, useKnown } from '../model/use-chat.ts';
import { PasswordField } from './password-form.tsx';
import { SettingGroup } from './setting-controls.tsx';

const localNames = new Set(['localhost', '127.0.0.1', '[::1]']);

export function DevicesPage() {
  const realmUrl = useKnown((known) => known.organization.realm.url);
  // The name of this computer means another one on every other device.
  const isLocal = localNames.has(location.hostname);
  const address = isLocal && !localNames.has(new URL(realmUrl).hostname) ? realmUrl : location.origin;
  const { session } = useChat();
  return (
    <>
      <SettingGroup title={t('Connect another device')}>
        <p>{t('Open this address in a browser, or enter it in an app, on a device in the same network.')}</p>
        <div className="device-address">
          <QrCode text={address} label={t('QR code of {{address}}', { address })} size={176} />
          <div>
            <Copyable text={address} label={t('Copy the address')} />
            <p className="field-note">{t('Sign in as {{email}}.', { email: session.email })}</p>
            {localNames.has(new URL(address).hostname) && (
              <p className="field-note">{t('Only this computer reaches this address.')}</p>
            )}
          </div>
        </div>
      </SettingGroup>
      <SettingGroup title={t('API key')}>
        <ApiKey />
      </SettingGroup>
    </>
  );
}

function ApiKey() {
  const { session } = useChat();
  const username = useKnown((known) => known.users.users.get(known.me)?.delivery_email) ?? session.email;
  const [password, setPassword] = useState('');
  const [key, setKey] = useState<string | null>(null);
  const [error, setError] = useState<string | undefined>(undefined);
  const fetchKey = async (): Promise<void> => {
    try {
      const answer = await request('POST', '/fetch_api_key', { username, password });
      setKey(answer.api_key);
      setError(undefined);
    } catch (failure) {
      if (!(failure instanceof ApiError)) throw failure;
      setError(failure.message);
    }
    setPassword('');
  };
  if (key !== null)
    return (
      <>
        <Copyable text={key} label={t('Copy the key')} />
        <p className="field-note">{t('Whoever has this key is you. Keep it as you keep your password.')}</p>
        <button type="button" className="button" onClick={() => setKey(null)}>
          {t('Hide')}
        </button>
      </>
    );
  return (
    <form
      className="setting-form"
      onSubmit={(event) => {
        event.preventDefault();
        void fetchKey();
      }}
    >
      <p>{t('Programs sign in with a key instead of your password. Your password shows it.')}</p>
      <PasswordField
        label={t('Password')}
        autoComplete="current-password"
        value={password}
        error={error}
        onChange={setPassword}
      />
      <button type="submit" className="button" disabled={password === ''}>
        {t('Show the key')}
      </button>
    </form>
  );
}

function Copyable({ text, label }: { text: string; label: string }) {
  return (
    <p className="copyable">
      <code>{text}</code>
      <button
        type="button"
        className="tool"
        aria-label={label}
        title={label}
        onClick={() =>
          void copyText(text).then((isCopied) =>
            say(isCopied ? t('Copied.') : t('The browser did not let it be copied.'), { isError: !isCopied }),
          )
        }
      >
        <LineIcon name="copy" />
      </button>
    </p>
  );
}
