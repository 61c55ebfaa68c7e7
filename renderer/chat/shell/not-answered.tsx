/** Stands for a page that cannot begin yet. A short wait shows nothing; a longer one says what is waited for, and that it ends on its own. */
import { useEffect, useState } from 'react';
import { t } from '../../client/text.ts';
import { EmptyView } from '../kit/empty-view.tsx';
import { silentForMs } from './away-bar.tsx';

interface NotAnsweredProps {
  /** Why the last request failed; null while nothing is known. */
  error: Error | null;
  onRetry: () => void;
}

export function NotAnswered({ error, onRetry }: NotAnsweredProps) {
  const [isLong, setIsLong] = useState(false);
  const [reason, setReason] = useState(error);
  // What failed stays said while it is asked again.
  if (error !== null && error !== reason) setReason(error);
  useEffect(() => {
    const timer = setTimeout(() => setIsLong(true), silentForMs);
    return () => clearTimeout(timer);
  }, []);
  if (!isLong && reason === null) return null;
  return (
    <main className="pane not-answered">
      <EmptyView
        drawing="away"
        title={t('Connecting to the server')}
        text={reason?.message ?? t('The server has not responded yet. The page opens automatically when it does.')}
      >
        <button type="button" className="button" onClick={onRetry}>
          {t('Retry now')}
        </button>
      </EmptyView>
    </main>
  );
}
