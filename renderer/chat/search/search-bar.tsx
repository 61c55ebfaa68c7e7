/** The bar above what was found: the search to change, how much was found, in which order it stands, what of the address no one knows, and how much is indexed. */
import { useEffect, useSyncExternalStore } from 'react';
import { useStore } from 'zustand';
import { indexedPercent, onIndexProgress } from '../../client/search-index.ts';
import { t } from '../../client/text.ts';
import { LineIcon } from '../../components/line-icon.tsx';
import { openDialog } from '../kit/dialog-store.ts';
import { bestFirst } from '../kit/stored-switch.ts';
import type { NarrowView } from '../routing/address.ts';
import { hasWords, isSearch, narrowKey, type Narrow } from '../routing/narrow.ts';
import { useChat, useRange } from '../store/use-chat.ts';
import { notesOn, problemText } from './search-text.ts';
import { useDirectory } from './use-directory.ts';
import { writeSearch } from './write-search.ts';

export function SearchBar({ view: { narrow, unknown } }: { view: NarrowView }) {
  const directory = useDirectory();
  const isFound = isSearch(narrow);
  const text = writeSearch(narrow, directory);
  return (
    <div className="search-bar">
      {isFound && (
        <div className="search-found">
          <button type="button" className="search-again" onClick={() => openDialog({ kind: 'search', text })}>
            <LineIcon name="search" size={16} />
            <span className="cut" dir="auto">
              {text}
            </span>
            <span className="visually-hidden">{t('Edit search')}</span>
          </button>
          <ResultCount narrow={narrow} />
          {hasWords(narrow) && <Order />}
        </div>
      )}
      {notesOn(narrow, directory).map((note) => (
        <output key={note}>{note}</output>
      ))}
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

/** How much was found, as far as it was read. */
function ResultCount({ narrow }: { narrow: Narrow }) {
  const range = useRange(narrow);
  const isKnown = range !== undefined && !range.loading.first && range.error === null;
  const count = range?.ids.length ?? 0;
  const isAll = range?.foundOldest === true && range.foundNewest;
  return (
    <output className="search-count">
      {isKnown &&
        (isAll
          ? t('{{count}} results', { count, defaultValue_one: '{{count}} result' })
          : t('More than {{count}} results', { count, defaultValue_one: 'More than {{count}} result' }))}
    </output>
  );
}

function Order() {
  const isBest = useStore(bestFirst.store, ({ isOn }) => isOn);
  return (
    <fieldset className="search-order">
      <legend className="visually-hidden">{t('Order of the results')}</legend>
      <button type="button" aria-pressed={!isBest} onClick={() => bestFirst.turn(false)}>
        {t('Newest message')}
      </button>
      <button type="button" aria-pressed={isBest} onClick={() => bestFirst.turn(true)}>
        {t('Best match')}
      </button>
    </fieldset>
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
