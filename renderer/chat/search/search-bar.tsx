/** Above what was found: the search as it was typed, to be changed, and what of it nobody understood. */
import { t } from '../../client/text.ts';
import { LineIcon } from '../../components/line-icon.tsx';
import { openDialog } from '../kit/dialog-store.ts';
import type { NarrowView } from '../routing/address.ts';
import { conversationIn } from '../routing/narrow.ts';
import { IndexProgress } from './index-progress.tsx';
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
          <span className="visually-hidden">{t('Change the search')}</span>
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
