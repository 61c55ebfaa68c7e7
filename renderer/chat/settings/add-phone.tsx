/** Adding a device with the ntfy app: its name and kind, then what it subscribes to, shown once. */
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { Suspense, useState } from 'react';
import { lazyPart } from '../../client/lazy-part.ts';
import { addressForOthersQuery } from '../../client/queries.ts';
import { request } from '../../client/request.ts';
import { t } from '../../client/text.ts';
import { CopyText } from '../../components/copy-text.tsx';
import { FocusFirst } from '../../components/focus-first.tsx';
import { limited } from '../../components/text-limit.ts';
import { phonesQuery, platforms, type Platform } from './phones-query.ts';

const QrCode = lazyPart(async () => (await import('../../components/qr-code.tsx')).QrCode);

interface Added {
  platform: Platform;
  device_id: number;
  server_url: string;
  secret_topic: string;
  link_url: string;
}

export function AddPhone() {
  const client = useQueryClient();
  const [isOpen, setOpen] = useState(false);
  const add = useMutation({
    mutationFn: async (device: { name: string; platform: Platform; shows_text: boolean }): Promise<Added> => ({
      ...(await request('POST', '/users/me/ntfy_devices', device)),
      platform: device.platform,
    }),
    onSettled: () => client.invalidateQueries(phonesQuery),
  });
  const close = (): void => {
    add.reset();
    setOpen(false);
  };
  if (add.data !== undefined) return <Setup added={add.data} onDone={close} />;
  if (!isOpen)
    return (
      <button type="button" className="button" onClick={() => setOpen(true)}>
        {t('Add a device')}
      </button>
    );
  return (
    <form
      className="setting-form phone-setup"
      aria-label={t('Add a device')}
      onSubmit={(event) => {
        event.preventDefault();
        const form = new FormData(event.currentTarget);
        const platform = platforms.find(({ value }) => value === form.get('platform'))?.value ?? 'android';
        add.mutate({ name: String(form.get('name')), platform, shows_text: form.get('shows_text') !== null });
      }}
    >
      <FocusFirst>
        <label className="field">
          <span className="field-label">{t('Name')}</span>
          <input className="input" name="name" defaultValue={t('My phone')} onInput={limited(60)} required />
        </label>
      </FocusFirst>
      <label className="field">
        <span className="field-label">{t('Device')}</span>
        <select className="input" name="platform">
          {platforms.map(({ value, label }) => (
            <option key={value} value={value}>
              {label()}
            </option>
          ))}
        </select>
      </label>
      <label className="check-row">
        <input type="checkbox" name="shows_text" defaultChecked />
        <span>{t('Show message text')}</span>
      </label>
      <p className="field-note">{t('Off: only the sender is shown.')}</p>
      {add.error !== null && <p role="alert">{add.error.message}</p>}
      <div className="setting-buttons">
        <button type="submit" className="button primary" disabled={add.isPending}>
          {t('Add device')}
        </button>
        <button type="button" className="button quiet" onClick={close}>
          {t('Cancel')}
        </button>
      </div>
    </form>
  );
}

/** The address is a secret that the server does not keep: it is on this page until it is closed. */
function Setup({ added, onDone }: { added: Added; onDone: () => void }) {
  const { data: phones } = useQuery(phonesQuery);
  const { data: address } = useQuery(addressForOthersQuery);
  const isConnected = phones?.find(({ device_id: id }) => id === added.device_id)?.is_connected === true;
  return (
    <section className="phone-setup" aria-label={t('Connect device')}>
      {address === null && (
        <p role="alert">
          {t('Only this computer can reach the server. An administrator can share it (Console > Network).')}
        </p>
      )}
      <Steps added={added} />
      <dl className="phone-address">
        <dt>{t('Server')}</dt>
        <dd className="account-copy">
          <code>{added.server_url}</code>
          <CopyText text={added.server_url} label={t('server address')} />
        </dd>
        <dt>{t('Topic')}</dt>
        <dd className="account-copy">
          <code>{added.secret_topic}</code>
          <CopyText text={added.secret_topic} label={t('topic')} />
        </dd>
      </dl>
      <p className="field-note">
        {t('Anyone who knows the topic can read your notifications. It is not shown again.')}
      </p>
      <output className="phone-result">
        {isConnected ? t('Device connected.') : t('Waiting for the device to connect.')}
      </output>
      <div className="setting-buttons">
        <button type="button" className="button primary" onClick={onDone}>
          {t('Done')}
        </button>
      </div>
    </section>
  );
}

function Steps({ added }: { added: Added }) {
  const { platform, link_url: link, server_url: server, secret_topic: topic } = added;
  if (platform === 'computer')
    return (
      <ol className="phone-steps">
        <li>{t('Install the ntfy command line program, or any other ntfy client.')}</li>
        <li>
          {t('Run this command. It prints each notification in one line.')}
          <span className="account-copy">
            <code>{`ntfy subscribe ${server}/${topic}`}</code>
            <CopyText text={`ntfy subscribe ${server}/${topic}`} label={t('command')} />
          </span>
        </li>
      </ol>
    );
  return (
    <ol className="phone-steps">
      {platform === 'android' ? (
        <>
          <li>{t('Install the ntfy app from Google Play or F-Droid.')}</li>
          <li>
            {t("Scan the code with the phone's camera. The app then subscribes to your topic.")}
            <Suspense fallback={<div className="qr-place" />}>
              <QrCode text={link} label={t('QR code for the ntfy app')} size={176} />
            </Suspense>
            <a className="text-link" href={link}>
              {t('Open the ntfy app')}
            </a>
          </li>
          <li>
            {t(
              'If the camera does not open the app, add a subscription in ntfy, choose "Use another server", and enter both lines below.',
            )}
          </li>
        </>
      ) : (
        <>
          <li>{t('Install the ntfy app from the App Store.')}</li>
          <li>{t("In the app's settings, enter the server below as the default server.")}</li>
          <li>{t('Add a subscription and enter the topic below.')}</li>
          <li>
            {t(
              'Apple wakes apps only from the internet. If an owner has set a wake-up server for iPhones, notifications arrive immediately. Otherwise they arrive when you open the app or when iOS refreshes it.',
            )}
          </li>
        </>
      )}
    </ol>
  );
}
