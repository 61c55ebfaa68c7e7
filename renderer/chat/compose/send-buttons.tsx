/** Send, which says where to, and beside it the times to send at. */
import { t } from '../../client/text.ts';
import { LineIcon } from '../../components/line-icon.tsx';

interface SendButtonsProps {
  canSend: boolean;
  uploading: number;
  destination: string;
  isDestinationShown: boolean;
  onLater: (button: HTMLElement) => void;
}

export function SendButtons({ canSend, uploading, destination, isDestinationShown, onLater }: SendButtonsProps) {
  const label = t('Send to {{where}}', { where: destination });
  const said = uploading > 0 && canSend ? t('Send when ready') : isDestinationShown ? label : t('Send');
  return (
    <span className="composer-sends">
      <button
        type="submit"
        className="button primary composer-send"
        aria-label={label}
        title={label}
        disabled={!canSend}
      >
        <span className="cut">{said}</span>
        <LineIcon name="send" size={20} />
      </button>
      <button
        type="button"
        className="button primary composer-later"
        aria-label={t('Send later')}
        title={t('Send later')}
        aria-haspopup="menu"
        disabled={!canSend || uploading > 0}
        onClick={({ currentTarget }) => onLater(currentTarget)}
      >
        <LineIcon name="down" size={17} />
      </button>
    </span>
  );
}
