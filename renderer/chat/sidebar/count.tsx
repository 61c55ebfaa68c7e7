/** A count after a name, spoken as what it is. */
import { t } from '../../client/text.ts';

export function Count({ count, calls = false }: { count: number; calls?: boolean }) {
  if (count <= 0) return null;
  return (
    <span className={`count ${calls ? 'calls' : ''}`}>
      {count > 999 ? '999+' : count}
      <span className="visually-hidden"> {t('unread')}</span>
    </span>
  );
}
