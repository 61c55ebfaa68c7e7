/** Asks before many people are called at once. */
import { t } from '../../client/text.ts';
import { Dialog } from '../floating/dialog.tsx';

interface CallEverybodyProps {
  count: number;
  onSend: () => void;
  onClose: () => void;
}

export function CallEverybody({ count, onSend, onClose }: CallEverybodyProps) {
  return (
    <Dialog title={t('Call {{count}} people?', { count })} onClose={onClose}>
      <p>{t('Everybody in the channel is notified of this message.')}</p>
      <div className="dialog-actions">
        <button type="button" className="button" onClick={onClose}>
          {t('Cancel')}
        </button>
        <button type="button" className="button primary" onClick={onSend}>
          {t('Send and call everybody')}
        </button>
      </div>
    </Dialog>
  );
}
