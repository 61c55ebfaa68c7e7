/** The note above search results while the server indexes messages: results are incomplete, and are fetched again until they are not. */
import { useEffect, useSyncExternalStore } from 'react';
import { indexedPercent, onIndexProgress } from '../../client/search-index.ts';
import { t } from '../../client/text.ts';
import { narrowKey, type Narrow } from '../routing/narrow.ts';
import { useChat } from '../store/use-chat.ts';

const fetchAgainMs = 5000;

export function IndexProgress({ narrow }: { narrow: Narrow }) {
  const { ranges } = useChat();
  const percent = useSyncExternalStore(onIndexProgress, indexedPercent);
  const isWaiting = percent !== null && narrow.some(({ operator }) => operator === 'search');
  const key = narrowKey(narrow);
  useEffect(() => {
    if (!isWaiting) return undefined;
    const timer = setInterval(() => void ranges.reread(key), fetchAgainMs);
    return () => clearInterval(timer);
  }, [ranges, key, isWaiting]);
  if (!isWaiting) return null;
  return (
    <output>
      {t('Messages are still being indexed ({{percent}} % done). Results are incomplete until then.', { percent })}
    </output>
  );
}
