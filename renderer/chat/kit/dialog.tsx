/** A dialog over the view, by the browser's own element: the focus goes in and comes back, Esc closes it, the rest is out of reach. */
import './floating.css';
import './fields.css';
import { useEffect, useId, useRef, type ReactNode } from 'react';
import { t } from '../../client/text.ts';
import { focusReturn } from '../../components/focus-return.ts';
import { ToolButton } from './tool-button.tsx';
import { dialogOpened } from './top-dialog.ts';

interface DialogProps {
  title: string;
  onClose: () => void;
  children: ReactNode;
  /** The heading is only heard: the content shows what it is about. */
  isTitleHidden?: boolean;
  className?: string;
}

export function Dialog({ title, onClose, children, isTitleHidden = false, className = '' }: DialogProps) {
  const dialog = useRef<HTMLDialogElement>(null);
  const heading = useId();
  useEffect(() => {
    const giveFocusBack = focusReturn();
    const shown = dialog.current;
    shown?.showModal();
    const leave = shown === null ? () => undefined : dialogOpened(shown);
    // A form begins with its first field, not with the way out; a choice far below would scroll past what it is about.
    const first =
      shown?.querySelector<HTMLElement>('[data-autofocus]') ??
      shown?.querySelector<HTMLElement>('input:not([type=checkbox], [type=radio]), textarea, select');
    first?.focus();
    return () => {
      leave();
      shown?.close();
      giveFocusBack();
    };
  }, []);
  return (
    <dialog
      ref={dialog}
      className={`dialog ${className}`}
      aria-labelledby={heading}
      onCancel={(event) => {
        event.preventDefault();
        onClose();
      }}
      onPointerDown={(event) => {
        // Beside the dialog is its backdrop, which is the element itself.
        if (event.target === event.currentTarget) onClose();
      }}
    >
      <div className="dialog-content">
        <header className="dialog-head">
          <h2 id={heading} className={isTitleHidden ? 'visually-hidden' : ''}>
            {title}
          </h2>
          <ToolButton icon="close" className="at-end" label={t('Close')} onClick={onClose} />
        </header>
        {children}
      </div>
    </dialog>
  );
}
