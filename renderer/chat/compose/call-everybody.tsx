/** Asks before many people are called at once. */
import { t } from '../../client/text.ts';
import { FormDialog } from '../kit/form-dialog.tsx';

interface CallEverybodyProps {
  count: number;
  /** The message is there already, and calls everyone once it is saved. */
  isEdit: boolean;
  onSend: () => void;
  onClose: () => void;
}

export function CallEverybody({ count, isEdit, onSend, onClose }: CallEverybodyProps) {
  const submit = (): Promise<boolean> => {
    onSend();
    return Promise.resolve(true);
  };
  return (
    <FormDialog
      title={t('Notify {{count}} people?', { count })}
      submitLabel={isEdit ? t('Save and notify everyone') : t('Send and notify everyone')}
      onSubmit={submit}
      onClose={onClose}
    >
      <p className="dialog-lead">
        {isEdit
          ? t('This message counts as a mention for everyone in the channel.')
          : t('Everyone in the channel is notified of this message.')}
      </p>
    </FormDialog>
  );
}
