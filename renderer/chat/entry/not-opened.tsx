/** A link of which the server could not say whether it is good: that says nothing against the link, and is asked again. */
import { t } from '../../client/text.ts';
import { EntryPage } from './entry-page.tsx';

interface NotOpenedProps {
  organization: string;
  error: Error;
  onRetry: () => void;
}

export function NotOpened({ organization, error, onRetry }: NotOpenedProps) {
  return (
    <EntryPage organization={organization} title={t('Could not open the link')}>
      <p className="entry-by">{error.message}</p>
      <div className="entry-do">
        <button type="button" className="button primary" onClick={onRetry}>
          {t('Try again')}
        </button>
      </div>
    </EntryPage>
  );
}
