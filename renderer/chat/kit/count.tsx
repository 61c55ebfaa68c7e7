/** A count after a name, spoken as what it is. */
import { t } from '../../client/text.ts';

interface CountProps {
  count: number;
  /** How many of them are for the reader. */
  calls?: number;
  /** Else it is only there. */
  isUnread?: boolean;
}

/** Amber counts only what is for the reader: where there are others, they stand beside it in blue. */
export function Count({ count, calls = 0, isUnread = true }: CountProps) {
  if (count <= 0) return null;
  if (calls > 0 && calls < count)
    return (
      <span className="count split">
        <span className="calls" aria-hidden="true">
          {short(calls)}
        </span>
        <span aria-hidden="true">{short(count - calls)}</span>
        <span className="visually-hidden"> {t('{{count}} unread, {{forYou}} for you', { count, forYou: calls })}</span>
      </span>
    );
  return (
    <span className={`count ${calls > 0 ? 'calls' : ''} ${isUnread || calls > 0 ? '' : 'quiet'}`}>
      <span aria-hidden={isUnread}>{short(count)}</span>
      {isUnread && <span className="visually-hidden"> {t('{{count}} unread', { count })}</span>}
    </span>
  );
}

const short = (count: number): string => (count > 999 ? '999+' : String(count));
