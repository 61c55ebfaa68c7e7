/** Asks for the text and the address of a link. */
import { useState } from 'react';
import { asLinkText } from '../../client/link-text.ts';
import { t } from '../../client/text.ts';
import { closeDialog } from '../kit/dialog-store.ts';
import { FormDialog } from '../kit/form-dialog.tsx';
import { TextField } from '../kit/form-fields.tsx';
import { linkAddress, type LinkQuestion } from '../kit/link-question.ts';
import { whenDialogsAreClosed } from '../kit/top-dialog.ts';

export function LinkDialog({ question: { text: first, onInsert } }: { question: LinkQuestion }) {
  const [text, setText] = useState(first);
  const [address, setAddress] = useState('');
  const [isRefused, setIsRefused] = useState(false);
  const submit = (): Promise<boolean> => {
    const url = linkAddress(address);
    setIsRefused(url === null);
    if (url !== null) whenDialogsAreClosed(() => onInsert(`[${asLinkText(text.trim() || address.trim())}](${url})`));
    return Promise.resolve(url !== null);
  };
  return (
    <FormDialog title={t('Insert link')} submitLabel={t('Insert')} onSubmit={submit} onClose={closeDialog}>
      <TextField label={t('Text')} value={text} onChange={setText} maxLength={500} autoComplete="off" />
      <TextField
        label={t('Address')}
        value={address}
        onChange={setAddress}
        maxLength={2000}
        autoComplete="off"
        error={isRefused ? t('Enter an address such as https://example.com.') : null}
      />
    </FormDialog>
  );
}
