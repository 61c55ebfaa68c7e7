/** Asks before many people are called at once. */
import { t } from '../../client/text.ts';
import { FormDialog } from '../floating/form-dialog.tsx';

interface CallEverybodyProps {
  count: number;
  onSend: () => void;
  onClose: () => void;
}

export function CallEverybody({ count, onSend, onClose }: CallEverybodyProps) {
  const submit = (): Promise<boolean> => {
    onSend();
    return Promise.resolve(true);
  };
  return (
    <FormDialog
      title={t('Call {{count}} people?', { count })}
      submitLabel={t('Send and call everybody')}
      onSubmit={submit}
      onClose={onClose}
    >
      <p className="dialog-lead">{t('Everybody in the channel is notified of this message.')}</p>
    </FormDialog>
  );
}
