/** Adds a link at the top of a channel. */
import { useState } from 'react';
import { t } from '../../client/text.ts';
import { addLink } from '../actions/pinning.ts';
import { closeDialog } from '../kit/dialog-store.ts';
import { FormDialog } from '../kit/form-dialog.tsx';
import { showNotice } from '../kit/notices.ts';

/** Longest title that the server takes, in characters. */
const mostTitle = 60;

export function AddLink({ channelId }: { channelId: number }) {
  const [title, setTitle] = useState('');
  const [address, setAddress] = useState('');
  const submit = async (): Promise<boolean> => {
    const url = withScheme(address.trim());
    if (url === null) {
      showNotice(t('Enter a web address, such as https://example.com.'), { isError: true });
      return false;
    }
    return addLink(channelId, { title: title.trim() || shortAddress(url), url });
  };
  return (
    <FormDialog title={t('Add a link')} submitLabel={t('Add link')} onClose={closeDialog} onSubmit={submit}>
      <label className="field">
        <span className="field-label">{t('Address')}</span>
        <input
          className="input"
          type="url"
          dir="ltr"
          value={address}
          maxLength={2000}
          onChange={({ currentTarget }) => setAddress(currentTarget.value)}
        />
      </label>
      <label className="field">
        <span className="field-label">{t('Title')}</span>
        <input
          className="input"
          type="text"
          dir="auto"
          maxLength={mostTitle}
          value={title}
          onChange={({ currentTarget }) => setTitle(currentTarget.value)}
        />
        <span className="field-note">{t('Shown at the top of the channel, to everyone who can read it.')}</span>
      </label>
    </FormDialog>
  );
}

/** An address as people type it. @returns null where it is none of the web. */
function withScheme(address: string): string | null {
  const url = /^[a-z][a-z0-9+.-]*:(?!\d)/i.test(address) ? address : `https://${address}`;
  return address !== '' && URL.canParse(url) && /^https?:/i.test(url) ? url : null;
}

function shortAddress(url: string): string {
  const { host, pathname } = new URL(url);
  return [...`${host}${pathname === '/' ? '' : pathname}`].slice(0, mostTitle).join('');
}
