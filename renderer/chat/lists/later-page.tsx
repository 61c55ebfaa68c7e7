/** A view of what one will come back to: drafts, messages that are sent later, reminders. Up and down lead through its rows. */
import { useRef, type ReactNode } from 'react';
import { t } from '../../client/text.ts';
import { EmptyList, ListPage } from './list-page.tsx';
import { useRowKeys } from './row-keys.ts';

interface LaterPageProps {
  title: string;
  /** One sentence under it. */
  lead: string;
  /** What stands there while there is nothing. */
  nothing: { title: string; text: string };
  /** A `LaterItem` each. */
  rows: readonly ReactNode[];
}

export function LaterPage({ title, lead, nothing, rows }: LaterPageProps) {
  const list = useRef<HTMLDivElement>(null);
  useRowKeys(list);
  return (
    <ListPage title={title} lead={lead} hasBack>
      <div ref={list} className="item-group">
        <ul className="item-list">{rows}</ul>
      </div>
      {rows.length === 0 && (
        <EmptyList {...nothing}>
          <a className="button" href="#recent">
            {t('Open Recent')}
          </a>
        </EmptyList>
      )}
    </ListPage>
  );
}
