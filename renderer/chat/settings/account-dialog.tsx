/** A dialog about one's account. The browser's own keeps the focus in, and gives it back. */
import { useEffect, useId, useRef, type ReactNode } from 'react';
import { t } from '../../client/text.ts';
import '../kit/account.css';
import '../kit/entry.css';
import '../kit/entry-small.css';
import { ToolButton } from '../kit/tool-button.tsx';

interface AccountDialogProps {
  title: string;
  about: string;
  /** undefined: only an act ends it, as there is nothing behind it to go back to. */
  onClose?: () => void;
  isWide?: boolean;
  children: ReactNode;
}

export function AccountDialog({ title, about, onClose, isWide = false, children }: AccountDialogProps) {
  const id = useId();
  const dialog = useRef<HTMLDialogElement>(null);
  useEffect(() => {
    const shown = dialog.current;
    if (shown?.open === false) shown.showModal();
    return () => shown?.close();
  }, []);
  return (
    <dialog
      ref={dialog}
      className={`account-dialog ${isWide ? 'wide' : ''}`}
      aria-labelledby={id}
      onCancel={(event) => {
        event.preventDefault();
        onClose?.();
      }}
    >
      {onClose !== undefined && (
        <ToolButton icon="close" className="account-close" label={t('Close')} onClick={onClose} />
      )}
      <h2 id={id}>{title}</h2>
      <p>{about}</p>
      {children}
    </dialog>
  );
}
