/**
 * Above what was found: the search as it was typed, to be changed, what of it nobody understood, and how much of the messages the server
 * has indexed.
 */
import { useEffect, useSyncExternalStore } from 'react';
import { indexedPercent, onIndexProgress } from '../../client/search-index.ts';
import { t } from '../../client/text.ts';
import { LineIcon } from '../../components/line-icon.tsx';
import { openDialog } from '../kit/dialog-store.ts';
import type { NarrowView } from '../routing/address.ts';
import { conversationIn, narrowKey, type Narrow } from '../routing/narrow.ts';
import { useChat } from '../store/use-chat.ts';
import { writeSearch } from './parse-search.ts';
import { problemText } from './search-text.ts';
import { useDirectory } from './use-directory.ts';

export function SearchBar({ view: { narrow, unknown } }: { view: NarrowView }) {
  const directory = useDirectory();
  const isSearch = narrow.some(({ operator }) => operator === 'search' || operator === 'has' || operator === 'sender');
  if (!isSearch && unknown.length === 0) return null;
  const text = writeSearch(narrow, directory);
  return (
    <div className="search-bar">
      {isSearch && conversationIn(narrow) === null && (
        <button type="button" className="search-again" onClick={() => openDialog({ kind: 'search', text })}>
          <LineIcon name="search" size={16} />
          <span className="cut" dir="auto">
            {text}
          </span>
          <span className="visually-hidden">{t('Edit search')}</span>
        </button>
      )}
      <IndexProgress narrow={narrow} />
      {unknown.map((written) => (
        <output key={written}>
          {problemText(
            { kind: 'unknown-operator', operator: written.split(':')[0]?.replace(/^-/, '') ?? '' },
            narrow.length > 0,
          )}
        </output>
      ))}
    </div>
  );
}

/** Incomplete results are fetched again after so long. */
const fetchAgainMs = 5000;

function IndexProgress({ narrow }: { narrow: Narrow }) {
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
