/** A count after a name, spoken as what it is. */
import { t } from '../../client/text.ts';

interface CountProps {
  count: number;
  calls?: boolean;
  /** Else it is only there. */
  isUnread?: boolean;
}

export function Count({ count, calls = false, isUnread = true }: CountProps) {
  if (count <= 0) return null;
  return (
    <span className={`count ${calls ? 'calls' : ''} ${isUnread || calls ? '' : 'quiet'}`}>
      {count > 999 ? '999+' : count}
      {isUnread && <span className="visually-hidden"> {t('unread')}</span>}
    </span>
  );
}
