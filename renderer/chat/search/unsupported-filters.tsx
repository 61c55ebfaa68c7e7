/** An address with filters that this version does not support. */
import { t } from '../../client/text.ts';
import { EmptyView } from '../kit/empty-view.tsx';
import type { Narrow } from '../routing/narrow.ts';
import { useDirectory } from './use-directory.ts';
import { writeSearch } from './write-search.ts';

export function UnsupportedFilters({ narrow }: { narrow: Narrow }) {
  const directory = useDirectory();
  return (
    <EmptyView
      drawing="door"
      title={t('Unknown filter')}
      text={t('These filters are not supported: {{terms}}.', { terms: writeSearch(narrow, directory) })}
    >
      <a className="button" href="#inbox">
        {t('Go to Inbox')}
      </a>
    </EmptyView>
  );
}
