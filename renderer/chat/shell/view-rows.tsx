/** The rows of the views: in the sidebar, and on a phone, which has none, on the page "Me". */
import { t } from '../../client/text.ts';
import { LineIcon } from '../../components/line-icon.tsx';
import { Count } from '../kit/count.tsx';
import type { View } from '../routing/address.ts';
import { viewEntries, type ViewId } from '../routing/views.ts';
import { reportsChannelOf } from '../store/reports.ts';
import { useUnreadCounts, type UnreadCounts } from '../store/unread.ts';
import { useClientState } from '../store/use-chat.ts';
import { useDraftRows } from '../store/use-draft-rows.ts';
import { useAddressOf } from '../store/use-view.ts';

interface RowCount {
  count: number;
  /** Not of unread messages: of what waits there. */
  isOfItems?: boolean;
  /** How many are for the reader, or wait for them. */
  calls?: number;
}

/** The numbers of the rows that have one. */
function useRowCounts({ total }: UnreadCounts): Partial<Record<ViewId, RowCount>> {
  const mentions = useClientState((state) => state.messages.mentions.size);
  const drafts = useDraftRows().length;
  const scheduled = useClientState((state) => state.own.scheduled);
  const reminders = useClientState((state) => state.own.reminders.size);
  const hasFailed = [...scheduled.values()].some(({ failed }) => failed);
  return {
    inbox: { count: total },
    mentions: { count: mentions, calls: mentions },
    drafts: { count: drafts, isOfItems: true },
    scheduled: { count: scheduled.size, isOfItems: true, calls: hasFailed ? scheduled.size : 0 },
    reminders: { count: reminders, isOfItems: true },
  };
}

interface ViewRowsProps {
  view: View;
  counts: UnreadCounts;
  /** On a phone: there is room for all of them, and the inbox has a tab of its own. */
  isWhole?: boolean;
}

export function ViewRows({ view, counts, isWhole = false }: ViewRowsProps) {
  const here = useAddressOf()(view);
  const rowCounts = useRowCounts(counts);
  const isModerator = useClientState((state) => reportsChannelOf(state) !== null);
  return viewEntries.map(({ id, title, icon, row, tab, address }) => {
    const { count = 0, isOfItems = false, calls = 0 } = rowCounts[id] ?? {};
    const isCurrent = address === here;
    const isShown =
      row === 'always' ||
      (row === 'later' && (isWhole || count > 0 || isCurrent)) ||
      (row === 'moderators' && isModerator);
    if (!isShown || icon === undefined || (isWhole && tab !== undefined)) return null;
    return (
      <li key={id}>
        <a
          className={`side-row ${count > 0 && !isOfItems ? 'is-unread' : ''}`}
          href={address}
          aria-current={isCurrent ? 'page' : undefined}
        >
          <LineIcon name={icon} size={18} />
          <span className="cut">{title()}</span>
          <Count count={count} isUnread={!isOfItems} calls={calls} />
        </a>
      </li>
    );
  });
}

/** What no tab of a phone leads to. */
export function PhoneWays({ view }: { view: View }) {
  const counts = useUnreadCounts();
  return (
    <nav className="phone-ways only-phone" aria-label={t('More views')}>
      <ul>
        <ViewRows view={view} counts={counts} isWhole />
      </ul>
    </nav>
  );
}
