/** Notifications on phones and computers with the ntfy app: the devices, a test for each, and adding one. */
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { fullMoment } from '../../client/formats.ts';
import { request } from '../../client/request.ts';
import { t } from '../../client/text.ts';
import { FocusFirst } from '../../components/focus-first.tsx';
import { limited } from '../../components/text-limit.ts';
import { showNotice } from '../kit/notices.ts';
import { AddPhone } from './add-phone.tsx';
import { phonesQuery, type Phone } from './phones-query.ts';
import './phones.css';

/** Milliseconds between two looks at whether devices are connected, while the list is on the page. */
const lookEveryMs = 5000;

export function Phones() {
  const { data: phones, error } = useQuery({ ...phonesQuery, refetchInterval: lookEveryMs });
  return (
    <>
      <p>
        {t(
          'The free ntfy app shows notifications of this chat on phones and computers, even without internet. Each device that you add gets a separate address.',
        )}
      </p>
      {error !== null && <p role="alert">{error.message}</p>}
      {phones !== undefined && phones.length > 0 && (
        <ul className="phones" aria-label={t('Devices with notifications')}>
          {phones.map((phone) => (
            <PhoneRow key={phone.device_id} phone={phone} />
          ))}
        </ul>
      )}
      <AddPhone />
    </>
  );
}

function PhoneRow({ phone }: { phone: Phone }) {
  const client = useQueryClient();
  const [isRenaming, setRenaming] = useState(false);
  const path = `/users/me/ntfy_devices/${phone.device_id}` as const;
  const onSettled = async (): Promise<void> => client.invalidateQueries(phonesQuery);
  const test = useMutation({ mutationFn: async () => request('POST', `${path}/test`), onSettled });
  const revoke = useMutation({ mutationFn: async () => request('DELETE', path), onSettled });
  const change = useMutation({
    mutationFn: async (changes: { name?: string; shows_text?: boolean }) => request('PATCH', path, changes),
    onSuccess: (_answer, { name }) => {
      setRenaming(false);
      showNotice(name === undefined ? t('Saved: {{label}}', { label: t('Show message text') }) : t('Name updated.'));
    },
    onSettled,
  });
  const failure = test.error ?? revoke.error ?? change.error;
  return (
    <li>
      {isRenaming ? (
        <RenameForm phone={phone} isPending={change.isPending} onName={(name) => change.mutate({ name })} />
      ) : (
        <span>
          <strong>{phone.name}</strong>
          <span className="field-note">{connectionText(phone)}</span>
        </span>
      )}
      <label className="check-row">
        <input
          type="checkbox"
          checked={change.isPending ? (change.variables.shows_text ?? phone.shows_text) : phone.shows_text}
          onChange={({ currentTarget }) => change.mutate({ shows_text: currentTarget.checked })}
        />
        <span>{t('Show message text')}</span>
      </label>
      <div className="setting-buttons">
        <button
          type="button"
          className="button"
          disabled={test.isPending}
          onClick={() => test.mutate()}
          aria-label={t('Send test to {{name}}', { name: phone.name })}
        >
          {t('Send test')}
        </button>
        <button
          type="button"
          className="button quiet"
          onClick={() => setRenaming(!isRenaming)}
          aria-label={isRenaming ? undefined : t('Rename {{name}}', { name: phone.name })}
        >
          {isRenaming ? t('Cancel') : t('Rename')}
        </button>
        <button
          type="button"
          className="button quiet"
          disabled={revoke.isPending}
          onClick={() => revoke.mutate()}
          aria-label={t('Revoke {{name}}', { name: phone.name })}
        >
          {t('Revoke')}
        </button>
      </div>
      {test.data !== undefined && failure === null && <output className="phone-result">{testText(test.data)}</output>}
      {failure !== null && <p role="alert">{failure.message}</p>}
    </li>
  );
}

function RenameForm({
  phone,
  isPending,
  onName,
}: {
  phone: Phone;
  isPending: boolean;
  onName: (name: string) => void;
}) {
  return (
    <form
      className="phone-name"
      onSubmit={(event) => {
        event.preventDefault();
        onName(String(new FormData(event.currentTarget).get('name')));
      }}
    >
      <FocusFirst>
        <input
          className="input"
          name="name"
          aria-label={t('Name of the device')}
          defaultValue={phone.name}
          onInput={limited<HTMLInputElement>(60)}
          required
        />
      </FocusFirst>
      <button type="submit" className="button" disabled={isPending}>
        {t('Save')}
      </button>
    </form>
  );
}

function connectionText({ is_connected: isConnected, last_used_at: usedAt }: Phone): string {
  if (isConnected) return t('Connected');
  if (usedAt === null) return t('Not connected yet');
  return t('Last connected: {{time}}', { time: fullMoment.format(usedAt * 1000) });
}

/** Whether a test arrived, and why not. */
function testText({ connections, last_used_at: usedAt }: { connections: number; last_used_at: number | null }): string {
  if (connections > 0) return t('Test sent. Check the notifications on the device.');
  if (usedAt === null)
    return t(
      'The device has not connected yet. Check that it is on the same network and that the server address in the app is correct.',
    );
  return t('The device is not connected. It gets the test if it connects within twelve hours.');
}
