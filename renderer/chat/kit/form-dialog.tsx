/** A form in a dialog: nothing is sent twice, and it stays open until the server has done it. */
import { useState, type ReactNode } from 'react';
import { t } from '../../client/text.ts';
import { Dialog } from './dialog.tsx';

interface FormDialogProps {
  title: string;
  submitLabel: string;
  /** @returns whether it was done, and the dialog may close. */
  onSubmit: () => Promise<boolean>;
  onClose: () => void;
  isDanger?: boolean;
  children: ReactNode;
}

export function FormDialog({ title, submitLabel, onSubmit, onClose, isDanger = false, children }: FormDialogProps) {
  const [isPending, setIsPending] = useState(false);
  const submit = async (): Promise<void> => {
    if (isPending) return;
    setIsPending(true);
    const isDone = await onSubmit();
    setIsPending(false);
    if (isDone) onClose();
  };
  return (
    <Dialog title={title} onClose={onClose}>
      <form
        noValidate
        onSubmit={(event) => {
          event.preventDefault();
          void submit();
        }}
      >
        {children}
        <div className="dialog-foot">
          <button type="button" className="button" onClick={onClose}>
            {t('Cancel')}
          </button>
          <button type="submit" className={`button ${isDanger ? 'danger' : 'primary'}`} disabled={isPending}>
            {submitLabel}
          </button>
        </div>
      </form>
    </Dialog>
  );
}
